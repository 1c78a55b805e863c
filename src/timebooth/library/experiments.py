"""Many games between bots: who wins, who is stronger, and data to learn from.

A bot is given by its name, because a game may be played in another process. `jobs` is the number of processes; the
results do not depend on it. A script that uses more than one must start its work under `if __name__ == "__main__":`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from timebooth.lab import arena as rated
from timebooth.lab import simulate as simulated
from timebooth.lab.dataset import Dataset
from timebooth.lab.decisions import PlayedGame, play_games
from timebooth.lab.jobs import in_order, spread
from timebooth.lab.summary import Summary, summarise
from timebooth.registry import STANDARD, find_game


def simulate(
    game: str,
    bots: Sequence[str],
    games: int = 100,
    *,
    seed: int = 0,
    jobs: int = 1,
    edition: str = STANDARD,
    options: Mapping[str, Any] | None = None,
) -> Summary:
    """Play games with a bot in each seat, and count who wins and how games end."""
    plan = simulated.Plan(game, edition, dict(options or {}), tuple(bots), games, seed)
    return summarise(plan, simulated.simulate(plan, spread(jobs)))


def arena(
    game: str,
    bots: Sequence[str],
    games: int = 20,
    *,
    seats: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    edition: str = STANDARD,
    options: Mapping[str, Any] | None = None,
    results: Path | None = None,
) -> rated.Table:
    """Rate bots: every pairing in every seating, `games` each, on the same seeds.

    `results` is a file for the games; an arena that was interrupted continues from it.
    """
    least = find_game(game, edition).seats[0]
    plan = rated.Plan(
        game, tuple(bots), least if seats is None else seats, games, seed, edition, options=dict(options or {})
    )
    return rated.summarise(plan, rated.arena(plan, results, spread(jobs)))


def decisions(
    game: str,
    bots: Sequence[str],
    games: int = 100,
    *,
    seed: int = 0,
    jobs: int = 1,
    edition: str = STANDARD,
    options: Mapping[str, Any] | None = None,
) -> Iterator[PlayedGame]:
    """Play games with a bot in each seat; yield each with its decisions: what a seat saw, its options, its answer."""
    plan = simulated.Plan(game, edition, dict(options or {}), tuple(bots), games, seed)
    simulated.check(plan)
    batches = [(plan, first, first + 1) for first in range(games)]
    return chain.from_iterable(in_order(spread(jobs), play_games, batches))


def dataset(
    path: Path | str,
    game: str,
    bots: Sequence[str],
    games: int = 100,
    *,
    seed: int = 0,
    jobs: int = 1,
    edition: str = STANDARD,
    options: Mapping[str, Any] | None = None,
) -> int:
    """Write the decisions of games between bots into a new Parquet file, one per row; return how many there are."""
    played = decisions(game, bots, games, seed=seed, jobs=jobs, edition=edition, options=options)
    with Dataset(Path(path), find_game(game, edition)) as file:
        file.add_all(played)
    return file.rows
