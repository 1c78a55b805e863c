"""Where all win or lose together, the greedy bot looks to the end of its own turn."""

from __future__ import annotations

from timebooth.bots.bot import Decision
from timebooth.bots.turn_plan import SAMPLES, Trial, TurnPlan, WatchfulRng, best_of_turn
from timebooth.games.riff_in_time.codes import KEEP_ROLL
from timebooth.games.riff_in_time.kinds import BOGUS, BOGUS_DIE, SAN_DIMAS
from timebooth.games.riff_in_time.state import riff
from timebooth.kernel.chance import FastRng
from timebooth.kernel.state import State
from timebooth.registry import find_game

GAME = find_game("riff-in-time")


def first_roll(seats: int = 2, seed: int = 3) -> State:
    """The moment before the first dice are chosen."""
    dice = FastRng(seed)
    state = GAME.start(seats, None, dice)
    while state.question(state.asked()[0]).prompt != "assemble_pool":
        state.play([state.options(state.asked()[0])[0]], dice)
    return state


def first_actions() -> State:
    """The moment after the first dice were kept."""
    state = first_roll()
    dice = FastRng(5)
    while state.question(state.asked()[0]).prompt != "take_actions":
        state.play([state.options(state.asked()[0])[0]], dice)
    return state


def test_a_trial_says_whether_chance_was_needed_and_leaves_the_state_alone() -> None:
    state = first_roll()
    seat = state.asked()[0]
    before = state.numbers()

    trial = Trial(state, seat, state.options(seat)[0])

    assert trial.by_chance
    assert not trial.turn_over
    assert state.numbers() == before


def test_a_die_thrown_alone_shows_every_side_once_over_the_samples() -> None:
    state = first_roll()

    sides = [WatchfulRng(state, 0, sample, 7 + sample).below(SAMPLES) for sample in range(SAMPLES)]

    assert sides == list(range(SAMPLES))


def test_a_throw_within_the_turn_is_told_from_chance_after_it() -> None:
    state = first_roll()
    dice = WatchfulRng(state, 0, 0, 7)

    dice.below(6)

    assert dice.thrown
    assert not dice.turn_over


def test_watchful_dice_remember_how_the_seat_stood_when_the_turn_was_over() -> None:
    state = first_roll()
    dice = WatchfulRng(state, 0, 0, 7)
    dice.turn -= 1

    dice.below(6)

    assert not dice.thrown
    assert dice.turn_over
    assert dice.evaluation == state.evaluate(0)


def test_a_throw_that_loses_the_game_is_worth_nothing() -> None:
    state = riff(first_roll())
    seat = state.asked()[0]
    state.set_level(SAN_DIMAS, state.box.san_dimas_top)
    state.set_at(state.turn, SAN_DIMAS)
    state.play([state.options(seat)[0]], FastRng(1))
    state.clear_pool()
    state.add_die(BOGUS_DIE)
    state.set_face(0, BOGUS)
    state.granted = 0

    trial = Trial(state, seat, KEEP_ROLL, 0, 1)

    assert trial.turn_over
    assert trial.evaluation == 0


def test_who_ends_the_turn_is_judged_before_the_next_players_chance() -> None:
    state = first_roll()
    seat = state.asked()[0]
    dice = FastRng(5)
    while state.question(seat).prompt != "take_actions":
        state.play([state.options(seat)[0]], dice)

    one, other = (Trial(state, seat, 0, 0, seed) for seed in (1, 2))

    assert one.turn_over
    assert one.evaluation == other.evaluation


def test_the_plan_is_one_of_the_options_and_the_same_for_the_same_dice() -> None:
    state = first_roll()
    seat = state.asked()[0]

    choices = {best_of_turn(Decision(GAME, state, seat), FastRng(11)) for _ in range(2)}

    assert len(choices) == 1
    assert choices <= set(state.options(seat))


def test_a_plan_knows_the_ends_of_the_turn_that_need_no_chance() -> None:
    state = first_actions()
    seat = state.asked()[0]
    plan = TurnPlan(Decision(GAME, state, seat), FastRng(11))

    worth = plan.worths(state.options(seat))

    assert plan.found
    for standing, first, before, last in plan.found:
        assert worth[first] >= standing * SAMPLES
        assert Trial(before, seat, last).turn_over
        assert Trial(before, seat, last).evaluation == standing
