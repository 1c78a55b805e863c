"""Record files: where they are stored, and how they are read and written without losing an answer."""

from __future__ import annotations

import os
import secrets
import shlex
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from timebooth.bots.roster import is_code
from timebooth.files import file_errors, home_folder
from timebooth.kernel.errors import BadRecord, TimeboothError
from timebooth.kernel.game import Game
from timebooth.kernel.record import Header, Record, read_record
from timebooth.words import Words

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record, written by `timebooth play`.")]
EditionOfRecord = Annotated[
    str | None,
    typer.Option("--edition", help="The folder of the edition that the game was played with, if it is your own."),
]


def games_folder() -> Path:
    """Return the default folder of records."""
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else home_folder() / ".local" / "share") / "timebooth" / "games"


def new_path(game: Game) -> Path:
    """Return a new path for the record of a game."""
    now = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return games_folder() / f"{game.key}-{now}-{secrets.token_hex(2)}.jsonl"


def load(path: Path, *, mend: bool = False) -> Record:
    """Read a record from a file; with `mend`, drop an incomplete last line."""
    try:
        with file_errors("file.unreadable", path):
            text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRecord("record.malformed", line=1, reason="not UTF-8") from None
    if mend and not text.endswith("\n"):
        text = text[: text.rfind("\n") + 1]
    return read_record(text)


def named_in_commands(path: Path, game: Game, bots: Sequence[str] = ()) -> str:
    """Return a record as commands name it: with the folder of its edition, if that is not one of the game's own.

    To go on with it, its `bots` are named too if they are classes.
    """
    words = [str(path)]
    if game.edition.folder.parent != game.folder / "editions":
        words += ["--edition", str(game.edition.folder)]
    code = [bot for bot in dict.fromkeys(bots) if is_code(bot)]
    if code:
        words += ["--bots", ",".join(code)]
    return shlex.join(words)


class RecordWriter:
    """Writes a record: every round of answers is on the disk before the next question."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, text: str) -> None:
        """Create the file; raise if it exists."""
        if self.path.exists():
            raise TimeboothError("file.exists", file=str(self.path))
        with file_errors("file.unwritable", self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._write("x", text)

    def rewrite(self, text: str) -> None:
        """Replace the file by what could be read of it, before the game goes on."""
        replacement = self.path.with_name(self.path.name + ".new")
        with file_errors("file.unwritable", self.path):
            RecordWriter(replacement)._write("w", text)
            os.replace(replacement, self.path)

    def add(self, text: str) -> None:
        with file_errors("file.unwritable", self.path):
            self._write("a", text)

    def _write(self, mode: str, text: str) -> None:
        with open(self.path, mode, encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())


def known_deal(words: Words, header: Header) -> list[str]:
    """Return what to tell about a game that goes on from another one; nothing for a fresh deal."""
    found = [words.say("record.from_position")] if header.position is not None and not header.earlier else []
    if header.forks:
        found.append(words.say("record.forked", after=header.forks[-1].after))
    return found
