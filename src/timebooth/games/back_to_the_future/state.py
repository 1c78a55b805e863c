"""A game at one moment: plain data, cheap to copy, and read-only questions about it."""

from __future__ import annotations

from typing import Final, final

import msgspec
from mypy_extensions import i64, mypyc_attr

from timebooth.games.back_to_the_future.box import HISTORIES, Box
from timebooth.games.back_to_the_future.deck.kinds import ALMANAC
from timebooth.games.back_to_the_future.fields import FIELDS
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit, lowest
from timebooth.kernel.chance import Rng
from timebooth.kernel.fields import Fields
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.state import State, Step

SEATS: Final[i64] = 6
SPECTATOR: Final[i64] = 6  # the row of what everybody knows, in `known` and `elsewhere`
CARDS: Final[i64] = 63
IDENTITIES: Final[i64] = 10
ANYBODY: Final[i64] = 1023  # all of them, as a set

NO_ENDING: Final[i64] = 0
WON_ON_TURN: Final[i64] = 1
WON_BY_ANOTHER: Final[i64] = 2
ENDINGS: Final = ("won_on_turn", "won_by_another")


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class BttfState(State):
    """The draw pile, the B-1 stack and the ID stack hold no order: whoever draws, draws at random.

    That is the same as drawing from a shuffled pile, and an order that does not exist can be seen by nobody.
    """

    def __init__(self, seats: i64, steps: list[Step], box: Box, like: BttfState | None = None) -> None:
        super().__init__(seats, steps, like)
        self.box: Box = box
        if like is None:
            self._lay_out()
        else:
            self._take_after(like)

    def _lay_out(self) -> None:
        """Everything is still in the box."""
        # The TimeLine.
        self.history: i64 = 0  # linchpins that are altered
        self.duds: i64 = 0  # duds left in the B-1 stack, beside the real card
        self.duds_aside: i64 = 0
        # The piles.
        self.draw: i64 = 0
        self.draw_size: i64 = 0
        self.discard: i64 = 0
        self.discard_size: i64 = 0
        self.discard_order: vec[i64] = vec[i64]([0] * CARDS)
        self.in_play: i64 = 0  # announced, not yet anywhere else
        # What the players have.
        self.hand: vec[i64] = vec[i64]([0] * SEATS)
        self.hand_size: vec[i64] = vec[i64]([0] * SEATS)
        self.table: vec[i64] = vec[i64]([0] * SEATS)
        self.identity: vec[i64] = vec[i64]([0] * SEATS)
        self.fresh_ids: i64 = 0  # the ID stack
        self.spent_ids: i64 = 0  # face up at its bottom
        # What the players know: cards whose holder they can name, and cards they know to be in some other hand.
        self.known: vec[i64] = vec[i64]([0] * (SEATS + 1))
        self.elsewhere: vec[i64] = vec[i64]([0] * (SEATS + 1))
        self.traced: i64 = 0  # every card that stands in one of these, and perhaps some more
        # What the players were seen to do (`belief.py`): for each seat, what speaks against every identity, and whom
        # it may well be.
        self.doubts: vec[i64] = vec[i64]([0] * SEATS)
        self.suspects: vec[i64] = vec[i64]([ANYBODY] * SEATS)
        # The turn.
        self.turn: i64 = 0
        self.plays: i64 = 0
        self.changed: bool = False
        self.previous_changed: bool = False
        self.fusion_used: bool = False
        self.hydrator_ready: i64 = 0  # seats whose previous turn ended with the Pizza Hydrator on their table
        self.winner: i64 = 0
        self.ending: i64 = NO_ENDING

    def _take_after(self, like: BttfState) -> None:
        self.history = like.history
        self.duds = like.duds
        self.duds_aside = like.duds_aside
        self.draw = like.draw
        self.draw_size = like.draw_size
        self.discard = like.discard
        self.discard_size = like.discard_size
        self.discard_order = like.discard_order[:]
        self.in_play = like.in_play
        self.hand = like.hand[:]
        self.hand_size = like.hand_size[:]
        self.table = like.table[:]
        self.identity = like.identity[:]
        self.fresh_ids = like.fresh_ids
        self.spent_ids = like.spent_ids
        self.known = like.known[:]
        self.elsewhere = like.elsewhere[:]
        self.traced = like.traced
        self.doubts = like.doubts[:]
        self.suspects = like.suspects[:]
        self.turn = like.turn
        self.plays = like.plays
        self.changed = like.changed
        self.previous_changed = like.previous_changed
        self.fusion_used = like.fusion_used
        self.hydrator_ready = like.hydrator_ready
        self.winner = like.winner
        self.ending = like.ending

    def copy(self) -> BttfState:
        return BttfState(self.seats, self.steps, self.box, self)

    def numbers(self) -> list[int]:
        found = self.pending()
        found += [self.history, self.duds, self.duds_aside, self.draw, self.draw_size, self.discard]
        found += [self.in_play, self.fresh_ids, self.spent_ids, self.turn, self.plays]
        found += [int(self.changed), int(self.previous_changed), int(self.fusion_used)]
        found += [self.hydrator_ready, self.winner, self.ending, self.discard_size]
        for i in range(self.discard_size):
            found.append(self.discard_order[i])
        for seat in range(self.seats):
            found += [self.hand[seat], self.hand_size[seat], self.table[seat], self.identity[seat]]
            found += [self.doubts[seat], self.suspects[seat]]
        for seer in range(SPECTATOR + 1):
            found += [self.known[seer], self.elsewhere[seer]]
        return found

    def fields(self) -> Fields:
        return FIELDS

    def view(self, seat: int | None) -> msgspec.Struct:
        from timebooth.games.back_to_the_future.view import view

        return view(self, seat)

    def resample(self, seat: int, rng: Rng) -> None:
        from timebooth.games.back_to_the_future.knowledge import resample

        resample(self, seat, rng)

    def outcome(self) -> Outcome | None:
        if self.ending == NO_ENDING:
            return None
        return Outcome((self.winner,), ENDINGS[self.ending - 1])

    def evaluate(self, seat: int) -> int:
        from timebooth.games.back_to_the_future.evaluation import evaluate

        return evaluate(self, seat)

    def win_chances(self) -> list[float]:
        from timebooth.games.back_to_the_future.win_chances import win_chances

        return win_chances(self)

    # Questions about it.

    def card_of(self, cards: i64, kind: i64) -> i64:
        """One card of this kind out of a set that has one."""
        return lowest(cards & self.box.copies[kind])

    def has_on_table(self, seat: i64, kind: i64) -> bool:
        return self.table[seat] & self.box.copies[kind] != 0

    def may_change(self, seat: i64, linchpin: i64) -> bool:
        """While the Almanac lies on a table, only its owner can change the linchpin it names.  §ALMANAC §J27"""
        if linchpin != self.box.almanac_locks or self.has_on_table(seat, ALMANAC):
            return True
        for other in range(self.seats):
            if self.has_on_table(other, ALMANAC):
                return False
        return True

    def is_altered(self, linchpin: i64) -> bool:
        return self.history & bit(linchpin) != 0

    def is_satisfied(self, seat: i64) -> bool:
        """All three headlines of this seat's identity show on the TimeLine.  §WIN"""
        return self.box.satisfied[self.history] & bit(self.identity[seat]) != 0

    def distance(self, seat: i64) -> i64:
        """How many linchpins this seat still has to flip."""
        return self.box.distances[self.identity[seat] * HISTORIES + self.history]

    def others(self, seat: i64) -> i64:
        """All seats but one, as a set."""
        return bit(self.seats) - 1 - bit(seat)


def bttf(state: State) -> BttfState:
    """The kernel hands a state to a step; here it is ours."""
    assert isinstance(state, BttfState)
    return state
