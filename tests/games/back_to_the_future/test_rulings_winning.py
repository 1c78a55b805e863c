"""Rulings on winning. With A-2 and B-2 altered Clay Strickland is satisfied, with A-3 and B-2 Kiff Tannen."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import table
from timebooth.games.back_to_the_future.answers import FlipAnother, Play, React
from timebooth.games.back_to_the_future.events import (
    CardAnnounced,
    ClockHung,
    GameWon,
    HistoryChanged,
    IdentityChanged,
    TurnBegan,
    TurnCutShort,
    UninventionFailed,
)
from timebooth.kernel.outcome import Outcome

CLAY = ["A-2", "B-2"]
TRY = Play("time_train", linchpin="B-1")
A_DUD = 1


def test_the_game_is_decided_the_moment_the_real_card_is_revealed() -> None:
    """§J30"""
    t = table(["time_train"], ["memo"], identities=["clay_strickland"], altered=CLAY, b1=1, plays=3)

    events = t.takes_effect(0, TRY)

    assert events[1:] == [ClockHung(0), GameWon(0, "clay_strickland", "won_on_turn")]
    assert t.asked() == ()
    assert t.state.outcome() == Outcome((0,), "won_on_turn")


def test_the_game_goes_on_after_a_dud() -> None:
    """§J30"""
    t = table(["time_train"], [], identities=["clay_strickland"], altered=CLAY, rng=[A_DUD])

    t.takes_effect(0, TRY)

    assert t.state.outcome() is None
    assert (t.view(0).b1_left, t.view(0).b1_aside) == (4, 1)
    assert t.asked() == (0,)


def test_the_player_on_turn_wins_before_others_who_are_satisfied() -> None:
    """§J31"""
    t = table(
        [],
        ["time_train"],
        [],
        identities=["clay_strickland", "kiff_tannen", "verne_brown"],
        altered=["A-2", "A-3", "B-2"],
        turn=1,
        b1=1,
    )

    t.takes_effect(1, TRY)

    assert t.state.outcome() == Outcome((1,), "won_on_turn")


def test_the_only_other_satisfied_player_wins() -> None:
    """§J31"""
    t = table(["time_train"], [], [], identities=["verne_brown", "marlin_berry", "clay_strickland"], altered=CLAY, b1=1)

    t.takes_effect(0, TRY)

    assert t.state.outcome() == Outcome((2,), "won_by_another")


@pytest.mark.parametrize(("altered", "satisfied"), [([], 0), (["A-2", "A-3", "B-2"], 2)])
def test_nobody_wins_when_none_or_several_others_are_satisfied(altered: list[str], satisfied: int) -> None:
    """§J31"""
    t = table(
        ["time_train", "vest"],
        [],
        [],
        identities=["marlin_berry", "clay_strickland", "kiff_tannen"],
        altered=altered,
        b1=1,
        plays=2,
    )
    assert sum(t.state.is_satisfied(seat) for seat in range(3)) == satisfied

    events = t.takes_effect(0, TRY)

    assert events[1:] == [ClockHung(0), UninventionFailed(0, 1), TurnCutShort(0), TurnBegan(1)]
    assert t.state.outcome() is None


def test_the_real_card_goes_back_into_the_stack_and_the_duds_stay_out() -> None:
    """§J31"""
    t = table(["time_train", "time_car_v3"], [], rng=[A_DUD, 0])

    t.takes_effect(0, TRY)
    events = t.takes_effect(0, Play("time_car_v3", linchpin="B-1"))

    assert UninventionFailed(0, 4) in events
    assert (t.view(0).b1_left, t.view(0).b1_aside) == (4, 1)


def test_a_failed_attempt_leaves_the_earlier_flips_of_the_turn() -> None:
    """§J32"""
    t = table(["doubleback_1"], [], identities=["verne_brown"], tables=[["telescope"]], b1=1)

    t.takes_effect(0, Play("doubleback_1", side="altered"))
    events = t.takes_effect(0, FlipAnother("B-1"))

    assert UninventionFailed(0, 1) in events
    assert t.altered() == ["A-2", "A-6"]


def test_an_attempt_is_announced_and_can_be_cancelled_before_the_card_is_turned() -> None:
    """§J33"""
    t = table(["time_train"], ["memo"], identities=["clay_strickland"], altered=CLAY, b1=1)

    announced = t.does(0, TRY)
    asked = t.asked()
    t.takes_effect(1, React("memo"))

    assert announced == [CardAnnounced(0, "time_train", linchpin="B-1")]
    assert asked == (1,)
    assert t.state.outcome() is None
    assert t.view(0).b1_left == 1


def test_anybody_may_attempt_b1_whatever_history_shows() -> None:
    """§J34"""
    t = table(["time_train"], [], identities=["verne_brown", "clay_strickland"])

    assert not t.state.is_satisfied(0)
    assert not t.state.is_satisfied(1)
    assert TRY in t.options(0)


def test_nobody_sees_another_players_identity_while_the_game_goes_on() -> None:
    """§J35"""
    t = table(["time_train"], [], [], b1=1)

    t.takes_effect(0, TRY)

    assert [seat.identity for seat in t.view(1).seats] == [None, t.identity(1), None]
    assert [seat.identity for seat in t.view(None).seats] == [None, None, None]
    assert t.view(None).satisfied is None


def test_victory_shows_the_winners_identity_to_all() -> None:
    """§J35"""
    t = table(["time_train"], [], identities=["clay_strickland"], altered=CLAY, b1=1)

    won = t.takes_effect(0, TRY)[-1]

    assert won.seen_by(None) == {
        "event": "game_won",
        "seat": 0,
        "identity": "clay_strickland",
        "ending": "won_on_turn",
    }
    assert [seat.identity for seat in t.view(1).seats] == ["clay_strickland", "verne_brown"]


def test_an_identity_given_up_is_shown_and_the_new_one_only_to_its_player() -> None:
    """§J35"""
    t = table(["not_yourself"], [], identities=["clay_strickland", "verne_brown"])

    changed = t.takes_effect(0, Play("not_yourself", seat=1))[1]

    assert isinstance(changed, IdentityChanged)
    assert t.view(0).identities_shown == ("verne_brown",)
    assert changed.seen_by(1)["identity"] == t.identity(1)
    for seat in (0, None):
        assert changed.seen_by(seat) == {"event": "identity_changed", "seat": 1, "shown": "verne_brown"}


def test_a_flip_that_satisfies_a_player_wins_nothing_without_b1() -> None:
    """§J30"""
    t = table(["time_train"], [], identities=["clay_strickland"], altered=["A-2"])

    events = t.takes_effect(0, Play("time_train", linchpin="B-2"))

    assert isinstance(events[1], HistoryChanged)
    assert t.view(0).satisfied == (True, True, True)
    assert t.state.outcome() is None
