"""What a seat may see, as numbers: a view of names flattened to a vector of one length.

The layout follows the view's own types. A number or a truth is one place; a word has a place for each word its field
can hold; a tuple of words counts them; what may be missing has one place more that says whether it is there. So the
vector holds what the view holds and nothing else.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from timebooth.kernel.answer import Word
from timebooth.kernel.chance import FastDice
from timebooth.kernel.game import Game

Vector: TypeAlias = "array[float]"


class Slot:
    """Some places of the vector, and how a value is written there; places start out as zeros."""

    size: int = 1

    def write(self, value: Any, out: Vector, at: int) -> None:
        """A number or a truth, as it is."""
        out[at] = value


class OneOf(Slot):
    """A word that is one of a few; an empty word is none of them."""

    def __init__(self, field: str, words: Sequence[Word]) -> None:
        self.field = field
        self.places = {word: place for place, word in enumerate(words)}
        self.size = len(self.places)

    def place(self, word: Word) -> int:
        try:
            return self.places[word]
        except KeyError:
            raise LookupError(f"{word!r} is not in the vocabulary of {self.field!r}") from None

    def write(self, value: Any, out: Vector, at: int) -> None:
        if value != "":
            out[at + self.place(value)] = 1.0


class Counts(OneOf):
    """How often each word stands in a tuple."""

    def write(self, value: Any, out: Vector, at: int) -> None:
        places = self.places
        for word in value:
            out[at + (places[word] if word in places else self.place(word))] += 1.0


class Maybe(Slot):
    """Whether it is there, and what it is."""

    def __init__(self, inner: Slot) -> None:
        self.inner = inner
        self.size = 1 + inner.size

    def write(self, value: Any, out: Vector, at: int) -> None:
        if value is not None:
            out[at] = 1.0
            self.inner.write(value, out, at + 1)


class Each(Slot):
    """The entries of a tuple one after another, each with a place that says it is there; of too many, the last."""

    def __init__(self, inner: Slot, most: int) -> None:
        self.inner = inner
        self.most = most
        self.size = most * (1 + inner.size)

    def write(self, value: Any, out: Vector, at: int) -> None:
        inner = self.inner
        for entry in value[-self.most :]:
            out[at] = 1.0
            inner.write(entry, out, at + 1)
            at += 1 + inner.size


class ByWord(Slot):
    """A mapping from words: an entry for each word that can be its key."""

    def __init__(self, keys: OneOf, inner: Slot) -> None:
        self.keys = keys
        self.inner = inner
        self.size = keys.size * (1 + inner.size)

    def write(self, value: Any, out: Vector, at: int) -> None:
        for key, entry in value.items():
            start = at + self.keys.place(key) * (1 + self.inner.size)
            out[start] = 1.0
            self.inner.write(entry, out, start + 1)


class Fields(Slot):
    """The fields of a struct one after another."""

    def __init__(self, fields: Mapping[str, Slot]) -> None:
        self.fields: list[tuple[str, Slot, int]] = []
        self.size = 0
        for name, slot in fields.items():
            self.fields.append((name, slot, self.size))
            self.size += slot.size

    def write(self, value: Any, out: Vector, at: int) -> None:
        for name, slot, start in self.fields:
            slot.write(getattr(value, name), out, at + start)


class Named(Fields):
    """An answer given by its names."""

    def write(self, value: Any, out: Vector, at: int) -> None:
        for name, slot, start in self.fields:
            if name in value:
                slot.write(value[name], out, at + start)


class Encoder:
    """The layout of one game's views at one number of seats."""

    def __init__(self, game: Game, seats: int) -> None:
        self.seats = seats
        self.words = game.vocabulary()
        self.longest = game.longest
        self.any_word = tuple(dict.fromkeys(word for words in self.words.values() for word in words if word != ""))
        self.answer = Named({field: OneOf(field, words) for field, words in game.answers.words().items()})
        self.view = self._struct(type(game.start(seats, None, FastDice(0)).view(0)))
        self.size = self.view.size
        self._blank = array("f", bytes(4 * self.size))

    def encode(self, view: msgspec.Struct) -> Vector:
        """The vector of a view."""
        out = self._blank[:]
        self.view.write(view, out, 0)
        return out

    def _struct(self, kind: type[Any]) -> Slot:
        hints = get_type_hints(kind)
        return Fields({field: self._slot(field, hints[field]) for field in kind.__struct_fields__})

    def _slot(self, field: str, kind: Any) -> Slot:
        origin, inside = get_origin(kind), get_args(kind)
        if origin in (Union, UnionType):
            (inner,) = (part for part in inside if part is not NoneType)
            return Maybe(self._slot(field, inner))
        if origin is Literal:
            return OneOf(field, inside)
        if origin is tuple:
            return self._tuple(field, inside)
        if origin is dict:
            if inside[1] is object:
                return self.answer
            return ByWord(OneOf(field, self._words(field)), self._slot("", inside[1]))
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return self._struct(kind)
        if kind is str or (kind is int and field in self.words):
            return OneOf(field, self._words(field))
        if kind in (int, float, bool):
            return Slot()
        raise TypeError(f"no numbers are known for {kind} in the field {field!r}")

    def _tuple(self, field: str, inside: tuple[Any, ...]) -> Slot:
        kind = inside[0]
        if inside[-1] is not Ellipsis:
            return Each(self._slot(field, kind), len(inside))
        if kind is str or (kind is int and field in self.words):
            return Counts(field, self._words(field))
        return Each(self._slot(field, kind), self.longest.get(field, self.seats))

    def _words(self, field: str) -> Sequence[Word]:
        return self.words.get(field, self.any_word)


@cache
def encoder(game: Game, seats: int) -> Encoder:
    """The layout is made once for a game and a number of seats."""
    return Encoder(game, seats)
