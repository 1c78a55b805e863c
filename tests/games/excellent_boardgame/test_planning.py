"""Planning, the order of turns, and Sixty-Nine."""

from __future__ import annotations

import pytest

from tests.games.excellent_boardgame.builders import IDLE, cards, dude_path, game, path, table, turns
from timebooth.games.excellent_boardgame.answers import Place, Plan
from timebooth.games.excellent_boardgame.events import CardsRevealed, SixtyNineDudes, TurnBegan
from timebooth.games.excellent_boardgame.initiative import initiative
from timebooth.kernel.errors import Refused


def test_a_round_is_planning_for_all_and_then_a_turn_for_each() -> None:
    """§ROUND"""
    t = table((21, 55), IDLE, (12, 2), pile=6)

    assert t.state.asked() == (0, 1, 2)
    events = t.plan((21, 55), IDLE, (12, 2))

    assert sorted(turns(events)) == [0, 1, 2]
    assert t.view(None).round == 2
    assert t.state.asked() == (0, 1, 2)


def test_every_player_plays_two_different_cards_of_their_hand_in_either_order() -> None:
    """§PLAN"""
    t = table((5, 21), IDLE, hands=[[69], []])

    pairs = [(5, 21), (5, 69), (21, 5), (21, 69), (69, 5), (69, 21)]
    assert t.options(0) == [Plan(first, second) for first, second in pairs]
    assert t.state.question(0).sealed


def test_a_card_that_is_not_in_hand_cannot_be_planned() -> None:
    """§PLAN"""
    t = table((5, 21), IDLE)

    with pytest.raises(Refused):
        t.plan((5, 22), IDLE)
    assert t.hand(0) == [5, 21]


def test_all_cards_are_revealed_together_and_keep_their_sequence() -> None:
    """§PLAN.REVEAL"""
    t = table((5, 21), IDLE)

    events = t.plan((21, 5), IDLE)

    assert events[:2] == [CardsRevealed(0, 21, 5), CardsRevealed(1, *IDLE)]


def test_the_lowest_revealed_card_goes_first_and_the_next_lowest_next() -> None:
    """§ORDER"""
    t = table((40, 41), (13, 59), (22, 20))

    assert turns(t.plan((40, 41), (13, 59), (22, 20))) == [1, 2, 0]


def test_of_two_cards_the_lower_one_counts_whichever_comes_first() -> None:
    """§ORDER §J1"""
    t = table((50, 12), (13, 14))

    assert turns(t.plan((50, 12), (13, 14))) == [0, 1]


def test_sixty_nine_is_lowest_when_another_player_shows_a_single_digit() -> None:
    """§SIXTY_NINE §J3 §J4"""
    t = table((69, 21), (14, 50), (9, 33))

    events = t.plan((69, 21), (14, 50), (9, 33))

    assert turns(events) == [0, 2, 1]
    assert SixtyNineDudes(0) in events


def test_sixty_nine_is_ignored_when_only_its_owner_shows_a_single_digit() -> None:
    """§SIXTY_NINE.IGNORED §J3"""
    t = table((69, 3), (14, 50), (12, 33))

    events = t.plan((69, 3), (14, 50), (12, 33))

    assert turns(events) == [0, 2, 1]
    assert SixtyNineDudes(0) not in events


def test_an_active_sixty_nine_changes_neither_the_movement_nor_the_dudes() -> None:
    """§J4"""
    t = table((21, 69), (9, 33), booths=("A7 north", "G1 south"))

    events = t.plan((21, 69), (9, 33))

    assert turns(events) == [0, 1]
    assert path(events, 0) == ["A6 north", "A5 north", "A4 north", "A3 north"]
    assert dude_path(events, "cowboy")[:2] == ["E4 west", "D4 west"]
    assert dude_path(events, "knight") == ["C4 east", "D4 east"]


def test_an_ignored_sixty_nine_leaves_the_owners_other_card_to_count() -> None:
    """§SIXTY_NINE.IGNORED §J5"""
    t = table((69, 40), (14, 50), (41, 42))

    assert turns(t.plan((69, 40), (14, 50), (41, 42))) == [1, 0, 2]


def test_any_revealed_single_digit_counts_not_only_a_players_lower_card() -> None:
    """§J6"""
    all_revealed = initiative(cards(69, 30), cards(3, 9))
    lower_ones_only = initiative(cards(69, 30), cards(3))

    assert all_revealed == lower_ones_only == 0


def test_the_shout_is_announced_when_it_counts_and_nobody_is_asked_for_it() -> None:
    """§SIXTY_NINE.SHOUT §J7"""
    t = table((69, 21), (9, 33), pile=4)

    events = t.plan((69, 21), (9, 33))

    assert events.index(SixtyNineDudes(0)) < events.index(TurnBegan(0))
    assert {type(answer) for answer in game().answers.answers} == {Plan, Place}
