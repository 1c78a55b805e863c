"""Gymnasium environment: one seat learns, bots play the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np

from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.envs.run import Run
from timebooth.envs.spaces import ArrayEncoder, Mask, Observation, action_space, observation_space
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.registry import STANDARD


class OneSeat(gymnasium.Env[Observation, np.int64]):
    """Any of the games against bots by name: one name for all other seats, or one for each.

    An illegal action is replaced by the first legal one. After the end the mask allows the first action, which does
    nothing, because an empty mask cannot be sampled from.
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
        self.arrays = ArrayEncoder(self.run.encoder, self.actions)
        self.observation_space = observation_space(self.run.encoder.size, self.actions)
        self.action_space = action_space(self.actions)
        self._rng = FastRng(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.run.begin(int(self.np_random.integers(2**31)) if seed is None else seed)
        self._rng = FastRng(int(self.np_random.integers(2**31)))
        self._let_bots_play()
        return self._observation()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        options = self.run.choices.get(self.seat, [])
        if options:
            self._answer({self.seat: int(action) if action in options else options[0]})
            self._let_bots_play()
        over = self.run.over
        seen, info = self._observation()
        return seen, self.run.rewards()[self.seat], over, not over and not self.run.choices, info

    def action_masks(self) -> Mask:
        """Return the mask of legal actions, as sb3-contrib expects it."""
        return self.arrays.mask(self._options())

    def _options(self) -> list[int]:
        return self.run.choices.get(self.seat, [0])

    def _answer(self, answers: dict[int, int]) -> None:
        game, state = self.run.game, self.run.state
        for other in self.run.choices:
            if other != self.seat:
                answers[other] = self.bots[other].choose(Decision(game, state, other), self._rng)
        self.run.answer(answers)

    def _let_bots_play(self) -> None:
        while self.run.choices and self.seat not in self.run.choices:
            self._answer({})

    def _observation(self) -> tuple[Observation, dict[str, Any]]:
        seen = self.arrays.observation(self.run.state, self.seat, self._options())
        return seen, {"action_mask": seen["action_mask"]}

    def render(self) -> str:
        """Return the view of this seat as text."""
        return str(self.run.state.view(self.seat))
