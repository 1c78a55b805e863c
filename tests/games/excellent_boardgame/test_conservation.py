"""Every card, every token and all pending work are in their places, at every decision of random games."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.excellent_boardgame.builders import game
from timebooth.games.excellent_boardgame.fields import FIELDS
from timebooth.games.excellent_boardgame.pieces import CARDS, IN_PLAY_AREA, NO_CARD, RETURNED, UNREVEALED
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.kernel.bits import members_of
from timebooth.testing.play import decisions


def cards_by_place(s: ExcellentState) -> Counter[int]:
    found = Counter([*members_of(s.unseen), *members_of(s.discard)])
    for seat in range(s.seats):
        found.update(members_of(s.hand(seat)))
        found.update(card for card in (s.first_card(seat), s.second_card(seat)) if card != NO_CARD)
    return found


def rows(s: ExcellentState) -> list[int]:
    return [s.play_area(seat, place) for seat in range(s.seats) for place in range(s.held(seat))]


def check(s: ExcellentState) -> None:
    assert s.depth <= int(FIELDS.frames)  # the stack ends where the board begins
    assert cards_by_place(s) == Counter(range(CARDS))
    assert len(members_of(s.unseen)) == s.pile + s.returned
    held = [token for token in range(s.box.tokens) if s.lies_at(token) == IN_PLAY_AREA]
    assert sorted(rows(s)) == held
    assert set(members_of(s.showing)) <= set(held)
    seen = [s.arrows(token) for token in range(s.box.tokens) if s.arrows(token) != UNREVEALED]
    assert sorted(seen + members_of(s.unrevealed)) == list(range(s.box.tokens))
    for seat in range(s.seats):
        kinds = [s.box.kind_of[s.play_area(seat, place)] for place in range(s.held(seat))]
        assert sorted(kinds) == members_of(s.collected(seat))
    for space in range(s.box.spaces):
        stacks: dict[int, list[int]] = {}
        for token in range(s.box.tokens):
            if s.lies_at(token) == space:
                stacks.setdefault(s.box.kind_of[token], []).append(s.level(token))
        assert sorted(stacks) == members_of(s.characters_at(space))
        assert all(sorted(levels) == list(range(len(levels))) for levels in stacks.values())
    returned = sum(s.lies_at(token) == RETURNED for token in range(s.box.tokens))
    assert returned == {2: 18, 3: 9, 4: 0}[int(s.seats)]


@pytest.mark.parametrize("seats", [2, 3, 4])
@settings(max_examples=5, deadline=None, derandomize=True)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_every_card_and_token_is_in_one_place_and_every_set_tells_the_truth(seats: int, seed: int) -> None:
    """§SETUP.RETURN §PICKUP.ONE §J20"""
    for state in decisions(game(), seats, seed, most=200):
        assert isinstance(state, ExcellentState)
        check(state)
