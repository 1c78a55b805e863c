"""Win chances: the best next flight of a booth, and what follows from it."""

from __future__ import annotations

import pytest

from tests.games.excellent_boardgame.builders import IDLE, Table, card, game, table
from timebooth.games.excellent_boardgame.answers import Plan
from timebooth.games.excellent_boardgame.bot.evaluation import distance
from timebooth.games.excellent_boardgame.bot.win_chances import BestFlight
from timebooth.games.excellent_boardgame.box import RINGS, number, rings, space_of
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.kernel.chance import FastRng


def best_flight(t: Table, seat: int = 0) -> BestFlight:
    found = BestFlight()
    found.find(t.state, seat)
    return found


def test_the_rings_around_a_space_are_one_two_and_three_steps_away() -> None:
    """§EDGE"""
    t = table(IDLE, IDLE)
    around = rings(7, 7)

    for space in (0, 24, 48):
        near = around[space * RINGS : (space + 1) * RINGS]
        assert len(set(near)) == RINGS
        assert [distance(t.state, space, other) for other in near] == [1] * 4 + [2] * 8 + [3] * 12


def test_the_best_flight_collects_most_and_ends_nearest_to_the_next_character() -> None:
    """§PICKUP"""
    board = {"C4": ["napoleon"], "C3": ["beethoven"], "E3": ["socrates"]}
    t = table((21, 36), IDLE, booths=("C5 north", "A1 north"), board=board, hands=[[22], []])

    found = best_flight(t)

    assert (found.most, found.near) == (2, 2)
    assert card(21) in (found.first, found.second)


def test_a_flight_follows_the_characters_first_and_minds_the_evil_dudes() -> None:
    """§MOVE §DROP §J12"""
    rows = [["joan_of_arc F", "genghis_khan F F"]]
    one = table(IDLE, (22, 15), booths=("C5 north", "A1 north"), rows=rows, knight="C4 north")
    both = table(IDLE, (22, 15), booths=("C5 north", "A1 north"), rows=rows, knight="C4 north", cowboy="C4 north")

    assert (best_flight(one).most, one.state.box.space_names[space_of(best_flight(one).pose)]) == (1, "C2")
    assert (best_flight(both).most, both.state.box.space_names[space_of(best_flight(both).pose)]) == (0, "C4")


@pytest.mark.parametrize("seed", range(40))
def test_a_flight_ends_as_the_rules_end_it_when_nothing_else_moves(seed: int) -> None:
    """§MOVE §PICKUP §DROP §DUDES"""
    dice = FastRng(seed)
    state = game().start(2, None, dice)
    assert isinstance(state, ExcellentState)
    for _ in range(dice.below(9)):
        state.play([options[dice.below(len(options))] for options in map(state.options, state.asked())], dice)
    while len(state.asked()) == 1:
        state.play(state.options(state.asked()[0])[:1], dice)
    idle = sum(1 << card(number) for number in IDLE)
    state.set_hand(0, (state.hand(0) | state.hand(1)) & ~idle)
    state.set_hand(1, idle)
    state.set_held(1, 0)  # a booth without characters turns on the spot
    state.set_collected(1, 0)
    found = BestFlight()
    found.find(state, 0)
    answers = game().answers
    plans = [(number(found.first), number(found.second)), IDLE]

    state.play([answers.code(Plan(*plan)) for plan in plans], dice)
    while len(state.asked()) == 1:
        state.play(state.options(state.asked()[0])[:1], dice)

    assert state.held(0) == found.most


def test_the_win_chances_of_all_add_up_and_characters_weigh_more_toward_the_end() -> None:
    """§GOAL"""

    def first_seat(rounds: int, *rows: list[str]) -> float:
        t = table(IDLE, (22, 15), rows=list(rows))
        t.state.rounds = rounds
        assert sum(t.state.win_chances()) == pytest.approx(1.0)
        return t.state.win_chances()[0]

    more = [["napoleon B", "joan_of_arc F"], ["socrates TR"]]
    early, late = (first_seat(rounds, *more) - first_seat(rounds, [], []) for rounds in (10, 1))

    assert 0.0 < early < late


def test_a_game_longer_than_any_that_was_fitted_is_weighed_like_the_longest() -> None:
    """§END"""
    t = table(IDLE, (22, 15), rows=[["napoleon B"], []])
    t.state.rounds = 10
    longest = t.state.win_chances()
    t.state.rounds = 12

    assert t.state.win_chances() == longest


def test_of_equals_the_lowest_card_has_the_better_win_chances() -> None:
    """§TIE"""
    t = table(IDLE, (22, 15), last_round=True)

    assert t.state.win_chances()[1] > 0.5


def test_after_the_end_the_winner_is_certain() -> None:
    """§WIN"""
    t = table(IDLE, (22, 15), rows=[["napoleon"], []], last_round=True)
    t.plan(IDLE, (22, 15))

    assert t.state.win_chances() == [1.0, 0.0]
