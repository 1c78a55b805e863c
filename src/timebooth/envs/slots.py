"""Places of a vector, and how a value is written there. Compiled: an observation is made at every step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import astuple
from mypy_extensions import i64

from timebooth.kernel._vec import vec
from timebooth.kernel.answer import Word


class Slot:
    """Some places of the vector, which start out as zeros; by itself it is a number or a truth."""

    def __init__(self, size: i64 = 1) -> None:
        self.size: i64 = size

    def write(self, value: Any, out: vec[float], at: i64) -> None:
        out[at] = float(value)


class OneOf(Slot):
    """A word that is one of a few; an empty word is none of them."""

    def __init__(self, field: str, words: Sequence[Word]) -> None:
        super().__init__(len(words))
        self.field = field
        self.places: dict[Word, int] = {word: place for place, word in enumerate(words)}

    def place(self, word: Word) -> i64:
        found = self.places.get(word)
        if found is None:
            raise LookupError(f"{word!r} is not in the vocabulary of {self.field!r}")
        return found

    def write(self, value: Any, out: vec[float], at: i64) -> None:
        if value != "":
            out[at + self.place(value)] = 1.0


class Counts(OneOf):
    """How often each word stands in a tuple."""

    def write(self, value: Any, out: vec[float], at: i64) -> None:
        words: tuple[Word, ...] = value
        for word in words:
            out[at + self.place(word)] += 1.0


class Maybe(Slot):
    """Whether it is there, and what it is."""

    def __init__(self, inner: Slot) -> None:
        super().__init__(1 + inner.size)
        self.inner = inner

    def write(self, value: Any, out: vec[float], at: i64) -> None:
        if value is not None:
            out[at] = 1.0
            self.inner.write(value, out, at + 1)


class Each(Slot):
    """The entries of a tuple one after another, each with a place that says it is there; of too many, the last."""

    def __init__(self, inner: Slot, most: i64) -> None:
        super().__init__(most * (1 + inner.size))
        self.inner = inner
        self.most = most

    def write(self, value: Any, out: vec[float], at: i64) -> None:
        entries: tuple[Any, ...] = value
        inner = self.inner
        for i in range(max(0, len(entries) - self.most), len(entries)):
            out[at] = 1.0
            inner.write(entries[i], out, at + 1)
            at += 1 + inner.size


class ByWord(Slot):
    """A mapping from words: an entry for each word that can be its key."""

    def __init__(self, keys: OneOf, inner: Slot) -> None:
        super().__init__(keys.size * (1 + inner.size))
        self.keys = keys
        self.inner = inner

    def write(self, value: Any, out: vec[float], at: i64) -> None:
        entries: dict[Word, Any] = value
        for key, entry in entries.items():
            start = at + self.keys.place(key) * (1 + self.inner.size)
            out[start] = 1.0
            self.inner.write(entry, out, start + 1)


class Fields(Slot):
    """The fields of a struct one after another."""

    def __init__(self, fields: Mapping[str, Slot]) -> None:
        super().__init__(0)
        self.names: list[str] = []
        self.slots: list[Slot] = []
        for name, slot in fields.items():
            self.names.append(name)
            self.slots.append(slot)
            self.size += slot.size

    def write(self, value: Any, out: vec[float], at: i64) -> None:
        values: tuple[Any, ...] = astuple(value)
        for i in range(len(self.slots)):
            slot = self.slots[i]
            slot.write(values[i], out, at)
            at += slot.size


class Named(Fields):
    """An answer given by its names."""

    def write(self, value: Any, out: vec[float], at: i64) -> None:
        said: dict[str, Any] = value
        for i in range(len(self.slots)):
            slot = self.slots[i]
            name = self.names[i]
            if name in said:
                slot.write(said[name], out, at)
            at += slot.size


def zeros(size: int) -> vec[float]:
    return vec[float]([0.0] * size)


def written(slot: Slot, value: Any, blank: vec[float]) -> vec[float]:
    """A copy of the blank with this value on it."""
    out = blank[:]
    slot.write(value, out, 0)
    return out
