"""Writes decisions into a Parquet file, one per row, game by game."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from timebooth.envs.run import rewards
from timebooth.files import file_errors
from timebooth.kernel.errors import TimeboothError
from timebooth.kernel.game import Game
from timebooth.lab.decisions import PlayedGame

ROWS = 5_000  # in one write


def need_pyarrow() -> None:
    """Raise an error if pyarrow, an optional extra, is not installed."""
    if find_spec("pyarrow") is None:
        raise TimeboothError("extra.missing", what="pyarrow", extra="lab")


class Dataset:
    """A Parquet file being written; deleted if an exception ends the writing."""

    def __init__(self, path: Path, game: Game) -> None:
        need_pyarrow()
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter

        if path.exists():
            raise TimeboothError("store.file_exists", file=str(path))
        self.path = path
        self.game = game
        self.games = 0
        self.rows = 0
        word = pa.dictionary(pa.int32(), pa.string())
        about = {
            "timebooth.game": game.key,
            "timebooth.rules": str(game.rules),
            "timebooth.edition": game.edition.name,
            "timebooth.edition_hash": game.edition.hash,
        }
        self.schema = pa.schema(
            [
                pa.field("game", word, metadata={"about": "the game's key"}),
                pa.field(
                    "source", word, metadata={"about": "a seed or a file: it tells hidden cards, never a feature"}
                ),
                pa.field("number", pa.int32(), metadata={"about": "of the decision within its game, from 0"}),
                pa.field("seats", pa.int8()),
                pa.field("seat", pa.int8(), metadata={"about": "who decided"}),
                pa.field("bot", word, metadata={"about": "who plays that seat; empty for a person"}),
                pa.field("view", pa.string(), metadata={"about": "JSON: all that the seat could see, nothing more"}),
                pa.field("question", pa.string(), metadata={"about": "JSON: what it was asked"}),
                pa.field("options", pa.list_(pa.string()), metadata={"about": "JSON: every legal answer"}),
                pa.field("option_codes", pa.list_(pa.int32()), metadata={"about": "their codes, as in `envs`"}),
                pa.field("answer", pa.string(), metadata={"about": "JSON: what was answered"}),
                pa.field("answer_code", pa.int32()),
                pa.field("won", pa.bool_(), metadata={"about": "did this seat win in the end?"}),
                pa.field("reward", pa.float32(), metadata={"about": "as the environments give it"}),
                pa.field("ending", word, metadata={"about": "how the game ended"}),
            ],
            metadata=about,
        )
        with file_errors("file.unwritable", path):
            self._writer: Any = ParquetWriter(path, self.schema, compression="zstd")
        self._columns: dict[str, list[Any]] = {name: [] for name in self.schema.names}
        self._named: dict[int, str] = {}

    def __enter__(self) -> Dataset:
        return self

    def __exit__(self, _kind: object, problem: BaseException | None, _trace: object) -> None:
        self._flush()
        self._writer.close()
        if problem is not None:
            self.path.unlink()

    def add(self, played: PlayedGame) -> None:
        """Write all decisions of one game."""
        gained = rewards(self.game, played.outcome, played.seats)
        for number, decision in enumerate(played.decisions):
            seat = decision.seat
            self._row(
                game=self.game.key,
                source=played.source,
                number=number,
                seats=played.seats,
                seat=seat,
                bot=played.bots[seat],
                view=decision.view.decode(),
                question=decision.question.decode(),
                options=[self._name(code) for code in decision.options],
                option_codes=list(decision.options),
                answer=self._name(decision.answer),
                answer_code=decision.answer,
                won=seat in played.outcome.winners,
                reward=gained[seat],
                ending=played.outcome.ending,
            )
        self.games += 1
        if len(self._columns["seat"]) >= ROWS:
            self._flush()

    def add_all(self, games: Iterable[PlayedGame]) -> None:
        for played in games:
            self.add(played)

    def _row(self, **values: Any) -> None:
        for name, value in values.items():
            self._columns[name].append(value)
        self.rows += 1

    def _name(self, code: int) -> str:
        said = self._named.get(code)
        if said is None:
            said = self._named[code] = msgspec.json.encode(self.game.answers.names(code)).decode()
        return said

    def _flush(self) -> None:
        import pyarrow as pa

        if self._columns["seat"]:
            self._writer.write_table(pa.table(self._columns, schema=self.schema))
            self._columns = {name: [] for name in self.schema.names}
