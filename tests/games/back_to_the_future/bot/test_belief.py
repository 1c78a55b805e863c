"""What a seat believes of the others' identities, by the flips that they announced."""

from __future__ import annotations

from tests.games.back_to_the_future.builders import Table, game, table
from timebooth.games.back_to_the_future.answers import Play, React
from timebooth.games.back_to_the_future.bot.belief import MAX_DOUBT, doubt, suspects, threat
from timebooth.games.back_to_the_future.knowledge import note_reach
from timebooth.games.back_to_the_future.pieces import ANYBODY, IDENTITIES
from timebooth.kernel.chance import FastRng

PEOPLE = ["marlin_berry", "verne_brown", "tiffany_tannen"]  # Marlin Berry wants B-4 and B-3 altered, D-1 original
CONTENT = ["B-3", "B-4"]
WORLDS = 400


def believed(t: Table, seat: int, other: int) -> dict[str, float]:
    """Return how often each identity of another seat is sampled by this seat."""
    policy = game().policy
    assert policy is not None
    found: dict[str, float] = {}
    for n in range(WORLDS):
        rng = FastRng(n)
        world = t.state.copy()
        world.resample(seat, rng)
        left = int(world.fresh_ids).bit_count()
        policy.resample_by_belief(world, seat, rng)
        assert world.identity[seat] == t.state.identity[seat]
        assert len(set(world.identity[: world.seats])) == world.seats
        assert int(world.fresh_ids).bit_count() == left
        name = world.box.identities[world.identity[other]]
        found[name] = found.get(name, 0.0) + 1 / WORLDS
    return found


def test_before_any_flip_everybody_may_have_any_identity() -> None:
    """§HIDDEN"""
    found = believed(table([], [], [], identities=PEOPLE), 1, 0)

    assert len(found) == 9  # all but one's own
    assert max(found.values()) < 0.2


def test_a_player_who_flips_a_linchpin_is_believed_to_want_it() -> None:
    """§ID §FLIP"""
    t = table(["time_car_v3"], [], [], identities=PEOPLE)

    t.plays(0, Play("time_car_v3", linchpin="B-4"))

    found = believed(t, 1, 0)
    assert max(found, key=lambda name: found[name]) == "marlin_berry"  # nobody else wants B-4 altered
    assert believed(t, 1, 2).get("marlin_berry", 0.0) < 0.1  # so it is not the third player


def test_a_cancelled_card_reveals_as_much() -> None:
    """§MEMO §HIDDEN"""
    t = table(["time_car_v3"], ["memo"], [], identities=PEOPLE)

    t.does(0, Play("time_car_v3", linchpin="B-4"))
    t.does(1, React("memo"))
    t.let_stand()

    assert t.altered() == []
    assert believed(t, 1, 0)["marlin_berry"] > 0.25


def test_a_player_who_tries_b1_is_believed_to_be_satisfied() -> None:
    """§B1.ANNOUNCE §HIDDEN"""
    t = table(["time_car_v3"], ["memo"], [], identities=PEOPLE, altered=CONTENT)
    assert believed(t, 1, 0)["marlin_berry"] < 0.2

    t.does(0, Play("time_car_v3", linchpin="B-1"))

    assert believed(t, 1, 0)["marlin_berry"] > 0.5
    assert threat(t.state, 1, 0, t.state.history) == 100


def test_a_new_identity_ends_all_suspicion() -> None:
    """§NOT_YOURSELF"""
    t = table(["doubleback_5"], ["not_yourself"], [], identities=PEOPLE)
    fresh = t.state.copy()
    t.plays(0, Play("doubleback_5", side="altered"))
    assert suspects(t.state, 0) != suspects(fresh, 0)

    t.plays(1, Play("not_yourself", seat=0))

    assert suspects(t.state, 0) == suspects(fresh, 0) == ANYBODY
    assert [doubt(t.state, 0, person) for person in range(IDENTITIES)] == [0] * IDENTITIES


def test_the_state_counts_what_was_reached_for_and_never_overflows() -> None:
    """§FLIP §HIDDEN"""
    t = table([], [], [], identities=PEOPLE)

    for _ in range(70):
        note_reach(t.state, 0, t.state.box.b1)

    assert [doubt(t.state, 0, person) for person in range(IDENTITIES)] == [MAX_DOUBT] * IDENTITIES
    assert suspects(t.state, 0) == ANYBODY
    assert t.state.reached_early[0] == (1 << 60) - 1
