"""The policy flips towards its headlines, then tries B-1, and keeps Memos for what decides the game."""

from __future__ import annotations

from tests.games.back_to_the_future.builders import Table, game, table
from timebooth.games.back_to_the_future.answers import Draw, Pass, Play, React
from timebooth.games.back_to_the_future.knowledge import note_reach
from timebooth.kernel.answer import Answer
from timebooth.kernel.chance import FastRng
from timebooth.kernel.codes import Codes

MARLIN = ["marlin_berry", "verne_brown", "tiffany_tannen"]  # Marlin Berry wants B-4 and B-3 altered, D-1 original
CONTENT = ["B-3", "B-4"]


def answered(t: Table, seat: int) -> Answer:
    """Return what the policy answers for this seat."""
    policy = game().policy
    assert policy is not None
    options = Codes()
    for code in t.state.options(seat):
        options.add(code)
    return t.game.answers[policy.answer(t.state, seat, options)]


def test_it_flips_towards_its_headlines() -> None:
    """§WIN"""
    t = table(["time_car_v3"], [], [], identities=MARLIN, altered=["B-3"])

    assert answered(t, 0) == Play("time_car_v3", linchpin="B-4")


def test_once_satisfied_it_tries_b1() -> None:
    """§B1"""
    t = table(["time_car_v3"], [], [], identities=MARLIN, altered=CONTENT)

    assert answered(t, 0) == Play("time_car_v3", linchpin="B-1")


def test_it_draws_rather_than_play_a_useless_card() -> None:
    """§SECOND_DRAW"""
    t = table(["time_car_v2"], [], [], identities=MARLIN)

    assert answered(t, 0) == Draw()


def test_it_cancels_what_might_end_the_game() -> None:
    """§B1.ANNOUNCE §MEMO"""
    t = table(["time_car_v3"], ["memo"], [], identities=MARLIN, altered=CONTENT)

    t.does(0, Play("time_car_v3", linchpin="B-1"))

    assert answered(t, 1) == React("memo")


def test_it_keeps_its_memo_when_a_flip_does_not_concern_it() -> None:
    """§MEMO"""
    t = table(["time_car_v3"], ["memo"], [], identities=MARLIN)

    t.does(0, Play("time_car_v3", linchpin="D-3"))

    assert answered(t, 1) == Pass()


def test_it_cancels_the_memo_on_its_own_attempt() -> None:
    """§MEMO.MEMO"""
    t = table(["time_car_v3", "memo"], ["memo"], [], identities=MARLIN, altered=CONTENT)

    t.does(0, Play("time_car_v3", linchpin="B-1"))
    t.does(1, React("memo"))

    assert answered(t, 0) == React("memo")


def test_scores_depend_only_on_what_the_seat_knows() -> None:
    """§HIDDEN"""
    policy = game().policy
    assert policy is not None
    rng = FastRng(3)
    state = game().start(4, None, rng)
    compared = 0
    while (asked := state.asked()) and compared < 2000:
        for seat in asked:
            other = state.copy()
            other.resample(seat, FastRng(compared))
            for code in state.options(seat):
                assert policy.score(other, seat, code) == policy.score(state, seat, code)
                compared += 1
        state.play([options[rng.below(len(options))] for options in map(state.options, asked)], rng)

    assert compared > 1000


def test_it_changes_the_identity_of_a_player_who_may_be_satisfied() -> None:
    """§NOT_YOURSELF"""
    t = table(["not_yourself"], ["time_car_v3"], identities=["verne_brown", "marlin_berry"], altered=CONTENT)
    assert answered(t, 0) != Play("not_yourself", seat=1)

    note_reach(t.state, 1, t.state.box.b1)

    assert answered(t, 0) == Play("not_yourself", seat=1)


def test_it_leaves_b1_to_a_later_player_with_a_memo_on_the_table() -> None:
    """§MEMO §J8"""
    t = table(["time_car_v3"], ["memo"], [], identities=MARLIN, altered=CONTENT, tables=[[], [], ["fax"]])
    t.state.duds = 0

    t.does(0, Play("time_car_v3", linchpin="B-1"))

    assert answered(t, 1) == Pass()
    assert answered(t, 2) == React("fax")
