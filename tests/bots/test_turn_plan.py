"""Where all win or lose together, the greedy bot looks to the end of its own turn."""

from __future__ import annotations

from timebooth.bots.bot import Sight
from timebooth.bots.turn_plan import Trial, WatchfulDice, best_of_turn
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

    trial = Trial(state, seat, state.options(seat)[0], 1)

    assert trial.by_chance
    assert not trial.turn_over
    assert state.numbers() == before


def test_watchful_dice_fall_as_their_seed_says_and_remember_how_the_seat_stood() -> None:
    state = first_roll()
    dice = WatchfulDice(state, 0, 7)

    assert [dice.below(6) for _ in range(5)] == [dice_at(7, n) for n in range(5)]
    assert dice.before == state.standing(0)


def dice_at(seed: int, n: int) -> int:
    """The n-th throw with this seed, counted from 0."""
    dice = FastDice(seed)
    return [dice.below(6) for _ in range(n + 1)][n]


def test_who_ends_the_turn_is_judged_before_the_next_players_chance() -> None:
    state = first_roll()
    seat = state.asked()[0]
    dice = FastDice(5)
    while state.question(seat).prompt != "take_actions":
        state.play([state.options(seat)[0]], dice)

    one, other = (Trial(state, seat, 0, chance) for chance in (1, 2))

    assert one.turn_over
    assert one.standing == other.standing


def test_the_plan_is_one_of_the_options_and_the_same_for_the_same_dice() -> None:
    state = first_roll()
    seat = state.asked()[0]

    choices = {best_of_turn(Sight(GAME, state, seat), FastDice(11)) for _ in range(2)}

    assert len(choices) == 1
    assert choices <= set(state.options(seat))
