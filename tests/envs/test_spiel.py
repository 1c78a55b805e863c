"""The OpenSpiel games pass OpenSpiel's own simulation and our tests."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this Python")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts as evaluators

import timebooth.envs.register  # noqa: F401
from timebooth.envs.names import spiel
from timebooth.envs.spiel_core import Core
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadSetup, Refused
from timebooth.registry import game_types

TABLES = [
    pytest.param(key, seats, id=f"{key}-{seats}")
    for key, kind in game_types().items()
    for seats in dict.fromkeys((kind.seats[0], kind.seats[-1]))
]


def load(key: str, seats: int, **params: Any) -> Any:
    return pyspiel.load_game(spiel(game_types()[key]), {"players": seats, **params})


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


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_in_a_sequential_game_players_answer_one_after_the_other(key: str, seats: int) -> None:
    game = load(key, seats, sequential=True)
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def first_decision(game: Any) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(7)
    return state


@pytest.mark.parametrize("key", ["back-to-the-future", "excellent-boardgame"])
def test_a_sequential_sealed_round_is_the_same_round(key: str) -> None:
    together, in_turn = (first_decision(load(key, 3, sequential=sequential)) for sequential in (False, True))
    answers = [together.legal_actions(player)[-1] for player in range(3)]
    together.apply_actions(answers)

    for player, answer in enumerate(answers):
        seen = [in_turn.observation_string(one) for one in range(3)]
        assert in_turn.current_player() == player
        assert in_turn.legal_actions((player + 1) % 3) == []
        in_turn.apply_action(answer)
        if player < 2:
            assert [in_turn.observation_string(one) for one in range(3)] == seen
            again = pickle.loads(pickle.dumps(in_turn.core))
            assert (again.pending, numbers(again)) == (in_turn.core.pending, numbers(in_turn.core))

    assert numbers(in_turn.core) == numbers(together.core)
    assert in_turn.core.sealed == together.core.sealed


def test_what_others_answered_in_a_sealed_round_is_resampled() -> None:
    state = first_decision(load("excellent-boardgame", 3, sequential=True))
    state.apply_action(state.legal_actions()[0])
    dice = FastRng(2)
    met = {state.resample_from_infostate(1, lambda: dice.below(1000) / 1000).core.pending[0] for _ in range(20)}

    assert len(met) > 10
    assert state.current_player() == 1


@pytest.mark.parametrize("key", list(game_types()))
def test_their_information_set_search_plays_our_games(key: str) -> None:
    from open_spiel.python.algorithms import ismcts

    game = load(key, 2, sequential=True)
    random = np.random.RandomState(1)
    evaluator = ShortEvaluator()
    bot = ismcts.ISMCTSBot(
        game, evaluator, 2.0, 8, random_state=random, use_observation_string=True, allow_inconsistent_action_sets=True
    )
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, random.uniform))
    state = first_decision(game)
    for _ in range(6):
        while state.is_chance_node():
            state.apply_action(int(random.randint(256)))
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(int(action))


class ShortEvaluator(evaluators.Evaluator):  # type: ignore[misc]
    """Plays on at random, but not to the end: interpreted games are long."""

    def evaluate(self, state: Any) -> Any:
        dice = FastRng(5)
        other = state.clone()
        for _ in range(4):
            if not other.is_terminal():
                step(other, dice)
        return np.array(other.returns())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def test_options_and_editions_are_parameters() -> None:
    name = spiel(game_types()["riff-in-time"])
    harder = pyspiel.load_game(f"{name}(players=2,harder=3,characters=chosen,first_player=1)")
    state = first_decision(harder)

    assert state.core.setup.options == (
        ("harder", 3),
        ("characters", "chosen"),
        ("two_characters", False),
        ("open_peek", True),
        ("pass_in_san_dimas", False),
        ("first_player", 1),
    )
    assert '"prompt":"take_character"' in state.observation_string(state.current_player())
    assert dict(first_decision(load("riff-in-time", 2)).core.setup.options)["first_player"] is None
    assert pyspiel.load_game(str(harder)).get_parameters() == harder.get_parameters()


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        ({"edition": "nowhere"}, "setup.edition"),
        ({"harder": 9}, "setup.options"),
        ({"first_player": 3}, "setup.first_player"),
        ({"players": 5}, "setup.seats|players"),
    ],
)
def test_parameters_that_do_not_fit_are_refused(params: dict[str, Any], problem: str) -> None:
    with pytest.raises((BadSetup, pyspiel.SpielError), match=problem):
        load("riff-in-time", **{"seats": params.pop("players", 2), **params})


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = first_decision(load("back-to-the-future", 2, sequential=True))
    before = str(state)
    for _ in range(2):
        with pytest.raises(Refused, match=r"refused\.not_an_option"):
            state.core.answer_in_turn(1000)
    assert str(state) == before
