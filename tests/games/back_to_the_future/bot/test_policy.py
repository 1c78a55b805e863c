"""The policy flips towards its headlines, then tries B-1, and keeps Memos for what decides the game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.games.back_to_the_future.builders import Table, game, table
from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
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


def memo_on_their_memo(*hands: list[str], tables: Sequence[list[str]] = ()) -> Table:
    """Return a table: seat 0 turns over the last card at B-1, seat 1 reacts with a Memo, seat 0 with another."""
    t = table(["time_car_v3", "memo"], *hands, identities=MARLIN, altered=CONTENT, b1=1, tables=tables)
    t.does(0, Play("time_car_v3", linchpin="B-1"))
    t.does(1, React("memo"))
    t.does(0, React("memo"))
    return t


@pytest.mark.parametrize("level", ["novice", "regular"])
def test_bots_answer_the_memo_on_their_memo_when_all_is_lost_otherwise(level: str) -> None:
    """§MEMO.MEMO"""
    t = memo_on_their_memo(["memo", "memo"])

    chosen = [make_bot(level).choose(Decision(t.game, t.state, 1), FastRng(seed)) for seed in range(20)]

    answers = {t.game.answers[code] for code in chosen}
    assert React("memo") in answers
    assert answers == {React("memo")} or level == "novice"  # which overlooks some of its options


def test_another_seat_helps_to_stop_the_last_card_at_b1() -> None:
    """§MEMO.MEMO"""
    t = memo_on_their_memo(["memo"], ["memo"])

    assert answered(t, 2) == React("memo")


def test_it_leaves_the_counter_to_a_later_player_but_not_to_whoever_tries_b1() -> None:
    """§MEMO.MEMO §J8"""
    left = memo_on_their_memo(["memo", "memo"], [], tables=[[], [], ["fax"]])
    alone = memo_on_their_memo(["memo", "memo"], [], tables=[["fax"], [], []])

    assert answered(left, 1) == Pass()
    assert answered(alone, 1) == React("memo")


def test_it_lets_a_memo_on_a_memo_pass_that_lets_its_own_card_through() -> None:
    """§MEMO.MEMO"""
    t = table(["time_car_v3", "memo"], ["memo"], ["memo"], identities=MARLIN, altered=CONTENT)
    t.does(0, Play("time_car_v3", linchpin="B-1"))
    t.does(1, React("memo"))
    t.does(2, React("memo"))

    assert answered(t, 0) == Pass()


def test_a_headline_is_worth_more_than_any_hand() -> None:
    """§DISCONTINUITY"""
    many = ["memo"] * 3 + ["hitch_a_ride"] * 3 + ["so_gullible"] * 3 + ["erased"] * 2
    t = table(["time_car_v3", "discontinuity"], many, identities=MARLIN, altered=["B-3"])

    assert answered(t, 0) == Play("time_car_v3", linchpin="B-4")


def test_it_leaves_b1_to_a_later_player_with_a_memo_on_the_table() -> None:
    """§MEMO §J8"""
    t = table(["time_car_v3"], ["memo"], [], identities=MARLIN, altered=CONTENT, tables=[[], [], ["fax"]])
    t.state.duds = 0

    t.does(0, Play("time_car_v3", linchpin="B-1"))

    assert answered(t, 1) == Pass()
    assert answered(t, 2) == React("fax")
