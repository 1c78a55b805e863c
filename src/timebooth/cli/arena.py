"""`arena`: rate bots by games against each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from timebooth import registry
from timebooth.bots.roster import LEVELS
from timebooth.cli.jobs import AllCores, RayOption, make_jobs, with_progress
from timebooth.cli.language import language
from timebooth.cli.options import EditionName, GameKey, GameOption, Json, read_options, split
from timebooth.cli.output import EXIT_INTERRUPTED, say, say_error, say_json
from timebooth.cli.simulate import say_faults
from timebooth.words import Words

if TYPE_CHECKING:
    from timebooth.lab.arena import Plan, Table
    from timebooth.lab.results import Played

LADDER_SEATS = 2  # of every game, so that ladders can be compared


def arena(
    ctx: typer.Context,
    game: GameKey,
    bots: Annotated[str, typer.Option(help="Bots, separated by commas.")] = ",".join(LEVELS[:2]),
    levels: Annotated[bool, typer.Option("--levels", help="Measure the steps between the levels instead.")] = False,
    playouts: Annotated[
        int | None, typer.Option(min=1, help="With --levels: of the expert; merciless makes five times as many.")
    ] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats; by default as many as the game allows.")] = None,
    games: Annotated[int, typer.Option(min=1, help="Games in every seating, each with its own seed.")] = 20,
    jobs: AllCores = None,
    ray: RayOption = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.jsonl", help="Store every game; an existing file is continued.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Draw the ratings.")] = None,
    edition: EditionName = registry.STANDARD,
    option: GameOption = None,
    as_json: Json = False,
) -> None:
    """Rate bots: every pairing in every seating, on the same seeds."""
    from timebooth.lab import arena as lab

    found = registry.find_game(game, edition)
    if seats is None:
        seats = LADDER_SEATS if levels else found.seats[-1]
    names = lab.levels(found, playouts) if levels else tuple(dict.fromkeys(split(bots)))
    plan = lab.Plan(game, names, seats, games, seed, edition, read_options(option), ladder=levels)
    words = Words(language(ctx), found)
    played: list[Played] = []
    total = len(lab.lineups(plan))
    running = _collect(lab.arena(plan, out, make_jobs(jobs, ray)), played)
    interrupted = False
    try:
        for _ in with_progress(running, total, game):
            pass
    except KeyboardInterrupt:
        interrupted = True
    table = lab.summarise(plan, played)
    if as_json:
        say_json(table)
    elif played:
        _print(plan, table, len(played), words)
    say_faults(table.faults, words)
    if interrupted:
        kept = "arena.kept" if out is not None else "arena.not_kept"
        say_error(words.say(kept, done=len(played), total=total, file=str(out)))
        raise typer.Exit(EXIT_INTERRUPTED)
    if plot is not None:
        _draw(plot, plan, table, words)


def _collect(games: Iterator[Played], into: list[Played]) -> Iterator[Played]:
    for played in games:
        into.append(played)
        yield played


def _draw(path: Path, plan: Plan, table: Table, words: Words) -> None:
    from timebooth.lab.arena_picture import arena_picture
    from timebooth.lab.drawing import write_picture

    write_picture(path, arena_picture(table, words, None if plan.cooperative else 1 / plan.seats))
    say(words.say("picture.drawn", file=str(path)))


def _print(plan: Plan, table: Table, played: int, words: Words) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as Grid

    from timebooth.lab.arena import THE_GAME

    console = Console(highlight=False)
    console.print(words.say("arena.games", games=played, seats=plan.seats, seed=str(plan.seed)))
    if plan.ladder or not plan.cooperative:
        ratings = Grid(box=SIMPLE_HEAD, title=words.say("arena.ratings"), title_justify="left")
        ratings.add_column(words.say("arena.bot"))
        for heading in ("arena.elo", "arena.interval"):
            ratings.add_column(words.say(heading), justify="right")
        for rating in table.ratings:
            if rating.name == THE_GAME:
                continue
            ratings.add_row(rating.name, f"{rating.elo:+.0f}", f"{rating.low:+.0f} … {rating.high:+.0f}")
        console.print(ratings)
    if table.steps:
        steps = Grid(box=SIMPLE_HEAD, title=words.say("arena.steps"), title_justify="left")
        for heading in ("arena.from", "arena.to"):
            steps.add_column(words.say(heading))
        for heading in ("arena.elo", "arena.interval"):
            steps.add_column(words.say(heading), justify="right")
        for step in table.steps:
            steps.add_row(step.weaker, step.stronger, f"{step.elo:+.0f}", f"{step.low:+.0f} … {step.high:+.0f}")
        console.print(steps)
    duels = Grid(box=SIMPLE_HEAD, title=words.say("arena.duels"), title_justify="left")
    duels.add_column(words.say("arena.bot"))
    if not plan.cooperative:
        duels.add_column(words.say("arena.against"))
    for heading in ("arena.wins", "arena.share", "arena.interval"):
        duels.add_column(words.say(heading), justify="right")
    for duel in table.duels:
        if duel.bot == THE_GAME:
            continue
        against = [] if plan.cooperative else [duel.against]
        share = words.say("percent", share=duel.wins / duel.games)
        interval = words.say("percent.interval", low=duel.low, high=duel.high)
        duels.add_row(duel.bot, *against, f"{duel.wins}/{duel.games}", share, interval)
    console.print(duels)
