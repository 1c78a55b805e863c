"""The results file of an arena: the setting, then one finished game per line. A stopped arena continues from it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from timebooth.files import file_errors
from timebooth.kernel.errors import BadRecord
from timebooth.lab.simulate import Faults


class Setting(msgspec.Struct, frozen=True):
    """The first line of the file: results of another setting are not comparable."""

    game: str
    rules: int
    edition_hash: str
    options: dict[str, Any]
    seed: int


class Lineup(msgspec.Struct, frozen=True):
    """A bot for each seat, and the number of the game, from which its seed follows."""

    bots: tuple[str, ...]
    index: int


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """One finished game."""

    lineup: Lineup
    winners: tuple[int, ...]
    ending: str
    faults: dict[str, Faults] = {}


class Results:
    """The results file of one setting."""

    def __init__(self, path: Path, setting: Setting) -> None:
        """Read the file or create it; drop a half-written line, refuse the file of another setting."""
        self.path = path
        said = self._text()
        whole = said[: said.rfind("\n") + 1]
        if said:
            first, *rest = said.splitlines() if whole else [said]
            if _line(1, first, Setting) != setting:
                raise BadRecord("results.other_setting", file=str(path))
            games = [_line(number, line, Played) for number, line in enumerate(rest[: whole.count("\n") - 1], start=2)]
        else:
            games = []
        self.games = {played.lineup: played for played in games}
        if whole != said or not said:
            self._write("w", whole or msgspec.json.encode(setting).decode() + "\n")

    def add(self, played: Played) -> None:
        """Write a game to the file."""
        self.games[played.lineup] = played
        self._write("a", msgspec.json.encode(played).decode() + "\n")

    def _text(self) -> str:
        if not self.path.exists():
            return ""
        try:
            with file_errors("file.unreadable", self.path):
                return self.path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise BadRecord("record.malformed", line=1, reason="not UTF-8") from None

    def _write(self, mode: str, text: str) -> None:
        with file_errors("file.unwritable", self.path), self.path.open(mode, encoding="utf-8") as file:
            file.write(text)


def _line(number: int, said: str, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(said, type=kind)
    except msgspec.MsgspecError as problem:
        raise BadRecord("record.malformed", line=number, reason=str(problem)) from None
