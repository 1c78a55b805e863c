"""PettingZoo environment in which all seats act at once; a seat that does not decide can only do nothing."""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from timebooth.envs.learner_game import RENDERING, LearnerGame
from timebooth.envs.names import environment
from timebooth.envs.run import Run
from timebooth.envs.spaces import Observation, Vector
from timebooth.kernel.game import Game

Infos = dict[str, dict[str, Any]]


class SeatsTogether(ParallelEnv[str, Observation, int]):
    """Any of the games, with the settings of `LearnerGame`. The last action does nothing.

    An illegal action is replaced by the first legal one, and the seat's info says so.
    """

    metadata = RENDERING

    def __init__(self, game: str | Game, seats: int | None = None, **settings: Any) -> None:
        self.game = LearnerGame(game, seats, **settings, idle=True)
        self.nothing = self.game.nothing
        self.metadata = {**type(self).metadata, "name": environment(self.run.game)}
        self.render_mode = self.game.render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.run.seats)]
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.game.observation_space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self.game.action_space)
        self.state_space = self.game.state_space
        self.agents: list[str] = []
        self._sealed: dict[int, int] = {}

    @property
    def run(self) -> Run:
        return self.game.run

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        self.game.begin(seed, options)
        self._sealed = {}
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        agents = self.agents
        infos: Infos = {agent: {} for agent in agents}
        gained = dict.fromkeys(agents, 0.0)
        self._take(actions, infos)
        if len(self._sealed) == len(self.run.choices):
            self.run.answer(self._sealed)
            self._sealed = {}
            gained = dict(zip(agents, self.game.rewards(), strict=True))
        seen, over, truncated = self._observations(), self.run.over, self.game.truncated
        if over or truncated:
            self.agents = []
        return seen, gained, dict.fromkeys(agents, over), dict.fromkeys(agents, truncated), infos

    def _take(self, actions: dict[str, int], infos: Infos) -> None:
        """Take an action of each seat that still decides."""
        for seat, agent in enumerate(self.possible_agents):
            if seat in self.run.choices and seat not in self._sealed:
                code, legal = self.game.take(seat, actions.get(agent))
            else:
                code, legal = None, actions.get(agent, self.nothing) == self.nothing
            if code is not None:
                self._sealed[seat] = code
            if not legal:
                infos[agent]["illegal_action"] = True

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observation(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observation(self, seat: int) -> Observation:
        legal = [] if seat in self._sealed else self.game.legal(seat)
        return self.game.observation(seat, legal or [self.nothing])

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
