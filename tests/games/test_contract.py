"""The contract, for every registered game, seat count and edition."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from timebooth.kernel import state as rules
from timebooth.registry import editions, find_game, game_types
from timebooth.testing import CONTRACT, Check, missing_texts

SEEDS = st.integers(min_value=0, max_value=2**32)
CASES = [
    pytest.param(key, edition, seats, id=f"{key}-{edition}-{seats}")
    for key, kind in game_types().items()
    for edition in editions(key)
    for seats in kind.seats
]
# Compiled rules play ten times as fast, and a test shows that both builds play the same games.
EXAMPLES = 2 if str(rules.__file__).endswith(".py") else 8


@pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("key", "edition", "seats"), CASES)
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_every_game_keeps_the_contract(key: str, edition: str, seats: int, check: Check, seed: int) -> None:
    check(find_game(key, edition), seats, seed)


@pytest.mark.parametrize("key", list(game_types()))
def test_everything_that_is_said_has_its_text(key: str) -> None:
    assert missing_texts(find_game(key)) == []
