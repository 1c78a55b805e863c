"""What a seat does tells the others who it may be."""

from __future__ import annotations

from tests.games.back_to_the_future.builders import Table, table
from timebooth.games.back_to_the_future.answers import Play
from timebooth.games.back_to_the_future.box import IDENTITIES
from timebooth.kernel.chance import FastDice

WORLDS = 200
MARLIN = ["verne_brown", "marlin_berry", "tiffany_tannen"]  # Marlin Berry wants B-4 and B-3 altered


def guessed(t: Table, seer: int, seat: int, identity: str) -> int:
    """How often one seat takes another for this identity."""
    wanted = t.state.box.identities.index(identity)
    found = 0
    for seed in range(WORLDS):
        world = t.state.copy()
        world.resample(seer, FastDice(seed))
        found += int(world.identity[seat] == wanted)
    return found


def test_who_flips_towards_an_identity_is_taken_for_it_more_often() -> None:
    """§HIDDEN"""
    t = table([], ["time_car_v3"], [], identities=MARLIN, turn=1)
    before = guessed(t, 0, 1, "marlin_berry")

    t.plays(1, Play("time_car_v3", linchpin="B-4"))

    assert guessed(t, 0, 1, "marlin_berry") > 2 * before


def test_who_reaches_for_b1_is_taken_for_somebody_satisfied_before_the_window_closes() -> None:
    """§HIDDEN §B1.ANNOUNCE"""
    t = table(["memo"], ["time_car_v3"], [], identities=MARLIN, altered=["B-3", "B-4"], turn=1)

    t.does(1, Play("time_car_v3", linchpin="B-1"))

    assert t.state.is_satisfied(1)
    assert t.state.asked() == (0, 2)
    assert guessed(t, 0, 1, "marlin_berry") > WORLDS // 2


def test_everybody_remains_possible() -> None:
    """§HIDDEN"""
    t = table([], ["time_car_v3"], [], identities=MARLIN, turn=1)

    t.plays(1, Play("time_car_v3", linchpin="A-2"))

    assert guessed(t, 0, 1, "marlin_berry") > 0


def test_a_new_identity_forgets_what_the_old_one_did() -> None:
    """§HIDDEN §NOT_YOURSELF"""
    t = table(["not_yourself", "time_car_v3"], [], identities=["marlin_berry", "verne_brown"], plays=2)
    t.takes_effect(0, Play("time_car_v3", linchpin="B-4"))
    assert any(t.state.leaning[:IDENTITIES])

    t.takes_effect(0, Play("not_yourself", seat=0))

    assert not any(t.state.leaning[:IDENTITIES])
