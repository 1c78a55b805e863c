"""A game at one decision: the questions that rules, views and bots ask about it. Its fields are in fields.py."""

from __future__ import annotations

from typing import Final, final

import msgspec
from mypy_extensions import i64, mypyc_attr

from timebooth.games.excellent_boardgame.knowledge import resample
from timebooth.games.excellent_boardgame.layout import ExcellentLayout
from timebooth.games.excellent_boardgame.pieces import COWBOY, KNIGHT, SEATS
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import Rng
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.state import State

NO_SOURCE: Final[i64] = -1  # `source` while no booth is moving

NO_ENDING: Final[i64] = 0
MOST_CHARACTERS: Final[i64] = 1
LOWEST_CARD: Final[i64] = 2
ENDINGS: Final = ("most_characters", "lowest_card")
OUTCOMES: Final = [[Outcome((seat,), ending) for seat in range(SEATS)] for ending in ENDINGS]


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class ExcellentState(ExcellentLayout):
    """What nobody has seen has no order: cards are drawn at random from all unseen ones, those returned to the box
    among them, and a token gets its arrows, at random from its character's unseen ones, when it is revealed.

    The chances are those of shuffled piles and stacks, and an order that does not exist cannot leak.
    """

    def copy(self) -> ExcellentState:
        return ExcellentState(self.seats, self.steps, self.box, self)

    def view(self, seat: int | None) -> msgspec.Struct:
        from timebooth.games.excellent_boardgame.view import view

        return view(self, seat)

    def resample(self, seat: int, rng: Rng) -> None:
        if self.ending == NO_ENDING:
            resample(self, seat, rng)

    def outcome_by_rules(self) -> Outcome | None:
        if self.ending == NO_ENDING:
            return None
        return OUTCOMES[self.ending - 1][self.winner]

    def evaluate(self, seat: int) -> int:
        from timebooth.games.excellent_boardgame.bot.evaluation import evaluate

        return evaluate(self, seat)

    def win_chances(self) -> list[float]:
        from timebooth.games.excellent_boardgame.bot.win_chances import win_chances

        return win_chances(self)

    def is_showing(self, token: i64) -> bool:
        return self.showing & bit(token) != 0

    def top_token(self, space: i64, kind: i64) -> i64:
        """Return the top copy of a character that lies in a space.  §J20"""
        box = self.box
        top = box.first_token[kind]
        height: i64 = -1
        for token in range(box.first_token[kind], box.first_token[kind + 1]):
            if self.lies_at(token) == space and self.level(token) > height:
                top = token
                height = self.level(token)
        return top

    def stack_height(self, space: i64, kind: i64) -> i64:
        """Return how many copies of a character lie in a space."""
        box = self.box
        height: i64 = 0
        for token in range(box.first_token[kind], box.first_token[kind + 1]):
            if self.lies_at(token) == space:
                height += 1
        return height

    def has_dude(self, space: i64) -> bool:
        return self.dude_at(KNIGHT) == space or self.dude_at(COWBOY) == space

    def within_reach(self, seat: i64, space: i64) -> i64:
        """Return the characters in a space that a player has not collected, as a set.  §PICKUP.ONE §J21"""
        return self.characters_at(space) & ~self.collected(seat)


def excellent(state: State) -> ExcellentState:
    """Return the state that the kernel hands to a step as what it is."""
    assert isinstance(state, ExcellentState)
    return state
