"""What a terminal shows: the table, why something cannot be played, and what a flip would change."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.back_to_the_future.builders import Table, table
from timebooth.games.back_to_the_future.answers import Play
from timebooth.words import Words


def speak(at: Table, lang: str = "en") -> Callable[..., str]:
    words = Words(lang, at.game, ("Ann", "Ben", "Cleo"))
    return lambda key, **args: words.say(key, **words.named(args))


def screen(at: Table, seat: int | None, lang: str = "en") -> str:
    return at.game.screen(at.state, seat, speak(at, lang))


def why(at: Table, seat: int) -> list[str]:
    return [key for key, _ in at.game.missing(at.state, seat)]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_table_fits_eighty_columns(lang: str, seat: int | None) -> None:
    everything = ["almanac", "dust_jacket", "emergency_cash", "fax", "telegram", "newspaper"]
    at = table(["memo", "rewind"], ["truck"], tables=[everything, ["mr_fusion"]], altered=["A-2", "A-3", "B-2"])

    drawn = screen(at, seat, lang)

    assert max(len(line) for line in drawn.splitlines()) <= 80
    assert "{" not in drawn


def test_linchpins_ripplepoints_and_altered_ones_are_told_apart_without_colour() -> None:
    drawn = screen(table(["memo"], ["memo"], altered=["A-2"]), None)

    for head in ("◆A-2▲", "○A-6▲", "◆A-3─", "○A-4─"):
        assert head in drawn


def test_your_own_headlines_are_marked_with_what_brings_them_about() -> None:
    """§WIN"""
    at = table(["memo"], ["memo"], identities=["verne_brown", "clay_strickland"], altered=["C-6"])

    drawn = screen(at, 0)

    assert "You are Verne Brown" in drawn
    assert "✓ C-5△" in drawn
    assert "✓ A-1▲" in drawn
    assert "✗ A-5▲" in drawn
    assert "(A-2▲ + A-3▲)" in drawn


def test_nobody_sees_the_hand_or_the_identity_of_another() -> None:
    """§HIDDEN"""
    at = table(["memo"], ["time_train"], identities=["verne_brown", "clay_strickland"])

    assert "Time Train" in screen(at, 1)
    for seat in (0, None):
        assert "Time Train" not in screen(at, seat)
        assert "Clay Strickland" not in screen(at, seat)


def test_what_is_being_played_and_what_answers_it_is_shown() -> None:
    at = table(["time_car_v3"], ["memo"], ["memo"])
    at.does(0, Play("time_car_v3", linchpin="A-2"))

    assert "Being played: Ann plays Time Car v3 to flip A-2" in screen(at, 1)
    assert at.state.question(1).args == {"seat": 0, "card": "time_car_v3", "linchpin": "A-2", "stays": False}


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("memo", "response_only"),
        ("time_car_v1", "no_fuel_v1"),
        ("time_car_v2", "no_fuel"),
        ("time_car_v5", "no_fuel"),
        ("time_car_v4", "nothing_to_discard"),
        ("hitch_a_ride", "previous_did_not_change"),
        ("so_gullible", "no_items_out"),
        ("erased", "no_items_out"),
        ("science_experiment", "no_locomotive"),
        ("rewind", "empty_discard"),
    ],
)
def test_a_card_that_would_do_nothing_says_why(hand: str, reason: str) -> None:
    assert why(table([hand], []), 0) == [f"why.{reason}"]


def test_a_quick_trip_through_an_empty_pile_says_why() -> None:
    assert why(table(["quick_trip"], [], pile=[]), 0) == ["why.empty_pile"]


@pytest.mark.parametrize(
    ("tables", "reason"),
    [
        ((["mr_fusion"], []), "nothing_to_feed"),
        ((["dust_jacket"], []), "no_almanac_out"),
        ((["lightning_prediction"], []), "others_have_no_cards"),
    ],
)
def test_an_item_that_cannot_be_used_says_why(tables: tuple[list[str], list[str]], reason: str) -> None:
    assert why(table([], [], tables=tables), 0) == [f"why.{reason}"]


def test_the_promo_card_says_that_it_is_too_early() -> None:
    assert why(table([], [], tables=[["pizza_hydrator"]], promo=True), 0) == ["why.hydrator_not_yet"]


def test_the_almanac_of_another_locks_its_linchpin() -> None:
    """§ALMANAC"""
    at = table(["time_train"], [], tables=[[], ["almanac"]])

    assert at.game.missing(at.state, 0) == [("why.almanac_lock", {"rule": "§ALMANAC", "linchpin": "B-2"})]


@pytest.mark.parametrize(
    ("held", "reason"),
    [
        ("engine_trouble", "not_a_machine"),
        ("science_experiment", "not_the_train"),
        ("steal_my_stuff", "not_your_item"),
    ],
)
def test_a_reaction_to_something_else_says_why(held: str, reason: str) -> None:
    at = table(["time_vortex"], [held])
    at.does(0, Play("time_vortex"))

    assert why(at, 1) == [f"why.{reason}"]


def test_an_item_that_is_being_stolen_cannot_stop_it() -> None:
    """§MEMO.THEFT"""
    at = table(["so_gullible"], [], tables=[[], ["fax"]])
    at.does(0, Play("so_gullible", item="fax", owner=1))

    assert why(at, 1) == ["why.own_theft"]


def test_a_flip_is_previewed_with_its_ripples_and_your_headlines() -> None:
    """§RIPPLE"""
    at = table(["time_train"], [], identities=["verne_brown"], altered=["A-3"])

    assert at.game.preview(at.state, 0, {"type": "play", "card": "time_train", "linchpin": "A-2"}) == (
        "preview.flip",
        {"ripples": ["A-2.altered", "A-5.altered", "A-6.altered"], "yours": 2},
    )


def test_b1_and_a_linchpin_left_alone_have_nothing_to_preview() -> None:
    at = table(["time_train"], [])

    assert at.game.preview(at.state, 0, {"type": "play", "card": "time_train", "linchpin": "B-1"}) is None
    assert at.game.preview(at.state, 0, {"type": "play", "card": "doubleback_1", "side": "original"}) == (
        "preview.stays",
        {"linchpin": "A-2"},
    )
    assert at.game.preview(at.state, 0, {"type": "play", "card": "doubleback_1", "side": "altered"}) is not None
