"""How well a seat stands, for bots that look one step ahead. Not a rule of the game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.state import NO_ENDING, ExcellentState

WON: Final[i64] = 1000
EVEN: Final[i64] = 300
PER_CHARACTER: Final[i64] = 60
PER_RIVAL_CHARACTER: Final[i64] = 15  # of the strongest other player
PER_SPACE: Final[i64] = 3  # for each space nearer to the next character
FAR: Final[i64] = 8


def evaluate(s: ExcellentState, me: int) -> int:
    """Return a number from 0 (lost) to 1000 (won)."""
    seat: i64 = me
    if s.ending != NO_ENDING:
        if s.winner == seat:
            return WON
        return 0
    rival: i64 = 0
    for other in range(s.seats):
        if other != seat and s.held(other) > rival:
            rival = s.held(other)
    score = EVEN + s.held(seat) * PER_CHARACTER - rival * PER_RIVAL_CHARACTER
    return score + (FAR - nearest(s, seat)) * PER_SPACE


def nearest(s: ExcellentState, seat: i64) -> i64:
    """Return the steps to the nearest character that this seat could pick up, at most FAR."""
    best = FAR
    for space in range(s.box.spaces):
        if s.within_reach(seat, space) != 0 and not s.has_dude(space):
            steps = distance(s, s.booth_at(seat), space)
            if 0 < steps < best:
                best = steps
    return best


def distance(s: ExcellentState, here: i64, there: i64) -> i64:
    """Return the steps from one space to another, over the edges if that is shorter."""
    width = s.box.width
    across = (here % width - there % width + width) % width
    down = (here // width - there // width + s.box.height) % s.box.height
    if across > width - across:
        across = width - across
    if down > s.box.height - down:
        down = s.box.height - down
    return across + down
