"""A round is rehearsed with every answer against the same answers of the others."""

from __future__ import annotations

from math import inf

import pytest

from tests.bots.ticking import own_clock
from timebooth.bots.bot import Budget, Decision
from timebooth.bots.roster import make_bot
from timebooth.bots.sealed_round import LOOKS, SealedRound
from timebooth.bots.search_bot import ExpertBot, MercilessBot, think
from timebooth.kernel.chance import FastRng
from timebooth.kernel.codes import Codes
from timebooth.kernel.state import State
from timebooth.registry import find_game, game_types

SEALED = [key for key, game in game_types().items() if game.sealed_rounds]


def sight(key: str, seed: int = 3) -> Decision:
    game = find_game(key)
    return Decision(game, game.start(game.seats[-1], None, FastRng(seed)), 0)


def rehearsed(key: str, budget: Budget, seed: int = 3) -> SealedRound:
    found = think(sight(key, seed), FastRng(1), budget)
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
    worlds = [seen.sample_world(FastRng(n)) for n in range(3)]

    def alone_or_not(options: list[int]) -> float:
        rehearsal = SealedRound(seen.seat, options, 7)
        rehearsal._iterate(worlds[0].copy())
        return rehearsal.estimates()[-1][1]

    assert alone_or_not(seen.options) == alone_or_not(seen.options[-1:])


@pytest.mark.parametrize("key", SEALED)
@pytest.mark.parametrize("patience", [0, 2])
def test_the_others_answer_by_what_they_know_themselves(key: str, patience: int) -> None:
    """Whether they take a look or rehearse, too: redrawn for them, their own answers stay the same."""
    seen = sight(key)
    world = seen.sample_world(FastRng(4))
    other = world.sample_world(1, FastRng(8))

    for seed in range(4):
        once, again = (SealedRound(0, seen.options, seed, patience)._expected(each, 1) for each in (world, other))

        assert once == again
        assert once in world.options(1)


@pytest.mark.parametrize("key", SEALED)
def test_the_others_look_for_what_leaves_them_standing_best(key: str) -> None:
    """In some states; their others answer anything, the same whatever they answer themselves."""
    seen = sight(key)
    rehearsal = SealedRound(0, seen.options, 6)
    dice = FastRng(0)
    dice.sync_to(rehearsal.rng)

    chosen = rehearsal._expected(seen.sample_world(FastRng(4)), 1)

    standings = dict.fromkeys(seen.sample_world(FastRng(4)).options(1), 0)
    for _ in range(LOOKS):
        world = seen.sample_world(FastRng(4)).sample_world(1, dice)
        given, listed = Codes(), Codes()
        for seat in (0, *range(2, world.seats)):
            world.step.pick(world, seat, dice, listed, given)
        answers = [given.at(i) for i in range(given.size)]
        for code in standings:
            rehearsal._chance.sync_to(dice)
            standings[code] += rehearsal._after(world, 1, code, answers).evaluate(1)
        dice.sync_to(rehearsal._chance)
    assert standings[chosen] == max(standings.values()) > min(standings.values())


@pytest.mark.parametrize("key", SEALED)
def test_who_has_patience_takes_the_others_for_as_clever_as_itself(key: str) -> None:
    seen = sight(key)
    world = seen.sample_world(FastRng(4))
    rehearsal = SealedRound(0, seen.options, 5, MercilessBot.patience)
    dice = FastRng(0)
    dice.sync_to(rehearsal.rng)

    expected = rehearsal._expected(world, 1)

    theirs = SealedRound(1, world.options(1), dice.below(1 << 30), looks=1)
    theirs.run(lambda rng: world.sample_world(1, rng), MercilessBot.patience, inf, None)
    assert expected == theirs.best()
    assert MercilessBot.patience > ExpertBot.patience == 0


@pytest.mark.parametrize("key", SEALED)
def test_it_stops_in_time(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = own_clock(monkeypatch, "sealed_round", 1.0)

    found = rehearsed(key, Budget(seconds=50.0))

    assert 40 < clock.now <= 50
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

    choice = make_bot("expert:3").choose(Decision(game, state, seat), FastRng(2))

    assert choice in state.options(seat)
    assert state.numbers() == before


def alone(key: str) -> State:
    """The first moment at which one seat has to choose while the others wait."""
    game = find_game(key)
    for seed in range(100):
        dice = FastRng(seed)
        state = game.start(game.seats[-1], None, dice)
        while asked := state.asked():
            if len(asked) == 1 and len(state.options(asked[0])) > 1:
                return state
            listed = [state.options(seat) for seat in asked]
            state.play([options[dice.below(len(options))] for options in listed], dice)
    raise AssertionError("nobody was asked alone")
