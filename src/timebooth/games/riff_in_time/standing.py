"""How well the band stands: what a bot looks at. A guide for play, not a rule."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.riff_in_time.dice import bogus_pending
from timebooth.games.riff_in_time.kinds import BOOTH, PLACES, SAN_DIMAS
from timebooth.games.riff_in_time.state import ALL_PLACES, NO_ENDING, WON, RiffState
from timebooth.games.riff_in_time.turn import USE_THE_BOOTH
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import BIT, count
from timebooth.kernel.state import FRAME

BEST: Final[i64] = 1000
START: Final[i64] = 12000  # in tenths, as all that follows

W: Final[vec[i64]] = vec[i64](
    [
        30,  # 0 handling
        14,  # 1 circuit
        16,  # 2 approach
        20,  # 3 better die
        60,  # 4 a die
        40,  # 5 bogus die
        50,  # 6 stage
        180,  # 7 open
        26,  # 8 level
        3,  # 9 level bonus for low (decreasing)
        40,  # 10 near full
        300,
        330,
        360,
        380,  # 11.. san dimas cost per players
        14,  # 15 curve
        60,  # 16 missing card
        11,  # 17 cards a turn
        40,  # 18 actions a turn
        25,  # 19 character die
    ]
)


def standing(s: RiffState) -> int:
    """From 0, lost, to 1000, won."""
    if s.ending != NO_ENDING:
        return BEST if s.ending == WON else 0
    if s.fixed == ALL_PLACES:
        return BEST
    work = _work(s)
    score: i64 = START - work - _san_dimas(s) - _deck(s, work)
    for player in range(s.players):
        score -= _approach(s, player) * W[2]
        score += _pool(s, player) * work // 4500
        if s.rewarded & BIT[player] == 0 and s.met & BIT[player] == 0 and not s.setting_up():
            score += s.stage[player] * W[6]
    score //= 13
    if score < 1:
        return 1
    return score if score < BEST else BEST - 1


def _work(s: RiffState) -> i64:
    """Interacts and Moves still to be done, were everybody in the right spot."""
    work: i64 = 0
    for place in range(PLACES):
        if s.is_fixed(place):
            continue
        level = s.level[place]
        work += W[7] + level * W[8]
        low = level if level < 6 else 6
        work += low * (12 - low) * W[9]
        if level >= s.box.top - 1:
            work += (level - s.box.top + 2) * W[10]
        if s.is_returned(place):
            continue
        spot = s.whereabouts[place]
        work += W[0]
        if spot >= BOOTH:
            work += s.distance(s.at[spot - BOOTH], place) * W[1]
        elif spot != place:
            work += W[0] + s.distance(spot, place) * W[1]
    return work


def _approach(s: RiffState, player: i64) -> i64:
    """Moves to the nearest spot where this player has something to do."""
    nearest: i64 = 4
    for place in range(PLACES):
        if s.is_fixed(place):
            continue
        spot = place
        if not s.is_returned(place):
            spot = s.whereabouts[place]
            if spot == BOOTH + player:
                spot = place
            elif spot >= BOOTH:
                continue
        distance = s.distance(s.at[player], spot)
        if distance < nearest:
            nearest = distance
    return nearest


def _san_dimas(s: RiffState) -> i64:
    """What the rift in San Dimas costs now, a reward still to be paid out and a Bogus still to be suffered counted."""
    level = s.level[SAN_DIMAS]
    for player in range(s.players):
        if s.met & ~s.rewarded & BIT[player] != 0:
            level -= s.box.reward[s.objective[player]]
    if level < 0:
        level = 0
    cost = level * W[10 + s.players] + level * level * W[15]
    pending = bogus_pending(s)
    if pending > 0 and not s.is_fixed(s.here()):
        bogus: i64 = W[8]
        if s.here() == SAN_DIMAS or s.level[s.here()] >= s.box.top:
            if level + pending > s.box.san_dimas_top:
                bogus = START // 2
            else:
                bogus = W[10 + s.players] + 2 * level * W[15]
        bogus *= pending
        if s.depth > 0 and s.stack[(s.depth - 1) * FRAME] == USE_THE_BOOTH:
            bogus //= 4
        cost += bogus
    return cost


def _deck(s: RiffState, work: i64) -> i64:
    """What it costs that the Riff deck may not last."""
    turns = work * 10 // (W[8] * W[18])
    missing = turns * W[17] // 10 - s.deck_size()
    return missing * W[16] if missing > 0 else 0


def _pool(s: RiffState, player: i64) -> i64:
    """What the dice at hand are worth: Triumphant dice for good, those of the booth for a while."""
    triumphs = count(s.triumphs[player])
    worth: i64 = 0
    if triumphs > 0:
        worth += W[4]
    worth += (triumphs if triumphs < 4 else 4) * W[3]
    for personage in range(PLACES):
        if s.carries(player, personage):
            worth -= s.box.bogus_dice[personage] * W[5]
            if triumphs == 0:
                worth += s.box.character_dice[personage] * W[19]
    return worth
