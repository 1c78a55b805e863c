"""Slots: how the values of a view are written into a vector. Compiled, because every step makes an observation.

The vector holds the bits of 32-bit floats, as learners expect them, so nothing has to be converted afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from struct import pack
from sys import byteorder
from typing import Any, Final, final

from msgspec.structs import astuple
from mypy_extensions import i32, i64, u8

from timebooth.kernel._vec import vec
from timebooth.kernel.answer import Word
from timebooth.kernel.codes import Codes

PRECOMPUTED: Final[i64] = 256
ONE: Final[i32] = 0x3F800000


def bits_of(value: float) -> i32:
    return i32(int.from_bytes(pack("=f", value), byteorder, signed=True))


BITS: Final = vec[i32]([bits_of(float(number)) for number in range(PRECOMPUTED)])  # by number


@final
class Buffer:
    """A vector that is used again and again; clearing it resets only what was written."""

    def __init__(self, size: int) -> None:
        self.places: vec[i32] = vec[i32]([0] * size)
        self._written: Codes = Codes()

    def put(self, at: i64, bits: i32) -> None:
        self.places[at] = bits
        self._written.add(at)

    def add_one(self, at: i64) -> None:
        self.put(at, next_number(self.places[at]))

    def clear(self) -> None:
        written = self._written
        for i in range(written.size):
            at = written.at(i)
            self.places[at] = 0
        written.clear()


@final
class MaskBuffer:
    """A vector of zeros in which ones are set and reset again and again."""

    def __init__(self, size: int) -> None:
        self.places: vec[u8] = vec[u8]([0] * size)

    def set(self, places: list[int], mark: u8) -> None:
        for place in places:
            self.places[place] = mark


class Slot:
    """Some adjacent places of the vector, zeros at first; this class writes a number."""

    def __init__(self, size: i64 = 1) -> None:
        self.size: i64 = size

    def write(self, value: Any, out: Buffer, at: i64) -> None:
        if isinstance(value, int):
            number: i64 = value
            if 0 <= number < PRECOMPUTED:
                out.put(at, BITS[number])
                return
        out.put(at, bits_of(float(value)))


class Flag(Slot):
    """A truth value."""


class OneOf(Slot):
    """A word out of a vocabulary, one-hot; the empty word is all zeros."""

    def __init__(self, field: str, words: Sequence[Word]) -> None:
        super().__init__(len(words))
        self.field = field
        self.places: dict[Word, int] = {word: place for place, word in enumerate(words) if word != ""}

    def place(self, word: Word) -> i64:
        found = self.places.get(word)
        if found is None:
            raise LookupError(f"{word!r} is not in the vocabulary of {self.field!r}")
        return found

    def write(self, value: Any, out: Buffer, at: i64) -> None:
        found = self.places.get(value)
        if found is not None:
            out.put(at + found, ONE)
        elif value != "":
            self.place(value)


class Counts(OneOf):
    """How often each word occurs in a tuple."""

    def write(self, value: Any, out: Buffer, at: i64) -> None:
        words: tuple[Word, ...] = value
        for word in words:
            out.add_one(at + self.place(word))


class Maybe(Slot):
    """A value that may be missing: whether it is there, then the value."""

    def __init__(self, inner: Slot) -> None:
        super().__init__(1 + inner.size)
        self.inner = inner

    def write(self, value: Any, out: Buffer, at: i64) -> None:
        if value is not None:
            out.put(at, ONE)
            self.inner.write(value, out, at + 1)


class Each(Slot):
    """The entries of a tuple, each with a place that says that it is there; of too many, only the last ones."""

    def __init__(self, inner: Slot, most: i64) -> None:
        super().__init__(most * (1 + inner.size))
        self.inner = inner
        self.most = most

    def write(self, value: Any, out: Buffer, at: i64) -> None:
        entries: tuple[Any, ...] = value
        inner = self.inner
        left_out: i64 = len(entries) - self.most
        for entry in entries:
            if left_out > 0:
                left_out -= 1
                continue
            out.put(at, ONE)
            inner.write(entry, out, at + 1)
            at += 1 + inner.size


class ByWord(Slot):
    """A mapping from words, with an entry for each possible key."""

    def __init__(self, keys: OneOf, inner: Slot) -> None:
        super().__init__(keys.size * (1 + inner.size))
        self.keys = keys
        self.inner = inner

    def write(self, value: Any, out: Buffer, at: i64) -> None:
        entries: dict[Word, Any] = value
        for key, entry in entries.items():
            start = at + self.keys.place(key) * (1 + self.inner.size)
            out.put(start, ONE)
            self.inner.write(entry, out, start + 1)


class Fields(Slot):
    """The fields of a struct."""

    def __init__(self, fields: Mapping[str, Slot]) -> None:
        super().__init__(0)
        self.names: list[str] = list(fields)
        self.slots: vec[Slot] = vec[Slot](list(fields.values()))  # faster to index than a list
        for slot in self.slots:
            self.size += slot.size

    def write(self, value: Any, out: Buffer, at: i64) -> None:
        values: tuple[Any, ...] = astuple(value)
        slots = self.slots
        for i in range(len(slots)):
            slot = slots[i]
            slot.write(values[i], out, at)
            at += slot.size


class Named(Fields):
    """An answer as a mapping of names."""

    def write(self, value: Any, out: Buffer, at: i64) -> None:
        said: dict[str, Any] = value
        for i in range(len(self.slots)):
            slot = self.slots[i]
            name = self.names[i]
            if name in said:
                slot.write(said[name], out, at)
            at += slot.size


def next_number(bits: i32) -> i32:
    """Return the bits of the next larger whole number."""
    if bits == 0:
        return ONE
    number: i64 = 1
    while BITS[number] != bits:
        number += 1
    return BITS[number + 1]
