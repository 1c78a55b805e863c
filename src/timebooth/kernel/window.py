"""A part of a row of numbers, seen as an array of its own.

States that are copied millions of times keep all their arrays in one row: one array is copied faster than twenty. The
rules reach into the row by the names of its parts; everybody else asks for a window.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from timebooth.kernel._vec import vec


@final
class Window:
    """So many numbers from a start on; what is written goes into the row."""

    def __init__(self, row: vec[i64], start: i64, size: i64) -> None:
        self.row: vec[i64] = row
        self.start: i64 = start
        self.size: i64 = size

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, i: i64) -> i64:
        if i < 0 or i >= self.size:
            raise IndexError(i)
        return self.row[self.start + i]

    def __setitem__(self, i: i64, value: i64) -> None:
        if i < 0 or i >= self.size:
            raise IndexError(i)
        self.row[self.start + i] = value
