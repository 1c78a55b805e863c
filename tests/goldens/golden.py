"""Golden games: a record and its journal, one event a line, so that a change of the rules shows as a readable diff."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match
from timebooth.registry import find_game

FOLDER = Path(__file__).parent
SEEDS = 400


class Golden(msgspec.Struct, forbid_unknown_fields=True):
    """What a golden game has to show."""

    seats: int
    ending: str | None = None
    events: list[dict[str, Any]] = []
    options: dict[str, Any] = {}
    bot: str = "random"
    seed: int | None = None
    """Only the game with this seed, if a bot is too slow to play hundreds."""

    def fits(self, match: Match) -> bool:
        outcome = match.state.outcome()
        if outcome is None or (self.ending is not None and outcome.ending != self.ending):
            return False
        told = [msgspec.to_builtins(event) for event in match.journal]
        return all(any(_has(event, wanted) for event in told) for wanted in self.events)


def _has(event: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(event.get(field) == value for field, value in wanted.items())


def goldens() -> Iterator[tuple[str, str, Golden]]:
    """Return every golden game: its game, its name, and what it has to show."""
    for file in sorted(FOLDER.glob("*/goldens.toml")):
        for name, said in tomllib.loads(file.read_text(encoding="utf-8")).items():
            yield file.parent.name, name, msgspec.convert(said, type=Golden)


def paths(game: str, name: str) -> tuple[Path, Path]:
    """Return the paths of the record and the journal."""
    return FOLDER / game / f"{name}.record.jsonl", FOLDER / game / f"{name}.journal.jsonl"


def find(game: str, golden: Golden) -> Match:
    """Return the shortest game among the first seeds that shows it."""
    best: Match | None = None
    for seed in range(SEEDS) if golden.seed is None else [golden.seed]:
        match = _play(find_game(game), golden, seed, len(best.record.given) if best else None)
        if match is not None and golden.fits(match):
            best = match
    if best is None:
        raise SystemExit(f"no game of {game} among {SEEDS} seeds fits {golden}")
    return best


def _play(game: Game, golden: Golden, seed: int, shorter_than: int | None) -> Match | None:
    match = Match.new(game, golden.seats, game.read_options(golden.options), seed=seed)
    rng = FastRng(seed + 1)
    bot = make_bot(golden.bot)
    while not match.over:
        if shorter_than is not None and len(match.record.given) >= shorter_than:
            return None
        match.play([bot.choose(Decision(game, match.state, seat), rng) for seat in match.state.asked()])
    return match
