"""`bench search`, `envs`, `processes` and `bots`: how fast all the rest is, beside its peers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from timebooth import registry
from timebooth.bots.roster import LEVELS
from timebooth.cli.language import shared_words
from timebooth.cli.options import split
from timebooth.cli.output import say, say_error
from timebooth.kernel.errors import TimeboothError
from timebooth.words import Words

if TYPE_CHECKING:
    from timebooth.lab.bench import Measure, Report
    from timebooth.lab.bench_bots import Thoughts

Json = Annotated[bool, typer.Option("--json", help="Print the result for a program to read.")]
Seconds = Annotated[float, typer.Option(min=0.05, help="CPU seconds for each measure.")]


def search(
    ctx: typer.Context,
    seconds: Seconds = 5.0,
    iterations: Annotated[int, typer.Option(min=2, help="For each decision.")] = 1000,
    as_json: Json = False,
) -> None:
    """Measure our search and our expert, beside OpenSpiel's ISMCTSBot on hearts."""
    from timebooth.lab import bench_search, peers

    found = [registry.find_game(key) for key in registry.game_types()]
    measures = [one for game in found for one in bench_search.measures_of_search(game, iterations)]
    absent = [] if peers.installed() else ["OpenSpiel"]
    if not absent:
        measures += bench_search.measures_of_peer_search(iterations)
    words = shared_words(ctx)
    measure(measures, seconds, words, as_json, absent)
    if not as_json:
        say(words.say("bench.search.how"))


def envs(ctx: typer.Context, seconds: Seconds = 5.0, as_json: Json = False) -> None:
    """Measure steps of our PettingZoo environments, beside PettingZoo's own Connect Four."""
    from timebooth.lab import bench_envs

    missing = bench_envs.missing()
    if missing == "rl":
        raise TimeboothError("extra.missing", what="PettingZoo", extra="rl")
    measures: list[Measure] = []
    for key in registry.game_types():
        seats = registry.game_type(key).seats
        measures += bench_envs.measures_of_environments(key, (max(2, seats[0]), seats[-1]))
    if missing is None:
        measures += bench_envs.measures_of_peer_environments()
    measure(measures, seconds, shared_words(ctx), as_json, ["pygame-ce"] if missing else [])


def processes(
    ctx: typer.Context,
    seconds: Annotated[float, typer.Option(min=0.05, help="Seconds for each measure.")] = 20.0,
    game: Annotated[str, typer.Option(metavar="GAME", help="The game that is played.")] = "back-to-the-future",
    as_json: Json = False,
) -> None:
    """Measure two processes beside one: by the clock on the wall, on a quiet machine, and by CPU time."""
    from timebooth.lab.bench_processes import measures_of_processes

    found = registry.find_game(game)
    measures = measures_of_processes(game, min(4, found.seats[-1]))
    measure(measures, seconds, shared_words(ctx), as_json, [], rounds=3)


def bots(
    ctx: typer.Context,
    answers: Annotated[int, typer.Option(min=1, help="How many decisions each bot answers in each game.")] = 10,
    bots: Annotated[str, typer.Option(help="Bots by name.")] = ",".join(LEVELS),
    game: Annotated[str | None, typer.Option(metavar="GAME", help="One game only.")] = None,
    as_json: Json = False,
) -> None:
    """Measure how long bots think, and what ten tables of them cost."""
    from timebooth.cli.jobs import with_progress
    from timebooth.lab.bench_bots import thoughts, time_bots

    keys = list(registry.game_types()) if game is None else [game]
    found = [registry.find_game(key) for key in keys]
    names = split(bots)
    timed = with_progress(time_bots(found, names, answers), len(keys) * len(names), "bench bots")
    report = thoughts(list(timed))
    if as_json:
        say(msgspec.json.encode(report).decode())
    else:
        _tell_bots(report, shared_words(ctx))


def measure(
    measures: list[Measure], seconds: float, words: Words, as_json: bool, absent: list[str], rounds: int | None = None
) -> None:
    """Time all, and tell it; peers that are not here are named."""
    from timebooth.lab.bench import ROUNDS, bench

    report = bench(measures, seconds, rounds or ROUNDS)
    if as_json:
        say(msgspec.json.encode(report).decode())
    else:
        tell(report, words)
    for peer in absent:
        say_error(words.say("bench.absent", peer=peer))


def tell(report: Report, words: Words) -> None:
    """Rates, then ratios."""
    say(words.say("bench.compiled" if report.compiled else "bench.interpreted"))
    for rate in report.rates:
        many = words.say("number", number=rate.per_second)
        unit = words.say(f"bench.unit.{rate.unit}")
        say(f"  {rate.game:<36} {words.say(f'bench.way.{rate.way}'):<22} {many:>14} {unit}")
    if report.ratios:
        say(words.say("bench.ratios"))
    for ratio in report.ratios:
        if ratio.way == "copies":
            say(f"  {ratio.game:<36} {words.say('bench.copy', times=ratio.times)}")
            continue
        unit = words.say(f"bench.unit.{ratio.unit}")
        times = words.say("bench.times", times=ratio.times)
        say(f"  {ratio.game:<36} {words.say(f'bench.way.{ratio.way}'):<22} {unit:<12} {times:>9} {ratio.over}")


def _tell_bots(report: Thoughts, words: Words) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    say(words.say("bench.compiled" if report.compiled else "bench.interpreted"))
    table = Table(box=SIMPLE_HEAD)
    for column in ("game", "bot"):
        table.add_column(words.say(f"bench.bots.{column}"))
    for column in ("half", "nearly_all", "budget", "ten_tables"):
        table.add_column(words.say(f"bench.bots.{column}"), justify="right")
    for one in report.thoughts:
        budget = "–" if one.budget is None else words.say("bench.seconds", seconds=one.budget)
        table.add_row(
            one.game,
            one.bot,
            words.say("bench.seconds", seconds=one.half),
            words.say("bench.seconds", seconds=one.nearly_all),
            budget,
            words.say("percent", share=one.ten_tables),
        )
    Console(highlight=False).print(table)
    say(words.say("bench.bots.how"))
