"""Evil dude movement, and dropping."""

from __future__ import annotations

from tests.games.excellent_boardgame.builders import IDLE, dropped, dude_path, opening, path, picked_up, table, turns
from timebooth.games.excellent_boardgame.events import CardsDiscarded, CharacterDropped, DudeFollowed, PickUpBarred


def test_the_dude_of_the_first_card_moves_by_it_and_then_that_of_the_second() -> None:
    """§DUDES §CARD.DUDE"""
    t = table((12, 2), IDLE)

    events = t.plan((12, 2), IDLE)

    told = [event for event in events if isinstance(event, DudeFollowed) and event.seat == 0]
    assert [(event.dude, event.card) for event in told] == [("knight", 12), ("cowboy", 2)]


def test_the_dudes_move_only_after_the_booth_has_finished() -> None:
    """§DUDES"""
    t = table((21, 55), IDLE)

    events = t.plan((21, 55), IDLE)
    tags = [type(event).__name__ for event in events[: events.index(CardsDiscarded(0, (21, 55)))]]

    assert tags.index("DudeFollowed") > max(i for i, tag in enumerate(tags) if tag.startswith("Booth"))


def test_a_booth_that_moves_into_a_dudes_space_drops_its_newest_character_there() -> None:
    """§DROP §J27 §J28"""
    t = table(
        (21, 22), IDLE, booths=("C5 north", "A1 north"), rows=[["billy_the_kid TL", "socrates TR"]], knight="C4 east"
    )

    events = t.plan((21, 22), IDLE)

    assert dropped(events)[0] == (0, "billy_the_kid", "C4")
    assert CharacterDropped(0, "billy_the_kid", "C4", "knight") in events


def test_a_dude_that_moves_into_a_booths_space_makes_it_drop() -> None:
    """§DROP §J27"""
    t = table((3, 10), IDLE, booths=("A7 north", "B3 north"), rows=[[], ["socrates TR"]])

    assert dropped(t.plan((3, 10), IDLE)) == [(1, "socrates", "B3")]


def test_starting_a_turn_with_a_dude_or_turning_beside_him_drops_nothing() -> None:
    """§DROP.ENTRY §J27"""
    t = table(IDLE, (22, 15), booths=("C5 north", "A1 north"), rows=[["socrates TR"]], knight="C5 east")

    assert dropped(t.plan(IDLE, (22, 15))) == []


def test_a_character_just_collected_is_the_first_to_be_dropped_again() -> None:
    """§J28"""
    t = table(
        (21, 22),
        IDLE,
        booths=("C5 north", "A1 north"),
        rows=[["princesses TR TR"]],
        board={"C6": ["napoleon"]},
        knight="C7 east",
    )

    events = t.plan((21, 22), IDLE)

    assert picked_up(events) == [(0, "napoleon", "C6")]
    assert dropped(events) == [(0, "napoleon", "C7")]
    assert t.collected(0) == ["princesses"]


def test_a_dropped_character_lies_image_up_and_its_arrows_are_remembered_not_shown() -> None:
    """§J29 §DROP"""
    t = table((3, 10), IDLE, booths=("A7 north", "B3 north"), rows=[[], ["socrates TR"]])

    t.plan((3, 10), IDLE)
    stack = t.view(0).stacks[0]

    assert (stack.character, stack.seen) == ("socrates", None)
    t.state.remember = True
    assert t.view(0).stacks[0].seen == (("turn_right",),)


def test_a_new_character_dropped_before_the_end_of_the_turn_is_never_revealed() -> None:
    """§J29"""
    t = table(
        (21, 22), IDLE, booths=("C5 north", "A1 north"), board={"C4": ["napoleon"]}, knight="C3 east", remember=True
    )

    t.plan((21, 22), IDLE)

    assert t.view(0).stacks[0].seen == (None,)


def test_a_space_with_both_dudes_costs_two_characters() -> None:
    """§DROP.BOTH §J30"""
    two = table(
        (21, 22),
        IDLE,
        booths=("C5 north", "A1 north"),
        rows=[["billy_the_kid TL", "socrates TR", "beethoven L"]],
        knight="B5 east",
        cowboy="B5 west",
    )
    one = table(
        (36, 51),
        (22, 15),
        booths=("C5 north", "A1 north"),
        rows=[["joan_of_arc F"]],
        knight="C4 east",
        cowboy="C4 west",
    )

    assert dropped(two.plan((21, 22), IDLE)) == [(0, "billy_the_kid", "B5"), (0, "socrates", "B5")]
    assert dropped(one.plan((36, 51), (22, 15))) == [(0, "joan_of_arc", "C4")]


def test_a_second_dude_that_moves_in_costs_one_character_not_two() -> None:
    """§J31"""
    t = table(
        (3, 10),
        IDLE,
        booths=("A7 north", "B3 north"),
        rows=[[], ["billy_the_kid TL", "socrates TR"]],
        cowboy="B3 west",
    )

    assert dropped(t.plan((3, 10), IDLE)) == [(1, "billy_the_kid", "B3")]


def test_every_booth_in_the_space_a_dude_moves_into_drops_one_in_the_order_of_the_round() -> None:
    """§DROP §J32"""
    t = table(
        (3, 28),
        IDLE,
        (22, 15),
        booths=("B3 north", "B3 north", "B3 north"),
        rows=[["socrates TR"], ["napoleon B"], ["napoleon L B"]],
        remember=True,
    )

    events = t.plan((3, 28), IDLE, (22, 15))  # seat 0 goes round and back to B3, then the Knight comes

    assert turns(events) == [0, 2, 1]
    assert dropped(events) == [(0, "socrates", "B3"), (2, "napoleon", "B3"), (1, "napoleon", "B3")]
    assert t.view(None).stacks[0].seen == (("left", "back"), ("back",))


def test_a_dude_hits_in_passing_and_again_when_he_comes_back() -> None:
    """§J33"""
    rows = [[], ["billy_the_kid TL", "socrates TR"]]
    t = table((45, 56), (57, 54), booths=("A7 north", "B3 north"), rows=rows)

    events = t.plan((45, 56), (57, 54))

    assert dude_path(events, "knight")[:4] == ["B3 east", "B2 east", "B3 east", "B4 east"]
    assert dropped(events)[:2] == [(1, "billy_the_kid", "B3"), (1, "socrates", "B3")]


def test_nothing_can_be_taken_from_under_a_dude_not_even_what_one_dropped() -> None:
    """§J34 §PICKUP.DUDE"""
    t = table(
        (21, 22),
        IDLE,
        booths=("C5 north", "A1 north"),
        rows=[["princesses TR TR"]],
        board={"C6": ["napoleon"]},
        knight="C6 east",
    )

    events = t.plan((21, 22), IDLE)

    assert picked_up(events) == []
    assert PickUpBarred(0, "knight", "C6") in events
    assert t.on_board() == {"C6": ["princesses", "napoleon"]}


def test_a_player_without_characters_only_suffers_the_ban() -> None:
    """§DROP.NONE §J35"""
    t = table((21, 22), IDLE, booths=("C5 north", "A1 north"), board={"C4": ["napoleon"]}, knight="C4 east")

    events = t.plan((21, 22), IDLE)

    assert (picked_up(events), dropped(events)) == ([], [])
    assert path(events, 0)[:2] == ["C4 north", "C3 north"]


def test_two_dudes_may_share_a_space_and_stand_on_a_start_space() -> None:
    """§J36"""
    t = table((21, 43), IDLE, booths=("G1 north", "A1 north"), knight="D7 north", cowboy="F7 west")

    events = t.plan((21, 43), IDLE)

    assert dude_path(events, "cowboy")[1] == "D7 west"
    assert t.dude("knight").startswith("D7")


def test_the_stacks_on_shield_and_badge_are_barred_until_the_dude_leaves() -> None:
    """§J37 §SETUP.DUDES"""
    barred = opening((21, 22), IDLE, starts=("C4 west", "A1 north")).plan((21, 22), IDLE)
    left = table((21, 22), IDLE, booths=("C4 west", "A1 north"), board={"B4": ["napoleon"]}, knight="B3 east")

    assert PickUpBarred(0, "knight", "B4") in barred
    assert picked_up(barred) == []
    assert picked_up(left.plan((21, 22), IDLE)) == [(0, "napoleon", "B4")]
