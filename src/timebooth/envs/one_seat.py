"""Gymnasium: one seat learns, bots play the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np

from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.envs.run import Run
from timebooth.envs.spaces import Lens, Mask, Observation, action_space, observation_space
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.registry import STANDARD


class OneSeat(gymnasium.Env[Observation, np.int64]):
    """Any of our games against bots by name: one for all, or one for each other seat in their order.

    In place of an illegal action the first legal one is taken. Once the game is over the mask allows the first action,
    which does nothing: an empty mask cannot be sampled from.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str] = "random",
        options: Mapping[str, Any] | None = None,
        edition: str = STANDARD,
        render_mode: str | None = None,
    ) -> None:
        self.run = Run(game, seats, options, edition)
        self.seat = seat
        self.actions = len(self.run.game.answers)
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        others = [other for other in range(self.run.seats) if other != seat]
        names = [bots] * len(others) if isinstance(bots, str) else bots
        self.bots = {other: make_bot(name) for other, name in zip(others, names, strict=True)}
        self.lens = Lens(self.run.encoder, self.actions)
        self.observation_space = observation_space(self.run.encoder.size, self.actions)
        self.action_space = action_space(self.actions)
        self._dice = FastRng(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.run.begin(int(self.np_random.integers(2**31)) if seed is None else seed)
        self._dice = FastRng(int(self.np_random.integers(2**31)))
        self._let_bots_play()
        return self._seen()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        options = self.run.choices.get(self.seat, [])
        if options:
            self._answer({self.seat: int(action) if action in options else options[0]})
            self._let_bots_play()
        over = self.run.over
        seen, info = self._seen()
        return seen, self.run.rewards()[self.seat], over, not over and not self.run.choices, info

    def action_masks(self) -> Mask:
        """What the learning seat may answer, as sb3-contrib asks for it."""
        return self.lens.mask(self._options())

    def _options(self) -> list[int]:
        return self.run.choices.get(self.seat, [0])

    def _answer(self, answers: dict[int, int]) -> None:
        game, state = self.run.game, self.run.state
        for other in self.run.choices:
            if other != self.seat:
                answers[other] = self.bots[other].choose(Decision(game, state, other), self._dice)
        self.run.answer(answers)

    def _let_bots_play(self) -> None:
        while self.run.choices and self.seat not in self.run.choices:
            self._answer({})

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        seen = self.lens.observation(self.run.state.view(self.seat), self._options())
        return seen, {"action_mask": seen["action_mask"]}

    def render(self) -> str:
        """The table as this seat sees it, by its names."""
        return str(self.run.state.view(self.seat))
