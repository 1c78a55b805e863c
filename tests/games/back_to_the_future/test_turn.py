"""How to play: draw one, play one."""

from __future__ import annotations

from tests.games.back_to_the_future.builders import table
from timebooth.games.back_to_the_future.answers import Draw, Play
from timebooth.games.back_to_the_future.events import CardDrawn, ItemPlaced, NothingToDraw, PileReshuffled, TurnBegan


def test_a_turn_is_draw_one_then_play_one() -> None:
    """§TURN §DRAW §PLAY"""
    t = table(["hoverboard"], [], pile=["book"], from_the_start=True)

    drawn = t.let_stand()

    assert drawn == [CardDrawn(0, "book")]
    assert (t.asked(), t.prompt(0)) == ((0,), "play_one")

    played = t.takes_effect(0, Play("book"))

    assert played[1:] == [ItemPlaced(0, "book"), TurnBegan(1)]
    assert t.hand(0) == ["hoverboard"]


def test_any_card_of_the_hand_may_be_played() -> None:
    """§PLAY"""
    t = table(["hoverboard", "trade_hands", "lucky_day"], [])

    assert t.options(0) == [Draw(), Play("hoverboard"), Play("lucky_day"), Play("trade_hands", seat=1)]


def test_the_player_to_the_left_is_next() -> None:
    """§TURN.LEFT"""
    t = table([], [], [], turn=1)

    t.takes_effect(1, Draw())

    assert t.state.turn == 2


def test_after_the_last_seat_comes_the_first() -> None:
    """§TURN.LEFT"""
    t = table([], [], [], turn=2)

    t.takes_effect(2, Draw())

    assert t.state.turn == 0


def test_nobody_else_plays_on_your_turn() -> None:
    """§TURN.OWN"""
    t = table([], ["time_train", "memo"], ["hoverboard"])

    assert t.asked() == (0,)
    assert (t.options(1), t.options(2)) == ([], [])


def test_instead_of_playing_you_may_draw_another_card() -> None:
    """§SECOND_DRAW"""
    t = table(["hoverboard"], [], pile=["book"])

    events = t.takes_effect(0, Draw())

    assert events == [CardDrawn(0, "book"), TurnBegan(1)]
    assert t.hand(0) == ["hoverboard", "book"]


def test_the_second_draw_is_there_for_an_extra_play_too() -> None:
    """§SECOND_DRAW"""
    t = table(["time_train", "hoverboard"], [], pile=["book"])
    t.takes_effect(0, Play("time_train", linchpin="A-2"))

    t.takes_effect(0, Draw())

    assert t.hand(0) == ["hoverboard", "book"]
    assert t.state.turn == 1


def test_an_empty_pile_is_made_from_the_discards_when_somebody_draws() -> None:
    """§RESHUFFLE"""
    t = table([], [], pile=[], discard=["book", "guitar"])

    events = t.takes_effect(0, Draw())

    assert events[:2] == [PileReshuffled(2), CardDrawn(0, "book")]
    assert t.discard_pile() == []
    assert t.view(None).draw_pile == 1


def test_the_last_card_of_the_pile_is_drawn_without_shuffling() -> None:
    """§RESHUFFLE"""
    t = table([], [], pile=["book"], discard=["guitar"])

    events = t.takes_effect(0, Draw())

    assert events == [CardDrawn(0, "book"), TurnBegan(1)]
    assert t.discard_pile() == ["guitar"]


def test_with_both_piles_empty_there_is_nothing_to_draw() -> None:
    """§DRAW §J42"""
    t = table([], [], pile=[], discard=[])

    events = t.takes_effect(0, Draw())

    assert events[0] == NothingToDraw(0)
    assert t.hand(0) == []
