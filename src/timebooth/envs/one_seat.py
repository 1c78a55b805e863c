"""Gymnasium environment: one seat learns, opponents play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from timebooth.envs.learner_game import RENDERING, LearnerGame
from timebooth.envs.opponents import Opponent, Opponents, Policy
from timebooth.envs.run import Run
from timebooth.envs.spaces import Mask, Observation
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game


class OneSeat(gymnasium.Env[Observation, np.int64]):
    """Any of the games against opponents: one for all other seats, or a list with one for each.

    An opponent is the name of a bot (`expert:200` thinks for 200 playouts), a bot, a function from observations to
    actions, a `Pool` from which one is drawn for each game, or `"self"`, which plays by `policy`. The other settings
    are those of `LearnerGame`. `reset(options={"record": record})` deals the game of a record.

    An illegal action is replaced by the first legal one, and `info` says so. After the end the mask allows the first
    action, which does nothing, because an empty mask cannot be sampled from.
    """

    metadata = RENDERING

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        seat: int = 0,
        bots: Opponent | Sequence[Opponent] = "random",
        **settings: Any,
    ) -> None:
        self.game = LearnerGame(game, seats, **settings)
        self.seat = seat
        self.opponents = Opponents(self.game, seat, bots)
        self.actions = self.game.nothing
        self.render_mode = self.game.render_mode
        self.observation_space = self.game.observation_space
        self.action_space = self.game.action_space
        self._rng = FastRng(0)

    @property
    def run(self) -> Run:
        return self.game.run

    @property
    def policy(self) -> Policy | None:
        """What the opponent `"self"` plays by."""
        return self.opponents.policy

    @policy.setter
    def policy(self, policy: Policy | None) -> None:
        self.opponents.policy = policy

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.game.begin(int(self.np_random.integers(2**31)) if seed is None else seed, options)
        self._rng = FastRng(int(self.np_random.integers(2**31)))
        self.opponents.draw(self._rng)
        self._let_others_play()
        return self._observation()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        gained, fits = 0.0, True
        if self.seat in self.run.choices:
            code, fits = self.game.take(self.seat, action)
            if code is not None:
                gained = self._answer({self.seat: code}) + self._let_others_play()
        seen, info = self._observation()
        if not fits:
            info["illegal_action"] = True
        return seen, gained, self.run.over, self.game.truncated, info

    def action_masks(self) -> Mask:
        """Return the mask of legal actions, as sb3-contrib expects it."""
        return self.game.mask(self._legal())

    def _legal(self) -> list[int]:
        return self.game.legal(self.seat) or [0]

    def _answer(self, answers: dict[int, int]) -> float:
        """Complete a round by the answers of the opponents; return what this seat gained."""
        for other in self.run.choices:
            if other != self.seat:
                answers[other] = self.opponents.choose(other, self._rng)
        self.run.answer(answers)
        return self.game.rewards()[self.seat]

    def _let_others_play(self) -> float:
        gained = 0.0
        while self.run.choices and self.seat not in self.run.choices:
            gained += self._answer({})
        return gained

    def _observation(self) -> tuple[Observation, dict[str, Any]]:
        seen = self.game.observation(self.seat, self._legal())
        return seen, {"action_mask": seen["action_mask"]}

    def feature_names(self) -> list[str]:
        """Return the name of each number of an observation."""
        return self.game.feature_names()

    def render(self) -> str | None:
        """Return the table as this seat sees it, as text."""
        return self.game.render(self.seat)
