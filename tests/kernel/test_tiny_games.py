"""The contract on two tiny games, to test the kernel apart from any rulebook."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tiny.fingers import Fingers
from tests.tiny.objection import CLAIM, OBJECT, PASS, WAIT, Objected, Objection, ObjectionState, Scored, Window
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import Refused
from timebooth.kernel.game import Game
from timebooth.kernel.journal import Journal
from timebooth.kernel.match import Match, replay
from timebooth.kernel.outcome import UNFINISHED, Outcome
from timebooth.kernel.record import read_record
from timebooth.kernel.state import Step
from timebooth.testing.contract import CONTRACT, Check, check_nothing_leaks

GAMES = [
    pytest.param(game, seats, id=f"{game.key}-{seats}") for game in (Fingers(), Objection()) for seats in (2, 3, 4)
]


@pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("game", "seats"), GAMES)
@settings(max_examples=5, deadline=None, derandomize=True)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_a_game_of_another_package_keeps_the_contract(game: Game, seats: int, check: Check, seed: int) -> None:
    check(game, seats, seed)


def test_sealed_answers_are_resolved_together() -> None:
    state = Fingers().start(3, None, FastRng(1))
    journal = Journal()

    assert state.asked() == (0, 1, 2)
    state.play([0, 0, 2], FastRng(1), journal)

    assert [event.seen_by(None) for event in journal] == [
        {"event": "shown", "seat": 0, "fingers": 1},
        {"event": "shown", "seat": 1, "fingers": 1},
        {"event": "shown", "seat": 2, "fingers": 3},
    ]


def test_an_objection_to_an_objection_lets_the_claim_stand() -> None:
    state = Objection().start(3, None, FastRng(1))
    assert isinstance(state, ObjectionState)
    state.held = [1, 1, 1]
    journal = Journal()
    state.play([2], FastRng(1), journal)

    assert state.asked() == (1, 2)
    state.play([PASS, OBJECT], FastRng(1), journal)
    assert state.asked() == (0, 1)
    state.play([OBJECT, PASS], FastRng(1), journal)
    state.play([PASS, PASS], FastRng(1), journal)

    assert list(journal) == [Objected(2), Objected(0), Scored(0)]


def test_the_contract_catches_a_view_that_tells_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.tiny import objection

    honest = objection.ObjectionState.view

    def peek(self: objection.ObjectionState, seat: int | None) -> objection.ObjectionView:
        seen = honest(self, seat)
        return objection.ObjectionView(seen.scores, seen.turn, seen.asked, self.held[0], seen.mine, seen.claims)

    monkeypatch.setattr(objection.ObjectionState, "view", peek)
    state = Objection().start(3, None, FastRng(4))

    with pytest.raises(AssertionError):
        check_nothing_leaks(Objection(), state, seed=7)


class Short(Objection):
    """Ends soon, whatever is answered."""

    max_steps = 30


def test_a_game_that_goes_on_and_on_is_ended_without_a_winner() -> None:
    match = Match.new(Short(), 2, seed=1)
    while not match.over:
        match.play([WAIT])

    assert match.moment == Short.max_steps
    assert match.state.outcome() == Outcome((), UNFINISHED)
    assert match.state.outcome_by_rules() is None
    assert match.state.asked() == ()
    with pytest.raises(Refused, match="game_is_over"):
        match.play([WAIT])
    again = replay(Short(), read_record(match.record.lines()))
    assert (again.moment, again.state.outcome()) == (match.moment, match.state.outcome())


def test_copies_and_sampled_worlds_have_as_many_steps_left() -> None:
    state = Short().start(2, None, FastRng(1))
    state.play([WAIT], FastRng(1))

    assert state.steps_left == Short.max_steps - 2
    assert state.copy().steps_left == state.sample_world(0, FastRng(1)).steps_left == state.steps_left


def test_a_step_that_neither_asks_nor_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Window, "asked", Step.asked)
    monkeypatch.setattr(Window, "run", lambda *_: None)
    state = Short().start(2, None, FastRng(1))

    state.play([CLAIM], FastRng(1))

    assert state.outcome() == Outcome((), UNFINISHED)
