"""How likely each seat is to win at the start of a turn, for bots that look some turns ahead. Not a rule.

The features of a seat are called marks; `win_chances.toml` holds the weight of each by the number of seats, and by how
much all of them count with so many duds left at B-1. `tools/fit_bttf_win_chances.py` fits both to the winners of games
played by the policy.
"""

from __future__ import annotations

import tomllib
from math import exp
from pathlib import Path
from typing import Final

from mypy_extensions import i64

from timebooth.games.back_to_the_future.bot.values import can_run, distance_in
from timebooth.games.back_to_the_future.deck.doublebacks import can_go_back_again
from timebooth.games.back_to_the_future.deck.kinds import (
    DOUBLEBACK,
    DOUBLEBACKS,
    HITCH_A_RIDE,
    ITEM,
    ITEMS,
    KEYS,
    KINDS,
    MACHINES,
    QUICK_TRIP,
)
from timebooth.games.back_to_the_future.state import NO_ENDING, BttfState
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit, count, lowest

# The marks of a seat: cards in its hand by kind, items on its table by kind, its distance, and these.
ON_TABLE: Final[i64] = 51
AWAY: Final[i64] = 69
FAR: Final[i64] = 4  # or more linchpins away
CONTENT: Final[i64] = 74  # satisfied, times the chance that the next card at B-1 is the real one
ON_TURN: Final[i64] = 75
TRY: Final[i64] = 76  # on turn, satisfied and with a way to B-1, times that chance
STEP: Final[i64] = 77  # on turn, one linchpin away and with a way to it
GUARD: Final[i64] = 78  # a Memo while another seat is satisfied, times that chance
SAFE: Final[i64] = 79  # Memos while satisfied
MARKS: Final[i64] = 80

NAMES: Final[list[str]] = (
    [f"hand.{KEYS[kind]}" for kind in range(KINDS)]
    + [f"table.{KEYS[ITEM + item]}" for item in range(ITEMS)]
    + [f"distance.{away}" for away in range(FAR + 1)]
    + ["moment.content", "moment.on_turn", "moment.try", "moment.step", "moment.guard", "moment.safe"]
)


SEATS: Final = ("two", "three", "four", "five", "six")
PHASES: Final[i64] = 5  # by the duds left, none to four


def read_groups(seats: str) -> dict[str, dict[str, float]]:
    """Return what the file says for this many seats."""
    text = (Path(__file__).parent / "win_chances.toml").read_text(encoding="utf-8")
    groups: dict[str, dict[str, float]] = tomllib.loads(text)[seats]
    return groups


def read_weights(seats: str) -> vec[float]:
    """Return the weights of all marks."""
    groups = read_groups(seats)
    found: list[float] = []
    for name in NAMES:
        group, _, mark = name.partition(".")
        found.append(float(groups[group][mark]))
    return vec[float](found)


def read_scales(seats: str) -> vec[float]:
    """Return how much all marks count with no dud left at B-1, with one, and so on."""
    duds = read_groups(seats)["duds"]
    return vec[float]([float(duds[f"left_{left}"]) for left in range(PHASES)])


WEIGHTS: Final = [read_weights(seats) for seats in SEATS]
SCALES: Final = [read_scales(seats) for seats in SEATS]


def win_chances(s: BttfState) -> list[float]:
    """Return the chances of all seats, at the start of a turn or after the end."""
    if s.ending != NO_ENDING:
        return [float(seat == s.winner) for seat in range(s.seats)]
    weights = WEIGHTS[s.seats - 2]
    phase = s.duds if s.duds < PHASES else PHASES - 1
    scale = SCALES[s.seats - 2][phase]
    found: list[float] = []
    whole = 0.0
    for seat in range(s.seats):
        marks = marks_of(s, seat)
        score = 0.0
        for i in range(MARKS):
            score += weights[i] * marks[i]
        found.append(exp(score * scale))
        whole += found[seat]
    return [each / whole for each in found]


def marks_of(s: BttfState, seat: i64) -> vec[float]:
    """Return the marks of a seat."""
    marks = vec[float]([0.0] * MARKS)
    cards = s.hand[seat]
    while cards != 0:
        kind = s.box.kind_of[lowest(cards)]
        marks[kind] += 1.0
        cards &= cards - 1
    items = s.table[seat]
    while items != 0:
        place = ON_TABLE - ITEM + s.box.kind_of[lowest(items)]
        marks[place] += 1.0
        items &= items - 1
    away = distance_in(s, seat, s.history)
    if away > FAR:
        away = FAR
    marks[AWAY + away] = 1.0
    real = 1.0 / float(s.duds + 1)
    memos = count(s.hand[seat] & s.box.memos) + count(s.table[seat] & s.box.memo_items)
    if away == 0:
        marks[CONTENT] = real
        marks[SAFE] = float(memos)
    if memos > 0 and another_is_satisfied(s, seat):
        marks[GUARD] = real
    if seat == s.turn:
        marks[ON_TURN] = 1.0
        if away == 0 and can_flip_any(s, seat):
            marks[TRY] = real
        if away == 1 and (can_flip_any(s, seat) or can_get_nearer(s, seat)):
            marks[STEP] = 1.0
    return marks


def another_is_satisfied(s: BttfState, seat: i64) -> bool:
    """Return whether any other seat is satisfied.  §WIN"""
    for other in range(s.seats):
        if other != seat and s.is_satisfied(other):
            return True
    return False


def can_flip_any(s: BttfState, seat: i64) -> bool:
    """Return whether the seat on turn holds a card that flips any linchpin, and what that card needs.  §TRAVEL"""
    hand = s.hand[seat]
    if hand & s.box.copies[QUICK_TRIP] != 0:
        return True
    if s.previous_changed and hand & s.box.copies[HITCH_A_RIDE] != 0:
        return True
    for kind in range(MACHINES):
        if hand & s.box.copies[kind] != 0 and can_run(s, seat, kind):
            return True
    for number in range(DOUBLEBACKS):
        kind = DOUBLEBACK + number
        if hand & s.box.copies[kind] != 0 and can_go_back_again(s, seat, kind):
            return True
    return False


def can_get_nearer(s: BttfState, seat: i64) -> bool:
    """Return whether the seat holds a DoubleBack of a linchpin that it wants flipped.  §DOUBLEBACK"""
    for number in range(DOUBLEBACKS):
        kind = DOUBLEBACK + number
        if s.hand[seat] & s.box.copies[kind] != 0:
            changed = s.history ^ bit(s.box.doubleback_linchpin[number])
            if distance_in(s, seat, changed) < distance_in(s, seat, s.history):
                return True
    return False
