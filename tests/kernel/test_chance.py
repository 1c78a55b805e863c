"""Chance: the same numbers on every machine, uniformly distributed."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timebooth.kernel.bits import count
from timebooth.kernel.chance import FastRng, KeyedRng, Rng, commitment, some_of

SEED = bytes(range(32))


def test_the_fast_rng_gives_known_numbers() -> None:
    rng = FastRng(42)

    assert [rng.below(1000) for _ in range(8)] == [461, 977, 689, 831, 147, 51, 160, 882]
    assert FastRng(0).below(2**31 - 1) == 485189903


def test_the_fast_rng_shuffles_into_a_known_order() -> None:
    cards = list(range(10))

    FastRng(2506).shuffle(cards)

    assert cards == [8, 7, 4, 5, 0, 6, 1, 2, 9, 3]


def test_the_keyed_rng_gives_known_numbers() -> None:
    rng = KeyedRng(SEED)

    assert [rng.below(1000) for _ in range(8)] == [373, 126, 989, 281, 186, 609, 194, 986]


def test_the_keyed_rng_shuffles_into_a_known_order_under_a_label() -> None:
    cards = list(range(10))

    KeyedRng(SEED, b"b-1").shuffle(cards)

    assert cards == [7, 6, 8, 0, 3, 9, 2, 5, 4, 1]


def test_a_commitment_is_known_and_tells_one_seed_from_another() -> None:
    assert commitment(SEED) == "e690fd34795ccdb926c9a9f47e9d13cbe0503359d2226e62b5fcdce672bae9c8"
    assert commitment(bytes(32)) != commitment(SEED)


@pytest.mark.parametrize("rng", [FastRng(7), KeyedRng(SEED)], ids=["fast", "keyed"])
def test_every_side_is_equally_likely(rng: Rng) -> None:
    rolls = 12_000
    found = Counter(rng.below(6) for _ in range(rolls))

    chi_square = sum((found[side] - rolls / 6) ** 2 / (rolls / 6) for side in range(6))
    assert set(found) == set(range(6))
    assert chi_square < 20.5  # one in a thousand; the generators are seeded, so this does not depend on luck


def test_every_hand_out_of_a_set_is_equally_likely() -> None:
    cards = 1 << 3 | 1 << 10 | 1 << 40 | 1 << 41 | 1 << 62
    rng = FastRng(7)
    deals = 10_000

    found = Counter(some_of(cards, 2, rng) for _ in range(deals))

    assert all(hand & ~cards == 0 and count(hand) == 2 for hand in found)
    assert len(found) == 10
    assert sum((many - deals / 10) ** 2 / (deals / 10) for many in found.values()) < 27.9  # one in a thousand
    assert some_of(cards, 5, rng) == cards
    assert some_of(cards, 0, rng) == 0


@given(sides=st.integers(min_value=1, max_value=2**31 - 1), seed=st.integers())
def test_a_number_is_always_in_its_range(sides: int, seed: int) -> None:
    assert 0 <= FastRng(seed).below(sides) < sides
    assert 0 <= KeyedRng(SEED, str(seed).encode()).below(sides) < sides


@pytest.mark.parametrize("rng", [FastRng(7), KeyedRng(SEED)], ids=["fast", "keyed"])
@pytest.mark.parametrize("sides", [0, -3, 2**31])
def test_a_range_without_numbers_is_refused(rng: Rng, sides: int) -> None:
    with pytest.raises(ValueError, match="needs a number"):
        rng.below(sides)


def test_a_seed_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        KeyedRng(b"short")
