"""A decision as a bot sees it. Compiled, because a search samples thousands of worlds."""

from __future__ import annotations

from typing import final

import msgspec

from timebooth.kernel.chance import Rng
from timebooth.kernel.game import Game
from timebooth.kernel.question import Question
from timebooth.kernel.state import State


@final
class Decision:
    """A question as one seat sees it: its view, its options, and worlds to sample."""

    def __init__(self, game: Game, state: State, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.options = state.options(seat)
        self._state = state.copy()

    def __repr__(self) -> str:
        return f"<Decision of seat {self.seat} in {self.game.key}, {len(self.options)} options>"

    @property
    def view(self) -> msgspec.Struct:
        return self._state.view(self.seat)

    @property
    def question(self) -> Question:
        return self._state.question(self.seat)

    def sample_world(self, rng: Rng) -> State:
        """Return a state that the seat cannot tell from the real one; everything hidden is redrawn."""
        return self._state.sample_world(self.seat, rng)
