"""A game at one moment: plain data, cheap to copy, and read-only questions about it."""

from __future__ import annotations

from typing import Final, final

import msgspec
from mypy_extensions import i64, mypyc_attr

from timebooth.games.riff_in_time.box import Box
from timebooth.games.riff_in_time.kinds import (
    BOOTH,
    OBJECTIVES,
    PLACES,
    PLAYERS,
    POOL,
    RIFF_CARDS,
    SAN_DIMAS,
    SPACES,
)
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit, count
from timebooth.kernel.chance import Dice
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.state import State, Step

SPECTATOR: Final[i64] = 4  # among those who know the top of the deck
EVERYBODY: Final[i64] = 31  # four players and the spectators
PEEKED: Final[i64] = 3  # cards whose order somebody may know
ALL_PLACES: Final[i64] = 1023

NO_ENDING: Final[i64] = 0
WON: Final[i64] = 1
LOST_SAN_DIMAS: Final[i64] = 2
LOST_DECK: Final[i64] = 3
ENDINGS: Final = ("rifts_closed", "san_dimas_fractured", "riff_deck_empty")


def changed(row: vec[i64], at: i64, number: i64) -> vec[i64]:
    """The row with another number in one place. The old one may be shared with copies of the state, and stays."""
    new = row[:]
    new[at] = number
    return new


@final
@mypyc_attr(free_list_len=1)
class RiffState(State):
    """The Riff deck holds no order beyond what a peek fixed: whoever draws, draws at random.

    That is the same as drawing from a shuffled deck, and an order that does not exist can be seen by nobody.
    A player is a member of the band; a seat that plays alone may lead two of them.
    """

    def __init__(self, seats: i64, steps: list[Step], box: Box, players: i64, like: RiffState | None = None) -> None:
        """A new game's state, or a copy of the one that it is to be like."""
        super().__init__(seats, steps, like)
        self.box: Box = box
        self.players: i64 = players
        if like is None:
            self._begin()
        else:
            self._take_after(like)

    def _begin(self) -> None:
        # Table rules.
        self.open_peek: bool = True
        self.pass_in_san_dimas: bool = False
        # The board: which place lies on which position, its rift, and who stands or travels where.
        self.position: vec[i64] = vec[i64]([0] * SPACES)  # of a place
        self.place_at: vec[i64] = vec[i64]([0] * SPACES)  # on a position
        self.level: vec[i64] = vec[i64]([0] * SPACES)
        self.fixed: i64 = 0
        self.whereabouts: vec[i64] = vec[i64]([0] * PLACES)  # of a personage: a place, or BOOTH + player
        self.returned: i64 = 0
        # The Riff deck.
        self.deck: i64 = 0  # beneath the known top, in no order
        self.top_cards: vec[i64] = vec[i64]([0] * PEEKED)  # the next card first
        self.top_size: i64 = 0
        self.seers: i64 = 0  # who knows the top
        self.discard: i64 = 0
        self.drawn: i64 = RIFF_CARDS  # the card last revealed
        # The players.
        self.character: vec[i64] = vec[i64]([PLAYERS] * PLAYERS)  # none yet
        self.at: vec[i64] = vec[i64]([SAN_DIMAS] * PLAYERS)
        self.triumphs: vec[i64] = vec[i64]([0] * PLAYERS)  # places whose card the player holds
        self.objective: vec[i64] = vec[i64]([OBJECTIVES] * PLAYERS)  # none yet
        self.bonus: vec[i64] = vec[i64]([OBJECTIVES] * PLAYERS)  # while objectives are chosen, the other card dealt
        self.stage: vec[i64] = vec[i64]([0] * PLAYERS)
        self.lowered: vec[i64] = vec[i64]([0] * PLAYERS)  # places whose rift the player has lowered
        self.met: i64 = 0  # players whose task is done
        self.rewarded: i64 = 0  # players who have had their reward
        self.spare_objectives: i64 = 0
        # The turn.
        self.turn: i64 = 0
        self.first: i64 = 0
        self.turns: i64 = 0  # that have ended
        self.dice: i64 = 0  # in the active pool
        self.kind: vec[i64] = vec[i64]([0] * POOL)
        self.face: vec[i64] = vec[i64]([0] * POOL)
        self.used: i64 = 0
        self.granted: i64 = 0  # actions that cards grant and that are not used: a purse
        self.new_triumphs: i64 = 0  # cards gained this turn
        self.rerolled: bool = False  # a Reroll or the Booth was used this turn
        self.ability_used: bool = False
        self.ending: i64 = NO_ENDING

    def _take_after(self, like: RiffState) -> None:
        self.open_peek = like.open_peek
        self.pass_in_san_dimas = like.pass_in_san_dimas
        # Copies share what only the set-up changes (`change_set_up`), and what changes seldom (`changed`).
        self.position = like.position
        self.place_at = like.place_at
        self.level = like.level[:]
        self.fixed = like.fixed
        self.whereabouts = like.whereabouts[:]
        self.returned = like.returned
        self.deck = like.deck
        self.top_cards = like.top_cards
        self.top_size = like.top_size
        self.seers = like.seers
        self.discard = like.discard
        self.drawn = like.drawn
        self.character = like.character
        self.at = like.at[:]
        self.triumphs = like.triumphs
        self.objective = like.objective
        self.bonus = like.bonus
        self.stage = like.stage
        self.lowered = like.lowered
        self.met = like.met
        self.rewarded = like.rewarded
        self.spare_objectives = like.spare_objectives
        self.turn = like.turn
        self.first = like.first
        self.turns = like.turns
        self.dice = like.dice
        self.kind = like.kind[:]
        self.face = like.face[:]
        self.used = like.used
        self.granted = like.granted
        self.new_triumphs = like.new_triumphs
        self.rerolled = like.rerolled
        self.ability_used = like.ability_used
        self.ending = like.ending

    def change_set_up(self) -> None:
        """To be called before characters and objective cards are dealt: they may be shared with copies until now.

        The places are laid out before there is any copy.
        """
        self.character = self.character[:]
        self.objective = self.objective[:]
        self.bonus = self.bonus[:]

    def copy(self) -> RiffState:
        return RiffState(self.seats, self.steps, self.box, self.players, self)

    def numbers(self) -> list[int]:
        found = self.pending()
        found += [self.players, int(self.open_peek), int(self.pass_in_san_dimas), self.fixed, self.returned]
        found += [self.deck, self.top_size, self.seers, self.discard, self.drawn, self.met, self.rewarded]
        found += [self.spare_objectives, self.turn, self.first, self.turns, self.dice, self.used, self.granted]
        found += [self.new_triumphs, int(self.rerolled), int(self.ability_used), self.ending]
        for i in range(SPACES):
            found += [self.position[i], self.level[i]]
        for i in range(PLACES):
            found.append(self.whereabouts[i])
        for i in range(self.top_size):
            found.append(self.top_cards[i])
        for i in range(self.players):
            found += [self.character[i], self.at[i], self.triumphs[i], self.objective[i], self.bonus[i]]
            found += [self.stage[i], self.lowered[i]]
        for i in range(self.dice):
            found += [self.kind[i], self.face[i]]
        return found

    def view(self, seat: int | None) -> msgspec.Struct:
        from timebooth.games.riff_in_time.view import view

        return view(self, seat)

    def resample(self, seat: int, rng: Dice) -> None:
        from timebooth.games.riff_in_time.deck import resample

        resample(self, seat, rng)

    def outcome(self) -> Outcome | None:
        """All players win or lose together.  §COOPERATIVE"""
        if self.ending == NO_ENDING:
            return None
        winners = tuple(range(self.seats)) if self.ending == WON else ()
        return Outcome(winners, ENDINGS[self.ending - 1])

    def standing(self, seat: int) -> int:
        from timebooth.games.riff_in_time.standing import standing

        return standing(self)

    def best_standing(self) -> int:
        from timebooth.games.riff_in_time.standing import BEST

        return BEST

    def turn_number(self) -> int:
        return self.turns

    # Questions about it.

    def seat_of(self, player: i64) -> i64:
        """Who decides for a member of the band; alone at the table, one seat decides for all.  §SOLO"""
        if self.seats == 1:
            return 0
        return player

    def active(self) -> i64:
        """The seat of the Active Player, as a set: who has the final say.  §FINAL"""
        return bit(self.seat_of(self.turn))

    def can(self, ability: i64) -> bool:
        """The Active Player has this ability and has not used it this turn.  §ABILITY"""
        return not self.ability_used and self.box.ability[self.character[self.turn]] == ability

    def setting_up(self) -> bool:
        """No Riff card has been revealed yet."""
        return self.drawn == RIFF_CARDS

    def here(self) -> i64:
        """Where the Active Player is."""
        return self.at[self.turn]

    def is_fixed(self, place: i64) -> bool:
        return self.fixed & bit(place) != 0

    def is_returned(self, personage: i64) -> bool:
        return self.returned & bit(personage) != 0

    def carries(self, player: i64, personage: i64) -> bool:
        return self.whereabouts[personage] == BOOTH + player

    def within_reach(self) -> i64:
        """The personages who stand where the Active Player is or travel along, as a set."""
        here = self.here()
        booth = BOOTH + self.turn
        whereabouts = self.whereabouts
        found: i64 = 0
        for personage in range(PLACES):
            where = whereabouts[personage]
            if where == here or where == booth:
                found |= bit(personage)
        return found

    def carried(self, player: i64) -> i64:
        """How many personages travel with a player."""
        n: i64 = 0
        for personage in range(PLACES):
            if self.whereabouts[personage] == BOOTH + player:
                n += 1
        return n

    def someone_with(self, player: i64) -> bool:
        """Another player is on the same space."""
        for other in range(self.players):
            if other != player and self.at[other] == self.at[player]:
                return True
        return False

    def deck_size(self) -> i64:
        return count(self.deck) + self.top_size

    def distance(self, start: i64, end: i64) -> i64:
        """How many Moves apart two places lie."""
        return self.box.distances[self.position[start] * SPACES + self.position[end]]


def riff(state: State) -> RiffState:
    """The kernel hands a state to a step; here it is ours."""
    assert isinstance(state, RiffState)
    return state
