"""Set-up and the cards."""

from __future__ import annotations

import pytest

from tests.games.excellent_boardgame.builders import game
from timebooth.games.excellent_boardgame.events import HandDealt, ReturnedUnseen
from timebooth.games.excellent_boardgame.game import Options
from timebooth.games.excellent_boardgame.pieces import RETURNED, UNREVEALED
from timebooth.games.excellent_boardgame.seen import View
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.games.excellent_boardgame.view import view
from timebooth.kernel.bits import count
from timebooth.kernel.chance import FastRng, shuffled
from timebooth.kernel.journal import Journal


def dealt(seats: int, seed: int = 1, journal: Journal | None = None) -> ExcellentState:
    state = game().start(seats, None, FastRng(seed), journal)
    assert isinstance(state, ExcellentState)
    return state


def table_of(seats: int, seed: int = 1) -> View:
    return view(dealt(seats, seed), None)


@pytest.mark.parametrize(("seats", "copies"), [(2, 2), (3, 3), (4, 4)])
def test_nine_stacks_hold_as_many_copies_as_there_are_players(seats: int, copies: int) -> None:
    """§SETUP.STACKS §SETUP.RETURN"""
    stacks = table_of(seats).stacks

    assert len({stack.character for stack in stacks}) == len(stacks) == 9
    assert all(stack.count == copies for stack in stacks)


def test_the_arrows_of_a_stack_are_in_random_order_and_seen_by_nobody() -> None:
    """§SETUP.STACKS §HIDDEN"""
    s = dealt(4)

    assert all(s.arrows(token) == UNREVEALED for token in range(s.box.tokens))
    assert "symbols" not in str(view(s, 0).stacks)


def test_the_princesses_lie_in_the_centre_and_the_others_at_random() -> None:
    """§SETUP.DOTS"""
    tables = [table_of(2, seed) for seed in range(40)]

    places = [{stack.character: stack.space for stack in seen.stacks} for seen in tables]
    assert all(place["princesses"] == "D4" for place in places)
    assert all(sorted(place.values()) == sorted(tables[0].dots) for place in places)
    assert {place["napoleon"] for place in places} == set(tables[0].dots) - {"D4"}


def test_a_row_is_shuffled_as_a_list_is_and_stays_as_it_was() -> None:
    row = game().box.outer_dots
    dots = list(row)

    found = shuffled(row, FastRng(7))

    assert list(row) == dots
    FastRng(7).shuffle(dots)
    assert list(found) == dots


def test_the_knight_stands_on_the_shield_and_the_cowboy_on_the_badge_beside_a_stack() -> None:
    """§SETUP.DUDES"""
    seen = table_of(3)

    assert (seen.dudes["knight"].space, seen.dudes["cowboy"].space) == ("B4", "F4")
    assert {"B4", "F4"} < {stack.space for stack in seen.stacks}


def test_every_booth_and_evil_dude_points_toward_the_centre() -> None:
    """§SETUP.FACING"""
    seen = table_of(2)

    assert (seen.dudes["knight"].facing, seen.dudes["cowboy"].facing) == ("east", "west")
    assert {(other.booth.space, other.booth.facing) for other in seen.seats} == {("D7", "north"), ("D1", "south")}


def test_two_players_start_on_one_start_space_each() -> None:
    """§SETUP.START"""
    assert sorted(other.booth.space for other in table_of(2).seats) == ["D1", "D7"]


def test_three_players_start_on_the_space_whose_icon_shows_three() -> None:
    """§SETUP.START §J46"""
    assert [other.booth.space for other in table_of(3).seats] == ["D7", "D7", "D7"]


def test_four_players_start_two_and_two_and_chance_says_who_with_whom() -> None:
    """§SETUP.START §J45"""
    pairs = set()
    for seed in range(40):
        places = [other.booth.space for other in table_of(4, seed).seats]
        assert sorted(places) == ["D1", "D1", "D7", "D7"]
        pairs.add(tuple(places))

    assert len(pairs) == 6


@pytest.mark.parametrize(("seats", "cards", "tokens"), [(2, 14, 18), (3, 9, 9), (4, 0, 0)])
def test_cards_and_characters_go_back_to_the_box_unseen(seats: int, cards: int, tokens: int) -> None:
    """§SETUP.RETURN §J41"""
    journal = Journal()
    s = dealt(seats, journal=journal)

    assert count(s.unseen) - s.pile == cards
    assert sum(s.lies_at(token) == RETURNED for token in range(s.box.tokens)) == tokens
    told = [event for event in journal if isinstance(event, ReturnedUnseen)]
    assert told == ([ReturnedUnseen(cards, tokens // 9)] if cards else [])
    assert view(s, 0).returned is None


@pytest.mark.parametrize(("seats", "rounds", "pile"), [(2, 10, 36), (3, 7, 36), (4, 5, 40)])
def test_the_game_lasts_ten_seven_or_five_rounds(seats: int, rounds: int, pile: int) -> None:
    """§SETUP.ROUNDS §CLOCK"""
    seen = table_of(seats)

    assert (seen.round, seen.rounds, seen.draw_pile) == (1, rounds, pile)


def test_four_players_may_agree_on_six_rounds() -> None:
    """§J42"""
    state = game().start(4, Options(four_player_rounds=6), FastRng(1))

    assert isinstance(state, ExcellentState)
    assert state.rounds == 6


def test_every_player_draws_five_cards_that_only_they_see() -> None:
    """§SETUP.HAND §HIDDEN"""
    journal = Journal()
    s = dealt(4, journal=journal)

    assert [other.cards for other in view(s, None).seats] == [5, 5, 5, 5]
    assert [other.hand is not None for other in view(s, 2).seats] == [False, False, True, False]
    hands = [event for event in journal if isinstance(event, HandDealt)]
    assert ["cards" in event.seen_by(1) for event in hands] == [False, True, False, False]
