"""Runs the command line, and makes records for it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from typer.testing import CliRunner

from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.cli.main import app
from timebooth.kernel.chance import FastRng
from timebooth.kernel.match import Match
from timebooth.registry import find_game

GAME = "back-to-the-future"
STANDARD = find_game(GAME).folder / "editions" / "standard"
COMMAND = [sys.executable, "-m", "timebooth"]
TIMEOUT = 120.0  # seconds for a process to end, also on a busy machine


class Said:
    """What a run printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err


def timebooth(*args: str | Path, typed: str = "") -> Said:
    """Run the command in this process; an exception fails the test."""
    result = CliRunner(env={"COLUMNS": "80", "LC_ALL": "C"}).invoke(app, [str(arg) for arg in args], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Said(result.exit_code, result.stdout, result.stderr)


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a run in its own process: English, with the data folder of the test."""
    return {**os.environ, "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": str(folder), "COLUMNS": "80"}


def finished_match(seed: int = 5) -> Match:
    """Return a finished game between random bots with a keyed seed."""
    game = find_game(GAME)
    match = Match.new(game, 3, seed=seed.to_bytes(32, "big"), names=("Ann", "Ben", "Cleo"))
    bot, rng = make_bot("random"), FastRng(seed)
    while not match.over:
        match.play([bot.choose(Decision(game, match.state, seat), rng) for seat in match.state.asked()])
    return match


def record_lines() -> list[str]:
    """Return the lines of a finished record."""
    return finished_match().record.lines().splitlines(keepends=True)


def write(path: Path, lines: list[str]) -> Path:
    path.write_text("".join(lines), encoding="utf-8")
    return path
