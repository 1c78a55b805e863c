"""A list of answer codes that is filled and cleared again and again without allocating."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from timebooth.kernel._vec import append, vec

PRECOMPUTED: Final[i64] = 4096  # more than the largest catalogue has
OBJECTS: Final[list[Any]] = list(range(PRECOMPUTED))  # creating int objects would take most of the time of `ascending`


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Codes:
    """The options of one seat, or the answers of all asked seats in the order of `asked()`."""

    def __init__(self) -> None:
        self.codes: vec[i64] = vec[i64]()
        self.room: i64 = 0
        self.size: i64 = 0

    def __reduce__(self) -> tuple[object, ...]:
        """Support copying and pickling."""
        return _codes, ([self.codes[i] for i in range(self.size)],)

    def clear(self) -> None:
        self.size = 0

    def add(self, code: i64) -> None:
        size = self.size
        if size < self.room:
            self.codes[size] = code
        else:
            self.codes = append(self.codes, code)
            self.room += 1
        self.size = size + 1

    def at(self, i: i64) -> i64:
        return self.codes[i]

    def has(self, code: i64) -> bool:
        for i in range(self.size):
            if self.codes[i] == code:
                return True
        return False

    def row(self, more: i64) -> vec[i64]:
        """Return the underlying row with room for `more` codes: to add many, write them there and raise `size`."""
        while self.room < self.size + more:
            self.codes = append(self.codes, 0)
            self.room += 1
        return self.codes

    def ascending(self) -> list[int]:
        """Return the codes as a list in ascending order."""
        codes = self.codes[: self.size]
        largest: i64 = -1
        for i in range(len(codes)):
            code = codes[i]
            if code > largest:
                largest = code
            else:
                insert_sorted(codes, i, code)
        if largest < PRECOMPUTED:
            return [OBJECTS[code] for code in codes]
        return list(codes)


def _codes(held: list[int]) -> Codes:
    """Return a list of codes that was copied or pickled."""
    codes = Codes()
    for code in held:
        codes.add(code)
    return codes


def insert_sorted(codes: vec[i64], at: i64, code: i64) -> None:
    """Insert a code into the sorted codes before index `at`."""
    while at > 0 and codes[at - 1] > code:
        codes[at] = codes[at - 1]
        at -= 1
    codes[at] = code
