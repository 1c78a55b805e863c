"""Rows of small numbers in one integer."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from timebooth.kernel.bits import members_of
from timebooth.kernel.packed import byte, nibble, places_of, with_byte, with_nibble

NIBBLES = st.lists(st.integers(min_value=0, max_value=15), min_size=15, max_size=15)
BYTES = st.lists(st.integers(min_value=0, max_value=255), min_size=7, max_size=7)


@given(numbers=NIBBLES, place=st.integers(min_value=0, max_value=14), number=st.integers(min_value=0, max_value=15))
def test_a_row_of_nibbles_holds_its_numbers(numbers: list[int], place: int, number: int) -> None:
    row = 0
    for i, each in enumerate(numbers):
        row = with_nibble(row, i, each)
    assert [nibble(row, i) for i in range(15)] == numbers

    row = with_nibble(row, place, number)

    numbers[place] = number
    assert [nibble(row, i) for i in range(15)] == numbers


@given(numbers=NIBBLES)
def test_a_row_of_nibbles_tells_where_a_number_is(numbers: list[int]) -> None:
    row = sum(each << 4 * i for i, each in enumerate(numbers))

    for number in range(16):
        assert members_of(places_of(row, number)) == [i for i in range(15) if numbers[i] == number]


@given(numbers=BYTES, place=st.integers(min_value=0, max_value=6), number=st.integers(min_value=0, max_value=255))
def test_a_row_of_bytes_holds_its_numbers(numbers: list[int], place: int, number: int) -> None:
    row = 0
    for i, each in enumerate(numbers):
        row = with_byte(row, i, each)
    assert [byte(row, i) for i in range(7)] == numbers

    row = with_byte(row, place, number)

    numbers[place] = number
    assert [byte(row, i) for i in range(7)] == numbers
