"""The contract on two tiny games, to test the kernel apart from any rulebook."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import contract
from tests.tiny.fingers import Fingers
from tests.tiny.objection import OBJECT, PASS, Objected, Objection, ObjectionState, Scored
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.journal import Journal

GAMES = [
    pytest.param(game, seats, id=f"{game.key}-{seats}") for game in (Fingers(), Objection()) for seats in (2, 3, 4)
]


@pytest.mark.parametrize(("game", "seats"), GAMES)
@settings(max_examples=15, deadline=None, derandomize=True)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_a_game_of_another_package_keeps_the_contract(game: Game, seats: int, seed: int) -> None:
    contract.check_a_random_game(game, seats, seed)
    held: dict[str, int] = {}
    for state in contract.decisions(game, seats, seed):
        held = held or game.components(state)
        assert game.components(state) == held
        contract.check_options(game, state)
        contract.check_allowed(game, state)
        contract.check_nothing_leaks(game, state, seed)
        if state.asked():
            contract.check_refusals(game, state, FastRng(seed))
            contract.check_copy(state, seed)


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
        contract.check_nothing_leaks(Objection(), state, seed=7)
