"""What a seat knows of other hands."""

from __future__ import annotations

import random

import pytest

from tests.games.back_to_the_future.builders import Table, set_up, table
from timebooth.games.back_to_the_future.answers import Draw, Give, Play, React
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.games.back_to_the_future.view import titles, view
from timebooth.kernel.chance import FastRng
from timebooth.kernel.journal import Journal


def known(t: Table, seer: int | None) -> list[tuple[str, ...]]:
    """Return the cards that a seat (None: a spectator) knows to be in each hand."""
    return [seat.known for seat in t.view(seer).seats]


def test_a_player_who_traded_hands_knows_the_hand_given_away() -> None:
    """§HIDDEN §TRADE"""
    t = table(["trade_hands", "vest"], ["book", "guitar"], [])

    t.takes_effect(0, Play("trade_hands", seat=1))

    assert known(t, 0) == [(), ("vest",), ()]
    assert known(t, 1) == [("book", "guitar"), (), ()]
    assert known(t, 2) == [(), (), ()]
    assert known(t, None) == [(), (), ()]


def test_everybody_knows_the_hand_they_passed_on_in_a_discontinuity() -> None:
    """§HIDDEN §DISCONTINUITY"""
    t = table(["discontinuity", "vest"], ["book"], ["guitar"])

    t.takes_effect(0, Play("discontinuity", direction="left"))

    assert [t.hand(seat) for seat in range(3)] == [["guitar"], ["vest"], ["book"]]
    assert known(t, 0) == [(), ("vest",), ()]
    assert known(t, 1) == [(), (), ("book",)]
    assert known(t, 2) == [("guitar",), (), ()]


def test_a_player_who_gave_a_card_to_the_clock_tower_knows_where_it_is() -> None:
    """§HIDDEN §CLOCK_TOWER"""
    t = table(["clock_tower"], ["vest", "book"], ["guitar"])

    t.takes_effect(0, Play("clock_tower"))
    t.do({1: Give("vest"), 2: Give("guitar")})

    assert known(t, 1) == [("vest",), (), ()]
    assert known(t, 2) == [("guitar",), (), ()]
    assert known(t, 0) == known(t, None) == [(), (), ()]


def test_what_is_known_is_forgotten_when_all_hands_are_shuffled() -> None:
    """§HIDDEN §VORTEX"""
    t = table(["trade_hands", "time_vortex"], ["book", "guitar"], ["pie_pan"], plays=2)

    t.takes_effect(0, Play("trade_hands", seat=1))
    t.plays(0, Draw())
    t.takes_effect(1, Play("time_vortex"))

    assert [known(t, seat) for seat in range(3)] == [[(), (), ()]] * 3


def test_everybody_knows_a_card_that_went_back_to_a_hand_in_the_open() -> None:
    """§HIDDEN §ENGINE_TROUBLE"""
    t = table(["time_train"], ["engine_trouble"], [])

    t.does(0, Play("time_train", linchpin="A-2"))
    t.takes_effect(1, React("engine_trouble"))

    assert known(t, 1) == known(t, 2) == known(t, None) == [("time_train",), (), ()]


def test_everybody_knows_who_took_the_train() -> None:
    """§HIDDEN §SCIENCE.TRAIN"""
    t = table(["time_train"], ["science_experiment"], [])

    t.does(0, Play("time_train", linchpin="A-2"))
    t.takes_effect(1, React("science_experiment"))

    assert known(t, 0) == known(t, 2) == known(t, None) == [(), ("time_train",), ()]


def test_a_known_card_that_was_played_is_no_longer_known_to_be_held() -> None:
    """§HIDDEN"""
    t = table(["time_car_v1"], [], tables=[["case"]], plays=2)

    t.takes_effect(0, Play("time_car_v1", linchpin="A-2", spend="case"))
    held = known(t, 1)
    t.does(0, Play("time_car_v1", linchpin="A-2", spend="case"))

    assert held == [("time_car_v1",), ()]
    assert known(t, 1) == [(), ()]


def test_of_two_known_copies_one_stays_known_when_the_other_is_used() -> None:
    """§HIDDEN"""
    t = table(["trade_hands", "memo", "memo"], ["time_train"], [])

    t.takes_effect(0, Play("trade_hands", seat=1))
    t.let_stand()
    t.plays(1, Draw())
    t.does(2, Draw())
    t.let_stand()
    t.does(0, Play("time_train", linchpin="A-2"))
    t.takes_effect(1, React("memo"))

    assert known(t, 0)[1] == ("memo",)


def test_of_copies_that_look_alike_one_fewer_is_known_whichever_was_used() -> None:
    """§HIDDEN"""
    t = table(
        ["memo"],
        ["trade_hands", "memo", "memo"],
        [],
        pile=["time_train", "clock_tower"],
        discard=[],
        turn=1,
        rng=[1],
    )

    t.plays(1, Play("trade_hands", seat=2))
    t.takes_effect(2, Play("clock_tower"))
    t.does(0, Give("memo"))
    t.let_stand()
    t.does(0, Play("time_train", linchpin="A-2"))
    t.takes_effect(2, React("memo"))

    assert t.hand(2) == ["memo", "memo"]
    assert known(t, 1) == [(), (), ("memo",)]


def test_only_the_player_of_quick_trip_sees_the_draw_pile() -> None:
    """§HIDDEN §QUICK_TRIP"""
    t = table(["quick_trip"], ["book"], pile=["vest", "memo"], discard=[])

    t.takes_effect(0, Play("quick_trip"))

    assert t.view(0).searched == ("vest", "memo")
    assert t.view(1).searched is None
    assert t.view(None).searched is None


def test_a_player_who_saw_the_whole_pile_knows_what_the_other_hands_hold_together() -> None:
    """§HIDDEN §QUICK_TRIP"""
    t = table(["quick_trip"], ["book", "guitar"], ["pie_pan"], pile=["vest", "hoverboard", "memo"], discard=[])

    t.takes_effect(0, Play("quick_trip"))
    t.takes_effect(0, Play("vest"))

    for seed in range(10):
        t.state.resample(0, FastRng(seed))
        assert sorted(t.hand(1) + t.hand(2)) == ["book", "guitar", "pie_pan"]


def test_a_known_card_stays_where_it_is_when_the_unknown_is_redrawn() -> None:
    """§HIDDEN"""
    t = table(["trade_hands", "vest"], ["book", "guitar"], ["pie_pan"])

    t.takes_effect(0, Play("trade_hands", seat=1))

    for seed in range(10):
        t.state.resample(0, FastRng(seed))
        assert t.hand(1) == ["vest"]
        assert t.hand(0) == ["book", "guitar"]


@pytest.mark.parametrize("seed", [0, 21, 137])  # games in which copies of a title change hands
def test_equal_observations_leave_equal_knowledge(seed: int) -> None:
    """§HIDDEN"""
    chance = random.Random(seed)
    s = set_up(4, rng=FastRng(seed)).state
    compared = 0

    for _ in range(250):
        if not s.asked():
            break
        seer = chance.randrange(4)
        world = s.copy()
        world.resample(seer, FastRng(chance.randrange(2**30)))
        answers = [chance.choice(s.options(seat)) for seat in s.asked()]
        possible = all(code in world.options(seat) for seat, code in zip(s.asked(), answers, strict=True))
        draw = chance.randrange(2**30)
        observed = saw(s, seer, answers, draw)
        if possible and saw(world, seer, answers, draw) == observed and not s.outcome():
            compared += 1
            assert world.view(seer) == s.view(seer)
            assert guess(world, seer) == guess(s, seer)

    assert compared > 20


def saw(s: BttfState, seer: int, answers: list[int], draw: int) -> list[object]:
    """Play on; return what one seat saw of it: the events, and its own hand."""
    journal = Journal()
    s.play(answers, FastRng(draw), journal)
    seen = view(s, seer)
    return [*(event.seen_by(seer) for event in journal), seen.seats[seer].hand, seen.searched]


def guess(s: BttfState, seer: int) -> list[tuple[str, ...]]:
    """Return the hands of a world sampled by one seat, with the same random numbers every time."""
    world = s.copy()
    world.resample(seer, FastRng(0))
    return [titles(world, world.hand[seat]) for seat in range(world.seats)]
