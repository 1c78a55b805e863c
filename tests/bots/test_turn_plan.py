"""In cooperative games a bot plans to the end of its own turn."""

from __future__ import annotations

from timebooth.bots.bot import Decision
from timebooth.bots.turn_plan import SAMPLES, Trial, TurnPlan, TurnRng
from timebooth.games.riff_in_time.codes import KEEP_ROLL
from timebooth.games.riff_in_time.kinds import BOGUS, BOGUS_DIE, SAN_DIMAS
from timebooth.games.riff_in_time.state import riff
from timebooth.kernel.chance import FastRng
from timebooth.kernel.state import State
from timebooth.registry import find_game

GAME = find_game("riff-in-time")


def first_roll(seats: int = 2, seed: int = 3) -> State:
    """Return the state before the first dice are chosen."""
    rng = FastRng(seed)
    state = GAME.start(seats, None, rng)
    while state.question(state.asked()[0]).prompt != "assemble_pool":
        state.play([state.options(state.asked()[0])[0]], rng)
    return state


def first_actions() -> State:
    """Return the state after the first dice were kept."""
    state = first_roll()
    rng = FastRng(5)
    while state.question(state.asked()[0]).prompt != "take_actions":
        state.play([state.options(state.asked()[0])[0]], rng)
    return state


def test_a_trial_knows_whether_chance_was_needed_and_leaves_the_state_unchanged() -> None:
    state = first_roll()
    seat = state.asked()[0]
    before = state.numbers()

    trial = Trial(state, seat, state.options(seat)[0])

    assert trial.by_chance
    assert not trial.turn_over
    assert state.numbers() == before


def test_a_single_die_shows_every_side_once_over_the_samples() -> None:
    state = first_roll()

    sides = [TurnRng(state, 0, sample, 7 + sample).below(SAMPLES) for sample in range(SAMPLES)]

    assert sides == list(range(SAMPLES))


def test_chance_within_the_turn_is_told_from_chance_after_it() -> None:
    state = first_roll()
    rng = TurnRng(state, 0, 0, 7)

    rng.below(6)

    assert rng.used
    assert not rng.turn_over


def test_the_state_is_evaluated_when_the_turn_is_over() -> None:
    state = first_roll()
    rng = TurnRng(state, 0, 0, 7)
    rng.turn -= 1

    rng.below(6)

    assert not rng.used
    assert rng.turn_over
    assert rng.evaluation == state.evaluate(0)


def test_a_roll_that_loses_the_game_has_no_value() -> None:
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


def test_an_answer_that_ends_the_turn_is_evaluated_before_the_next_players_chance() -> None:
    state = first_roll()
    seat = state.asked()[0]
    rng = FastRng(5)
    while state.question(seat).prompt != "take_actions":
        state.play([state.options(seat)[0]], rng)

    one, other = (Trial(state, seat, 0, 0, seed) for seed in (1, 2))

    assert one.turn_over
    assert one.evaluation == other.evaluation


def test_the_plan_is_one_of_the_options_and_the_same_for_the_same_rng() -> None:
    state = first_roll()
    seat = state.asked()[0]

    choices = {TurnPlan(Decision(GAME, state, seat), FastRng(11)).best(state.options(seat)) for _ in range(2)}

    assert len(choices) == 1
    assert choices <= set(state.options(seat))


def test_a_plan_knows_the_ends_of_the_turn_that_need_no_chance() -> None:
    state = first_actions()
    seat = state.asked()[0]
    plan = TurnPlan(Decision(GAME, state, seat), FastRng(11))

    values = plan.values(state.options(seat))

    assert plan.found
    for evaluation, first, before, last in plan.found:
        assert values[first] >= evaluation * SAMPLES
        assert Trial(before, seat, last).turn_over
        assert Trial(before, seat, last).evaluation == evaluation
