"""Records: a header and the answers, one per line. With the same rules, a record replays the game exactly.

Only real choices are recorded: forced answers follow from the rules.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import msgspec

from timebooth.kernel.chance import SEED_BYTES, FastRng, KeyedRng, Rng, commitment
from timebooth.kernel.errors import BadRecord
from timebooth.kernel.outcome import Outcome

FORMAT = 1

Generator = Literal["keyed", "fast"]


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The moment from which this game goes on from another one, with new chance."""

    after: int
    """How many rounds were played before, including forced ones."""
    commitment: str
    seed: str | None = None


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line of a record: everything that is needed before the first answer."""

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
    """Hexadecimal for keyed chance, decimal for fast chance; missing while the game is not over."""
    commitment: str | None = None
    """With keyed chance: the hash of the seed."""
    names: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    """The bot in each seat, empty for a person; no entries if that is not known."""
    forks: tuple[Fork, ...] = ()
    position: dict[str, Any] | None = None
    """The state in which the game begins if it was not dealt: sampled for a seat of a running game, or kept from the
    rounds that were played with other rules."""
    earlier: int = 0
    """How many rounds were played before the position, with other rules."""
    parts: tuple[Part, ...] = ()
    """Those rounds, if they are known: each part can be checked by a version with its rules."""


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of one seat."""

    seat: int
    answer: dict[str, Any]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The beginning of a game that went on with other rules: a record of its own."""

    header: Header
    given: tuple[Given, ...]


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last line of a finished game."""

    outcome: Outcome
    seed: str | None = None


class Record(msgspec.Struct):
    """A game in the form in which it is stored, sent and replayed."""

    header: Header
    given: list[Given]
    end: End | None = None

    def __repr__(self) -> str:
        how = "unfinished" if self.end is None else f"over: {self.end.outcome}"
        return f"<Record of {self.header.game}, {self.header.seats} seats, {len(self.given)} answers, {how}>"

    def seed(self) -> str:
        """Return the seed from the header or the end; raise BadRecord if there is none."""
        found = self.header.seed or (self.end.seed if self.end else None)
        if found is None:
            raise BadRecord("record.no_seed", line=1)
        return found

    def rng(self) -> Rng:
        """Return the chance of this game, from its beginning."""
        return make_rng(self.header.chance, self.seed())

    def lines(self) -> str:
        """Return the whole record as it is written to a file."""
        parts = [line(self.header), *(line(given) for given in self.given)]
        if self.end is not None:
            parts.append(line(self.end))
        return "".join(parts)


def line(part: msgspec.Struct) -> str:
    """Return one part of a record as a line."""
    return msgspec.json.encode(part).decode() + "\n"


def make_rng(chance: Generator, seed: str) -> Rng:
    """Return the generator that a header names."""
    try:
        if chance == "fast":
            return FastRng(int(seed))
        return KeyedRng(bytes.fromhex(seed))
    except ValueError as problem:
        raise BadRecord("record.bad_seed", line=1, reason=str(problem)) from None


def seed_after_upgrade(seed: bytes, rules: int, moment: int) -> bytes:
    """Return the seed of a game from the moment at which it goes on with other rules; anybody can check it."""
    text = b"%d %d" % (rules, moment)
    return hashlib.blake2b(text, key=seed, digest_size=SEED_BYTES, person=b"timebooth.up.1").digest()


def check_commitment(record: Record) -> None:
    """Check that keyed seeds have the hashes that were published; raise BadRecord if not."""
    if record.header.chance == "keyed":
        _check_seed(record.seed(), record.header.commitment)
    for fork in record.header.forks:
        _check_seed(fork.seed or "", fork.commitment)
    for part in record.header.parts:
        check_commitment(Record(part.header, []))
    if record.header.parts:
        first = record.header.parts[0].header
        seed = bytes.fromhex((first.forks[-1].seed if first.forks else first.seed) or "")
        if seed_after_upgrade(seed, record.header.rules, record.header.earlier).hex() != record.seed():
            raise BadRecord("record.bad_seed", line=1, reason="it does not follow from that of the first part")


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
    """Read a record; a replay checks whether its answers are legal."""
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
