"""The PettingZoo environments pass PettingZoo's own suites and ours."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo has no wheel for this Python")

import numpy as np
import pettingzoo
from pettingzoo.test.api_test import api_test
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.test.seed_test import parallel_seed_test, seed_test

import timebooth.envs.register  # noqa: F401
from tests.envs.games import TABLES
from tests.goldens.golden import goldens, paths
from tests.tiny.fingers import Fingers
from tests.tiny.objection import CLAIM, OBJECT, PASS, Objection, ObjectionState
from timebooth.envs import run
from timebooth.envs.aec import SeatsInTurn
from timebooth.envs.names import environment
from timebooth.envs.parallel import SeatsTogether
from timebooth.kernel.game import Game
from timebooth.kernel.match import replay
from timebooth.kernel.record import Record, read_record
from timebooth.registry import find_game, game_types
from timebooth.testing.play import random_match


@pytest.fixture
def without_mask_warnings() -> Iterator[None]:
    """Ignore warnings about masks in observations, which PettingZoo's own classic games have too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.usefixtures("without_mask_warnings")
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_seats_in_turn_pass_their_suite(game: Game, seats: int) -> None:
    api_test(SeatsInTurn(game, seats), num_cycles=300)
    seed_test(lambda: SeatsInTurn(game, seats), num_cycles=100)


@pytest.mark.usefixtures("without_mask_warnings")
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_seats_together_pass_their_suite(game: Game, seats: int) -> None:
    parallel_api_test(SeatsTogether(game, seats), num_cycles=300)
    parallel_seed_test(lambda: SeatsTogether(game, seats), num_cycles=100)


@pytest.mark.parametrize("key", list(game_types()))
def test_every_game_is_made_by_its_versioned_name(key: str) -> None:
    name = environment(game_types()[key])

    assert isinstance(pettingzoo.make("aec", name).unwrapped, SeatsInTurn)
    assert isinstance(pettingzoo.make("parallel", name).unwrapped, SeatsTogether)


def play_in_turn(game: Game, record: Record) -> SeatsInTurn:
    env = SeatsInTurn(game, record.header.seats)
    env.reset(options={"record": record})
    for given in record.given:
        assert env.agent_selection == f"player_{given.seat}"
        env.step(game.answers.read(given.answer))
    return env


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_record_is_the_same_game_here_bit_for_bit(game: Game, seats: int) -> None:
    match = random_match(game, seats, seed=8)
    env = play_in_turn(game, match.record)

    assert env.run.state.numbers() == match.state.numbers()
    assert all(env.terminations.values())


@pytest.mark.parametrize(("key", "name"), [(key, name) for key, name, _ in goldens()])
def test_a_golden_game_is_the_same_game_here_bit_for_bit(key: str, name: str) -> None:
    record = read_record(paths(key, name)[0].read_text(encoding="utf-8"))

    env = play_in_turn(find_game(key), record)

    assert env.run.state.numbers() == replay(find_game(key), record).state.numbers()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_record_is_the_same_game_for_all_seats_together(game: Game, seats: int) -> None:
    match = random_match(game, seats, seed=8)
    env = SeatsTogether(game, seats)
    env.reset(options={"record": match.record})
    given = iter(match.record.given)

    while env.agents:
        actions = dict.fromkeys(env.agents, env.nothing)
        for seat in env.run.choices:
            actions[f"player_{seat}"] = game.answers.read(next(given).answer)
        env.step(actions)

    assert env.run.state.numbers() == match.state.numbers()


def test_a_sealed_round_shows_nothing_until_it_is_complete() -> None:
    env = SeatsInTurn(Fingers(), 3)
    env.reset(seed=1)
    before = [env.observe(agent)["observation"].tolist() for agent in env.agents]

    env.step(0)
    env.step(1)
    assert env.agent_selection == "player_2"
    assert [env.observe(agent)["observation"].tolist() for agent in env.agents] == before

    env.step(2)
    assert env.agent_selection == "player_0"
    assert [env.observe(agent)["observation"].tolist() for agent in env.agents] != before


def test_a_learner_may_keep_and_change_an_observation() -> None:
    env = SeatsInTurn(Fingers(), 2)
    env.reset(seed=1)
    first = env.observe("player_0")
    before = {name: numbers.tolist() for name, numbers in first.items()}

    env.step(0)
    env.step(1)
    assert {name: numbers.tolist() for name, numbers in first.items()} == before

    now = {name: numbers.tolist() for name, numbers in env.observe("player_0").items()}
    for numbers in first.values():
        numbers[:] = 7
    assert {name: numbers.tolist() for name, numbers in env.observe("player_0").items()} == now
    assert now["observation"] != before["observation"]


def test_a_seat_that_does_not_decide_can_only_do_nothing() -> None:
    env = SeatsTogether(Objection(), 3)
    seen, _ = env.reset(seed=1)

    assert np.flatnonzero(seen["player_0"]["action_mask"]).tolist() == [2, 3]
    assert np.flatnonzero(seen["player_1"]["action_mask"]).tolist() == [env.nothing]


def test_forced_moves_are_skipped() -> None:
    env = SeatsInTurn(Objection(), 3)
    env.reset(seed=1)
    state = env.run.state
    assert isinstance(state, ObjectionState)
    state.held = [0, 0, 1]

    env.step(CLAIM)

    assert env.agent_selection == "player_2"
    assert np.flatnonzero(env.observe("player_2")["action_mask"]).tolist() == [PASS, OBJECT]


def test_winners_share_one_and_losers_share_minus_one() -> None:
    env = play_in_turn(Fingers(), random_match(Fingers(), 4, seed=8).record)
    outcome = env.run.state.outcome()
    assert outcome is not None

    assert sum(env.rewards.values()) == pytest.approx(0)
    assert {seat for seat in range(4) if env.rewards[f"player_{seat}"] > 0} == set(outcome.winners)


def test_a_game_that_does_not_end_is_truncated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "MAX_DECISIONS", 4)
    env = SeatsInTurn(Fingers(), 2)
    env.reset(seed=1)

    for _ in range(4):
        env.step(0)

    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_without_a_seed_the_next_game_of_a_series_is_dealt() -> None:
    def three(env: SeatsInTurn) -> list[list[int]]:
        found = []
        for seed in (7, None, None):
            env.reset(seed=seed)
            found.append(env.run.state.numbers())
        return found

    games = three(SeatsInTurn(find_game("back-to-the-future"), 2))

    assert games == three(SeatsInTurn("back-to-the-future", 2))
    assert games[0] != games[1] != games[2]
