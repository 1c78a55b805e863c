"""Time the Excellent Boardgame beside its twin in C++, which plays exactly the same games.

The twin (`twin.cpp`) is used only here. It reads the box and the generator of each game as numbers, plays, and prints a
checksum of the final state of each game. Both are timed only if all checksums agree.
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
CHECKED = 1000  # games whose checksums must agree
DUDES = 2
NOT_IN_A_SPACE = {1000: 254, 1001: 255}  # held, and returned to the box: a byte in C++
FLAGS = ("-std=c++20", "-O3", "-march=native")
PORTABLE = ("-std=c++20", "-O3")


class NoTwin(TimeboothError):
    """The twin cannot be built, or plays differently."""


def find_compiler() -> str | None:
    return shutil.which("g++") or shutil.which("c++")


def build_twin(folder: Path, source: Path) -> Path:
    """Compile the twin for this machine; if the compiler does not know it, for any machine."""
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
    """Write the input of the twin: the box, then the seats and the generator of each game (seats, seed), as numbers."""
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
        rng = FastRng(seed)
        found += [seats, rng.a, rng.b, rng.c, rng.counter]
    file.write_text("\n".join(str(number) for number in found) + "\n", encoding="ascii")


def checksums_of_the_twin(program: Path, folder: Path, games: int = CHECKED) -> list[str]:
    """Return the checksums of the twin for the first games."""
    file = folder / "games"
    write_games(file, [(seats_of(seed), seed) for seed in range(games)])
    run = subprocess.run([program, "play", file], capture_output=True, text=True, check=True)
    return run.stdout.split()


def our_checksums(games: int = CHECKED) -> list[str]:
    """Return our checksums for the same games."""
    game = registry.find_game(GAME)
    found = []
    for seed in range(games):
        rng = FastRng(seed)
        state: Any = game.start(seats_of(seed), None, rng)
        choices = playout(state, rng)
        found.append(checksum([choices, rng.a, rng.b, rng.c, rng.counter, *final_numbers(state)]))
    return found


def final_numbers(s: Any) -> Iterator[int]:
    """Yield the content of a finished state, in the order of the twin."""
    yield from (s.unseen, s.discard, s.unrevealed, s.showing, s.pile, s.round, s.drops, s.winner, s.ending)
    for dude in range(DUDES):
        yield s.dude_at(dude) * 4 + s.dude_facing(dude)
    for token in range(s.box.tokens):
        yield NOT_IN_A_SPACE.get(s.lies_at(token), s.lies_at(token))
        yield s.level(token)
        yield s.arrows(token)
    for space in range(s.box.spaces):
        yield s.characters_at(space)
    for seat in range(s.seats):
        yield s.booth_at(seat) * 4 + s.booth_facing(seat)
        yield from (s.hand(seat), s.turn_order(seat), s.collected(seat), s.held(seat))
        for place in range(s.held(seat)):
            yield s.play_area(seat, place)


def checksum(numbers: Iterable[int]) -> str:
    """Return the FNV-1a hash of some numbers."""
    found = 0xCBF29CE484222325
    for number in numbers:
        found = (found ^ number) * 0x100000001B3 % 2**64
    return f"{found:016x}"


def twin_measures(folder: Path) -> list[Measure]:
    """Return the measures of our playouts and the twin's; raise NoTwin if their checksums differ."""
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
