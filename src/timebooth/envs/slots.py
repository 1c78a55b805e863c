"""Places of a vector, and how a value is written there. Compiled: an observation is made at every step.

A place holds the bits of a float of 32 bits, as learners take them, so nothing is converted afterwards.
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

KNOWN: Final[i64] = 256
ONE: Final[i32] = 0x3F800000


def bits_of(value: float) -> i32:
    return i32(int.from_bytes(pack("=f", value), byteorder, signed=True))


BITS: Final = vec[i32]([bits_of(float(number)) for number in range(256)])  # of the numbers from 0 on


@final
class Sheet:
    """A vector that is written and wiped over and over: only what was written has to be wiped."""

    def __init__(self, size: int) -> None:
        self.places: vec[i32] = vec[i32]([0] * size)
        self._written: Codes = Codes()

    def put(self, at: i64, bits: i32) -> None:
        self.places[at] = bits
        self._written.add(at)

    def add_one(self, at: i64) -> None:
        self.put(at, one_more(self.places[at]))

    def wipe(self) -> None:
        written = self._written
        for i in range(written.size):
            at = written.at(i)
            self.places[at] = 0
        written.clear()


@final
class Marks:
    """A vector of zeros in which ones are set, and taken back, over and over."""

    def __init__(self, size: int) -> None:
        self.places: vec[u8] = vec[u8]([0] * size)

    def set(self, places: list[int], mark: u8) -> None:
        for place in places:
            self.places[place] = mark


class Slot:
    """Some places of the vector, which start out as zeros; by itself it is a number or a truth."""

    def __init__(self, size: i64 = 1) -> None:
        self.size: i64 = size

    def write(self, value: Any, out: Sheet, at: i64) -> None:
        if isinstance(value, int):
            number: i64 = value
            if 0 <= number < KNOWN:
                out.put(at, BITS[number])
                return
        out.put(at, bits_of(float(value)))


class OneOf(Slot):
    """A word that is one of a few; an empty word is none of them."""

    def __init__(self, field: str, words: Sequence[Word]) -> None:
        super().__init__(len(words))
        self.field = field
        self.places: dict[Word, int] = {word: place for place, word in enumerate(words) if word != ""}

    def place(self, word: Word) -> i64:
        found = self.places.get(word)
        if found is None:
            raise LookupError(f"{word!r} is not in the vocabulary of {self.field!r}")
        return found

    def write(self, value: Any, out: Sheet, at: i64) -> None:
        found = self.places.get(value)
        if found is not None:
            out.put(at + found, ONE)
        elif value != "":
            self.place(value)


class Counts(OneOf):
    """How often each word stands in a tuple."""

    def write(self, value: Any, out: Sheet, at: i64) -> None:
        words: tuple[Word, ...] = value
        for word in words:
            out.add_one(at + self.place(word))


class Maybe(Slot):
    """Whether it is there, and what it is."""

    def __init__(self, inner: Slot) -> None:
        super().__init__(1 + inner.size)
        self.inner = inner

    def write(self, value: Any, out: Sheet, at: i64) -> None:
        if value is not None:
            out.put(at, ONE)
            self.inner.write(value, out, at + 1)


class Each(Slot):
    """The entries of a tuple one after another, each with a place that says it is there; of too many, the last."""

    def __init__(self, inner: Slot, most: i64) -> None:
        super().__init__(most * (1 + inner.size))
        self.inner = inner
        self.most = most

    def write(self, value: Any, out: Sheet, at: i64) -> None:
        entries: tuple[Any, ...] = value
        inner = self.inner
        untold: i64 = len(entries) - self.most
        for entry in entries:
            if untold > 0:
                untold -= 1
                continue
            out.put(at, ONE)
            inner.write(entry, out, at + 1)
            at += 1 + inner.size


class ByWord(Slot):
    """A mapping from words: an entry for each word that can be its key."""

    def __init__(self, keys: OneOf, inner: Slot) -> None:
        super().__init__(keys.size * (1 + inner.size))
        self.keys = keys
        self.inner = inner

    def write(self, value: Any, out: Sheet, at: i64) -> None:
        entries: dict[Word, Any] = value
        for key, entry in entries.items():
            start = at + self.keys.place(key) * (1 + self.inner.size)
            out.put(start, ONE)
            self.inner.write(entry, out, start + 1)


class Fields(Slot):
    """The fields of a struct one after another."""

    def __init__(self, fields: Mapping[str, Slot]) -> None:
        super().__init__(0)
        self.names: list[str] = list(fields)
        self.slots: vec[Slot] = vec[Slot](list(fields.values()))  # found faster than in a list
        for slot in self.slots:
            self.size += slot.size

    def write(self, value: Any, out: Sheet, at: i64) -> None:
        values: tuple[Any, ...] = astuple(value)
        slots = self.slots
        for i in range(len(slots)):
            slot = slots[i]
            slot.write(values[i], out, at)
            at += slot.size


class Named(Fields):
    """An answer given by its names."""

    def write(self, value: Any, out: Sheet, at: i64) -> None:
        said: dict[str, Any] = value
        for i in range(len(self.slots)):
            slot = self.slots[i]
            name = self.names[i]
            if name in said:
                slot.write(said[name], out, at)
            at += slot.size


def one_more(bits: i32) -> i32:
    """The bits of the number after this one."""
    if bits == 0:
        return ONE
    number: i64 = 1
    while BITS[number] != bits:
        number += 1
    return BITS[number + 1]
