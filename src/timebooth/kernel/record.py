"""Records: a header and the answers, one a line. Record and code together are the game, bit for bit.

Only real choices are written: where the rules left a seat one option, the rules give it again on replay.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from timebooth.kernel.chance import SEED_BYTES, FastRng, KeyedRng, Rng, commitment
from timebooth.kernel.errors import BadRecord
from timebooth.kernel.outcome import Outcome

FORMAT = 1

Generator = Literal["keyed", "fast"]


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where this game left another one: what came before is the other's, chance is new from there on."""

    after: int
    """Rounds of answers that were played before, forced ones too."""
    commitment: str
    seed: str | None = None


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What has to be known before the first answer."""

    timebooth: int
    """The version of this format."""
    game: str
    rules: int
    edition: str
    edition_hash: str
    seats: int
    options: dict[str, Any]
    chance: Generator
    seed: str | None = None
    """Of a keyed game in hexadecimal, of a fast one in decimals; missing while the game is still secret."""
    commitment: str | None = None
    """Of a keyed game: the hash that its seed must have."""
    names: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    """The bot in each seat, an empty word for a person; nothing where nobody asked."""
    forks: tuple[Fork, ...] = ()
    position: dict[str, Any] | None = None
    """The state that this game begins with, where it was not dealt but imagined by a seat of a game under way."""


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of one seat."""

    seat: int
    answer: dict[str, Any]


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last line of a finished game."""

    outcome: Outcome
    seed: str | None = None


class Record(msgspec.Struct):
    """A game as it is stored, sent and replayed."""

    header: Header
    given: list[Given]
    end: End | None = None

    def seed(self) -> str:
        """The seed, wherever it stands; a record without one cannot be replayed."""
        found = self.header.seed or (self.end.seed if self.end else None)
        if found is None:
            raise BadRecord("record.no_seed", line=1)
        return found

    def rng(self) -> Rng:
        """The chance of this game, from its beginning."""
        return make_rng(self.header.chance, self.seed())

    def lines(self) -> str:
        """The whole record as it is written to a file."""
        parts = [line(self.header), *(line(given) for given in self.given)]
        if self.end is not None:
            parts.append(line(self.end))
        return "".join(parts)


def line(part: msgspec.Struct) -> str:
    """One line of a record."""
    return msgspec.json.encode(part).decode() + "\n"


def make_rng(chance: Generator, seed: str) -> Rng:
    """The generator that a header names."""
    try:
        if chance == "fast":
            return FastRng(int(seed))
        return KeyedRng(bytes.fromhex(seed))
    except ValueError as problem:
        raise BadRecord("record.bad_seed", line=1, reason=str(problem)) from None


def check_commitment(record: Record) -> None:
    """A keyed game's seed must have the hash that was published when the table opened."""
    if record.header.chance == "keyed":
        _check_seed(record.seed(), record.header.commitment)
    for fork in record.header.forks:
        _check_seed(fork.seed or "", fork.commitment)


def _check_seed(seed: str, promised: str | None) -> None:
    try:
        found = commitment(bytes.fromhex(seed)) if len(seed) == 2 * SEED_BYTES else ""
    except ValueError:
        found = ""
    if found == "":
        raise BadRecord("record.bad_seed", line=1, reason="not 32 bytes in hexadecimal")
    if promised is None:
        raise BadRecord("record.no_commitment", line=1)
    if found != promised:
        raise BadRecord("record.commitment_differs", line=1, said=promised, found=found)


def read_record(text: str) -> Record:
    """Read a record; whether its answers are legal is for the replay to say."""
    lines = text.splitlines()
    if not lines:
        raise BadRecord("record.empty", line=1)
    header: Header = _part(1, lines[0], Header)
    if header.timebooth != FORMAT:
        raise BadRecord("record.other_format", line=1, have=header.timebooth, want=FORMAT)
    record = Record(header, [])
    for number, said in enumerate(lines[1:], start=2):
        if record.end is not None:
            raise BadRecord("record.after_the_end", line=number)
        if '"outcome"' in said:
            record.end = _part(number, said, End)
        else:
            record.given.append(_part(number, said, Given))
    if not text.endswith("\n"):
        raise BadRecord("record.cut_off", line=len(lines))
    return record


def _part(number: int, said: str, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(said, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as problem:
        raise BadRecord("record.malformed", line=number, reason=str(problem)) from None
