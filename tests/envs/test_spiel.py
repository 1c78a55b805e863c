"""The OpenSpiel games pass OpenSpiel's own simulation and our tests."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this Python")

import pyspiel

import timebooth.envs.register  # noqa: F401
from timebooth.envs.names import spiel
from timebooth.envs.spiel_core import Core
from timebooth.kernel.chance import FastRng
from timebooth.registry import game_types

TABLES = [
    pytest.param(key, seats, id=f"{key}-{seats}")
    for key, kind in game_types().items()
    for seats in dict.fromkeys((kind.seats[0], kind.seats[-1]))
]


def load(key: str, seats: int) -> Any:
    return pyspiel.load_game(spiel(game_types()[key]), {"players": seats})


def step(state: Any, dice: FastRng) -> None:
    """Make a random move."""

    def one_of(options: list[int]) -> int:
        return options[dice.below(len(options))] if options else 0

    if state.is_chance_node():
        state.apply_action(dice.below(256))
    elif state.is_simultaneous_node():
        state.apply_actions([one_of(state.legal_actions(seat)) for seat in range(state.num_players())])
    else:
        state.apply_action(one_of(state.legal_actions()))


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_random_games_pass_their_simulation_with_serialisation(key: str, seats: int) -> None:
    pyspiel.random_sim_test(load(key, seats), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_clone_shares_nothing_and_a_pickled_core_is_the_same(key: str, seats: int) -> None:
    dice = FastRng(4)
    state = load(key, seats).new_initial_state()
    for _ in range(60):
        if state.is_terminal():
            break
        before = str(state)
        clone = state.clone()
        assert str(clone) == before
        step(clone, dice)
        assert str(state) == before
        assert numbers(pickle.loads(pickle.dumps(state.core))) == numbers(state.core)
        state = clone


def numbers(core: Core) -> list[int]:
    return [] if core.state is None else core.state.numbers()


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_chance_is_asked_before_it_is_used(key: str, seats: int) -> None:
    """With the same answers and other bytes, the deal differs."""
    deals = []
    for last in (0, 1):
        state = load(key, seats).new_initial_state()
        for byte in (1, 2, 3, last):
            assert state.is_chance_node()
            state.apply_action(byte)
        deals.append(str(state))

    assert deals[0] != deals[1]


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_resampled_state_looks_the_same_to_its_player(key: str, seats: int) -> None:
    dice = FastRng(6)
    state = load(key, seats).new_initial_state()
    for _ in range(40):
        step(state, dice)
        if state.is_terminal():
            break
        if state.is_chance_node():
            continue
        for player in range(seats):
            world = state.resample_from_infostate(player, lambda: dice.below(1000) / 1000)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.legal_actions(player) == state.legal_actions(player)
            with pytest.raises(TypeError, match="resampled"):
                pickle.dumps(copy.deepcopy(world.core))
