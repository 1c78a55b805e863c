"""A part of a row of numbers as an array of its own."""

from __future__ import annotations

import pytest

from timebooth.kernel.chance import FastRng
from timebooth.kernel.window import Window
from timebooth.registry import find_game


def test_a_window_reads_and_writes_the_row_behind_it() -> None:
    table = find_game("excellent-boardgame").start(3, None, FastRng(1))
    held: Window = table.held  # type: ignore[attr-defined]

    held[2] += 5

    assert [held[seat] for seat in range(len(held))] == [0, 0, 5, 0]
    assert table.held[2] == 5  # type: ignore[attr-defined]


@pytest.mark.parametrize("outside", [-1, 4])
def test_a_window_shows_nothing_beside_it(outside: int) -> None:
    table = find_game("excellent-boardgame").start(3, None, FastRng(1))
    held: Window = table.held  # type: ignore[attr-defined]

    with pytest.raises(IndexError):
        held[outside]
    with pytest.raises(IndexError):
        held[outside] = 1
