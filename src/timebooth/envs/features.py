"""Names every number of an observation, and says what kind of number it is.

The same names, given from another seat's side, say where a number stands in an observation relative to that seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from timebooth.envs.encoder import Encoder
from timebooth.envs.slots import ByWord, Counts, Each, Fields, Flag, Maybe, OneOf, Slot
from timebooth.kernel.answer import Word
from timebooth.kernel.game import Game

Kind = Literal["flag", "count", "number"]


class Feature(NamedTuple):
    """One number of an observation."""

    name: str
    kind: Kind


def seat_fields(game: Game) -> frozenset[str]:
    """Return the fields that contain seats: those that the game names, and those whose words are the seats."""
    seats = range(game.seats[-1])
    return game.seat_fields | {field for field, words in game.vocabulary().items() if words == seats}


class Naming:
    """Names the features of one layout as one seat counts the seats: itself first, then clockwise."""

    def __init__(self, encoder: Encoder, first: int = 0) -> None:
        self.encoder = encoder
        self.first = first
        self.fields = seat_fields(encoder.game)

    def features(self) -> list[Feature]:
        return [*self._slot("view", "", self.encoder.view), *self._slot("question", "", self.encoder.question)]

    def _slot(self, name: str, field: str, slot: Slot) -> Iterator[Feature]:
        if isinstance(slot, OneOf):
            yield from self._words(name, slot)
        elif isinstance(slot, Maybe):
            yield Feature(f"{name} is given", "flag")
            yield from self._slot(name, field, slot.inner)
        elif isinstance(slot, Each):
            yield from self._entries(name, field, slot)
        elif isinstance(slot, ByWord):
            for word in slot.keys.places:
                yield Feature(f"{name}[{word}] is there", "flag")
                yield from self._slot(f"{name}[{word}]", "", slot.inner)
        elif isinstance(slot, Fields):
            for inner, part in zip(slot.names, slot.slots, strict=True):
                yield from self._slot(f"{name}.{inner}", inner, part)
        else:
            yield Feature(name, "flag" if isinstance(slot, Flag) else "number")

    def _words(self, name: str, slot: OneOf) -> Iterator[Feature]:
        kind: Kind = "count" if isinstance(slot, Counts) else "flag"
        words: dict[int, Word] = {place: word for word, place in slot.places.items()}
        for place in range(slot.size):
            word = words.get(place, "")
            yield Feature(f"{name}={self._seat(word) if slot.field in self.fields else word}", kind)

    def _entries(self, name: str, field: str, slot: Each) -> Iterator[Feature]:
        by_seat = field in self.encoder.game.rows_by_seat
        for place in range(slot.most):
            entry = f"{name}[{self._seat(place) if by_seat else place}]"
            yield Feature(f"{entry} is there", "flag")
            yield from self._slot(entry, field, slot.inner)

    def _seat(self, seat: Word) -> Word:
        """Return a seat as it is counted from the first one; a place without a seat remains."""
        seats = self.encoder.seats
        return (seat - self.first) % seats if isinstance(seat, int) and seat < seats else seat


@cache
def features(encoder: Encoder) -> list[Feature]:
    """Return the features of a layout, in their order."""
    return Naming(encoder).features()


def relative_places(encoder: Encoder, seat: int) -> list[int]:
    """Return, for each place of an observation relative to a seat, the place where its number stands otherwise."""
    place = {feature.name: at for at, feature in enumerate(Naming(encoder, seat).features())}
    return [place[feature.name] for feature in features(encoder)]
