"""Rulings on changing history."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import Table, table
from timebooth.games.back_to_the_future.answers import Draw, FlipAnother, Pass, Play, React, Use
from timebooth.games.back_to_the_future.events import HistoryChanged, HistoryLeft, MysteriousForces, UninventionFailed

LINCHPINS = ["A-2", "A-3", "B-1", "B-2", "B-3", "B-4", "C-6", "D-1", "D-3"]
A_DUD = 1


def flips_offered(t: Table, seat: int, card: str) -> list[str | None]:
    """Return the linchpins that a seat may announce for this card."""
    return [answer.linchpin for answer in t.options(seat) if isinstance(answer, Play) and answer.card == card]


def flips_another(t: Table, seat: int) -> list[str]:
    """Return the linchpins that a seat may flip with the second action of a DoubleBack."""
    return [answer.linchpin for answer in t.options(seat) if isinstance(answer, FlipAnother)]


# Hitch a Ride


def test_hitch_a_ride_flips_if_the_previous_player_changed_the_timeline() -> None:
    """§J22"""
    t = table(["time_car_v3"], ["hitch_a_ride"])

    t.plays(0, Play("time_car_v3", linchpin="A-2"))
    t.takes_effect(1, Play("hitch_a_ride", linchpin="A-3"))

    assert t.altered() == ["A-2", "A-3", "A-4", "A-5", "A-6"]


def test_hitch_a_ride_may_follow_a_hitch_a_ride() -> None:
    """§J22"""
    t = table(["hitch_a_ride"], ["hitch_a_ride"], previous_changed=True)

    t.plays(0, Play("hitch_a_ride", linchpin="A-2"))

    assert flips_offered(t, 1, "hitch_a_ride") == LINCHPINS


def test_a_dud_at_b1_counts_as_a_change() -> None:
    """§J22"""
    t = table(["hitch_a_ride"], ["hitch_a_ride"], previous_changed=True, rng=[A_DUD])

    events = t.plays(0, Play("hitch_a_ride", linchpin="B-1"))

    assert MysteriousForces(0, 4) in events
    assert flips_offered(t, 1, "hitch_a_ride") == LINCHPINS


def test_flipped_and_flipped_back_counts_as_a_change() -> None:
    """§J22"""
    t = table(["time_train", "time_car_v3"], ["hitch_a_ride"])

    t.plays(0, Play("time_train", linchpin="A-2"))
    t.plays(0, Play("time_car_v3", linchpin="A-2"))

    assert t.altered() == []
    assert flips_offered(t, 1, "hitch_a_ride") == LINCHPINS


def test_a_cancelled_flip_is_no_change() -> None:
    """§J22"""
    t = table(["time_train"], ["hitch_a_ride", "memo"])

    t.does(0, Play("time_train", linchpin="A-2"))
    t.plays(1, React("memo"))

    assert flips_offered(t, 1, "hitch_a_ride") == [None]


def test_a_doubleback_that_leaves_its_linchpin_is_no_change() -> None:
    """§J22"""
    t = table(["doubleback_1"], ["hitch_a_ride"], previous_changed=True)

    events = t.plays(0, Play("doubleback_1", side="original"))

    assert HistoryLeft(0, "A-2") in events
    assert flips_offered(t, 1, "hitch_a_ride") == [None]


def test_the_second_flip_of_a_doubleback_that_left_its_linchpin_is_a_change() -> None:
    """§J22"""
    t = table(["doubleback_1"], ["hitch_a_ride"], tables=[["telescope"]])

    t.plays(0, Play("doubleback_1", side="original"))
    t.plays(0, FlipAnother("A-3"))

    assert flips_offered(t, 1, "hitch_a_ride") == LINCHPINS


def test_only_the_turn_just_before_counts() -> None:
    """§J22"""
    t = table(["time_car_v3"], [], ["hitch_a_ride"])

    t.plays(0, Play("time_car_v3", linchpin="A-2"))
    t.plays(1, Draw())

    assert flips_offered(t, 2, "hitch_a_ride") == [None]


def test_nobody_can_hitch_a_ride_in_the_first_turn() -> None:
    """§J22"""
    t = table(["hitch_a_ride"], [], from_the_start=True)

    t.let_stand()

    assert flips_offered(t, 0, "hitch_a_ride") == [None]


def test_the_real_card_that_ends_nothing_counts_as_a_change() -> None:
    """§J23"""
    t = table(["time_car_v3"], ["hitch_a_ride"], b1=1)

    events = t.plays(0, Play("time_car_v3", linchpin="B-1"))

    assert UninventionFailed(0, 1) in events
    assert flips_offered(t, 1, "hitch_a_ride") == LINCHPINS


# Which linchpin


def test_hitch_a_ride_may_choose_b1() -> None:
    """§J24"""
    t = table(["hitch_a_ride"], [], previous_changed=True, b1=2, rng=[A_DUD])

    events = t.takes_effect(0, Play("hitch_a_ride", linchpin="B-1"))

    assert MysteriousForces(0, 1) in events


def test_the_second_part_of_a_doubleback_may_choose_b1() -> None:
    """§J24"""
    t = table(["doubleback_1"], [], tables=[["telescope"]], b1=2, rng=[A_DUD])

    t.takes_effect(0, Play("doubleback_1", side="altered"))
    events = t.takes_effect(0, FlipAnother("B-1"))

    assert MysteriousForces(0, 1) in events


def test_no_doubleback_names_b1() -> None:
    """§J24"""
    box = table([], []).state.box

    named = [box.linchpins[box.doubleback_linchpin[i]] for i in range(8)]

    assert named == [place for place in LINCHPINS if place != "B-1"]


@pytest.mark.parametrize("before", ["original", "altered"])
@pytest.mark.parametrize("side", ["original", "altered"])
def test_a_doubleback_sets_the_side_its_player_prefers(before: str, side: str) -> None:
    """§J25"""
    t = table(["doubleback_6"], [], altered=["C-6"] if before == "altered" else [])

    t.takes_effect(0, Play("doubleback_6", side="altered" if side == "altered" else "original"))

    assert t.altered() == (["A-1", "C-6"] if side == "altered" else [])


@pytest.mark.parametrize("card", ["time_car_v3", "time_train", "hitch_a_ride"])
def test_time_machines_and_hitch_a_ride_do_flip(card: str) -> None:
    """§J25"""
    t = table([card], [], previous_changed=True, altered=["C-6"])

    events = t.takes_effect(0, Play(card, linchpin="C-6"))

    assert events[1] == HistoryChanged(0, "C-6", "C-6.original", ("A-1.original",))


def test_the_second_part_of_a_doubleback_needs_another_linchpin() -> None:
    """§J26"""
    t = table(["doubleback_2"], [], tables=[["pie_pan"]])

    t.takes_effect(0, Play("doubleback_2", side="altered"))

    assert flips_another(t, 0) == [place for place in LINCHPINS if place != "A-3"]


# The Almanac


@pytest.mark.parametrize(
    ("card", "fuel"),
    [
        ("time_car_v1", ["pellet"]),
        ("time_car_v1", ["case"]),
        ("time_car_v2", ["lightning_prediction"]),
        ("time_car_v3", []),
        ("time_car_v4", []),
        ("time_car_v5", ["locomotive"]),
        ("time_train", []),
        ("hitch_a_ride", []),
    ],
)
def test_while_the_almanac_lies_on_a_table_nobody_else_can_choose_b2(card: str, fuel: list[str]) -> None:
    """§J27"""
    t = table([card, "vest"], [], tables=[fuel, ["almanac"]], previous_changed=True)

    assert flips_offered(t, 0, card) == [place for place in LINCHPINS if place != "B-2"]


def test_the_owner_of_the_almanac_may_choose_b2() -> None:
    """§J27"""
    t = table(["time_train"], [], tables=[["almanac"]])

    assert flips_offered(t, 0, "time_train") == LINCHPINS


def test_the_second_part_of_a_doubleback_respects_the_almanac() -> None:
    """§J27"""
    t = table(["doubleback_1"], [], tables=[["telescope"], ["almanac"]])

    t.takes_effect(0, Play("doubleback_1", side="altered"))

    assert "B-2" not in flips_another(t, 0)


def test_others_may_play_the_b2_doubleback_for_its_second_part_with_emergency_cash() -> None:
    """§J27"""
    t = table(["doubleback_3"], [], tables=[["emergency_cash"], ["almanac"]])

    offered = [answer for answer in t.options(0) if isinstance(answer, Play)]
    t.takes_effect(0, Play("doubleback_3", side="original"))
    t.takes_effect(0, FlipAnother("C-6", cash=True))

    assert offered == [Play("doubleback_3", side="original")]
    assert t.altered() == ["A-1", "C-6"]
    assert t.discard_pile() == ["emergency_cash", "doubleback_3"]


def test_the_almanac_keeps_the_altered_side_of_b2_too() -> None:
    """§J27"""
    t = table(["doubleback_3"], [], tables=[[], ["almanac"]], altered=["B-2"])

    offered = [answer for answer in t.options(0) if isinstance(answer, Play)]

    assert offered == [Play("doubleback_3", side="altered")]


def test_in_a_hand_or_in_the_discard_pile_the_almanac_locks_nothing() -> None:
    """§J27"""
    in_a_hand = table(["time_train"], ["almanac"])
    discarded = table(["time_train"], [], discard=["almanac"])

    assert flips_offered(in_a_hand, 0, "time_train") == LINCHPINS
    assert flips_offered(discarded, 0, "time_train") == LINCHPINS


def test_the_lock_ends_at_once_when_the_almanac_is_spent_with_its_doubleback() -> None:
    """§J28"""
    t = table(["doubleback_3"], ["time_car_v3"], tables=[["almanac"]])

    t.takes_effect(0, Play("doubleback_3", side="altered"))
    t.plays(0, FlipAnother("A-2"))

    assert t.on_table(0) == []
    assert flips_offered(t, 1, "time_car_v3") == LINCHPINS


def test_the_lock_ends_at_once_when_the_almanac_is_fed_to_mr_fusion() -> None:
    """§J28"""
    t = table(["vest"], ["time_car_v3"], tables=[["mr_fusion", "almanac"]])

    t.takes_effect(0, Use("mr_fusion", feed="almanac"))
    t.plays(0, Draw())

    assert flips_offered(t, 1, "time_car_v3") == LINCHPINS


def test_ripplepoints_can_never_be_chosen() -> None:
    """§J29"""
    t = table([], [])
    answers = [t.game.answers[code] for code in range(len(t.game.answers))]

    named = {answer.linchpin for answer in answers if isinstance(answer, Play | FlipAnother)}

    assert named - {None} == set(LINCHPINS)


def test_the_second_part_of_a_doubleback_may_be_declined() -> None:
    """§J25"""
    t = table(["doubleback_2"], [], tables=[["pie_pan"]])

    t.takes_effect(0, Play("doubleback_2", side="altered"))
    t.does(0, Pass())

    assert t.altered() == ["A-3", "A-4"]
    assert t.on_table(0) == ["pie_pan"]
    assert t.discard_pile() == ["doubleback_2"]
