"""A round is rehearsed with every answer against the same answers of the others."""

from __future__ import annotations

from math import inf
from time import perf_counter

import pytest

from timebooth.bots.bot import Budget, Sight
from timebooth.bots.roster import make_bot
from timebooth.bots.sealed_round import FINALISTS, SOON, SealedRound
from timebooth.bots.search_bot import MercilessBot, think
from timebooth.kernel.chance import FastDice
from timebooth.kernel.state import State
from timebooth.registry import find_game, game_types

SEALED = [key for key, game in game_types().items() if game.sealed_rounds]


def sight(key: str, seed: int = 3) -> Sight:
    game = find_game(key)
    return Sight(game, game.start(game.seats[-1], None, FastDice(seed)), 0)


def rehearsed(key: str, budget: Budget, seed: int = 3) -> SealedRound:
    found = think(sight(key, seed), FastDice(1), budget)
    assert isinstance(found, SealedRound)
    return found


@pytest.mark.parametrize("key", SEALED)
def test_the_same_seed_and_iterations_give_the_same_thoughts(key: str) -> None:
    options = sight(key).options

    once, again = (rehearsed(key, Budget(iterations=6)).estimates() for _ in range(2))

    assert once == again
    assert [code for code, _, _ in once] == options
    assert all(0.0 < chance < 1.0 for _, chance, _ in once)


@pytest.mark.parametrize("key", SEALED)
def test_after_each_quarter_the_worse_half_of_the_answers_is_left_out(key: str) -> None:
    options = sight(key).options
    many = len(options)

    found = rehearsed(key, Budget(iterations=8)).estimates()

    assert sorted(visits for _, _, visits in found) == sorted(
        [2] * (many // 2) + [4] * (many // 4) + [6] * (many // 8) + [8] * (many - many // 2 - many // 4 - many // 8)
    )
    tried_most = [(chance, code) for code, chance, visits in found if visits == 8]
    assert rehearsed(key, Budget(iterations=8)).best() == max(tried_most)[1]


@pytest.mark.parametrize("key", SEALED)
def test_all_answers_meet_the_same_chance_and_the_same_answers_of_the_others(key: str) -> None:
    """So an answer is worth the same, whether others are tried before it or not."""
    seen = sight(key)
    worlds = [seen.imagine(FastDice(n)) for n in range(3)]

    def alone_or_not(options: list[int]) -> float:
        rehearsal = SealedRound(seen.seat, options, 7)
        rehearsal._iterate(worlds[0].copy())
        return rehearsal.estimates()[-1][1]

    assert alone_or_not(seen.options) == alone_or_not(seen.options[-1:])


def patient(seen: Sight, patience: int = 2) -> SealedRound:
    """A rehearsal in its last stage."""
    found = SealedRound(seen.seat, seen.options, 5, patience)
    for _ in range(4):
        found._iterate(seen.imagine(found.rng))
    assert found._reach(1.0)
    return found


@pytest.mark.parametrize("key", SEALED)
def test_patience_lets_the_others_rehearse_by_what_they_know_themselves(key: str) -> None:
    """Redrawn for them, their own answers stay the same."""
    seen = sight(key)
    world = seen.imagine(FastDice(4))
    other = world.imagined(1, FastDice(8))

    once, again = (patient(seen)._expected(each, 1) for each in (world, other))

    assert once == again
    assert once in world.options(1)
    assert MercilessBot.patience > 0


@pytest.mark.parametrize("key", SEALED)
def test_patience_is_spent_on_few_answers_and_they_alone_are_chosen_from(key: str) -> None:
    seen = sight(key)
    rehearsal = SealedRound(seen.seat, seen.options, 5, 2)

    rehearsal.run(seen.imagine, 8, inf, None)

    finalists = [code for code, _, visits in rehearsal.estimates() if visits == 2]
    assert rehearsal.best() in finalists
    assert len([trial for trial in rehearsal.trials if trial in rehearsal._left]) <= FINALISTS
    assert rehearsal.iterations == 8


@pytest.mark.parametrize("key", SEALED)
def test_patience_plays_a_game_that_is_soon_over_to_its_end(key: str) -> None:
    """Then somebody has won, and nothing is estimated; before, the chances are."""
    early, late = sight(key), near_the_end(key)

    def prospect(seen: Sight) -> float:
        rehearsal = patient(seen)
        world = seen.imagine(FastDice(4))
        given = [rehearsal._expected(world, seat) for seat in world.asked() if seat != seen.seat]
        return rehearsal._prospect(world.copy(), seen.options[0], given)

    assert prospect(early) not in (0.0, 1.0)
    assert prospect(late) in (0.0, 1.0)


def near_the_end(key: str) -> Sight:
    """With the rounds left that are played to the end, and this one."""
    game = find_game(key)
    dice = FastDice(1)
    state = game.start(game.seats[-1], None, dice)
    while len(state.asked()) < state.seats or state.rounds_left() > SOON + 1:
        state.play([state.step.hunch(state, seat, dice) for seat in state.asked()], dice)
    return Sight(game, state, 0)


@pytest.mark.parametrize("key", SEALED)
def test_it_stops_in_time(key: str) -> None:
    begin = perf_counter()

    found = rehearsed(key, Budget(seconds=0.5))

    assert perf_counter() - begin < 1.0  # room for a busy machine
    assert found.iterations > 1


@pytest.mark.parametrize("key", SEALED)
def test_no_time_is_one_iteration_and_a_word_ends_it(key: str) -> None:
    asked = 0

    def enough() -> bool:
        nonlocal asked
        asked += 1
        return asked == 3

    assert rehearsed(key, Budget(seconds=0.0)).iterations == 1
    assert rehearsed(key, Budget(seconds=60.0, cancelled=enough)).iterations == 3


@pytest.mark.parametrize("key", SEALED)
def test_where_one_seat_alone_is_asked_the_round_is_rehearsed_to_its_end_too(key: str) -> None:
    """And what was imagined is left alone."""
    game = find_game(key)
    state = alone(key)
    (seat,) = state.asked()
    before = state.numbers()

    choice = make_bot("expert:3").choose(Sight(game, state, seat), FastDice(2))

    assert choice in state.options(seat)
    assert state.numbers() == before


def alone(key: str) -> State:
    """The first moment at which one seat has to choose while the others wait."""
    game = find_game(key)
    for seed in range(100):
        dice = FastDice(seed)
        state = game.start(game.seats[-1], None, dice)
        while asked := state.asked():
            if len(asked) == 1 and len(state.options(asked[0])) > 1:
                return state
            state.play([state.step.hunch(state, seat, dice) for seat in asked], dice)
    raise AssertionError("nobody was asked alone")
