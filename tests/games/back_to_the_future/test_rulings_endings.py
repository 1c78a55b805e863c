"""Rulings by which every turn and every game ends."""

from __future__ import annotations

from tests.games.back_to_the_future.builders import game, table
from timebooth.games.back_to_the_future.answers import Draw, Play, React, Use
from timebooth.games.back_to_the_future.deck.kinds import KEYS
from timebooth.games.back_to_the_future.events import (
    CardDrawn,
    ExtraPlayGained,
    NothingToDraw,
    PileReshuffled,
    TurnBegan,
    TurnSkipped,
)
from timebooth.kernel.outcome import UNFINISHED, Outcome

RESPONSES = ["memo", "engine_trouble", "truck", "steal_my_stuff"]


def test_two_lucky_days_do_not_fetch_each_other_for_ever() -> None:
    """§J62"""
    t = table(["lucky_day", "lucky_day"], ["book"], pile=[], discard=[])

    t.takes_effect(0, Play("lucky_day"))
    second = t.takes_effect(0, Play("lucky_day"))
    third = t.takes_effect(0, Play("lucky_day"))

    assert second[1:] == [PileReshuffled(1), CardDrawn(0, "lucky_day"), *[NothingToDraw(0)] * 2, ExtraPlayGained(0)]
    assert third[1:] == [*[NothingToDraw(0)] * 3, ExtraPlayGained(0)]
    assert t.options(0) == [Draw()]
    assert t.takes_effect(0, Draw()) == [NothingToDraw(0), TurnBegan(1)]


def test_the_discards_are_shuffled_again_in_the_next_turn() -> None:
    """§J62"""
    t = table(["lucky_day"], [], pile=[], discard=["book"])

    t.takes_effect(0, Play("lucky_day"))
    t.takes_effect(0, Play("book"))
    begun = t.let_stand()

    assert begun == [PileReshuffled(1), CardDrawn(1, "lucky_day")]


def test_a_card_must_be_played_if_none_can_be_drawn() -> None:
    """§J63"""
    t = table(["vest", "memo"], [], pile=[], discard=[])
    shuffled = table(["vest"], [], pile=[], discard=["book"])
    shuffled.state.reshuffled = True

    assert t.options(0) == [Play("vest")]
    assert shuffled.options(0) == [Play("vest")]


def test_the_power_of_an_item_does_not_stand_in_for_a_play() -> None:
    """§J63"""
    t = table(["vest"], ["memo"], tables=[["lightning_prediction"]], pile=[], discard=[])

    assert t.options(0) == [Use("lightning_prediction"), Play("vest")]


def test_only_a_player_without_a_card_to_play_passes() -> None:
    """§J63 §J20"""
    t = table(RESPONSES, [], pile=[], discard=[])

    assert t.options(0) == [Draw()]
    assert t.takes_effect(0, Draw()) == [NothingToDraw(0), TurnBegan(1)]
    assert sorted(t.hand(0)) == sorted(RESPONSES)


def test_with_both_piles_empty_somebody_always_has_a_card_to_play() -> None:
    """§J63"""
    box = table([], []).state.box
    playable = int(box.deck & ~box.items & ~box.responses).bit_count()

    assert playable > 0
    assert {KEYS[box.kind_of[card]] for card in range(box.cards) if box.responses >> card & 1} == set(RESPONSES)


def test_a_skipped_turn_does_not_keep_the_next_one_from_shuffling() -> None:
    """§J62 §TRUCK"""
    t = table(["lucky_day"], ["truck"], pile=[], discard=["book"], from_the_start=True)

    skipped = t.does(1, React("truck")) + t.let_stand()

    assert TurnSkipped(0) in skipped
    assert PileReshuffled(2) in skipped


def test_a_game_without_end_is_ended_and_nobody_wins() -> None:
    """§J64"""
    t = table([], [], pile=[], discard=[])
    t.state.steps_left = 20

    while t.asked():
        t.do({seat: t.options(seat)[0] for seat in t.asked()})

    assert game().max_steps == 200_000
    assert t.state.outcome() == Outcome((), UNFINISHED)
