"""Picking up characters."""

from __future__ import annotations

import pytest

from tests.games.excellent_boardgame.builders import IDLE, Table, dropped, path, picked_up, table
from timebooth.games.excellent_boardgame.answers import Place
from timebooth.games.excellent_boardgame.pieces import CHARACTERS
from timebooth.kernel.errors import Refused


def test_a_booth_that_moves_into_a_space_picks_up_the_character_there() -> None:
    """§PICKUP"""
    t = table((21, 22), IDLE, booths=("C5 north", "A1 north"), board={"C3": ["napoleon"]})

    assert picked_up(t.plan((21, 22), IDLE)) == [(0, "napoleon", "C3")]
    assert t.collected(0) == ["napoleon"]
    assert t.on_board() == {}


def test_a_new_character_is_placed_to_the_left_of_the_others() -> None:
    """§PICKUP.ROW"""
    t = table(
        (21, 22),
        IDLE,
        booths=("C5 north", "A1 north"),
        rows=[["socrates TR"]],
        board={"D5": ["beethoven"], "E5": ["napoleon"]},
    )

    t.plan((21, 22), IDLE)

    assert t.collected(0) == ["napoleon", "beethoven", "socrates"]


def test_a_new_character_lies_arrows_down_until_the_end_of_the_turn() -> None:
    """§PICKUP.FACE_DOWN"""
    t = table((21, 22), IDLE, booths=("C5 north", "A1 north"), board={"C4": ["napoleon"], "C3": ["beethoven"]})

    assert path(t.plan((21, 22), IDLE), 0) == ["C4 north", "C3 north", "C3 east", "C3 south"]


def test_nobody_collects_a_second_copy_of_a_character() -> None:
    """§PICKUP.ONE"""
    t = table(
        (36, 51), (22, 15), booths=("C5 north", "A1 north"), rows=[["joan_of_arc F"]], board={"C4": ["joan_of_arc"]}
    )

    assert picked_up(t.plan((36, 51), (22, 15))) == []
    assert t.on_board() == {"C4": ["joan_of_arc"]}


def test_nothing_is_picked_up_where_an_evil_dude_stands() -> None:
    """§PICKUP.DUDE"""
    t = table((21, 22), IDLE, booths=("C5 north", "A1 north"), board={"C4": ["napoleon"]}, knight="C4 east")

    assert picked_up(t.plan((21, 22), IDLE)) == []


def test_of_several_characters_one_copy_of_each_is_picked_up_in_the_order_the_player_chooses() -> None:
    """§PICKUP.SEVERAL §J19"""
    board = {"C4": ["napoleon", "napoleon", "beethoven", "socrates"]}
    t = table((21, 22), IDLE, booths=("C5 north", "A1 north"), board=board)

    before = t.plan((21, 22), IDLE)
    asked = t.state.asked()
    choices = [t.options(0)]
    t.place("socrates")
    choices.append(t.options(0))
    after = t.place("napoleon")

    assert asked == (0,)
    assert choices == [
        [Place("beethoven"), Place("napoleon"), Place("socrates")],
        [Place("beethoven"), Place("napoleon")],
    ]
    assert path(before, 0) == ["C4 north"]  # asked at once, before the next symbol
    assert path(after, 0)[0] == "C3 north"
    assert t.collected(0) == ["beethoven", "napoleon", "socrates"]
    assert t.on_board() == {"C4": ["napoleon"]}


def test_the_character_placed_last_is_the_most_recent_one() -> None:
    """§J19 §J28"""
    board = {"C4": ["napoleon", "socrates"]}
    t = table((21, 22), IDLE, booths=("C5 north", "A1 north"), board=board, knight="C3 east")

    t.plan((21, 22), IDLE)

    assert dropped(t.place("socrates")) == [(0, "napoleon", "C3")]


def test_a_dropped_character_is_there_for_anybody_who_moves_in() -> None:
    """§PICKUP.DROPPED"""
    t = table((21, 22), IDLE, booths=("C5 north", "C3 south"), board={"C3": ["napoleon B"]})

    assert picked_up(t.plan((21, 22), IDLE)) == [(0, "napoleon", "C3")]


def cowboy_robs_seat_1() -> Table:
    """On seat 0's turn the Cowboy slides right of west into F3, where seat 1 stands, and goes on to E2."""
    return table((13, 16), (21, 37), booths=("A7 north", "F3 north"), rows=[[], ["napoleon B"]], hands=[[], IDLE])


def test_a_character_dropped_in_ones_own_space_cannot_be_picked_up_at_once() -> None:
    """§PICKUP.DROPPED §J22"""
    t = cowboy_robs_seat_1()

    events = t.plan((13, 16), IDLE)

    assert dropped(events) == [(1, "napoleon", "F3")]
    assert picked_up(events) == []
    assert t.on_board() == {"F3": ["napoleon"]}


def test_whoever_leaves_and_comes_back_picks_up_what_was_dropped_even_the_same_token() -> None:
    """§PICKUP.DROPPED §J21 §J22"""
    t = cowboy_robs_seat_1()

    events = t.plan((13, 16), (21, 37))

    assert picked_up(events) == [(1, "napoleon", "F3")]
    assert t.view(None).seats[1].collected[0].symbols == ("back",)


def test_a_dude_that_leaves_a_booths_space_frees_nothing_for_it() -> None:
    """§J22"""
    t = table((3, 10), IDLE, booths=("A7 north", "C2 north"), board={"C2": ["napoleon"]}, knight="C2 east")

    events = t.plan((3, 10), IDLE)

    assert not t.dude("knight").startswith("C2")
    assert picked_up(events) == []


def test_every_step_is_a_move_into_a_space_also_in_passing() -> None:
    """§PICKUP §J16"""
    t = table((21, 22), IDLE, booths=("C5 north", "A1 north"), board={"C4": ["napoleon"], "C3": ["socrates"]})

    assert picked_up(t.plan((21, 22), IDLE)) == [(0, "napoleon", "C4"), (0, "socrates", "C3")]


def test_turning_on_the_spot_picks_nothing_up() -> None:
    """§J17"""
    t = table(IDLE, (22, 15), booths=("C5 north", "A1 north"), board={"C5": ["napoleon"]})

    assert picked_up(t.plan(IDLE, (22, 15))) == []


def test_picking_up_is_not_optional() -> None:
    """§J18"""
    t = table(
        (21, 22), IDLE, booths=("C5 north", "A1 north"), board={"C4": ["napoleon"], "C3": ["beethoven", "socrates"]}
    )

    t.plan((21, 22), IDLE)

    assert t.collected(0) == ["napoleon"]
    assert t.options(0) == [Place("beethoven"), Place("socrates")]
    with pytest.raises(Refused):
        t.place("napoleon")


def test_the_top_copy_of_a_stack_is_taken_and_a_dropped_one_goes_on_top() -> None:
    """§J20"""
    t = table(
        (21, 22),
        IDLE,
        booths=("C5 north", "A1 north"),
        board={"C4": ["joan_of_arc F", "joan_of_arc B R"]},
    )
    u = table(
        (3, 10),
        IDLE,
        booths=("A7 north", "B3 north"),
        rows=[[], ["napoleon B"]],
        board={"B3": ["napoleon L B"]},
        remember=True,
    )

    t.plan((21, 22), IDLE)
    u.plan((3, 10), IDLE)

    assert t.view(None).seats[0].collected[0].symbols == ("back", "right")
    assert u.view(None).stacks[0].seen == (("left", "back"), ("back",))


def test_whoever_moves_in_first_takes_what_was_dropped() -> None:
    """§PICKUP.DROPPED §J23"""
    t = table(
        (3, 10),
        IDLE,
        (21, 22),
        booths=("A7 north", "B3 north", "B4 north"),
        rows=[[], ["napoleon B"]],
    )

    events = t.plan((3, 10), IDLE, (21, 22))  # the Knight goes through B3 and on, seat 2 comes, seat 1 stays

    assert dropped(events) == [(1, "napoleon", "B3")]
    assert picked_up(events) == [(2, "napoleon", "B3")]


def test_two_booths_in_one_space_do_nothing_to_each_other() -> None:
    """§J24"""
    t = table((21, 22), IDLE, booths=("C5 north", "C4 north"), rows=[["socrates TR"], ["napoleon B"]], last_round=True)

    t.plan((21, 22), IDLE)

    assert (t.collected(0), t.collected(1)) == (["socrates"], ["napoleon"])


def test_onto_a_stack_and_off_again_are_two_moves() -> None:
    """§J25"""
    t = table(
        (21, 5),
        IDLE,
        booths=("C5 north", "A1 north"),
        board={"C4": ["napoleon"], "C5": ["socrates"], "C3": ["beethoven"]},
    )

    events = t.plan((21, 5), IDLE)

    assert picked_up(events) == [(0, "napoleon", "C4"), (0, "beethoven", "C3"), (0, "socrates", "C5")]


def test_the_game_goes_on_for_a_player_who_holds_all_nine() -> None:
    """§J26"""
    nine = [
        "princesses R R",
        "abraham_lincoln B B",
        "beethoven L",
        "billy_the_kid TL",
        "genghis_khan L L",
        "joan_of_arc F",
        "napoleon B",
        "sigmund_freud R",
        "socrates TR",
    ]
    t = table(
        (36, 51), (22, 15), booths=("A7 north", "A1 north"), rows=[nine], pile=4, knight="D2 east", cowboy="D6 west"
    )

    t.plan((36, 51), (22, 15))

    assert sorted(t.collected(0)) == sorted(CHARACTERS)
    assert t.state.asked() == (0, 1)
