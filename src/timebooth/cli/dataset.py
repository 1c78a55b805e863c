"""`dataset`: decisions as training data, in Parquet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from timebooth import registry
from timebooth.cli.jobs import AllCores, RayOption, make_jobs, with_progress
from timebooth.cli.language import language
from timebooth.cli.options import EditionName, GameKey, GameOption, fill_seats, read_options, split
from timebooth.cli.output import EXIT_INTERRUPTED, say
from timebooth.cli.record_files import load
from timebooth.cli.simulate import seats_for
from timebooth.kernel.errors import BadRecord
from timebooth.words import Words

if TYPE_CHECKING:
    from timebooth.kernel.game import Game
    from timebooth.lab.decisions import PlayedGame


def dataset(
    ctx: typer.Context,
    game: GameKey,
    records: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[RECORD]...", help="Records of finished games; without any, bots play."),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FILE.parquet", help="The file to write.")] = ...,  # type: ignore[assignment]
    games: Annotated[int, typer.Option(min=1, help="How many games bots play, if no records are given.")] = 100,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    bots: Annotated[
        str, typer.Option(help="Bots for the seats, separated by commas and repeated as needed.")
    ] = "regular",
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0,
    jobs: AllCores = None,
    ray: RayOption = None,
    edition: EditionName = registry.STANDARD,
    option: GameOption = None,
) -> None:
    """Write decisions as training data: what a seat saw, its options, its answer, and how the game ended."""
    from timebooth.lab import dataset as lab
    from timebooth.lab import decisions, simulate
    from timebooth.lab.jobs import in_order

    found = registry.find_game(game, edition)
    words = Words(language(ctx), found)
    if records:
        total = len(records)
        played = _read(found, records)
    else:
        named = split(bots)
        plan = simulate.Plan(
            game,
            edition,
            read_options(option),
            tuple(fill_seats(named, seats_for(found, seats, named))),
            games,
            seed,
        )
        simulate.check(plan)
        total = games
        batches = [(plan, first, first + 1) for first in range(games)]
        played = chain.from_iterable(in_order(make_jobs(jobs, ray), decisions.play_games, batches))
    with lab.Dataset(out, found) as file:
        try:
            file.add_all(with_progress(played, total, game))
        except KeyboardInterrupt:
            interrupted = True
        else:
            interrupted = False
    key = "dataset.stopped" if interrupted else "dataset.written"
    say(words.say(key, games=file.games, rows=file.rows, file=str(out)))
    if interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)


def _read(game: Game, paths: list[Path]) -> Iterator[PlayedGame]:
    from timebooth.lab.decisions import read_game

    for path in paths:
        record = load(path)
        if record.header.game != game.key:
            raise BadRecord("dataset.other_game", file=str(path), have=record.header.game, want=game.key)
        yield read_game(game, record, str(path))
