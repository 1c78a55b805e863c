"""How a game declares the fields of its state: once, in `games/<game>/fields.py`.

From the declaration `tools/state_layouts.py` writes `layout.py`, which is compiled: attributes, first values, copy,
equality and accessors. `kernel.position` packs and unpacks states by it, and the contract tests check by it that
`resample` leaves alone what is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from operator import attrgetter
from typing import TypeAlias

import msgspec

from timebooth.kernel.state import FRAME, FRAMES, State


class Known(Enum):
    """Who may know a field. `resample` may change it for everybody else."""

    EVERYBODY = "everybody"
    OWNER = "owner"  # the seat whose entry it is, in a row with one for each seat
    SOME = "some"  # whoever the rules say, such as the seats that peeked
    NOBODY = "nobody"


EVERYBODY, OWNER, SOME, NOBODY = Known


class Each(msgspec.Struct, frozen=True):
    """What a row has one number for: each seat, each token, each space."""

    name: str
    most: int = 0
    """How many places are reserved; 0 is for the last row only and means as many as are used."""
    used: str = ""
    """How many of them count in this state, such as `seats`, `box.tokens` or `held(seat)`; empty: all."""


class Number(msgspec.Struct, frozen=True):
    """One number. `kind` says of what: a seat, a space, a set of cards, how many of something."""

    name: str
    kind: str
    first: int | str = 0
    """The value in a new state: a number, or an expression in which `box` is known."""
    known: Known = EVERYBODY
    note: str = ""
    hint: bool = False
    """A shortcut that saves work and may differ between equal states."""
    since: int = 1
    """The version of the packed form that first has it; in older positions it has its first value, a number."""


class Flag(msgspec.Struct, frozen=True):
    """True or false."""

    name: str
    note: str = ""
    first: bool = False
    known: Known = EVERYBODY
    since: int = 1
    """As in a `Number`."""


class Packed(msgspec.Struct, frozen=True):
    """A short row of small numbers in one integer: four bits each, eight, or any other width."""

    name: str
    item: str
    """What one of them is called: the name of its accessor."""
    each: Each
    kind: str
    bits: int = 4
    first: int | str = 0
    """The whole integer in a new state."""
    known: Known = EVERYBODY
    note: str = ""


class Row(msgspec.Struct, frozen=True):
    """Numbers side by side, one for each seat, token or space, or for each pair of two of these."""

    name: str
    each: Each | tuple[Each, Each]
    kind: str
    first: int | str = 0
    """The value of one number in a new state."""
    known: Known = EVERYBODY
    note: str = ""
    scratch: bool = False
    """Not part of the state: written before it is read, within one answer."""
    since: int = 1
    """As in a `Number`."""

    @property
    def axes(self) -> tuple[Each, ...]:
        return self.each if isinstance(self.each, tuple) else (self.each,)


Field: TypeAlias = Number | Flag | Packed | Row


class Fields(msgspec.Struct, frozen=True):
    """All fields of a game's state, by sections."""

    name: str
    """Of the class in `layout.py`."""
    sections: Mapping[str, tuple[Field, ...]]
    version: int = 1
    """Of the packed form: raised when a field is added or retired. A field with a new meaning needs a new name."""
    retired: tuple[str, ...] = ()
    """Fields that only positions of older versions have."""
    one_array: bool = False
    """Rows are stored after the frames in `State.stack`: one array is copied faster than twenty."""
    frames: int | str = int(FRAMES)
    """How many frames the stack holds: a number, or an expression in which `box` is known."""

    def __iter__(self) -> Iterator[Field]:
        for section in self.sections.values():
            yield from section

    def offsets(self) -> dict[str, int]:
        """Return where each row begins in `State.stack`; nothing if rows are arrays of their own."""
        if not self.one_array:
            return {}
        assert isinstance(self.frames, int)
        found: dict[str, int] = {}
        start = self.frames * int(FRAME)
        for field in self:
            if isinstance(field, Row):
                assert start >= 0, f"only the last row may be of any length, and {field.name} comes after it"
                found[field.name] = start
                sizes = [each.most for each in field.axes]
                start = start + sizes[0] * (sizes[1] if len(sizes) == 2 else 1) if all(sizes) else -1
        return found


def size_of(row: Row, state: State) -> int:
    """Return how many numbers of a state's array a row takes."""
    found = 1
    for each in row.axes:
        found *= each.most or int(attrgetter(each.used)(state))
    return found
