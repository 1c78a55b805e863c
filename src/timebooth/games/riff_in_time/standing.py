"""How well the band stands: what a bot looks at. A guide for play, not a rule."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.riff_in_time.dice import bogus_pending
from timebooth.games.riff_in_time.kinds import (
    BOOTH,
    FACE_KINDS,
    LOWER_THREE_PLACES,
    LOWER_WITH_PLAYER,
    NO_REROLLS,
    PLACES,
    POOL,
    SAN_DIMAS,
    SAN_DIMAS_WITH_TWO,
    STOPS,
    VISIT_IN_ORDER,
    VISIT_WITH_PERSONAGE,
)
from timebooth.games.riff_in_time.state import ALL_PLACES, NO_ENDING, WON, RiffState
from timebooth.kernel.bits import BIT, count

BEST: Final[i64] = 100000
START: Final[i64] = 50000

OPEN_RIFT: Final[i64] = 300  # a closed one rises no more, and brings a die
PER_LEVEL: Final[i64] = 26
LOW_LEVELS: Final[i64] = 4  # the nearer to closing, the more a level counts
NEAR_FULL: Final[i64] = 40  # may soon overflow into San Dimas
HANDLING: Final[i64] = 30  # a pick up or a drop off still to be done
PER_CIRCUIT: Final[i64] = 14  # a Move that a personage is away from home
PER_APPROACH: Final[i64] = 16  # a Move that a player is away from something to do
FOURTH_DIE: Final[i64] = 250
TRIUMPHANT_DIE: Final[i64] = 150
CHARACTER_DIE: Final[i64] = 25
GIFT: Final[i64] = 15  # an action that a personage in the booth grants
BOGUS_DIE: Final[i64] = 40
ALL_WORK: Final[i64] = 4500  # dice are worth the less, the less is left to do
DONE: Final[i64] = 250  # an objective's action, from now on
PER_STAGE: Final[i64] = 50
IN_COMPANY: Final[i64] = 40  # to have along the personage that an objective names
PER_STOP: Final[i64] = 12  # a Move that this personage is away from where it has to go
SAN_DIMAS_LEVEL: Final[i64] = 40
SAN_DIMAS_CURVE: Final[i64] = 6
MISSING_CARD: Final[i64] = 60
WORK_A_CARD: Final[i64] = 95  # how much is done while one Riff card is drawn


def standing(s: RiffState) -> int:
    """From 0, lost, to 100000, won."""
    if s.ending != NO_ENDING:
        return BEST if s.ending == WON else 0
    if s.fixed == ALL_PLACES:
        return BEST
    work = _work(s)
    score: i64 = START - work - _san_dimas(s) - _bogus(s) - _deck(s, work)
    for player in range(s.players):
        score -= _approach(s, player) * PER_APPROACH
        score += (_dice(s, player) + _objective(s, player)) * work // ALL_WORK
    return score


def _work(s: RiffState) -> i64:
    """Interacts and Moves still to be done, were everybody in the right spot."""
    work: i64 = 0
    for place in range(PLACES):
        if s.is_fixed(place):
            continue
        level = s.level[place]
        low = level if level < 6 else 6
        work += OPEN_RIFT + level * PER_LEVEL + low * (12 - low) * LOW_LEVELS
        if level >= s.box.top - 1:
            work += (level - s.box.top + 2) * NEAR_FULL
        if s.is_returned(place):
            continue
        spot = s.whereabouts[place]
        work += HANDLING
        if spot >= BOOTH:
            work += s.distance(s.at[spot - BOOTH], place) * PER_CIRCUIT
        elif spot != place:
            work += HANDLING + s.distance(spot, place) * PER_CIRCUIT
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


def _dice(s: RiffState, player: i64) -> i64:
    """What the dice at hand are worth: Triumphant dice for good, those of the booth for a while."""
    triumphs = count(s.triumphs[player])
    worth = (triumphs if triumphs < POOL else POOL) * TRIUMPHANT_DIE
    if triumphs > 0:
        worth += FOURTH_DIE
    for personage in range(PLACES):
        if s.carries(player, personage):
            worth -= s.box.bogus_dice[personage] * BOGUS_DIE
            for action in range(FACE_KINDS):
                worth += s.box.gifts[personage * FACE_KINDS + action] * GIFT
            if triumphs == 0:
                worth += s.box.character_dice[personage] * CHARACTER_DIE
    return worth


def _objective(s: RiffState, player: i64) -> i64:
    """How near a player is to the reward of an objective."""
    if s.met & BIT[player] != 0:
        return DONE
    objective = s.objective[player]
    worth = s.stage[player] * PER_STAGE
    task = s.box.task[objective]
    if task == NO_REROLLS or task == LOWER_THREE_PLACES or task == LOWER_WITH_PLAYER or task == SAN_DIMAS_WITH_TWO:
        return worth
    personage = s.box.task_personage[objective]
    if s.is_returned(personage):
        return 0
    if s.carries(player, personage):
        worth += IN_COMPANY
        if task == VISIT_IN_ORDER or task == VISIT_WITH_PERSONAGE:
            stop = s.box.stops[objective * STOPS + s.stage[player]]
            worth += (3 - s.distance(s.at[player], stop)) * PER_STOP
    return worth


def _san_dimas(s: RiffState) -> i64:
    """What the rift in San Dimas costs, rewards still to be paid out counted."""
    level = s.level[SAN_DIMAS]
    for player in range(s.players):
        if s.met & ~s.rewarded & BIT[player] != 0:
            level -= s.box.reward[s.objective[player]]
    if level < 0:
        return 0
    return (level * SAN_DIMAS_LEVEL + level * level * SAN_DIMAS_CURVE) * 3 // _haste(s)


def _haste(s: RiffState) -> i64:
    """The fewer play, the more often a round ends."""
    return s.players if s.players < 3 else 3


def _bogus(s: RiffState) -> i64:
    """What a Bogus that shows will cost."""
    pending = bogus_pending(s)
    here = s.here()
    if pending == 0 or s.is_fixed(here):
        return 0
    if here != SAN_DIMAS and s.level[here] < s.box.top:
        return pending * PER_LEVEL
    if s.level[SAN_DIMAS] + pending > s.box.san_dimas_top:
        return START // 2
    return pending * (SAN_DIMAS_LEVEL + 2 * s.level[SAN_DIMAS] * SAN_DIMAS_CURVE) * 3 // _haste(s)


def _deck(s: RiffState, work: i64) -> i64:
    """What it costs that the Riff deck may not last."""
    missing = work // WORK_A_CARD - s.deck_size()
    return missing * MISSING_CARD if missing > 0 else 0
