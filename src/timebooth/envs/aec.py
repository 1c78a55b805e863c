"""PettingZoo environment in which seats act in turn; the answers of a sealed round are collected first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pettingzoo import AECEnv

from timebooth.envs.learner_game import RENDERING, LearnerGame
from timebooth.envs.names import environment
from timebooth.envs.run import Run
from timebooth.envs.spaces import Observation, Vector
from timebooth.kernel.game import Game


class SeatsInTurn(AECEnv[str, Observation, int | None]):
    """Any of the games, with the settings of `LearnerGame`.

    An illegal action is replaced by the first legal one, and `infos` says so. `reset(seed=n)` deals the game of seed n;
    `reset(options={"record": record})` deals the game of a record.
    """

    metadata = {**RENDERING, "is_parallelizable": False}

    def __init__(self, game: str | Game, seats: int | None = None, **settings: Any) -> None:
        self.game = LearnerGame(game, seats, **settings)
        self.metadata = {**type(self).metadata, "name": environment(self.run.game)}
        self.render_mode = self.game.render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.run.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.game.observation_space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self.game.action_space)
        self.state_space = self.game.state_space

    @property
    def run(self) -> Run:
        return self.game.run

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.game.begin(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._sealed: dict[int, int] = {}
        self._select_next()

    def observe(self, agent: str) -> Observation:
        seat = self.seat_of[agent]
        return self.game.observation(seat, self.game.legal(seat))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.seat_of[agent]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        code, legal = self.game.take(seat, action)
        self.infos[agent] = {} if legal else {"illegal_action": True}
        if code is None:
            return
        self._sealed[seat] = code
        if len(self._sealed) == len(self.run.choices):
            self.run.answer(self._sealed)
            self._sealed = {}
            self._give_rewards(self.game.rewards())
        self._select_next()

    def _give_rewards(self, gained: Sequence[float]) -> None:
        self.rewards = dict(zip(self.possible_agents, gained, strict=True))
        self._accumulate_rewards()

    def _select_next(self) -> None:
        for seat in self.run.choices:
            if seat not in self._sealed:
                self.agent_selection = self.possible_agents[seat]
                return
        self.terminations = dict.fromkeys(self.agents, self.run.over)
        self.truncations = dict.fromkeys(self.agents, self.game.truncated)
        self._deads_step_first()

    def state(self) -> Vector:
        """Return what all seats see together."""
        return self.game.state()

    def feature_names(self) -> list[str]:
        """Return the name of each number of an observation."""
        return self.game.feature_names()

    def render(self) -> str | None:
        """Return the table as a spectator sees it, as text."""
        return self.game.render(None)

    def close(self) -> None:
        """Do nothing: no resource is held."""
