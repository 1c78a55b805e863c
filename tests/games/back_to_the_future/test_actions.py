"""Actions."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import table
from timebooth.games.back_to_the_future.answers import Discard, Draw, Give, LoseItem, Pass, Play, React
from timebooth.games.back_to_the_future.events import (
    CardAnnounced,
    CardDiscarded,
    CardGiven,
    HandsPassed,
    HandsShuffled,
    HandsTraded,
    IdentityChanged,
    ItemDiscarded,
    ItemTaken,
    MysteriousForces,
)

AIMED = [
    Play("hitch_a_ride", linchpin="A-2"),
    Play("so_gullible", item="book", owner=1),
    Play("not_yourself", seat=1),
    Play("erased", item="book", owner=1),
    Play("fading_away", seat=1),
    Play("trade_hands", seat=1),
    Play("discontinuity", direction="left"),
    Play("time_vortex"),
    Play("clock_tower"),
    Play("alpha_rhythm"),
    Play("shopping_spree"),
]


@pytest.mark.parametrize("action", AIMED, ids=lambda action: action.card)
def test_an_action_is_discarded(action: Play) -> None:
    """§ACTION"""
    t = table([action.card], [], tables=[[], ["book"]], previous_changed=True)

    t.takes_effect(0, action)

    assert action.card in t.discard_pile()


@pytest.mark.parametrize("action", AIMED, ids=lambda action: action.card)
def test_a_cancelled_action_does_nothing(action: Play) -> None:
    """§ACTION §MEMO

    §HITCH §GULLIBLE §NOT_YOURSELF §ERASED §FADING §TRADE §DISCONTINUITY §VORTEX §CLOCK_TOWER §ALPHA §SPREE
    """
    theirs = ["hoverboard", "guitar", "vest", "telescope"]
    t = table([action.card, "pie_pan"], ["memo", *theirs], tables=[[], ["book"]], previous_changed=True)
    people = [t.identity(0), t.identity(1)]

    t.does(0, action)
    t.takes_effect(1, React("memo"))

    assert (t.hand(0), sorted(t.hand(1))) == (["pie_pan"], sorted(theirs))
    assert (t.on_table(0), t.on_table(1)) == ([], ["book"])
    assert (t.altered(), [t.identity(0), t.identity(1)]) == ([], people)
    assert (t.discard_pile(), t.state.turn) == (["memo", action.card], 1)


def test_hitch_a_ride_flips_after_a_change_by_the_previous_player() -> None:
    """§HITCH"""
    t = table(["time_car_v3"], ["hitch_a_ride"])
    t.plays(0, Play("time_car_v3", linchpin="A-2"))

    t.takes_effect(1, Play("hitch_a_ride", linchpin="A-3"))

    assert t.altered() == ["A-2", "A-3", "A-4", "A-5", "A-6"]


def test_hitch_a_ride_without_a_change_before_it_has_no_effect() -> None:
    """§HITCH §J21"""
    t = table(["hitch_a_ride"], [])

    assert t.options(0) == [Draw(), Play("hitch_a_ride")]

    events = t.takes_effect(0, Play("hitch_a_ride"))

    assert events[0] == CardAnnounced(0, "hitch_a_ride", idle=True)
    assert t.altered() == []


def test_a_change_that_was_cancelled_gives_no_ride() -> None:
    """§HITCH"""
    t = table(["time_car_v3"], ["hitch_a_ride", "memo"])

    t.does(0, Play("time_car_v3", linchpin="A-2"))
    t.plays(1, React("memo"))

    assert Play("hitch_a_ride") in t.options(1)


def test_mysterious_forces_count_as_a_change() -> None:
    """§HITCH.B1"""
    t = table(["time_car_v3"], ["hitch_a_ride"], rng=[1])

    events = t.plays(0, Play("time_car_v3", linchpin="B-1"))

    assert MysteriousForces(0, 4) in events
    assert Play("hitch_a_ride", linchpin="A-3") in t.options(1)


def test_so_gullible_takes_an_item() -> None:
    """§GULLIBLE"""
    t = table(["so_gullible"], [], [], tables=[["guitar"], ["book", "vest"]])

    events = t.takes_effect(0, Play("so_gullible", item="vest", owner=1))

    assert ItemTaken(0, 1, "vest") in events
    assert (t.on_table(0), t.on_table(1)) == (["guitar", "vest"], ["book"])


def test_so_gullible_without_an_item_to_take_has_no_effect() -> None:
    """§GULLIBLE §J21"""
    t = table(["so_gullible"], [], tables=[["guitar"]])

    assert t.options(0) == [Draw(), Play("so_gullible")]

    t.takes_effect(0, Play("so_gullible"))

    assert t.on_table(0) == ["guitar"]


@pytest.mark.parametrize("seat", [0, 1])
def test_not_yourself_shows_the_old_identity_and_gives_a_new_one(seat: int) -> None:
    """§NOT_YOURSELF"""
    t = table(["not_yourself"], [], identities=["verne_brown", "marlin_berry"])
    old = t.identity(seat)

    events = t.takes_effect(0, Play("not_yourself", seat=seat))

    assert t.identity(seat) != old
    assert IdentityChanged(seat, old, t.identity(seat)) in events
    assert t.view(None).identities_shown == (old,)


@pytest.mark.parametrize(("item", "owner"), [("guitar", 0), ("book", 1)])
def test_erased_discards_an_item_from_any_table(item: str, owner: int) -> None:
    """§ERASED"""
    t = table(["erased"], [], tables=[["guitar"], ["book"]])

    events = t.takes_effect(0, Play("erased", item=item, owner=owner))

    assert ItemDiscarded(owner, item) in events
    assert t.on_table(owner) == []


def test_erased_without_any_item_has_no_effect() -> None:
    """§ERASED §J21"""
    t = table(["erased"], [])

    assert t.options(0) == [Draw(), Play("erased")]

    t.takes_effect(0, Play("erased"))

    assert t.discard_pile() == ["erased"]


def test_fading_away_costs_a_chosen_item_and_a_random_card() -> None:
    """§FADING"""
    t = table(["fading_away"], ["guitar", "vest"], tables=[[], ["book", "pie_pan"]], rng=[1])
    t.takes_effect(0, Play("fading_away", seat=1))

    assert t.options(1) == [LoseItem("pie_pan"), LoseItem("book")]
    events = t.does(1, LoseItem("book"))

    assert events[:2] == [ItemDiscarded(1, "book"), CardDiscarded(1, "vest")]
    assert (t.hand(1), t.on_table(1)) == (["guitar"], ["pie_pan"])


def test_fading_away_without_an_item_costs_a_card_only() -> None:
    """§FADING §J46"""
    t = table(["fading_away"], ["guitar"])

    t.takes_effect(0, Play("fading_away", seat=1))

    assert (t.hand(1), t.discard_pile()) == ([], ["fading_away", "guitar"])


def test_only_an_opponent_can_fade_away() -> None:
    """§FADING"""
    t = table(["fading_away"], [], [])

    assert t.options(0) == [Draw(), Play("fading_away", seat=1), Play("fading_away", seat=2)]


def test_traded_hands_change_holders_and_nothing_else_does() -> None:
    """§TRADE"""
    t = table(["trade_hands", "book"], ["guitar", "vest"], [], tables=[["pie_pan"]])
    people = [t.identity(seat) for seat in range(3)]

    events = t.takes_effect(0, Play("trade_hands", seat=1))

    assert HandsTraded(0, 1) in events
    assert (t.hand(0), t.hand(1), t.on_table(0)) == (["guitar", "vest"], ["book"], ["pie_pan"])
    assert [t.identity(seat) for seat in range(3)] == people


@pytest.mark.parametrize(
    ("direction", "hands"), [("left", [["vest"], ["book"], ["guitar"]]), ("right", [["guitar"], ["vest"], ["book"]])]
)
def test_in_a_discontinuity_all_hands_move_on(direction: str, hands: list[list[str]]) -> None:
    """§DISCONTINUITY"""
    t = table(["discontinuity", "book"], ["guitar"], ["vest"])
    aim = next(a for a in t.options(0) if isinstance(a, Play) and a.direction == direction)

    events = t.takes_effect(0, aim)

    assert HandsPassed(direction) in events
    assert [t.hand(seat) for seat in range(3)] == hands


def test_a_time_vortex_deals_all_hands_again_from_the_player_to_the_left() -> None:
    """§VORTEX"""
    t = table([], ["time_vortex", "book"], ["guitar", "vest", "telescope"], turn=1)

    events = t.takes_effect(1, Play("time_vortex"))

    assert HandsShuffled(4) in events
    assert [len(t.hand(seat)) for seat in range(3)] == [1, 2, 1]
    assert sorted(t.hand(0) + t.hand(1) + t.hand(2)) == ["book", "guitar", "telescope", "vest"]


def test_for_the_clock_tower_everybody_else_gives_a_card() -> None:
    """§CLOCK_TOWER"""
    t = table(["clock_tower"], ["book", "guitar"], ["vest"])
    t.takes_effect(0, Play("clock_tower"))

    assert t.options(1) == [Give("book"), Give("guitar")]
    events = t.do({1: Give("guitar"), 2: Give("vest")})

    assert events[:2] == [CardGiven(1, 0, "guitar"), CardGiven(2, 0, "vest")]
    assert (t.hand(0), t.hand(1), t.hand(2)) == (["guitar", "vest"], ["book"], [])


def test_for_the_clock_tower_an_empty_hand_gives_nothing() -> None:
    """§CLOCK_TOWER §J46"""
    t = table(["clock_tower"], [])

    t.takes_effect(0, Play("clock_tower"))

    assert (t.hand(0), t.state.turn) == ([], 1)


def test_the_alpha_rhythm_makes_everybody_else_discard_down_to_three() -> None:
    """§ALPHA"""
    t = table(
        ["alpha_rhythm", "pellet", "case", "memo", "erased"],
        ["book", "guitar", "vest", "telescope", "pie_pan"],
        ["fax", "telegram", "newspaper"],
    )
    t.takes_effect(0, Play("alpha_rhythm"))

    assert t.asked() == (1,)
    t.does(1, Discard("vest"))
    t.does(1, Discard("book"))

    assert [len(t.hand(seat)) for seat in range(3)] == [4, 3, 3]
    assert t.discard_pile() == ["alpha_rhythm", "vest", "book"]


def test_the_alpha_rhythm_leaves_three_cards_or_fewer_alone() -> None:
    """§ALPHA §J46"""
    t = table(["alpha_rhythm"], ["book", "guitar", "vest"])

    t.takes_effect(0, Play("alpha_rhythm"))

    assert (len(t.hand(1)), t.state.turn) == (3, 1)


def test_a_shopping_spree_plays_three_items() -> None:
    """§SPREE"""
    t = table(["shopping_spree", "book", "guitar", "vest", "telescope"], [])
    t.takes_effect(0, Play("shopping_spree"))

    for item in ("vest", "book", "guitar"):
        t.takes_effect(0, Play(item))

    assert (t.on_table(0), t.hand(0)) == (["book", "guitar", "vest"], ["telescope"])
    assert t.state.turn == 1


def test_a_shopping_spree_with_fewer_items_plays_all_of_them() -> None:
    """§SPREE"""
    t = table(["shopping_spree", "book", "memo"], [])
    t.takes_effect(0, Play("shopping_spree"))

    assert t.options(0) == [Play("book")]
    t.takes_effect(0, Play("book"))
    assert t.options(0) == [Pass()]
    t.does(0, Pass())

    assert (t.on_table(0), t.hand(0), t.state.turn) == (["book"], ["memo"], 1)
