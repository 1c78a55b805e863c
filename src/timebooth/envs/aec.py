"""PettingZoo environment in which seats act in turn; the answers of a sealed round are collected first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import AECEnv

from timebooth.envs.names import environment
from timebooth.envs.run import Run
from timebooth.envs.spaces import ArrayEncoder, Observation, action_space, observation_space
from timebooth.kernel.game import Game
from timebooth.registry import STANDARD

ILLEGAL = -1.0


class SeatsInTurn(AECEnv[str, Observation, int | None]):
    """Any of the games. An illegal action loses and ends the game, as with PettingZoo's own wrapper.

    `reset(seed=n)` deals the game of seed n; `reset(options={"record": record})` deals the game of a record.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        edition: str = STANDARD,
        render_mode: str | None = None,
    ) -> None:
        self.run = Run(game, seats, options, edition)
        self.actions = len(self.run.game.answers)
        self.metadata = {
            "name": environment(self.run.game),
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.run.seats)]
        self.arrays = ArrayEncoder(self.run.encoder, self.actions)
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        observed, acted = observation_space(self.run.encoder.size, self.actions), action_space(self.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = dict.fromkeys(self.possible_agents, acted)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.run.begin(seed, (options or {}).get("record"))
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
        return self.arrays.observation(self.run.state, seat, self.run.choices.get(seat, []))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        run = self.run
        seat = self.seat_of[agent]
        code = -1 if action is None else int(action)  # numpy's integers are slow to compare
        if code not in run.choices[seat]:
            self._end({agent: ILLEGAL})
            return
        self._sealed[seat] = code
        if len(self._sealed) == len(run.choices):
            run.answer(self._sealed)
            self._sealed = {}
        self._select_next()

    def _select_next(self) -> None:
        for seat in self.run.choices:
            if seat not in self._sealed:
                self.agent_selection = self.possible_agents[seat]
                return
        self._end(dict(zip(self.possible_agents, self.run.rewards(), strict=True)))

    def _end(self, gained: Mapping[str, float]) -> None:
        truncated = not self.run.over and not self.run.choices
        self.rewards = {agent: gained.get(agent, 0.0) for agent in self.agents}
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._deads_step_first()

    def render(self) -> str:
        """Return the view of a spectator as text."""
        return str(self.run.state.view(None))

    def close(self) -> None:
        """Do nothing: no resource is held."""
