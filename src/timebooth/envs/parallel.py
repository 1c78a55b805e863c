"""PettingZoo environment in which all seats act at once; a seat that does not decide can only do nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from timebooth.envs.names import environment
from timebooth.envs.run import Run
from timebooth.envs.spaces import ArrayEncoder, Observation, action_space, observation_space
from timebooth.kernel.game import Game
from timebooth.registry import STANDARD

Infos = dict[str, dict[str, Any]]


class SeatsTogether(ParallelEnv[str, Observation, int]):
    """Any of the games. The last action does nothing; an illegal action is replaced by the first legal one."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        edition: str = STANDARD,
        render_mode: str | None = None,
    ) -> None:
        self.run = Run(game, seats, options, edition)
        self.nothing = len(self.run.game.answers)
        self.metadata = {"name": environment(self.run.game), "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.run.seats)]
        self.arrays = ArrayEncoder(self.run.encoder, self.nothing + 1)
        observed, acted = observation_space(self.run.encoder.size, self.nothing + 1), action_space(self.nothing + 1)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = dict.fromkeys(self.possible_agents, acted)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        self.run.begin(seed, (options or {}).get("record"))
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        answers = {}
        for seat, options in self.run.choices.items():
            action = int(actions[self.possible_agents[seat]])
            answers[seat] = action if action in options else options[0]
        self.run.answer(answers)
        agents, over = self.agents, self.run.over
        seen = self._observations()
        gained = dict(zip(agents, self.run.rewards(), strict=True))
        truncated = not over and not self.run.choices
        if over or truncated:
            self.agents = []
        infos: Infos = {agent: {} for agent in agents}
        return seen, gained, dict.fromkeys(agents, over), dict.fromkeys(agents, truncated), infos

    def _observations(self) -> dict[str, Observation]:
        run, nothing = self.run, [self.nothing]
        return {
            agent: self.arrays.observation(run.state, seat, run.choices.get(seat, nothing))
            for seat, agent in enumerate(self.possible_agents)
        }

    def render(self) -> str:
        """Return the view of a spectator as text."""
        return str(self.run.state.view(None))

    def close(self) -> None:
        """Do nothing: no resource is held."""
