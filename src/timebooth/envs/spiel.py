"""Our games as Python games for OpenSpiel. States are serialised by pickle, so only within one process."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import msgspec
import numpy as np
import pyspiel

from timebooth.envs.encoder import encoder
from timebooth.envs.names import spiel
from timebooth.envs.run import MAX_DECISIONS, rewards
from timebooth.envs.spiel_core import BYTE, DEAL, NO_OPTION, Core, Setup
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.registry import STANDARD, game_type


def game_facts(key: str, sequential: bool = False) -> Any:
    """Return the facts about a game that OpenSpiel asks for."""
    kind = game_type(key)
    dynamics = pyspiel.GameType.Dynamics
    facts = pyspiel.GameType
    return facts(
        short_name=spiel(kind),
        long_name=f"Timebooth: {key}",
        dynamics=dynamics.SEQUENTIAL if sequential else dynamics.SIMULTANEOUS,
        chance_mode=facts.ChanceMode.EXPLICIT_STOCHASTIC,
        information=facts.Information.IMPERFECT_INFORMATION,
        utility=facts.Utility.IDENTICAL if kind.cooperative else facts.Utility.ZERO_SUM,
        reward_model=facts.RewardModel.TERMINAL,
        max_num_players=kind.seats[-1],
        min_num_players=kind.seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": kind.seats[0],
            "sequential": False,
            "edition": STANDARD,
            **{name: NO_OPTION if value is None else value for name, value in default_options(kind).items()},
        },
    )


def default_options(kind: type[Game]) -> dict[str, Any]:
    """Return the options of a game with their defaults."""
    options: dict[str, Any] = msgspec.to_builtins(kind.options())
    return options


def setup_of(key: str, params: dict[str, Any]) -> Setup:
    """Return what the parameters of an OpenSpiel game ask for; raise BadSetup if that does not exist."""
    kind = game_type(key)
    options = default_options(kind)
    for name, default in options.items():
        given = params.get(name, default)
        options[name] = None if default is None and given == NO_OPTION else given
    seats = int(params.get("players", kind.seats[0]))
    edition = str(params.get("edition", STANDARD))
    setup = Setup(key, seats, bool(params.get("sequential", False)), edition, tuple(options.items()))
    setup.game.start(seats, setup.game.read_options(options), FastRng(0))
    return setup


class SpielGame(pyspiel.Game):
    """One game at one number of players; its options are parameters by their names, `-1` for one that is not set.

    With `sequential`, the players of a sealed round answer one after the other, for algorithms that need it.
    """

    key: ClassVar[str]
    facts: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.setup = setup_of(self.key, params or {})
        game = self.setup.game
        info = pyspiel.GameInfo(
            num_distinct_actions=max(len(game.answers), BYTE),
            max_chance_outcomes=BYTE,
            num_players=self.setup.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if game.cooperative else 0.0,
            max_game_length=MAX_DECISIONS,
        )
        facts = game_facts(self.key, sequential=True) if self.setup.sequential else self.facts
        super().__init__(facts, info, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return MAX_DECISIONS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        return Observer(self.setup)


class SpielState(pyspiel.State):
    """A decision, or a byte of chance. Cloning copies only `core`."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.core = Core(game.setup)

    def current_player(self) -> int:
        core = self.core
        if core.waits_for_chance():
            return int(pyspiel.PlayerId.CHANCE)
        if core.over():
            return int(pyspiel.PlayerId.TERMINAL)
        deciding = core.deciding()
        if len(deciding) == 1:
            return deciding[0]
        return int(pyspiel.PlayerId.SIMULTANEOUS)

    def _legal_actions(self, player: int) -> list[int]:
        core = self.core
        return core.choices[player] if player in core.deciding() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(byte, 1 / BYTE) for byte in range(BYTE)]

    def _apply_action(self, action: int) -> None:
        core = self.core
        if core.waits_for_chance():
            core.roll(action)
        else:
            core.answer_in_turn(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self.core.answer({seat: actions[seat] for seat in self.core.choices})

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return msgspec.json.encode(self.core.game.answers.names(action)).decode()

    def is_terminal(self) -> bool:
        return self.core.over()

    def returns(self) -> list[float]:
        core = self.core
        outcome = core.state.outcome() if core.state is not None else None
        return [0.0] * core.seats if outcome is None else rewards(core.game, outcome, core.seats)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Return a world of this player: everything hidden is redrawn; `sampler()` gives a number from 0 to 1."""
        other = self.clone()
        other.core.resample(player, int(sampler() * 2**31))
        resampled: SpielState = other
        return resampled

    def __str__(self) -> str:
        core = self.core
        if core.state is None:
            return f"{core.setup.key}: before the deal, {core.moves} of {DEAL}"
        waiting = "" if core.sealed is None else f" {core.sealed}"
        waiting += f" {core.pending}" if core.pending else ""
        return " ".join(map(str, core.state.numbers())) + waiting


class Observer:
    """The view and the question of a player, as a vector and as JSON."""

    def __init__(self, setup: Setup) -> None:
        self.encoder = encoder(setup.game, setup.seats)
        self.tensor = np.zeros(self.encoder.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if state.core.state is None:
            self.tensor.fill(0.0)
        else:
            self.tensor[:] = self.encoder.encode(state.core.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        if state.core.state is None:
            return "before the deal"
        game_state = state.core.state
        asked = game_state.question(player) if player in game_state.asked() else None
        return msgspec.json.encode([game_state.view(player), asked]).decode()


@cache
def register_game(key: str) -> None:
    """Register a game with OpenSpiel, once.

    It gets a class of its own: OpenSpiel releases what is registered after Python has shut down, which crashes with a
    function.
    """
    facts = game_facts(key)
    pyspiel.register_game(facts, type(spiel(game_type(key)), (SpielGame,), {"key": key, "facts": facts}))
