"""Rulings on set-up, the table and what is hidden."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import Table, game, set_up, table
from timebooth.games.back_to_the_future.answers import Draw, Give, KeepIdentity, NewIdentity, Play, React
from timebooth.games.back_to_the_future.events import (
    CardDrawn,
    CardGiven,
    HandDealt,
    IdentityDealt,
    IdentityKept,
    MulliganTaken,
    TurnBegan,
)
from timebooth.games.back_to_the_future.game import Options
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadSetup

# Set-up


def test_the_table_may_say_who_goes_first() -> None:
    """§J56"""
    t = set_up(4, Options(first_player=2, mulligan=False))

    assert t.journal.events[-1] == TurnBegan(2)


def test_otherwise_a_random_seat_goes_first() -> None:
    """§J56"""
    first = {set_up(3, Options(mulligan=False), FastRng(seed)).view(None).turn for seed in range(30)}

    assert first == {0, 1, 2}


def test_a_first_player_who_does_not_sit_at_the_table_is_refused() -> None:
    """§J56"""
    with pytest.raises(BadSetup, match=r"setup\.first_player"):
        set_up(2, Options(first_player=2))


@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_is_dealt_three_cards_and_an_identity_and_the_rest_form_the_id_stack(seats: int) -> None:
    """§J57"""
    t = set_up(seats)

    seen = t.view(None)

    assert [seat.cards for seat in seen.seats] == [3] * seats
    assert seen.draw_pile == 62 - 3 * seats
    assert len({t.identity(seat) for seat in range(seats)}) == seats
    assert (seen.identity_stack, seen.identities_shown) == (10 - seats, ())


def test_everybody_may_try_another_identity_once_before_the_first_turn() -> None:
    """§J58"""
    t = set_up(3, Options(first_player=0))
    dealt = [t.identity(seat) for seat in range(3)]

    asked = t.asked()
    events = t.do({0: KeepIdentity(), 1: NewIdentity(), 2: KeepIdentity()})

    assert asked == (0, 1, 2)
    assert events == [IdentityKept(0), MulliganTaken(1, t.identity(1)), IdentityKept(2), TurnBegan(0)]
    assert t.identity(1) not in dealt
    assert t.prompt(1) == "before_the_turn"


def test_the_old_identity_goes_back_unseen_and_may_come_to_another_player() -> None:
    """§J58"""
    t = set_up(6, Options(first_player=0), FastRng(1))
    dealt = [t.identity(seat) for seat in range(6)]

    t.do({seat: NewIdentity() for seat in range(6)})

    now = [t.identity(seat) for seat in range(6)]
    assert all(new != old for new, old in zip(now, dealt, strict=True))
    assert set(now) & set(dealt)
    assert (t.view(0).identity_stack, t.view(0).identities_shown) == (4, ())


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_can_play(seats: int) -> None:
    """§J59"""
    with pytest.raises(BadSetup, match=r"setup\.seats"):
        game().start(seats, None, FastRng(0))

    assert list(game().seats) == [2, 3, 4, 5, 6]


# What everybody sees


def a_table_with_secrets() -> Table:
    return table(
        ["time_train", "vest"],
        ["memo"],
        [],
        tables=[["pie_pan"], [], ["fax"]],
        discard=["book", "erased"],
        identities=["clay_strickland", "verne_brown", "kiff_tannen"],
        altered=["A-2"],
    )


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_tables_piles_and_the_sizes_of_hands_are_open_to_all(seat: int | None) -> None:
    """§J60"""
    seen = a_table_with_secrets().view(seat)

    assert [player.table for player in seen.seats] == [("pie_pan",), (), ("fax",)]
    assert [player.cards for player in seen.seats] == [2, 1, 0]
    assert seen.discard_pile == ("book", "erased")
    assert seen.draw_pile == 62 - 7
    assert seen.altered == ("A-2", "A-6")
    assert (seen.b1_left, seen.b1_aside, seen.identity_stack) == (5, 0, 7)


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_hands_and_identities_are_seen_by_their_owner_alone(seat: int | None) -> None:
    """§J60"""
    seen = a_table_with_secrets().view(seat)

    hands = [("time_train", "vest"), ("memo",), ()]
    people = ["clay_strickland", "verne_brown", "kiff_tannen"]
    assert [player.hand for player in seen.seats] == [hands[i] if i == seat else None for i in range(3)]
    assert [player.identity for player in seen.seats] == [people[i] if i == seat else None for i in range(3)]
    assert [player.known for player in seen.seats] == [(), (), ()]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_what_a_seat_cannot_know_does_not_show_in_its_view(seat: int) -> None:
    """§J60"""
    t = a_table_with_secrets()
    before = t.view(seat)

    for seed in range(10):
        t.state.resample(seat, FastRng(seed))
        assert t.view(seat) == before


def test_the_draw_pile_and_the_b1_stack_keep_no_order_that_could_be_seen() -> None:
    """§J60"""
    t = table(["time_train"], [], pile=["book", "vest"], discard=[])
    same = table(["time_train"], [], pile=["vest", "book"], discard=[])

    assert t.state.numbers() == same.state.numbers()
    assert t.view(0).searched is None


def test_a_drawn_card_is_told_to_its_player_alone() -> None:
    """§J60"""
    t = table([], [], pile=["vest"], discard=[])

    drawn = t.takes_effect(0, Draw())[0]

    assert isinstance(drawn, CardDrawn)
    assert drawn.seen_by(0) == {"event": "card_drawn", "seat": 0, "card": "vest"}
    assert drawn.seen_by(1) == {"event": "card_drawn", "seat": 0}
    assert drawn.seen_by(None) == {"event": "card_drawn", "seat": 0}


def test_a_given_card_is_told_to_giver_and_receiver_alone() -> None:
    """§J60"""
    t = table(["clock_tower"], ["vest"], [])

    t.takes_effect(0, Play("clock_tower"))
    given = t.does(1, Give("vest"))[0]

    assert isinstance(given, CardGiven)
    assert given.seen_by(0)["card"] == "vest"
    assert given.seen_by(1)["card"] == "vest"
    assert given.seen_by(2) == {"event": "card_given", "seat": 1, "receiver": 0}


def test_what_was_dealt_is_told_to_its_player_alone() -> None:
    """§J60"""
    t = set_up(2, Options(first_player=0))
    t.do({0: NewIdentity(), 1: KeepIdentity()})

    for event in t.journal:
        if isinstance(event, HandDealt):
            assert ("cards" in event.seen_by(0)) == (event.seat == 0)
            assert "cards" not in event.seen_by(None)
        if isinstance(event, IdentityDealt | MulliganTaken):
            assert ("identity" in event.seen_by(0)) == (event.seat == 0)
            assert "identity" not in event.seen_by(None)
    assert {type(event) for event in t.journal} >= {HandDealt, IdentityDealt, MulliganTaken}


# Who is asked


@pytest.mark.parametrize("seat", [0, 2])
def test_everybody_else_is_asked_about_the_truck_whoever_holds_it(seat: int) -> None:
    """§J61"""
    hands: list[list[str]] = [["vest"], ["book"], ["guitar"]]
    nobody = table(*hands, turn=1, from_the_start=True)
    hands[seat] = ["truck"]
    somebody = table(*hands, turn=1, from_the_start=True)

    assert nobody.asked() == somebody.asked() == (0, 2)
    for asked in (0, 2):
        assert nobody.state.question(asked) == somebody.state.question(asked)
    assert React("truck") in somebody.options(seat)
    assert React("truck") not in nobody.options(seat)


@pytest.mark.parametrize("held", ["memo", "engine_trouble", "science_experiment", "vest"])
def test_everybody_else_is_asked_about_a_card_whatever_they_hold(held: str) -> None:
    """§J61"""
    t = table(["time_train"], [held], [])
    empty = table(["time_train"], [], [])

    t.does(0, Play("time_train", linchpin="A-2"))
    empty.does(0, Play("time_train", linchpin="A-2"))

    assert t.asked() == empty.asked() == (1, 2)
    assert t.state.question(1) == empty.state.question(1)
