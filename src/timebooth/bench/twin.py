"""The Excellent Boardgame in Python beside its twin in C++, which plays the same games to the same end.

The twin (`twin.cpp`) is built here and used for nothing else. It gets the box and the dice of every game as
numbers, plays, and answers with a checksum of the state in which each game ended: so both are known to do the same work
before either is timed.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from timebooth import registry
from timebooth.bench.engine import DEALS, engine_measures
from timebooth.bench.measure import SEATS, Measure, Slice
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import TimeboothError
from timebooth.kernel.playout import playout

GAME = "excellent-boardgame"
SOURCE = Path(__file__).with_name("twin.cpp")
TWIN = "the twin in C++"
CHECKED = 1000  # games that must end alike
DUDES = 2
NOT_IN_A_SPACE = {1000: 254, 1001: 255}  # held, and returned to the box: a byte there, a thousand here
FLAGS = ("-std=c++20", "-O3", "-march=native")
PORTABLE = ("-std=c++20", "-O3")


class NoTwin(TimeboothError):
    """The twin cannot be built here, or does not play as we do."""


def find_compiler() -> str | None:
    return shutil.which("g++") or shutil.which("c++")


def build_twin(folder: Path, source: Path) -> Path:
    """Compile the twin for this machine, or for any one where the compiler does not know this one."""
    compiler = find_compiler()
    if compiler is None:
        raise NoTwin("bench.no_compiler")
    if not source.is_file():
        raise NoTwin("bench.no_twin", file=str(source))
    program = folder / "twin"
    problem = ""
    for flags in (FLAGS, PORTABLE):
        run = subprocess.run([compiler, *flags, "-o", program, source], capture_output=True, text=True)
        if run.returncode == 0:
            return program
        problem = (run.stderr.strip().splitlines() or [""])[0]
    raise NoTwin("bench.twin_not_built", reason=problem)


def seats_of(seed: int) -> int:
    return 2 + seed % 3


def write_games(file: Path, games: Iterable[tuple[int, int]]) -> None:
    """The box, then seats and dice of some games given by seats and seed, as the twin reads them: numbers only."""
    box: Any = registry.find_game(GAME).box  # type: ignore[attr-defined]
    found = [box.width, box.height, box.tokens, box.centre, *box.dots, len(box.starts)]
    for start in box.starts:
        found += [start.space * 4 + start.facing, sum(2**players for players in start.players)]
    found += [box.dude_space[dude] * 4 + box.dude_facing[dude] for dude in range(DUDES)]
    for table in (box.card_button, box.card_dude, box.first_token, box.token_button):
        found += list(table)
    dealt = list(games)
    found.append(len(dealt))
    for seats, seed in dealt:
        dice = FastRng(seed)
        found += [seats, dice.a, dice.b, dice.c, dice.counter]
    file.write_text("\n".join(str(number) for number in found) + "\n", encoding="ascii")


def checksums_of_the_twin(program: Path, folder: Path, games: int = CHECKED) -> list[str]:
    """How the first so many games end there."""
    file = folder / "games"
    write_games(file, [(seats_of(seed), seed) for seed in range(games)])
    run = subprocess.run([program, "play", file], capture_output=True, text=True, check=True)
    return run.stdout.split()


def our_checksums(games: int = CHECKED) -> list[str]:
    """How the same games end here."""
    game = registry.find_game(GAME)
    found = []
    for seed in range(games):
        dice = FastRng(seed)
        state: Any = game.start(seats_of(seed), None, dice)
        choices = playout(state, dice)
        found.append(checksum([choices, dice.a, dice.b, dice.c, dice.counter, *ended(state)]))
    return found


def ended(s: Any) -> Iterator[int]:
    """All that a finished game holds, in the twin's order."""
    yield from (s.unseen, s.discard, s.unrevealed, s.showing, s.pile, s.round, s.drops, s.winner, s.ending)
    for dude in range(DUDES):
        yield s.dude_at[dude] * 4 + s.dude_facing[dude]
    for token in range(s.box.tokens):
        yield NOT_IN_A_SPACE.get(s.lies_at[token], s.lies_at[token])
        yield s.level[token]
        yield s.arrows[token]
    for space in range(s.box.spaces):
        yield s.characters_at[space]
    for seat in range(s.seats):
        yield s.booth_at[seat] * 4 + s.booth_facing[seat]
        yield from (s.hand[seat], s.order[seat], s.collected[seat], s.held[seat])
        for place in range(s.held[seat]):
            yield s.token_in_row(seat, place)


def checksum(numbers: Iterable[int]) -> str:
    """FNV-1a, number by number."""
    found = 0xCBF29CE484222325
    for number in numbers:
        found = (found ^ number) * 0x100000001B3 % 2**64
    return f"{found:016x}"


def twin_measures(folder: Path) -> list[Measure]:
    """Our playouts and the twin's, of the same deals; refused where the two do not play alike."""
    program = build_twin(folder, SOURCE)
    theirs = checksums_of_the_twin(program, folder)
    if theirs != our_checksums():
        raise NoTwin("bench.not_alike", games=CHECKED)
    tables = folder / "tables"
    write_games(tables, [(SEATS, seed) for seed in range(DEALS)])
    ours = [one for one in engine_measures(registry.find_game(GAME)) if one.way == "engine"]
    return [*ours, Measure(TWIN, "engine", "choices", _twin_playouts(program, tables), peer=True)]


def _twin_playouts(program: Path, tables: Path) -> Slice:
    def run(seconds: float) -> float:
        timed = subprocess.run([program, "time", tables, str(seconds)], capture_output=True, text=True, check=True)
        return float(timed.stdout)

    return run
