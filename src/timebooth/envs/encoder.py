"""Encodes what a seat sees, its view and its question, as a vector of numbers of a fixed length.

The layout follows the types of the view, and `Game.questions`. A number or a truth value takes one place; a word takes
a place for each word of its vocabulary; a tuple of words is counted, unless its order matters; an optional value takes
one place more, which says whether it is there. So the vector contains what the view and the question contain and
nothing else. A seat that is not asked has zeros for its question.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from timebooth.envs.slots import Buffer, ByWord, Counts, Each, Fields, Flag, Maybe, Named, OneOf, Slot
from timebooth.kernel.answer import Word
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.state import State

PROMPT = "prompt"

Vector: TypeAlias = "memoryview[float]"
"""32-bit floats."""


class Encoder:
    """The layout of the observations of one game at one number of seats."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.words = game.vocabulary()
        self.longest = game.longest
        self.any_word = tuple(dict.fromkeys(word for words in self.words.values() for word in words if word != ""))
        self.answer = Named({field: OneOf(field, words) for field, words in game.answers.words().items()})
        self.view = self._struct(type(game.start(seats, None, FastRng(0)).view(0)))
        self.question = Named(self._question_slots(game.questions))
        self.size = self.view.size + self.question.size

    def __reduce__(self) -> tuple[object, ...]:
        """Support copying and pickling."""
        return encoder, (self.game, self.seats)

    def encode(self, state: State, seat: int) -> Vector:
        """Return the vector of what a seat sees."""
        buffer = self.buffer()
        self.write(state, seat, buffer)
        return memoryview(content(buffer)).cast("B").cast("f")

    def write(self, state: State, seat: int, buffer: Buffer) -> None:
        """Write what a seat sees into an empty buffer."""
        self.view.write(state.view(seat), buffer, 0)
        if self.question.size and state.asking >> seat & 1:
            question = state.question(seat)
            known = {name: value for name, value in question.args.items() if value is not None}
            self.question.write({**known, PROMPT: question.prompt}, buffer, self.view.size)

    def buffer(self) -> Buffer:
        """Return a buffer for whoever writes many vectors."""
        return Buffer(self.size)

    def _question_slots(self, questions: Mapping[str, tuple[str, ...]]) -> dict[str, Slot]:
        """Return the slots of the prompt and of each argument: one without words is a number."""
        if not questions:
            return {}
        names = dict.fromkeys(name for args in questions.values() for name in args)
        slots = {name: OneOf(name, self.words[name]) if name in self.words else Slot() for name in names}
        return {PROMPT: OneOf(PROMPT, tuple(questions)), **slots}

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
        if kind is bool:
            return Flag()
        if kind in (int, float):
            return Slot()
        raise TypeError(f"cannot encode {kind} in the field {field!r}")

    def _tuple(self, field: str, inside: tuple[Any, ...]) -> Slot:
        kind = inside[0]
        if inside[-1] is not Ellipsis:
            return Each(self._slot(field, kind), len(inside))
        if field not in self.game.ordered and (kind is str or (kind is int and field in self.words)):
            return Counts(field, self._words(field))
        return Each(self._slot(field, kind), self.longest.get(field, self.seats))

    def _words(self, field: str) -> Sequence[Word]:
        return self.words.get(field, self.any_word)


def content(buffer: Buffer) -> Any:
    """Return the content of a buffer as an object that supports the buffer protocol."""
    found: Any = buffer.places
    return array("i", found) if isinstance(found, list) else found  # interpreted, it is a list


@cache
def encoder(game: Game, seats: int) -> Encoder:
    """Return the encoder of a game at a number of seats; cached."""
    return Encoder(game, seats)
