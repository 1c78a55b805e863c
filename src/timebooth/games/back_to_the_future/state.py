"""A game at one decision: the questions that rules, views and bots ask about it. Its fields are in fields.py."""

from __future__ import annotations

from typing import Final, final

import msgspec
from mypy_extensions import i64, mypyc_attr

from timebooth.games.back_to_the_future.deck.kinds import ALMANAC
from timebooth.games.back_to_the_future.layout import BttfLayout
from timebooth.games.back_to_the_future.pieces import HISTORIES
from timebooth.kernel.bits import bit, lowest
from timebooth.kernel.chance import Rng
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.state import State

NO_ENDING: Final[i64] = 0
WON_ON_TURN: Final[i64] = 1
WON_BY_ANOTHER: Final[i64] = 2
ENDINGS: Final = ("won_on_turn", "won_by_another")


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class BttfState(BttfLayout):
    """The draw pile, the B-1 stack and the ID stack have no order: cards are drawn from them at random.

    The chances are those of shuffled piles, and an order that does not exist cannot leak.
    """

    def copy(self) -> BttfState:
        return BttfState(self.seats, self.steps, self.box, self)

    def view(self, seat: int | None) -> msgspec.Struct:
        from timebooth.games.back_to_the_future.view import view

        return view(self, seat)

    def resample(self, seat: int, rng: Rng) -> None:
        from timebooth.games.back_to_the_future.knowledge import resample

        resample(self, seat, rng)

    def outcome_by_rules(self) -> Outcome | None:
        if self.ending == NO_ENDING:
            return None
        return Outcome((self.winner,), ENDINGS[self.ending - 1])

    def evaluate(self, seat: int) -> int:
        from timebooth.games.back_to_the_future.bot.evaluation import evaluate

        return evaluate(self, seat)

    def win_chances(self) -> list[float]:
        from timebooth.games.back_to_the_future.bot.win_chances import win_chances

        return win_chances(self)

    def card_of(self, cards: i64, kind: i64) -> i64:
        """Return a card of this kind from a set that has one."""
        return lowest(cards & self.box.copies[kind])

    def can_draw(self) -> bool:
        """Return whether a draw finds a card; the discards are shuffled once in a turn at most.  §J62 §J63"""
        return self.draw_size > 0 or (self.discard_size > 0 and not self.reshuffled)

    def has_on_table(self, seat: i64, kind: i64) -> bool:
        """Return whether an item of this kind is on the seat's table."""
        return self.table[seat] & self.box.copies[kind] != 0

    def may_change(self, seat: i64, linchpin: i64) -> bool:
        """Return False if the Almanac on another table locks this linchpin.  §ALMANAC §J27 §J28"""
        if linchpin != self.box.almanac_locks or self.has_on_table(seat, ALMANAC):
            return True
        for other in range(self.seats):
            if self.has_on_table(other, ALMANAC):
                return False
        return True

    def is_altered(self, linchpin: i64) -> bool:
        """Return whether a linchpin shows its altered side."""
        return self.history & bit(linchpin) != 0

    def is_satisfied(self, seat: i64) -> bool:
        """Return whether all three headlines of this seat's identity show on the TimeLine.  §WIN"""
        return self.box.satisfied[self.history] & bit(self.identity[seat]) != 0

    def distance(self, seat: i64) -> i64:
        """Return how many linchpins this seat still has to flip."""
        return self.box.distances[self.identity[seat] * HISTORIES + self.history]

    def others(self, seat: i64) -> i64:
        """Return all seats but one, as a set."""
        return bit(self.seats) - 1 - bit(seat)


def bttf(state: State) -> BttfState:
    """Return the state that the kernel passes to a step, as this game's own type."""
    assert isinstance(state, BttfState)
    return state
