"""A round is simulated with every own answer against the same answers of the others."""

from __future__ import annotations

import pytest

from tests.bots.ticking import own_clock
from timebooth.bots.bot import Budget, Decision
from timebooth.bots.roster import make_bot
from timebooth.bots.sealed_round import SAMPLES, SealedRound
from timebooth.bots.thinking import think
from timebooth.kernel.chance import FastRng
from timebooth.kernel.codes import Codes
from timebooth.kernel.state import State
from timebooth.registry import find_game, game_types

SEALED = [key for key, game in game_types().items() if game.sealed_rounds]


def decision(key: str, seed: int = 3) -> Decision:
    game = find_game(key)
    return Decision(game, game.start(game.seats[-1], None, FastRng(seed)), 0)


def searched(key: str, budget: Budget, seed: int = 3) -> SealedRound:
    found = think(decision(key, seed), FastRng(1), budget)
    assert isinstance(found, SealedRound)
    return found


@pytest.mark.parametrize("key", SEALED)
def test_the_same_seed_and_playouts_give_the_same_estimates(key: str) -> None:
    options = decision(key).options

    once, again = (searched(key, Budget(playouts=200)).estimates() for _ in range(2))

    assert once == again
    assert [code for code, _, _ in once] == options
    assert all(0.0 < chance < 1.0 for _, chance, _ in once)


@pytest.mark.parametrize("key", SEALED)
def test_after_each_quarter_of_the_budget_the_worse_half_of_the_answers_is_dropped(key: str) -> None:
    many = len(decision(key).options)
    budget = Budget(playouts=8 * many)

    found = searched(key, budget).estimates()

    kept = sorted((visits for _, _, visits in found), reverse=True)
    assert kept.count(2) == many // 2  # two worlds with all answers are a quarter of the budget
    assert len(set(kept)) == 4
    assert sum(kept) - 8 * many < kept.count(kept[0])
    tried_most = [(chance, code) for code, chance, visits in found if visits == kept[0]]
    assert searched(key, budget).best() == max(tried_most)[1]


@pytest.mark.parametrize("key", SEALED)
def test_all_answers_meet_the_same_chance_and_the_same_answers_of_the_others(key: str) -> None:
    """An answer has the same result, whether others are tried before it or not."""
    seen = decision(key)
    worlds = [seen.sample_world(FastRng(n)) for n in range(3)]

    def alone_or_not(options: list[int]) -> float:
        search = SealedRound(seen, 7)
        search._left = search.trials = [trial for trial in search.trials if trial.code in options]
        search._play_round(worlds[0].copy())
        return search.estimates()[-1][1]

    assert alone_or_not(seen.options) == alone_or_not(seen.options[-1:])


@pytest.mark.parametrize("key", SEALED)
def test_the_predicted_answers_of_others_depend_only_on_what_they_know(key: str) -> None:
    """In a world resampled for them, they answer the same."""
    seen = decision(key)
    world = seen.sample_world(FastRng(4))
    other = world.sample_world(1, FastRng(8))

    for seed in range(4):
        once, again = (SealedRound(seen, seed)._predict(each, 1) for each in (world, other))

        assert once == again
        assert once in world.options(1)


@pytest.mark.parametrize("key", SEALED)
def test_the_others_are_predicted_to_take_the_answer_with_the_best_evaluation(key: str) -> None:
    """Summed over some worlds, in which everybody else gives the same random answers to each of theirs."""
    seen = decision(key)
    search = SealedRound(seen, 6)
    rng = FastRng(0)
    rng.sync_to(search.rng)

    chosen = search._predict(seen.sample_world(FastRng(4)), 1)

    totals = dict.fromkeys(seen.sample_world(FastRng(4)).options(1), 0)
    for _ in range(SAMPLES):
        world = seen.sample_world(FastRng(4)).sample_world(1, rng)
        given, listed = Codes(), Codes()
        for seat in (0, *range(2, world.seats)):
            world.step.pick(world, seat, rng, listed, given)
        answers = [given.at(i) for i in range(given.size)]
        for code in totals:
            search._chance.sync_to(rng)
            totals[code] += search._after(world, 1, code, answers).evaluate(1)
        rng.sync_to(search._chance)
    assert totals[chosen] == max(totals.values()) > min(totals.values())


@pytest.mark.parametrize("key", SEALED)
def test_the_search_stops_before_the_time_is_over(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = own_clock(monkeypatch, 1.0)

    found = searched(key, Budget(seconds=50.0))

    assert 40 < clock.now <= 50
    assert found.playouts > len(found.options)


@pytest.mark.parametrize("key", SEALED)
def test_without_time_there_is_one_world_and_a_search_can_be_cancelled(key: str) -> None:
    asked = 0

    def enough() -> bool:
        nonlocal asked
        asked += 1
        return asked == 3

    assert searched(key, Budget(seconds=0.0)).playouts == len(decision(key).options)
    assert searched(key, Budget(seconds=60.0, cancelled=enough)).playouts == 3 * len(decision(key).options)


@pytest.mark.parametrize("key", SEALED)
def test_if_one_seat_alone_is_asked_the_round_is_simulated_to_its_end_too(key: str) -> None:
    """And the state that it decides about does not change."""
    game = find_game(key)
    state = alone(key)
    (seat,) = state.asked()
    before = state.numbers()

    choice = make_bot("expert:3").choose(Decision(game, state, seat), FastRng(2))

    assert choice in state.options(seat)
    assert state.numbers() == before


def alone(key: str) -> State:
    """Return the first state in which one seat has to choose while the others wait."""
    game = find_game(key)
    for seed in range(100):
        rng = FastRng(seed)
        state = game.start(game.seats[-1], None, rng)
        while asked := state.asked():
            if len(asked) == 1 and len(state.options(asked[0])) > 1:
                return state
            listed = [state.options(seat) for seat in asked]
            state.play([options[rng.below(len(options))] for options in listed], rng)
    raise AssertionError("nobody was asked alone")
