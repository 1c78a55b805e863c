"""Where all win or lose together, the greedy bot looks to the end of its own turn."""

from __future__ import annotations

from timebooth.bots.bot import Sight
from timebooth.bots.turn_plan import SAMPLES, Trial, WatchfulDice, best_of_turn
from timebooth.kernel.chance import FastDice
from timebooth.kernel.state import State
from timebooth.registry import find_game

GAME = find_game("riff-in-time")


def first_roll(seats: int = 2, seed: int = 3) -> State:
    """The moment before the first dice are chosen."""
    dice = FastDice(seed)
    state = GAME.start(seats, None, dice)
    while state.question(state.asked()[0]).prompt != "assemble_pool":
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

    sides = [WatchfulDice(state, 0, sample, 7 + sample).below(SAMPLES) for sample in range(SAMPLES)]

    assert sides == list(range(SAMPLES))


def test_watchful_dice_remember_how_the_seat_stood_when_first_thrown() -> None:
    state = first_roll()
    dice = WatchfulDice(state, 0, 0, 7)

    dice.below(6)

    assert dice.thrown
    assert dice.before == state.standing(0)


def test_who_ends_the_turn_is_judged_before_the_next_players_chance() -> None:
    state = first_roll()
    seat = state.asked()[0]
    dice = FastDice(5)
    while state.question(seat).prompt != "take_actions":
        state.play([state.options(seat)[0]], dice)

    one, other = (Trial(state, seat, 0, 0, seed) for seed in (1, 2))

    assert one.turn_over
    assert one.standing == other.standing


def test_the_plan_is_one_of_the_options_and_the_same_for_the_same_dice() -> None:
    state = first_roll()
    seat = state.asked()[0]

    choices = {best_of_turn(Sight(GAME, state, seat), FastDice(11)) for _ in range(2)}

    assert len(choices) == 1
    assert choices <= set(state.options(seat))
