"""Moments kept as data beside the log: later rules, which may play the same log differently, show them as they were.

A moment is kept with its position, the events that led to it and who may see them, and the answers of its round. Rows
hold a few moments each. A row replaces, from its first moment on, what rows of earlier versions say: those moments were
undone. Once a game is over, new rows replace them all, which also hold what every audience saw (`shown`).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from timebooth.kernel.errors import TimeboothError
from timebooth.kernel.game import Game
from timebooth.kernel.journal import Event
from timebooth.kernel.match import Round
from timebooth.kernel.position import Position, pack
from timebooth.kernel.record import Given
from timebooth.kernel.state import State
from timebooth.store.store import Kept

KEEP_EVERY = 16  # moments after which a row is written while a game is running
MAX_MOMENTS = 64  # in one row
SPECTATORS = "spectators"


class KeptUnreadable(TimeboothError):
    """Raised for a row of kept moments that is damaged or that a newer version wrote."""


class KeptEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as data; while the game is running, a field is seen by the seats in `seen`, or by everybody."""

    whole: dict[str, Any]
    seen: dict[str, tuple[int, ...]] = {}
    """By field, the seats that see it; fields that everybody sees are left out."""

    def seen_by(self, audience: int | None, *, over: bool = False) -> dict[str, object]:
        """Return what a seat (None: a spectator) may see; everything once the game is over."""
        if over or not self.seen:
            return self.whole
        everybody: tuple[int | None, ...] = (audience,)
        return {name: value for name, value in self.whole.items() if audience in self.seen.get(name, everybody)}


class KeptMoment(msgspec.Struct, frozen=True, omit_defaults=True):
    """One moment of a game."""

    position: dict[str, Any]
    events: tuple[KeptEvent, ...] = ()
    """The events that led to it."""
    given: tuple[Given, ...] = ()
    """The answers of the round that led to it, without forced ones."""
    scenes: dict[str, msgspec.Raw] = {}
    """By audience (`SPECTATORS` or the number of a seat), the scene that it saw; empty while the game is running."""


class KeptMoments(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a row holds."""

    rules: int
    edition_hash: str
    moments: tuple[KeptMoment, ...]
    reserves: tuple[float, ...] = ()
    """The reserve of each seat's clock at the last of them."""


class Reached(msgspec.Struct, frozen=True):
    """A moment that was reached and is not kept yet."""

    version: int
    moment: int
    state: State
    events: tuple[Event, ...]
    last: Round | None
    reserves: tuple[float, ...]


class Unkept:
    """The moments of a table that are not kept yet."""

    def __init__(self, until: int = 0) -> None:
        self.until = until
        """The version of the log until which moments are kept."""
        self.reached: list[Reached] = []
        self._latest = -1
        """The latest moment that is kept or waits here."""
        self._undone: tuple[int, int] | None = None
        """The version and the moment of an undone answer, if moments after it are kept."""
        self._rows: list[Kept] = []
        """Rows that could not be written."""

    def __len__(self) -> int:
        return len(self.reached) + len(self._rows) + (self._undone is not None)

    def add(self, reached: Reached) -> None:
        self._latest = reached.moment
        self.reached.append(reached)

    def pass_over(self, moment: int) -> None:
        """Take note of a moment that is kept already."""
        self._latest = moment

    def undo(self, version: int, moment: int) -> None:
        """Forget the moments after this one."""
        waiting = self.reached[0].moment if self.reached else self._latest + 1
        self.reached = [each for each in self.reached if each.moment <= moment]
        if version > self.until and moment + 1 < waiting:
            self._undone = version, moment
        self._latest = moment

    def take(self, game: Game) -> list[Kept]:
        """Return the rows for the first of these moments, and forget them."""
        rows, self._rows = self._rows, []
        if self._undone is not None:
            version, moment = self._undone
            rows.append(Kept(version, moment + 1, 0, b""))
            self._undone = None
        if self.reached:
            some, self.reached = self.reached[:MAX_MOMENTS], self.reached[MAX_MOMENTS:]
            moments = [kept_moment(game, each.state, each.events, each.last) for each in some]
            rows.append(row(game, some[-1].version, some[0].moment, moments, some[-1].reserves))
        self.until = max([self.until, *(row.version for row in rows)])
        return rows

    def put_back(self, rows: list[Kept]) -> None:
        """Take back rows that could not be written."""
        self._rows = [*rows, *self._rows]

    def forget(self) -> None:
        """Forget all these moments: another node keeps them."""
        self.reached, self._rows, self._undone = [], [], None


def row(game: Game, version: int, first: int, moments: Sequence[KeptMoment], reserves: tuple[float, ...] = ()) -> Kept:
    """Return moments as a row."""
    body = KeptMoments(game.rules, game.edition.hash, tuple(moments), reserves)
    return Kept(version, first, len(moments), zlib.compress(msgspec.json.encode(body)))


def kept_moment(game: Game, state: State, events: Iterable[Event], last: Round | None) -> KeptMoment:
    """Return a moment as data, without scenes."""
    return KeptMoment(pack(state), read_events(events), _given(game, last))


def read_events(events: Iterable[Event]) -> tuple[KeptEvent, ...]:
    """Return events as data."""
    return tuple(KeptEvent(event.seen_by(None, over=True), event.secrets()) for event in events)


def _given(game: Game, last: Round | None) -> tuple[Given, ...]:
    if last is None:
        return ()
    answers = zip(last.asked, last.codes, last.chose, strict=True)
    return tuple(Given(seat, game.answers.names(code)) for seat, code, chose in answers if chose)


def read_kept(row: Kept) -> KeptMoments:
    """Return what a row holds."""
    try:
        return msgspec.json.decode(zlib.decompress(row.body), type=KeptMoments)
    except (zlib.error, msgspec.MsgspecError, RecursionError, UnicodeError) as problem:
        raise KeptUnreadable("table.damaged_log", reason=str(problem)) from None


class KeptGame:
    """All kept moments of a table, put together from its rows."""

    def __init__(self, rows: Iterable[Kept]) -> None:
        self.moments: list[KeptMoment] = []
        self.first = 0
        """The moment of the first of them."""
        self.version = 0
        """The version of the log at which the last of them was reached."""
        self.reserves: tuple[float, ...] = ()
        self.rules = 0
        self.edition_hash = ""
        for row in rows:
            self._add(row)

    def _add(self, row: Kept) -> None:
        if not self.moments:
            self.first = row.first
        del self.moments[max(row.first - self.first, 0) :]
        self.version = row.version
        if row.moments:
            found = read_kept(row)
            self.moments += found.moments
            self.reserves, self.rules, self.edition_hash = found.reserves, found.rules, found.edition_hash

    @property
    def last(self) -> int:
        """The latest moment."""
        return self.first + len(self.moments) - 1

    def position(self) -> Position:
        """Return the position at the latest moment."""
        return self.moments[-1].position

    def at(self, moment: int) -> KeptMoment | None:
        """Return a moment; None if it was not kept."""
        return self.moments[moment - self.first] if self.first <= moment <= self.last else None
