"""Movement: symbols, the order of buttons, the edge, and the vectors."""

from __future__ import annotations

import pytest

from tests.games.excellent_boardgame.builders import (
    IDLE,
    dropped,
    dude_path,
    game,
    opening,
    path,
    picked_up,
    table,
)
from timebooth.games.excellent_boardgame.answers import Plan
from timebooth.games.excellent_boardgame.events import BoothMoved, CharacterGone
from timebooth.kernel.journal import Event


def spaces(*said: str) -> list[str]:
    """Return spaces by their names; vectors write column 3, row 6 (from 0), facing north, as `36N`."""
    facings = {"N": "north", "E": "east", "S": "south", "W": "west"}
    return [f"{'ABCDEFG'[int(one[0])]}{int(one[1]) + 1} {facings[one[2]]}" for one in said]


# The vectors of the component list.


def test_vector_cards_21_and_55_from_start_a() -> None:
    """§MOVE §DUDES"""
    t = opening((21, 55), IDLE)

    events = t.plan((21, 55), IDLE)

    assert path(events, 0) == spaces("35N", "34N", "34E", "44E")
    assert [(seat, space) for seat, _, space in picked_up(events)] == [(0, "D6")]
    assert dude_path(events, "cowboy")[:4] == spaces("43W", "33W", "33N", "32N")


def test_vector_cards_37_and_44_from_start_a() -> None:
    """§EDGE §J38 §J36"""
    t = opening((37, 44), (58, 54))

    events = t.plan((37, 44), (58, 54))

    assert path(events, 0) == spaces("30N", "31N", "32N", "22N")
    assert picked_up(events)[0][2] == "D2"
    assert dude_path(events, "cowboy")[:4] == spaces("63W", "03W", "13W", "14W")


def test_vector_cards_6_and_10_from_start_b() -> None:
    """§SYMBOLS §DUDES"""
    t = opening(IDLE, (6, 10))

    events = t.plan(IDLE, (6, 10))

    assert path(events, 1) == spaces("31S", "31E", "31N", "30N")
    assert [space for _, _, space in picked_up(events)] == ["D2"]
    assert dude_path(events, "knight")[:4] == spaces("23E", "23N", "23W", "13W")


def test_vector_billy_and_socrates_then_cards_12_and_2() -> None:
    """§MOVE §MOVE.LEFT_TO_RIGHT §J8"""
    t = table((12, 2), IDLE, booths=("D6 north", "A1 north"), rows=[["billy_the_kid F TL", "socrates TR B"]])

    events = t.plan((12, 2), IDLE)

    assert path(events, 0) == spaces("34N", "34W", "34N", "35N", "35E", "45E", "44E", "43E")
    assert dude_path(events, "knight")[:2] == spaces("13S", "14S")
    assert dude_path(events, "cowboy")[:2] == spaces("54W", "55W")


# The six symbols.


@pytest.mark.parametrize(
    ("facing", "forward", "back", "left", "right"),
    [
        ("north", "D3", "D5", "C4", "E4"),
        ("east", "E4", "C4", "D3", "D5"),
        ("south", "D5", "D3", "E4", "C4"),
        ("west", "C4", "E4", "D5", "D3"),
    ],
)
def test_steps_go_by_the_facing_and_keep_it(facing: str, forward: str, back: str, left: str, right: str) -> None:
    """§SYMBOLS"""
    first_cards = {21: forward, 5: back, 2: left, 13: right}
    for number, space in first_cards.items():
        t = table((number, 22), (36, 51), booths=(f"D4 {facing}", "A1 north"), knight="A7 east", cowboy="G7 west")

        assert path(t.plan((number, 22), (36, 51)), 0)[0] == f"{space} {facing}"


def test_turns_go_a_quarter_to_the_left_or_to_the_right_on_the_spot() -> None:
    """§SYMBOLS §J17"""
    t = table((15, 22), IDLE, booths=("C3 north", "A1 north"))

    assert path(t.plan((15, 22), IDLE), 0) == ["C3 west", "C3 south", "C3 west", "C3 north"]


@pytest.mark.parametrize(
    ("start", "number", "arrival"),
    [
        ("C1 north", 21, "C7 north"),
        ("C7 north", 5, "C1 north"),
        ("A3 north", 2, "G3 north"),
        ("G3 north", 13, "A3 north"),
        ("A1 west", 21, "G1 west"),
    ],
)
def test_a_booth_that_leaves_the_board_comes_back_on_the_other_side_facing_as_before(
    start: str, number: int, arrival: str
) -> None:
    """§EDGE §J38"""
    t = table((number, 22), IDLE, booths=(start, "E3 north"))

    events = t.plan((number, 22), IDLE)

    assert path(events, 0)[0] == arrival
    assert next(event for event in events if isinstance(event, BoothMoved)).wrapped


def test_an_evil_dude_that_leaves_the_board_comes_back_on_the_other_side() -> None:
    """§EDGE §J38"""
    t = table((21, 43), IDLE, booths=("C3 north", "C5 north"), cowboy="A6 west")

    assert dude_path(t.plan((21, 43), IDLE), "cowboy")[:2] == ["G6 west", "F6 west"]


# The order of buttons.


def test_without_characters_only_the_two_cards_move_the_booth() -> None:
    """§MOVE.NO_CHARACTERS"""
    t = table((3, 15), IDLE, booths=("C3 north", "A1 north"))

    assert path(t.plan((3, 15), IDLE), 0) == ["B3 north", "B2 north", "B2 west", "B2 south"]


def test_the_card_next_to_the_marker_moves_the_booth_before_the_other() -> None:
    """§MOVE"""
    there = table((10, 21), IDLE, booths=("C3 north", "A1 north")).plan((10, 21), IDLE)
    back = table((10, 21), IDLE, booths=("C3 north", "A1 north")).plan((21, 10), IDLE)

    assert path(there, 0) == ["C3 west", "B3 west", "A3 west", "G3 west"]
    assert path(back, 0) == ["C2 north", "C1 north", "C1 west", "B1 west"]


def test_the_newest_character_moves_the_booth_first() -> None:
    """§MOVE §J8"""
    t = table((36, 51), (22, 15), booths=("C5 north", "A1 north"), rows=[["joan_of_arc F", "billy_the_kid TL"]])

    assert path(t.plan((36, 51), (22, 15)), 0)[:2] == ["C4 north", "C4 west"]


def test_a_character_collected_this_turn_moves_the_booth_from_the_next_turn_on() -> None:
    """§PICKUP.FACE_DOWN §J9"""
    t = table((21, 22), IDLE, booths=("C5 north", "A1 north"), board={"C4": ["joan_of_arc"]}, pile=4, dice=[3])

    first = t.plan((21, 22), IDLE)
    mine, theirs = t.hand(0), t.hand(1)
    second = t.plan((mine[0], mine[1]), (theirs[0], theirs[1]))

    assert path(first, 0) == ["C4 north", "C3 north", "C3 east", "C3 south"]
    assert path(second, 0)[0] == "C4 south"  # the single arrow of Joan's fourth copy


def test_every_button_has_to_be_used() -> None:
    """§J10"""
    t = table((21, 55), IDLE)

    assert t.options(0) == [Plan(21, 55), Plan(55, 21)]
    assert len(path(t.plan((21, 55), IDLE), 0)) == 4


def test_a_character_dropped_before_the_turn_comes_does_not_move_the_booth() -> None:
    """§J11"""
    t = table(
        (3, 10),
        IDLE,
        booths=("A7 north", "B3 north"),
        rows=[[], ["napoleon B", "joan_of_arc F"]],
    )

    events = t.plan((3, 10), IDLE)  # the Knight slides left of east: into B3

    assert dropped(events) == [(1, "napoleon", "B3")]
    assert path(events, 1) == ["B2 north", "B2 west", "B2 south", "B2 west", "B2 north"]


def run_into_both_dudes(*, frozen: bool) -> list[Event]:
    """Genghis Khan's own two arrows run into the Knight, then into the Cowboy, before Joan's turn comes."""
    t = table(
        (36, 51),
        (22, 15),
        booths=("C5 north", "A1 north"),
        rows=[["genghis_khan F F", "joan_of_arc F", "socrates TR"]],
        knight="C4 east",
        cowboy="C3 west",
        frozen=frozen,
    )
    return t.plan((36, 51), (22, 15))


def test_a_button_already_begun_is_finished_and_a_dropped_character_no_longer_moves_the_booth() -> None:
    """§J12"""
    events = run_into_both_dudes(frozen=False)

    assert dropped(events) == [(0, "genghis_khan", "C4"), (0, "joan_of_arc", "C3")]
    assert CharacterGone(0, "joan_of_arc") in events
    assert path(events, 0)[:3] == ["C4 north", "C3 north", "C3 east"]


def test_with_a_frozen_programme_a_dropped_character_still_moves_the_booth() -> None:
    """§J12"""
    events = run_into_both_dudes(frozen=True)

    assert CharacterGone(0, "joan_of_arc") not in events
    assert path(events, 0)[:4] == ["C4 north", "C3 north", "C2 north", "C2 east"]


def test_an_evil_dude_moves_by_his_own_facing() -> None:
    """§J13"""
    t = table((21, 43), IDLE, booths=("C3 north", "G7 north"), cowboy="F4 south")

    assert dude_path(t.plan((21, 43), IDLE), "cowboy")[:4] == ["F5 south", "F6 south", "F6 east", "G6 east"]


def test_the_same_dude_on_both_cards_moves_twice_and_the_other_stays() -> None:
    """§DUDES.TWICE §J14"""
    t = table((21, 2), (26, 7), booths=("A7 north", "G1 north"))

    events = t.plan((21, 2), (26, 7))

    assert dude_path(events, "cowboy")[:4] == ["E4 west", "D4 west", "D5 west", "D6 west"]
    assert dude_path(events, "knight") == []
    assert t.dude("knight") == "B4 east"


def test_the_arrows_are_not_to_be_seen_before_the_end_of_the_turn() -> None:
    """§J15 §PICKUP.FACE_DOWN"""
    board = {"C4": ["joan_of_arc"], "C3": ["napoleon", "socrates"]}
    t = table((21, 36), (51, 15), booths=("C5 north", "A1 north"), board=board)
    t.plan((21, 36), (51, 15))  # stops to ask for the order of two characters

    assert [one.symbols for one in t.view(0).seats[0].collected] == [None]
    t.place("napoleon")
    assert all(one.symbols is not None for one in t.view(0).seats[0].collected)


def test_the_journal_records_every_symbol() -> None:
    """§MOVE"""
    t = table((21, 55), IDLE)

    events = t.plan((21, 55), IDLE)

    assert len(path(events, 0)) == 4
    assert len(dude_path(events, "cowboy")) == 4 + 2
    assert len(dude_path(events, "knight")) == 2


def test_the_goal_is_to_hold_the_most_characters() -> None:
    """§GOAL"""
    t = table((36, 51), (22, 15), rows=[["napoleon B", "socrates TR"], []], last_round=True, hands=[[30], [1]])

    t.plan((36, 51), (22, 15))

    assert t.state.outcome() is not None
    assert game().endings == ("most_characters", "lowest_card")
    assert t.state.winner == 0
