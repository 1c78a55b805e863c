"""Win chances at the start of a turn."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from fit_bttf_win_chances import gather
from fitting import fit

from tests.games.back_to_the_future.builders import Table, game, table
from timebooth.games.back_to_the_future.answers import Play
from timebooth.games.back_to_the_future.bot import win_chances
from timebooth.games.back_to_the_future.bot.win_chances import can_flip_any, can_get_nearer
from timebooth.kernel.chance import FastRng
from timebooth.kernel.codes import Codes

MARLIN = ["marlin_berry", "verne_brown", "tiffany_tannen"]  # Marlin Berry wants B-4 and B-3 altered, D-1 original
CONTENT = ["B-3", "B-4"]


def at_a_turn(
    *hands: list[str], altered: list[str] | None = None, b1: int = 5, tables: tuple[list[str], ...] = ()
) -> Table:
    return table(*hands, identities=MARLIN, altered=altered or [], b1=b1, tables=tables, from_the_start=True)


def test_every_mark_has_a_weight_and_every_weight_a_mark() -> None:
    weights = tomllib.loads(Path(win_chances.__file__).with_name("win_chances.toml").read_text(encoding="utf-8"))

    assert tuple(weights) == win_chances.SEATS
    for groups in weights.values():
        assert list(groups.pop("duds")) == [f"left_{left}" for left in range(win_chances.PHASES)]
        assert [f"{group}.{mark}" for group, marks in groups.items() for mark in marks] == win_chances.NAMES
    assert len(win_chances.NAMES) == win_chances.MARKS


@pytest.mark.parametrize("seats", [2, 3])
def test_win_chances_add_up_and_the_seat_nearer_to_its_headlines_has_more(seats: int) -> None:
    """§WIN"""
    hands: list[list[str]] = [[] for _ in range(seats)]
    far = at_a_turn(*hands).state.win_chances()
    near = at_a_turn(*hands, altered=CONTENT, b1=1).state.win_chances()

    assert sum(far) == pytest.approx(1.0)
    assert sum(near) == pytest.approx(1.0)
    assert near[0] > far[0]


def test_it_matters_more_to_be_satisfied_the_fewer_cards_are_left_at_b1() -> None:
    """§B1.DUD"""
    early, late = (at_a_turn(["time_car_v3"], [], altered=CONTENT, b1=b1).state.win_chances() for b1 in (5, 1))

    assert 0.5 < early[0] < late[0]


def test_after_the_end_the_winner_is_certain() -> None:
    """§END"""
    t = table(["time_car_v3"], [], identities=MARLIN, altered=CONTENT, b1=1)

    t.plays(0, Play("time_car_v3", linchpin="B-1"))

    assert t.state.win_chances() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("hand", "items", "flips"),
    [
        (["time_car_v3"], [], True),
        (["time_car_v1"], [], False),
        (["time_car_v1"], ["case"], True),
        (["time_car_v2"], ["pellet"], False),
        (["time_car_v4"], [], False),
        (["time_car_v4", "memo"], [], True),
        (["time_car_v5"], ["locomotive"], True),
        (["doubleback_1"], [], False),
        (["doubleback_1"], ["emergency_cash"], True),
        (["quick_trip"], [], True),
        (["hitch_a_ride"], [], False),
    ],
)
def test_a_card_that_flips_any_linchpin_needs_its_fuel(hand: list[str], items: list[str], flips: bool) -> None:
    """§TRAVEL §TIME_MACHINE"""
    t = at_a_turn(hand, [], tables=(items, []))

    assert can_flip_any(t.state, 0) == flips


def test_a_doubleback_helps_a_seat_that_wants_its_linchpin_flipped() -> None:
    """§DOUBLEBACK"""
    numbers = range(1, 9)
    wanted = [number for number in numbers if can_get_nearer(at_a_turn([f"doubleback_{number}"], []).state, 0)]
    linchpins = at_a_turn([], []).state.box.doubleback_linchpin

    assert sorted(at_a_turn([], []).state.box.linchpins[linchpins[number - 1]] for number in wanted) == CONTENT


def test_the_policy_stops_after_the_given_number_of_turns() -> None:
    """§TURN.LEFT"""
    policy = game().policy
    assert policy is not None
    for turns in (1, 2, 3):
        t = table([], [], [], identities=MARLIN)
        assert not policy.is_turn_start(t.state)

        assert policy.play_turns(t.state, FastRng(1), Codes(), Codes(), 100, turns)

        assert policy.is_turn_start(t.state)
        assert t.state.turn == turns % 3


def test_weights_are_fitted_to_the_marks_of_the_winners() -> None:
    marks, duds = gather(2, 2, seed=1)
    assert marks.shape[1:] == (2, win_chances.MARKS)
    assert len(duds) == len(marks)
    assert (marks[:, :, win_chances.ON_TURN].sum(axis=1) == 1).all()

    won = np.zeros((400, 2, win_chances.MARKS), np.float32)
    won[:300, 0, win_chances.SAFE] = 1.0
    won[300:, 1, win_chances.SAFE] = 1.0
    weights = fit(won)

    assert weights[win_chances.SAFE] == pytest.approx(np.log(3), abs=0.01)  # three times as likely to win
    assert abs(weights).sum() == pytest.approx(weights[win_chances.SAFE])
