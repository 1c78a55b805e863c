"""About time travel, and the rulebook's TimeLine examples."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import game, table
from timebooth.games.back_to_the_future.answers import Play
from timebooth.games.back_to_the_future.deck.kinds import DOUBLEBACK, DOUBLEBACKS, KEYS, MACHINES
from timebooth.games.back_to_the_future.events import HistoryChanged


def row_a(altered: list[str]) -> list[str]:
    """Return which positions of the rulebook's picture, A-2 to A-6, show their altered side."""
    return [place for place in table([], [], altered=altered).altered() if place.startswith("A")]


def test_turn_a_history_as_it_began() -> None:
    """§SETUP.TIMELINE §RIPPLE"""
    assert row_a([]) == []


def test_turn_b_clara_saved_renames_the_ravine_and_nothing_else() -> None:
    """§RIPPLE"""
    assert row_a(["A-2"]) == ["A-2", "A-6"]


def test_turn_h_the_blacksmith_alone_saved_does_not_stop_the_funeral() -> None:
    """§RIPPLE §RIPPLE.AND"""
    assert row_a(["A-3"]) == ["A-3", "A-4"]


def test_turn_m_both_saved_turn_the_funeral_into_a_wedding() -> None:
    """§RIPPLE.AND"""
    assert row_a(["A-2", "A-3"]) == ["A-2", "A-3", "A-4", "A-5", "A-6"]


def test_the_turns_between_h_and_m_take_one_flip() -> None:
    """§FLIP §RIPPLE.AND"""
    t = table(["time_train"], [], altered=["A-3"])

    events = t.takes_effect(0, Play("time_train", linchpin="A-2"))

    assert HistoryChanged(0, "A-2", "A-2.altered", ("A-5.altered", "A-6.altered")) in events


def test_flipping_back_restores_the_linchpin_and_all_that_rippled() -> None:
    """§FLIP"""
    t = table(["time_train"], [], altered=["A-2", "A-3"])

    events = t.takes_effect(0, Play("time_train", linchpin="A-2"))

    assert HistoryChanged(0, "A-2", "A-2.original", ("A-5.original", "A-6.original")) in events
    assert t.altered() == ["A-3", "A-4"]


@pytest.mark.parametrize(
    ("altered", "shown"),
    [([], False), (["B-2"], False), (["B-3"], False), (["B-2", "B-3"], True)],
)
def test_c3_needs_both_of_its_linchpins(altered: list[str], shown: bool) -> None:
    """§RIPPLE.AND"""
    assert ("C-3" in table([], [], altered=altered).altered()) is shown


@pytest.mark.parametrize(
    ("altered", "shown"),
    [([], False), (["D-1"], True), (["D-3"], True), (["D-1", "D-3"], True)],
)
def test_d6_needs_one_of_its_linchpins(altered: list[str], shown: bool) -> None:
    """§RIPPLE.OR"""
    assert ("D-6" in table([], [], altered=altered).altered()) is shown


def test_every_ripplepoint_follows_its_linchpins_as_printed() -> None:
    """§RIPPLE"""
    for place in game().edition.tables("timeline", "position"):
        if place["kind"] == "ripplepoint":
            assert place["at"] in table([], [], altered=place["linchpins"]).altered()
            assert place["at"] not in table([], []).altered()


def test_only_linchpins_can_be_chosen() -> None:
    """§LINCHPIN"""
    t = table(["time_train"], [])

    aims = [answer.linchpin for answer in t.options(0) if isinstance(answer, Play)]

    assert aims == ["A-2", "A-3", "B-1", "B-2", "B-3", "B-4", "C-6", "D-1", "D-3"]


def test_only_machines_doublebacks_and_hitch_a_ride_change_history() -> None:
    """§TRAVEL"""
    fuel = ["pellet", "lightning_prediction", "locomotive"]
    hand = [key for key in KEYS if key not in (*fuel, "pizza_hydrator")]
    t = table(hand, [], tables=[fuel], previous_changed=True)

    travels = {
        answer.card
        for answer in t.options(0)
        if isinstance(answer, Play) and (answer.linchpin is not None or answer.side is not None)
    }

    assert travels == {*KEYS[:MACHINES], *KEYS[DOUBLEBACK : DOUBLEBACK + DOUBLEBACKS], "hitch_a_ride"}
