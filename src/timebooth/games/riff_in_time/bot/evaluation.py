"""Estimates how likely the band is to win, for bots.

Two clocks run: San Dimas rises, and the Riff deck is drawn. The band wins if the work is done before either runs out,
so the remaining work is estimated in turns and compared with both. Most weights were tuned on games with two, three and
four players; the last few were set by hand.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from mypy_extensions import i64

from timebooth.games.riff_in_time.dice import bogus_pending
from timebooth.games.riff_in_time.kinds import (
    BOOTH,
    OBJECTIVES,
    PLACES,
    POOL,
    SAN_DIMAS,
    STOPS,
    VISIT_IN_ORDER,
    VISIT_WITH_PERSONAGE,
)
from timebooth.games.riff_in_time.payment import actions_in
from timebooth.games.riff_in_time.state import ALL_PLACES, NO_ENDING, WON, RiffState
from timebooth.kernel.bits import bit, count, lowest

BEST: Final = 1_000_000_000

# Work, in units of which an Interact does about forty.
OPEN_RIFT: Final[i64] = 209  # because it can rise again
PER_LEVEL: Final[i64] = 31
LOW: Final[i64] = 6
LOW_LEVELS: Final[i64] = 5  # below LOW a level counts more, the nearer the rift is to closing
NEAR_FULL: Final[i64] = 25  # its next rises may go to San Dimas
HANDLING: Final[i64] = 55  # a pick up or a drop off that is still needed
PER_CIRCUIT: Final[i64] = 14  # for each Move that a personage is away from home
PER_RIDE: Final[i64] = 5  # the same for a personage in a booth
PER_APPROACH: Final[i64] = 10  # for each Move that a player is away from something to do
IN_SAN_DIMAS: Final[i64] = 7  # for a player there, where a Bogus hurts most

# Help: how much less work there is, if all of it is still to be done.
ALL_WORK: Final[i64] = 7200
FIRST_TRIUMPH: Final[i64] = 362  # a fourth die
TRIUMPH: Final[i64] = 84  # a better die
CHARACTER_DIE: Final[i64] = 18
BOGUS_DIE: Final[i64] = 15
GIFT: Final[i64] = 26  # an action that a personage in the booth grants
DONE: Final[i64] = 180  # the action of a completed objective
PER_STAGE: Final[i64] = 35
IN_COMPANY: Final[i64] = 57  # the personage that an objective names is in the booth
PER_STOP: Final[i64] = 10  # for each Move that this personage is closer to the next stop

# The clocks.
WORK_A_TURN: Final[float] = 278.0
SHARED_DICE: Final[float] = 29.0  # less for each player: good dice are spread over more booths
RISES_A_TURN: Final[float] = -0.075  # in San Dimas, beside those at the end of a round: cards lower it on average
REWARD_IN_SIGHT: Final[float] = 0.37  # how likely an open objective is to lower San Dimas
CARDS_A_TURN: Final[float] = 1.44
SAN_DIMAS_LUCK: Final[float] = 0.97  # how much luck can change, in levels
DECK_LUCK: Final[float] = 2.87  # the same, in cards
SPARE_LEVELS: Final[float] = 3.5  # set by hand: about right at the start with three and four players
SPARE_CARDS: Final[float] = 6.0
LUCK_OF_TURNS: Final[float] = 0.116  # uncertainty that grows with the turns still needed


def evaluate(s: RiffState) -> int:
    """Return from 0 (lost) to BEST (won) how likely San Dimas and the deck are to last until all work is done."""
    if s.ending != NO_ENDING:
        return BEST if s.ending == WON else 0
    if s.fixed == ALL_PLACES:
        return BEST
    turns = _turns(s)
    luck = LUCK_OF_TURNS * sqrt(turns)
    levels = _levels_left(s, turns)
    cards = float(s.deck_size()) + SPARE_CARDS - turns * CARDS_A_TURN
    return int(BEST * _chance(levels / (SAN_DIMAS_LUCK + luck)) * _chance(cards / (DECK_LUCK + luck)))


def _chance(margin: float) -> float:
    """Return how likely a margin is to be enough."""
    return 1.0 / (1.0 + exp(-margin))


def _levels_left(s: RiffState, turns: float) -> float:
    """Return how many levels San Dimas will have left after so many turns."""
    level = float(s.level(SAN_DIMAS))
    if _bogus_hits_san_dimas(s):
        level += float(_bogus(s))
    for player in range(s.players):
        if s.rewarded & bit(player) == 0 and _can_be_met(s, player):
            reward = float(s.box.reward[s.objective(player)])
            level -= reward if s.met & bit(player) != 0 else reward * REWARD_IN_SIGHT
    players = float(s.players)
    of_this_round = float((s.turn - s.first + s.players) % s.players) / players
    rises = turns * (1.0 / players + RISES_A_TURN) + of_this_round
    return float(s.box.san_dimas_top) + SPARE_LEVELS - level - rises


def _turns(s: RiffState) -> float:
    """Return how many turns all work takes: the better the dice, the fewer."""
    work = _work(s)
    if not _bogus_hits_san_dimas(s):
        work += _bogus(s) * PER_LEVEL
    away: i64 = 0
    aid: i64 = 0
    for player in range(s.players):
        away += _approach(s, player) * PER_APPROACH
        if s.at(player) == SAN_DIMAS:
            away += IN_SAN_DIMAS
        aid += _dice(s, player) + _objective(s, player)
    if aid > ALL_WORK:
        aid = ALL_WORK
    left = float(work) * (1.0 - float(aid) / float(ALL_WORK)) + float(away)
    return left / (WORK_A_TURN - SHARED_DICE * float(s.players))


def _work(s: RiffState) -> i64:
    """Return the work still to be done if every player were in the right place."""
    work: i64 = 0
    still_open = ALL_PLACES & ~s.fixed
    while still_open != 0:
        place = lowest(still_open)
        still_open &= still_open - 1
        level = s.level(place)
        low = level if level < LOW else LOW
        work += OPEN_RIFT + level * PER_LEVEL + low * (2 * LOW - low) * LOW_LEVELS
        if level >= s.box.top - 1:
            work += (level - s.box.top + 2) * NEAR_FULL
        if s.is_returned(place):
            continue
        spot = s.whereabouts(place)
        work += HANDLING
        if spot >= BOOTH:
            work += s.distance(s.at(spot - BOOTH), place) * PER_RIDE
        elif spot != place:
            work += HANDLING + s.distance(spot, place) * PER_CIRCUIT
    return work


def _approach(s: RiffState, player: i64) -> i64:
    """Return how many Moves away the nearest place is where this player has something to do."""
    nearest: i64 = 4
    still_open = ALL_PLACES & ~s.fixed
    while still_open != 0:
        place = lowest(still_open)
        still_open &= still_open - 1
        spot = place
        if not s.is_returned(place):
            spot = s.whereabouts(place)
            if spot == BOOTH + player:
                spot = place
            elif spot >= BOOTH:
                continue
        distance = s.distance(s.at(player), spot)
        if distance < nearest:
            nearest = distance
    return nearest


def _dice(s: RiffState, player: i64) -> i64:
    """Return what a player's dice are worth: Triumphant dice stay, those of the booth are lent."""
    triumphs = count(s.triumphs(player))
    worth: i64 = 0
    if triumphs > 0:
        worth = FIRST_TRIUMPH + ((triumphs if triumphs < POOL else POOL) - 1) * TRIUMPH
    along = s.in_booth(player)
    worth += actions_in(s.box.gifts[along]) * GIFT - s.box.bogus_dice[along] * BOGUS_DIE
    if triumphs == 0:
        worth += s.box.character_dice[along] * CHARACTER_DIE
    return worth


def _objective(s: RiffState, player: i64) -> i64:
    """Return what a player's progress towards the reward of an objective is worth."""
    if s.met & bit(player) != 0:
        return DONE
    if not _can_be_met(s, player):
        return 0
    objective = s.objective(player)
    worth = s.stage(player) * PER_STAGE
    personage = s.box.task_personage[objective]
    if personage < PLACES and s.carries(player, personage):
        worth += IN_COMPANY
        task = s.box.task[objective]
        if task == VISIT_IN_ORDER or task == VISIT_WITH_PERSONAGE:
            stop = s.box.stops[objective * STOPS + s.stage(player)]
            worth += (3 - s.distance(s.at(player), stop)) * PER_STOP
    return worth


def _can_be_met(s: RiffState, player: i64) -> bool:
    """Return whether a player has an objective that is met or still can be: its personage is not returned."""
    objective = s.objective(player)
    if objective == OBJECTIVES:
        return False
    return s.met & bit(player) != 0 or not s.is_returned(s.box.task_personage[objective])


def _bogus(s: RiffState) -> i64:
    """Return how many rises the dice will bring; none at a fixed place."""
    return 0 if s.is_fixed(s.here()) else count(bogus_pending(s))


def _bogus_hits_san_dimas(s: RiffState) -> bool:
    here = s.here()
    return here == SAN_DIMAS or s.level(here) >= s.box.top
