"""What the environments share: options of reset, rendering, copies, and the forms of observations and actions."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo has no wheel for this Python")

import gymnasium
import numpy as np

import timebooth.envs.register  # noqa: F401
from tests.envs.games import GAMES, TABLES
from tests.tiny.fingers import Fingers
from timebooth.envs.aec import SeatsInTurn
from timebooth.envs.learner_game import LearnerGame
from timebooth.envs.names import environment
from timebooth.envs.one_seat import OneSeat
from timebooth.envs.parallel import SeatsTogether
from timebooth.kernel.game import Game
from timebooth.kernel.record import Fork
from timebooth.registry import find_game, game_type
from timebooth.testing.play import random_match

KINDS: list[Any] = [SeatsInTurn, SeatsTogether, OneSeat]
FORMS = [
    {"scaled": True},
    {"relative": True},
    {"two_steps": True},
    {"shaped": True},
    {"scaled": True, "relative": True, "two_steps": True, "shaped": True},
]


def reset(env: Any, seed: int | None = None, **options: Any) -> None:
    env.reset(seed=seed, options=options)


def step(env: Any, rng: np.random.Generator) -> None:
    """Make one random legal step in any of the environments."""

    def legal(seen: Any) -> int:
        return int(rng.choice(np.flatnonzero(seen["action_mask"])))

    if isinstance(env, SeatsInTurn):
        env.step(legal(env.observe(env.agent_selection)))
    elif isinstance(env, SeatsTogether):
        env.step({agent: legal(env._observation(seat)) for seat, agent in enumerate(env.agents)})
    else:
        env.step(np.int64(rng.choice(np.flatnonzero(env.action_masks()))))


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


def over(env: Any) -> bool:
    return not env.run.choices


@pytest.mark.parametrize("kind", KINDS)
def test_reset_deals_the_game_of_a_record(kind: Any) -> None:
    game = find_game("back-to-the-future")
    match = random_match(game, 3, seed=21)
    env = kind(game, 3)
    reset(env, seed=4, record=match.record)

    start = kind(game, 3)
    reset(start, seed=21)
    assert env.run.state.numbers() == start.run.state.numbers()


@pytest.mark.parametrize("kind", KINDS)
def test_reset_refuses_what_does_not_fit(kind: Any) -> None:
    record = random_match(Fingers(), 3, seed=8).record
    env = kind(Fingers(), 2)
    reset(env, seed=1)
    before = env.run.state.numbers()

    with pytest.raises(ValueError, match="this record has another number of seats than the environment: 3, not 2"):
        reset(env, record=record)
    with pytest.raises(ValueError, match="reset\\(\\) knows no option 'recrod'; the only one is 'record'"):
        reset(env, recrod=record)
    with pytest.raises(ValueError, match="takes a Record, as read_record\\(\\) returns it, not str"):
        reset(env, record="game.jsonl")
    with pytest.raises(ValueError, match="another game than the environment: fingers, not objection"):
        reset(kind(GAMES[-1], 3), record=record)
    forked = copy.deepcopy(record)
    forked.header = type(record.header)(**{**_fields(record.header), "forks": (Fork(1, ""),)})
    with pytest.raises(ValueError, match="this record continues another game"):
        reset(kind(Fingers(), 3), record=forked)
    assert env.run.state.numbers() == before


def _fields(header: Any) -> dict[str, Any]:
    return {field: getattr(header, field) for field in header.__struct_fields__}


@pytest.mark.parametrize("kind", KINDS)
def test_render_draws_the_screen_of_the_terminal(kind: Any) -> None:
    for key, english, french in (("back-to-the-future", "Hand", "Main"), ("riff-in-time", "San Dimas", "San Dimas")):
        drawn = {}
        for lang in ("en", "fr"):
            env = kind(key, 2, render_mode="ansi", lang=lang)
            reset(env, seed=1)
            drawn[lang] = env.render()
        assert drawn["en"].count("\n") > 5
        assert drawn["en"] != drawn["fr"]
        assert english.lower() in drawn["en"].lower() or kind is not OneSeat
        assert french.lower() in drawn["fr"].lower() or kind is not OneSeat


@pytest.mark.parametrize("kind", KINDS)
def test_an_unknown_render_mode_is_refused(kind: Any) -> None:
    with pytest.raises(ValueError, match="unknown render_mode 'rgb_array'; known are None, 'ansi'"):
        kind(Fingers(), 2, render_mode="rgb_array")
    env = kind(Fingers(), 2)
    reset(env, seed=1)
    assert env.render() is None


def test_gymnasium_knows_the_render_mode() -> None:
    env = gymnasium.make(environment(game_type("riff-in-time")), render_mode="ansi")
    env.reset(seed=1)

    assert "San Dimas" in str(env.render())


@pytest.mark.parametrize("duplicate", [copy.deepcopy, pickled], ids=["copy", "pickle"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_copy_goes_on_as_the_original_does(game: Game, kind: Any, duplicate: Any) -> None:
    env = kind(game, game.seats[-1], **FORMS[-1] if game.has_win_chances else {})
    fresh = duplicate(env)
    reset(env, seed=3)
    rng = np.random.default_rng(1)
    for _ in range(3):
        step(env, rng)
    other = duplicate(env)
    assert other.run.state is not env.run.state

    endings = []
    for one in (env, other):
        rng = np.random.default_rng(2)
        for _ in range(40):
            if over(one):
                reset(one)
            step(one, rng)
        endings.append(one.run.state.numbers())
    assert endings[0] == endings[1]
    reset(fresh, seed=3)
    assert fresh.run.choices


def test_a_state_can_be_copied_and_says_how_to_store_it() -> None:
    env = SeatsInTurn("riff-in-time", 2)
    reset(env, seed=1)
    state = env.run.state
    other = copy.deepcopy(state)

    assert other.numbers() == state.numbers()
    assert other is not state
    with pytest.raises(TypeError, match=r"pack it with kernel\.position"):
        pickle.dumps(state)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_features_have_different_names(game: Game, seats: int) -> None:
    names = LearnerGame(game, seats, two_steps=True).feature_names()

    assert len(set(names)) == len(names)
    assert f"question.prompt={next(iter(game.questions))}" in names


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_scaled_observations_are_between_zero_and_one(game: Game, seats: int) -> None:
    plain, scaled = LearnerGame(game, seats), LearnerGame(game, seats, scaled=True)
    for one in (plain, scaled):
        one.begin(3, None)
    for _ in range(30):
        if not plain.run.choices:
            break
        for seat in range(seats):
            seen, before = scaled.vector(seat), plain.vector(seat)
            assert scaled.observation_space["observation"].contains(seen)
            assert np.array_equal(seen == 0, before == 0)
        for one in (plain, scaled):
            one.run.answer({seat: options[-1] for seat, options in one.run.choices.items()})


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_relative_observations_and_actions_count_from_the_own_seat(game: Game, seats: int) -> None:
    plain, relative = LearnerGame(game, seats), LearnerGame(game, seats, relative=True)
    names = np.array(plain.feature_names())
    for one in (plain, relative):
        one.begin(3, None)
    for seat in range(seats):
        before, seen = plain.vector(seat), relative.vector(seat)
        assert sorted(before) == sorted(seen)
        assert not set(names[np.flatnonzero(seen)]) & {f"view.seat={other}" for other in range(1, seats)}
        if seat == 0:
            assert np.array_equal(before, seen)
        if seat in plain.run.choices:
            codes = [relative.take(seat, action) for action in relative.legal(seat)]
            assert sorted(codes) == [(code, True) for code in plain.legal(seat)]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_two_steps_reach_every_answer(game: Game, seats: int) -> None:
    stepwise = LearnerGame(game, seats, two_steps=True)
    stepwise.begin(3, None)
    seat, codes = next(iter(stepwise.run.choices.items()))

    reached = []
    for first in stepwise.legal(seat):
        code, _ = stepwise.take(seat, first)
        if code is not None:
            reached.append(code)
            continue
        for second in stepwise.legal(seat):
            reached.append(stepwise.take(seat, second)[0] or 0)
            stepwise.take(seat, first)
        stepwise.actions.begun.clear()
    assert sorted(reached) == codes


def test_two_steps_need_far_fewer_actions() -> None:
    sizes = {game.key: (len(game.answers), LearnerGame(game, two_steps=True).nothing) for game in GAMES[:3]}

    assert sizes["excellent-boardgame"] == (3549, 130)
    assert all(small < whole for whole, small in sizes.values())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES[:3], ids=lambda game: game.key)
def test_shaped_rewards_add_up_to_the_final_one_less_the_potential_of_the_deal(game: Game, kind: Any) -> None:
    env = kind(game, 2, shaped=True)
    reset(env, seed=5)
    rng = np.random.default_rng(1)
    totals = np.array(env.game._shaping._before)
    gains: list[list[float]] = []
    rewards = env.game.rewards

    def noted() -> list[float]:
        gains.append(rewards())
        return gains[-1]

    env.game.rewards = noted
    while not over(env):
        step(env, rng)

    assert np.sum(gains, axis=0) + totals == pytest.approx(env.run.rewards())
    assert len({tuple(one) for one in gains}) > 2


@pytest.mark.parametrize("kind", [SeatsInTurn, SeatsTogether])
def test_the_state_is_what_all_seats_see(kind: Any) -> None:
    env = kind("back-to-the-future", 3)
    reset(env, seed=1)

    assert env.state_space.contains(env.state())
    assert np.array_equal(env.state()[env.game.size : 2 * env.game.size], env.game.vector(1))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: "+".join(form))
@pytest.mark.parametrize("kind", KINDS)
def test_every_form_plays_a_game_to_its_end(kind: Any, form: dict[str, bool]) -> None:
    env = kind("excellent-boardgame", 2, **form)
    reset(env, seed=2)
    rng = np.random.default_rng(3)
    while not over(env):
        step(env, rng)

    assert env.run.over


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(TypeError, match="scald"):
        SeatsInTurn(Fingers(), 2, scald=True)
    with pytest.raises(ValueError, match="unknown lang 'de'; known are 'en', 'fr'"):
        SeatsInTurn(Fingers(), 2, lang="de")
