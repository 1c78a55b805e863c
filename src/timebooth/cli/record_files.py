"""Where records lie, and how they are read and written so that nothing is lost."""

from __future__ import annotations

import os
import secrets
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from timebooth import registry
from timebooth.kernel.errors import BadRecord, TimeboothError
from timebooth.kernel.game import Game
from timebooth.kernel.record import Header, Record, read_record
from timebooth.words import Words

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record, as `timebooth play` writes it.")]
EditionOfRecord = Annotated[
    str | None, typer.Option("--edition", help="The folder of your own edition that the game was played with.")
]


def games_folder() -> Path:
    """Where games are kept when nobody says where."""
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "timebooth" / "games"


def new_path(game: Game) -> Path:
    """A name that no other game has."""
    now = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return games_folder() / f"{game.key}-{now}-{secrets.token_hex(2)}.jsonl"


def load(path: Path, *, mend: bool = False) -> Record:
    """Read a record from a file; `mend` drops a last line that was cut off while it was written."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise TimeboothError("file.unreadable", file=str(path), reason=problem.strerror or "") from None
    except UnicodeDecodeError:
        raise BadRecord("record.malformed", line=1, reason="not UTF-8") from None
    if mend and not text.endswith("\n"):
        text = text[: text.rfind("\n") + 1]
    return read_record(text)


def game_of(record: Record, edition: str | None) -> Game:
    """The game of a record, with the edition it names or the one that was given."""
    return registry.find_game(record.header.game, edition or record.header.edition)


class Kept:
    """A record's file: every round of answers is on the disk before the next question."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, text: str) -> None:
        """Write a new file; one that is there already is never overwritten."""
        if self.path.exists():
            raise TimeboothError("file.exists", file=str(self.path))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._write("x", text)
        except OSError as problem:
            raise TimeboothError("file.unwritable", file=str(self.path), reason=problem.strerror or "") from None

    def go_on(self, text: str) -> None:
        """Take up a file again, as far as it could be read."""
        beside = self.path.with_name(self.path.name + ".new")
        try:
            Kept(beside)._write("w", text)
            os.replace(beside, self.path)
        except OSError as problem:
            raise TimeboothError("file.unwritable", file=str(self.path), reason=problem.strerror or "") from None

    def add(self, text: str) -> None:
        try:
            self._write("a", text)
        except OSError as problem:
            raise TimeboothError("file.unwritable", file=str(self.path), reason=problem.strerror or "") from None

    def _write(self, mode: str, text: str) -> None:
        with open(self.path, mode, encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())


def known_deal(words: Words, header: Header) -> list[str]:
    """Return what has to be said of a game that goes on from another one; nothing for a fresh deal."""
    found = [words.say("record.from_position")] if header.position is not None else []
    if header.forks:
        found.append(words.say("record.forked", after=header.forks[-1].after))
    return found
