"""The fields of a state, laid out. Generated from fields.py by tools/state_layouts.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from timebooth.games.back_to_the_future.fields import FIELDS
from timebooth.kernel._vec import vec
from timebooth.kernel.fields import Fields
from timebooth.kernel.state import State, Step

if TYPE_CHECKING:
    from timebooth.games.back_to_the_future.box import Box


@mypyc_attr(acyclic=True)
class BttfLayout(State):
    """What a state holds. The questions about it are in state.py."""

    def __init__(self, seats: i64, steps: list[Step], box: Box, like: BttfLayout | None = None) -> None:
        """A new state, or a copy of `like`."""
        super().__init__(seats, steps, like, 20)
        self.box: Box = box
        if like is None:
            # The TimeLine.
            self.history: i64 = 0  # set of linchpins that are altered
            self.duds: i64 = 0  # number of duds in the B-1 stack, beside the real card
            self.duds_aside: i64 = 0  # number of duds set aside
            # The piles.
            self.draw: i64 = 0  # set of cards in the draw pile
            self.draw_size: i64 = 0  # number of cards in the draw pile
            self.discard: i64 = 0  # set of cards in the discard pile
            self.discard_size: i64 = 0  # number of cards in the discard pile
            self.discard_order: vec[i64] = vec[i64]([0] * 63)  # for each i: card of the discard pile, from the bottom
            self.in_play: i64 = 0  # set of cards announced, not yet anywhere else
            # What the players have.
            self.hand: vec[i64] = vec[i64]([0] * 6)  # for each seat: set of cards in hand
            self.hand_size: vec[i64] = vec[i64]([0] * 6)  # for each seat: number of cards in hand
            self.table: vec[i64] = vec[i64]([0] * 6)  # for each seat: set of cards on the table
            self.identity: vec[i64] = vec[i64]([0] * 6)  # for each seat: identity
            self.fresh_ids: i64 = 0  # set of identities in the ID stack
            self.spent_ids: i64 = 0  # set of identities face up at the bottom of the ID stack
            # What the players know.
            self.known: vec[i64] = vec[i64]([0] * 7)  # for each seer: set of cards whose holder the seer can name
            self.elsewhere: vec[i64] = vec[i64](
                [0] * 7
            )  # for each seer: set of cards that the seer knows to be in some other hand
            self.traced: i64 = 0  # set of cards in one of these rows, and perhaps some more
            # What the players were seen to reach for: announced flips, cancelled or not, counted for each identity.
            self.reached_past: vec[i64] = vec[i64](
                [0] * 6
            )  # for each seat: numbers of flips that bring no headline of an identity nearer
            self.reached_away: vec[i64] = vec[i64](
                [0] * 6
            )  # for each seat: numbers of flips that take an identity farther from its headlines
            self.reached_early: vec[i64] = vec[i64](
                [0] * 6
            )  # for each seat: numbers of flips of B-1 while an identity would not be satisfied
            # The turn.
            self.turn: i64 = 0  # seat on turn
            self.plays: i64 = 0  # number of cards to play
            self.changed: bool = False  # the TimeLine was changed in this turn  §HITCH
            self.previous_changed: bool = False  # it was in the turn before
            self.fusion_used: bool = False  # Mr. Fusion was used in this turn  §FUSION
            self.reshuffled: bool = False  # the discards were shuffled in this turn  §J62
            self.hydrator_ready: i64 = 0  # set of seats whose last turn ended with the Pizza Hydrator on the table
            self.winner: i64 = 0  # seat that won
            self.ending: i64 = 0  # ending of the game, or NO_ENDING
        else:
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
            self.reached_past = like.reached_past[:]
            self.reached_away = like.reached_away[:]
            self.reached_early = like.reached_early[:]
            self.turn = like.turn
            self.plays = like.plays
            self.changed = like.changed
            self.previous_changed = like.previous_changed
            self.fusion_used = like.fusion_used
            self.reshuffled = like.reshuffled
            self.hydrator_ready = like.hydrator_ready
            self.winner = like.winner
            self.ending = like.ending

    def fields(self) -> Fields:
        return FIELDS

    def numbers(self) -> list[int]:
        found = self.pending()
        found += [
            self.history,
            self.duds,
            self.duds_aside,
            self.draw,
            self.draw_size,
            self.discard,
            self.discard_size,
            self.in_play,
            self.fresh_ids,
            self.spent_ids,
            self.turn,
            self.plays,
            int(self.changed),
            int(self.previous_changed),
            int(self.fusion_used),
            int(self.reshuffled),
            self.hydrator_ready,
            self.winner,
            self.ending,
        ]
        for i in range(self.discard_size):
            found.append(self.discard_order[i])
        for seat in range(self.seats):
            found.append(self.hand[seat])
            found.append(self.hand_size[seat])
            found.append(self.table[seat])
            found.append(self.identity[seat])
            found.append(self.reached_past[seat])
            found.append(self.reached_away[seat])
            found.append(self.reached_early[seat])
        for seer in range(7):
            found.append(self.known[seer])
            found.append(self.elsewhere[seer])
        return found
