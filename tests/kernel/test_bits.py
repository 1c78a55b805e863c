"""Sets as bits, up to the last of 63."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from timebooth.kernel.bits import bit, count, lowest, members_of, nth, nth_of_few

MEMBERS = st.sets(st.integers(min_value=0, max_value=62), min_size=1)


def test_every_bit_is_itself() -> None:
    assert [bit(n) for n in range(63)] == [2**n for n in range(63)]


@given(members=MEMBERS)
def test_a_set_gives_back_its_members(members: set[int]) -> None:
    bits = sum(2**n for n in members)

    assert members_of(bits) == sorted(members)
    assert count(bits) == len(members)
    assert lowest(bits) == min(members)
    assert [nth(bits, i) for i in range(len(members))] == sorted(members)
    assert [nth_of_few(bits, i) for i in range(min(len(members), 5))] == sorted(members)[:5]
