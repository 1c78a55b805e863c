"""Set-up, who goes first, and the Identity Mulligan."""

from __future__ import annotations

import pytest

from tests.dice import LoadedRng
from tests.games.back_to_the_future.builders import game, set_up
from timebooth.games.back_to_the_future.answers import KeepIdentity, NewIdentity
from timebooth.games.back_to_the_future.game import Options
from timebooth.kernel.errors import BadSetup

STRAIGHT_IN = Options(mulligan=False)


@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_gets_three_cards_and_an_identity(seats: int) -> None:
    """§SETUP §SETUP.DEAL"""
    t = set_up(seats, STRAIGHT_IN)

    assert [len(t.hand(seat)) for seat in range(seats)] == [3] * seats
    assert len({t.identity(seat) for seat in range(seats)}) == seats
    assert t.view(None).draw_pile == 62 - 3 * seats
    assert t.view(None).identity_stack == 10 - seats


def test_the_timeline_is_four_rows_of_six_with_the_original_sides_up() -> None:
    """§SETUP.TIMELINE"""
    t = set_up(2, STRAIGHT_IN)

    assert t.state.box.positions == tuple(f"{row}-{column}" for row in "ABCD" for column in range(1, 7))
    assert t.altered() == []


def test_the_tables_and_the_discard_pile_are_empty_at_first() -> None:
    """§SETUP"""
    t = set_up(3, STRAIGHT_IN)

    assert [t.on_table(seat) for seat in range(3)] == [[], [], []]
    assert t.discard_pile() == []


def test_one_of_five_cards_at_b1_is_real() -> None:
    """§SETUP.B1"""
    t = set_up(2, STRAIGHT_IN)

    assert t.view(None).b1_left == 5
    assert t.state.duds == 4


@pytest.mark.parametrize("cards", [2, 3])
def test_a_short_game_has_fewer_duds(cards: int) -> None:
    """§B1.SHORT"""
    t = set_up(2, Options(b1_cards=cards, mulligan=False))

    assert t.view(None).b1_left == cards
    assert t.state.duds == cards - 1


@pytest.mark.parametrize("cards", [1, 6])
def test_a_b1_stack_without_a_dud_or_with_more_cards_than_the_box_has_is_refused(cards: int) -> None:
    """§B1.SHORT"""
    with pytest.raises(BadSetup):
        game().read_options({"b1_cards": cards})


def test_the_seat_that_the_table_names_goes_first() -> None:
    """§FIRST"""
    t = set_up(3, Options(first_player=2, mulligan=False))

    assert t.state.turn == 2


def test_a_random_seat_goes_first_if_the_table_names_none() -> None:
    """§FIRST"""
    nine_cards_and_three_identities = [0] * 12

    t = set_up(3, STRAIGHT_IN, LoadedRng(*nine_cards_and_three_identities, 2))

    assert t.state.turn == 2


def test_a_seat_that_nobody_sits_on_cannot_go_first() -> None:
    """§FIRST"""
    with pytest.raises(BadSetup):
        set_up(2, Options(first_player=2))


def test_hands_and_identities_are_seen_by_their_holders_only() -> None:
    """§HIDDEN"""
    t = set_up(2, STRAIGHT_IN)

    mine, theirs = t.view(0).seats

    assert (mine.hand, mine.identity) == (tuple(t.hand(0)), t.identity(0))
    assert (theirs.hand, theirs.identity, theirs.known) == (None, None, ())
    assert [(chair.hand, chair.identity) for chair in t.view(None).seats] == [(None, None)] * 2


def test_a_mulligan_swaps_the_identity() -> None:
    """§MULLIGAN"""
    t = set_up(2)
    old, kept = t.identity(0), t.identity(1)

    t.do({0: NewIdentity(), 1: KeepIdentity()})

    assert t.identity(0) not in (old, kept)
    assert t.identity(1) == kept
    assert t.view(None).identity_stack == 8
    assert t.view(None).identities_shown == ()


def test_there_is_no_second_mulligan() -> None:
    """§MULLIGAN"""
    t = set_up(2, Options(first_player=0))

    t.do({0: NewIdentity(), 1: NewIdentity()})

    assert t.prompt(1) == "before_the_turn"
