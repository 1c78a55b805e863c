"""Who may know what."""

from __future__ import annotations

import msgspec
import pytest

from tests.games.excellent_boardgame.builders import IDLE, game, table
from timebooth.games.excellent_boardgame.answers import Plan
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.kernel.chance import FastRng


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_a_seat_sees_is_the_same_whatever_it_cannot_know(seats: int) -> None:
    """§HIDDEN"""
    rng = FastRng(3)
    state = game().start(seats, None, rng)
    assert isinstance(state, ExcellentState)
    changed = 0
    while state.asked():
        for seat in range(seats):
            imagined = state.copy()
            imagined.resample(seat, FastRng(changed))
            assert msgspec.json.encode(imagined.view(seat)) == msgspec.json.encode(state.view(seat))
            assert imagined.options(seat) == state.options(seat)
            assert game().components(imagined) == game().components(state)
            changed += imagined.numbers() != state.numbers()
        state.play([state.options(s)[rng.below(len(state.options(s)))] for s in state.asked()], rng)
    assert changed > seats


def test_a_sampled_world_depends_on_the_seats_knowledge_and_chance_alone() -> None:
    """§HIDDEN"""
    state = game().start(3, None, FastRng(4))
    once, other = state.copy(), state.copy()
    other.resample(0, FastRng(99))

    once.resample(0, FastRng(5))
    other.resample(0, FastRng(5))

    assert once.numbers() == other.numbers()


def test_returned_cards_are_shown_only_when_the_game_is_over() -> None:
    """§J41 §HIDDEN"""
    rng = FastRng(8)
    state = game().start(2, None, rng)
    assert isinstance(state, ExcellentState)
    assert "returned" not in msgspec.to_builtins(state.view(0))

    while state.asked():
        state.play([state.options(seat)[0] for seat in state.asked()], rng)

    returned = msgspec.to_builtins(state.view(0))["returned"]
    assert len(returned) == 14
    assert not set(returned) & set(msgspec.to_builtins(state.view(0))["discard_pile"])


def test_planned_cards_are_nowhere_to_be_seen_until_all_are_revealed() -> None:
    """§PLAN §HIDDEN"""
    t = table((21, 22), IDLE)

    assert [(other.first, other.second) for other in t.view(0).seats] == [(None, None), (None, None)]
    assert t.view(0).order == ()


def test_a_finished_game_hides_nothing_and_leaves_nothing_to_sample() -> None:
    """§HIDDEN"""
    t = table((21, 22), IDLE, hands=[[5], [6]], last_round=True)
    t.plan((21, 22), IDLE)
    before = t.state.numbers()

    t.state.resample(0, FastRng(1))

    assert t.state.numbers() == before
    assert [other.hand for other in t.view(None).seats] == [(5,), (6,)]


def test_why_an_option_is_missing_is_told_with_its_rule() -> None:
    """§PLAN §J10 §J18 §PICKUP.ONE"""
    board = {"C4": ["napoleon", "beethoven", "socrates"]}
    rows = [["socrates TR"]]
    t = table((22, 21), IDLE, booths=("D4 south", "A1 north"), rows=rows, board=board, knight="A4 east")

    planning = t.game.missing(t.state, 0)
    t.plan((21, 22), IDLE)  # Socrates turns the booth to the west
    placing = t.game.missing(t.state, 0)

    assert [key for key, _ in planning] == ["why.two_cards", "why.no_pass"]
    assert placing[-1] == ("why.already_collected", {"character": "socrates", "rule": "§PICKUP.ONE"})
    assert t.game.missing(t.state, 1) == []
    assert Plan(21, 22) not in t.options(0)
