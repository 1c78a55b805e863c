"""End of turn: reveal, discard, draw."""

from __future__ import annotations

from tests.games.excellent_boardgame.builders import IDLE, table
from timebooth.games.excellent_boardgame.events import (
    CardsDiscarded,
    CardsDrawn,
    CharacterRevealed,
    NothingToDraw,
    TurnBegan,
)


def test_at_the_end_of_the_turn_the_collected_characters_are_revealed() -> None:
    """§TURN_END §TURN_END.REVEAL"""
    t = table((21, 22), IDLE, booths=("C5 north", "A1 north"), board={"C4": ["napoleon"]}, dice=[2])

    events = t.plan((21, 22), IDLE)

    assert CharacterRevealed(0, "napoleon", ("turn_right", "forward")) in events
    assert t.view(1).seats[0].collected[0].symbols == ("turn_right", "forward")


def test_arrows_that_everybody_has_seen_are_on_no_other_copy() -> None:
    """§TURN_END.REVEAL §SETUP.STACKS"""
    found = set()
    for die in range(3):
        t = table(
            (21, 22),
            IDLE,
            booths=("C5 north", "A1 north"),
            board={"C4": ["napoleon"], "G7": ["napoleon B"]},
            dice=[die],
        )
        t.plan((21, 22), IDLE)
        found.add(t.view(0).seats[0].collected[0].symbols)

    assert found == {("left", "back"), ("right", "turn_left"), ("turn_right", "forward")}


def test_both_played_cards_are_discarded_for_all_to_see() -> None:
    """§TURN_END.DISCARD §J47"""
    t = table((21, 22), IDLE, pile=4)

    events = t.plan((21, 22), IDLE)

    assert CardsDiscarded(0, (21, 22)) in events
    assert t.view(None).discard_pile == (21, 22, 36, 51)


def test_two_cards_are_drawn_and_only_their_owner_sees_which() -> None:
    """§TURN_END.DRAW §HIDDEN"""
    t = table((21, 22), IDLE, pile=4, hands=[[69], [40]])

    drawn = next(event for event in t.plan((21, 22), IDLE) if isinstance(event, CardsDrawn))

    assert drawn == CardsDrawn(0, 2, (1, 2), 2)
    assert t.hand(0) == [1, 2, 69]
    assert "cards" in drawn.seen_by(0)
    assert "cards" not in drawn.seen_by(1)


def test_a_player_reveals_and_draws_before_the_next_turn_begins() -> None:
    """§TURN_END §J39"""
    t = table((21, 22), IDLE, pile=4)

    events = t.plan((21, 22), IDLE)

    assert events.index(CardsDrawn(0, 2, (1, 2), 2)) < events.index(TurnBegan(1))


def test_the_discards_are_never_shuffled_into_the_clock_again() -> None:
    """§CLOCK §J40"""
    t = table((21, 22), IDLE, pile=0, hands=[[1, 2], [3, 4]])

    events = t.plan((21, 22), IDLE)

    assert [event.seat for event in events if isinstance(event, NothingToDraw)] == [0, 1]
    assert (t.hand(0), t.view(None).draw_pile) == ([1, 2], 0)
    assert t.view(None).discard_pile == (21, 22, 36, 51)
