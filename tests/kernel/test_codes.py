"""The list of answer codes that is filled and cleared again and again."""

from __future__ import annotations

import pytest

from timebooth.kernel.codes import PRECOMPUTED, Codes


@pytest.mark.parametrize(
    "codes", [[], [7], [0, 3, int(PRECOMPUTED) - 1], [int(PRECOMPUTED), 5, int(PRECOMPUTED) * 9, 4], [5, 9, 1, 7, 0]]
)
def test_codes_are_listed_in_ascending_order_however_large_they_are(codes: list[int]) -> None:
    listed = Codes()
    for code in codes:
        listed.add(code)

    assert listed.ascending() == sorted(codes)


def test_a_list_that_is_cleared_forgets_what_it_held() -> None:
    listed = Codes()
    listed.add(1)
    listed.add(2)
    listed.clear()
    listed.add(3)

    assert listed.has(3)
    assert not listed.has(2)
    assert listed.ascending() == [3]


def test_many_codes_can_be_written_into_the_row() -> None:
    listed = Codes()
    listed.add(1)
    row = listed.row(3)
    for i in range(3):
        row[listed.size] = 5 + i
        listed.size += 1
    listed.add(9)

    assert listed.ascending() == [1, 5, 6, 7, 9]
