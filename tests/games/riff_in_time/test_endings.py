"""Rounds, winning and losing; what is hidden, and what everybody may read."""

from __future__ import annotations

import pytest

from tests.dice import LoadedRng
from tests.games.riff_in_time.builders import BOGUS, INTERACT, MOVE, Table, acts, draws, follows, game, riff, rolls
from timebooth.games.riff_in_time.answers import Choose, FixRift, PutNext, Stop
from timebooth.games.riff_in_time.deck import look_at_top
from timebooth.games.riff_in_time.events import CardsLookedAt, GameLost, GameWon, RiftRaised, RoundEnded, TurnEnded
from timebooth.games.riff_in_time.seen import Danger
from timebooth.games.riff_in_time.state import RiffState
from timebooth.games.riff_in_time.steps.all_steps import TURN
from timebooth.games.riff_in_time.turn import RESOLVE_BOGUS
from timebooth.games.riff_in_time.view import danger, view
from timebooth.kernel.chance import FastRng
from timebooth.kernel.outcome import Outcome

PLACES = [
    "new_mexico",
    "athens",
    "vienna",
    "kassel",
    "orleans",
    "mongolia",
    "washington",
    "austria",
    "rome",
    "new_york",
]
QUIET = ("elizabeth", "joanna")


def nearly_won(san_dimas: int = 2, turn: int = 0) -> RiffState:
    """Return a band that has only the last level of Rome left; the player on turn is there."""
    return riff(
        turn=turn,
        at=["rome", "rome"],
        fixed=[place for place in PLACES if place != "rome"],
        returned=["charlemagne"],
        levels={"rome": 1, "san_dimas": san_dimas},
        characters=QUIET,
    )


def test_the_turn_goes_through_its_steps_in_the_rulebooks_order() -> None:
    """§TURN"""
    assert [type(step).__name__ for step in TURN] == [
        "DrawRiffCard",
        "AssembleDicePool",
        "RollDice",
        "UseTheBooth",
        "ResolveBogus",
        "TakeActions",
        "CompleteObjectives",
        "EndOfTurn",
    ]


def test_san_dimas_rises_when_all_have_had_a_turn() -> None:
    """§ROUND §J7"""
    first = acts(riff(turn=0, characters=QUIET), MOVE)
    last = acts(riff(turn=1, characters=("joanna", "elizabeth"), top=["R58"]), MOVE)

    assert RoundEnded(0) not in first.does(Stop())
    told = last.does(Stop())

    assert told[:3] == [TurnEnded("elizabeth"), RoundEnded(0), RiftRaised("san_dimas", 3)]


def test_all_places_fixed_at_the_end_of_a_turn_wins_for_all() -> None:
    """§WIN §COOPERATIVE §F1"""
    t = acts(nearly_won(), INTERACT, MOVE)

    t.does(FixRift())
    assert t.ending() is None
    told = t.does(Stop())

    assert told[-1] == GameWon(1, "rifts_closed")
    assert t.state.outcome() == Outcome((0, 1), "rifts_closed")


def test_the_last_player_wins_with_san_dimas_at_its_maximum() -> None:
    """§J8"""
    t = acts(nearly_won(san_dimas=10, turn=1), INTERACT, MOVE)

    t.does(FixRift(), Stop())

    assert t.ending() == "rifts_closed"


def test_a_full_dial_in_san_dimas_does_not_lose_but_one_more_rise_does() -> None:
    """§LOSE §J9 §J10"""
    t = follows("R59", riff(levels={"san_dimas": 9}))
    t.does(Choose("raise_san_dimas", 1))
    assert t.ending() is None
    assert t.level("san_dimas") == t.box.san_dimas_top

    t = follows("R59", riff(levels={"san_dimas": 10}))
    assert t.does(Choose("raise_san_dimas", 1))[-1] == GameLost(0, "san_dimas_fractured")
    assert t.state.outcome() == Outcome((), "san_dimas_fractured")


def test_the_rise_at_the_end_of_a_round_can_lose() -> None:
    """§LOSE §ROUND"""
    t = acts(riff(turn=1, levels={"san_dimas": 10}, characters=("joanna", "elizabeth")), MOVE)

    t.does(Stop())

    assert t.ending() == "san_dimas_fractured"
    assert t.view().round == 1


def test_a_loss_in_mid_turn_comes_before_a_win() -> None:
    """§J9"""
    s = nearly_won(san_dimas=10)
    s.set_at(0, 10)

    t = rolls(s, RESOLVE_BOGUS, BOGUS, BOGUS)

    assert t.ending() == "san_dimas_fractured"
    assert t.state.asked() == ()


def test_the_last_card_may_be_drawn_and_the_next_draw_loses() -> None:
    """§LOSE §J11 §P1.DRAW"""
    t = follows("R58", riff(cards_left=0))
    assert t.ending() is None
    assert t.view().deck == 0

    t = draws(riff(cards_left=0))
    assert t.ending() == "riff_deck_empty"


def test_a_card_that_says_draw_loses_with_an_empty_deck() -> None:
    """§J11 §J20"""
    t = follows("R59", riff(cards_left=0))

    t.does(Choose("draw", 1))

    assert t.ending() == "riff_deck_empty"


def test_danger_says_how_many_rises_and_draws_are_left() -> None:
    """§DANGER"""
    s = riff(levels={"san_dimas": 7, "rome": 10}, cards_left=12)

    assert danger(s) == Danger(3, 12, 1)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_everybody_sees_all_but_the_order_of_the_deck(seat: int | None) -> None:
    """§OPEN §HIDDEN"""
    s = riff(top=["R58"])

    seen = view(s, seat)

    assert seen.top is None
    assert [player.objective for player in seen.players] == ["O11", "O12"]


def test_everybody_knows_the_cards_of_an_open_peek() -> None:
    """§PEEK.OPEN §HIDDEN"""
    t = follows("R41", riff())

    t.does(Choose("peek", 3))

    assert t.view(0).top == t.view(1).top == t.view(None).top
    assert t.view(0).top is not None


def peeked_alone() -> Table:
    s = riff()
    s.open_peek = False
    t = follows("R41", s)
    t.does(Choose("peek", 3))
    return t


def test_only_the_active_player_knows_the_cards_of_a_closed_peek() -> None:
    """§PEEK.OPEN §HIDDEN"""
    t = peeked_alone()
    (event,) = t.events(CardsLookedAt)

    assert t.view(0).top is not None
    assert t.view(1).top is None
    assert t.view(None).top is None
    assert "cards" in event.seen_by(0)
    assert "cards" not in event.seen_by(1)


def test_resampling_leaves_what_a_seat_knows_and_redraws_what_it_does_not() -> None:
    """§HIDDEN §PEEK.OPEN"""
    t = peeked_alone()
    cards = t.view(0).top
    assert cards is not None
    t.does(PutNext(cards[1]), PutNext(cards[0]))
    known = t.view(0).top

    mine = t.state.copy()
    mine.resample(0, FastRng(1))
    tops = set()
    for seed in range(20):
        theirs = t.state.copy()
        theirs.resample(1, FastRng(seed))
        tops.add(tuple(theirs.top_card(i) for i in range(3)))
        assert view(theirs, 1) == t.view(1)
        assert game().components(theirs) == game().components(t.state)

    assert view(mine, 0).top == known
    assert len(tops) > 10


def test_a_second_peek_by_somebody_else_makes_the_first_player_forget() -> None:
    """§PEEK.OPEN"""
    s = riff(turn=1, top=["R58", "R01"], seers=1)
    s.open_peek = False

    look_at_top(s, 3, LoadedRng())

    assert view(s, 0).top is None
    assert len(view(s, 1).top or ()) == 3
