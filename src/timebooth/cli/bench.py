"""`bench`: how fast engine, search, environments, processes, bots and server are, compared with their peers."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from timebooth import registry
from timebooth.bots.roster import LEVELS
from timebooth.cli.language import shared_words
from timebooth.cli.localised_help import LocalisedCommand, LocalisedGroup
from timebooth.cli.options import Json, split
from timebooth.cli.output import say, say_error, say_json
from timebooth.kernel.errors import TimeboothError
from timebooth.store.store import StoreError
from timebooth.words import Words

if TYPE_CHECKING:
    from timebooth.bench.bots import Thoughts
    from timebooth.bench.measure import Measure, Report
    from timebooth.bench.server.cluster import ClusterRate
    from timebooth.bench.server.compare import Report as ServerReport

TABLE = 4  # sockets at one table
MAX_NODES = 16

Seconds = Annotated[float, typer.Option(min=0.05, help="CPU seconds for each measure.")]


app = typer.Typer(
    cls=LocalisedGroup,
    help="Measure Timebooth beside comparable projects.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def bench() -> None:
    """Measure Timebooth beside comparable projects."""


@app.command("engine", cls=LocalisedCommand)
def engine(ctx: typer.Context, seconds: Seconds = 2.0, as_json: Json = False) -> None:
    """Measure the rules at four seats, beside card games of OpenSpiel and RLCard if these are installed."""
    from timebooth.bench import openspiel, rlcard
    from timebooth.bench.engine import engine_measures
    from timebooth.bench.measure import SEATS

    found = [registry.find_game(key) for key in registry.game_types()]
    measures = [one for game in found if SEATS in game.seats for one in engine_measures(game)]
    absent = []
    if openspiel.installed():
        measures += openspiel.openspiel_measures()
    else:
        absent.append("OpenSpiel")
    if rlcard.installed():
        measures += rlcard.rlcard_measures()
    else:
        absent.append("RLCard")
    measure(measures, seconds, shared_words(ctx), as_json, absent)


@app.command("search", cls=LocalisedCommand)
def search(
    ctx: typer.Context,
    seconds: Seconds = 5.0,
    playouts: Annotated[int, typer.Option(min=2, help="For each decision.")] = 1000,
    as_json: Json = False,
) -> None:
    """Measure our search and our expert, beside OpenSpiel's ISMCTSBot on hearts."""
    from timebooth.bench import openspiel
    from timebooth.bench.search import peer_search_measures, search_measures

    found = [registry.find_game(key) for key in registry.game_types()]
    measures = [one for game in found for one in search_measures(game, playouts)]
    absent = [] if openspiel.installed() else ["OpenSpiel"]
    if not absent:
        measures += peer_search_measures(playouts)
    words = shared_words(ctx)
    measure(measures, seconds, words, as_json, absent)
    if not as_json:
        say(words.say("bench.search.how"))


@app.command("envs", cls=LocalisedCommand)
def envs(ctx: typer.Context, seconds: Seconds = 5.0, as_json: Json = False) -> None:
    """Measure steps of our environments, beside PettingZoo's own Connect Four, and of one seat against regular bots."""
    from timebooth.bench import envs

    missing = envs.missing()
    if missing == "rl":
        raise TimeboothError("extra.missing", what="PettingZoo", extra="rl")
    measures: list[Measure] = []
    for key in registry.game_types():
        seats = registry.game_type(key).seats
        measures += envs.environment_measures(key, (max(2, seats[0]), seats[-1]))
    if missing is None:
        measures += envs.peer_environment_measures()
    measure(measures, seconds, shared_words(ctx), as_json, ["pygame-ce"] if missing else [])


@app.command("processes", cls=LocalisedCommand)
def processes(
    ctx: typer.Context,
    seconds: Annotated[float, typer.Option(min=0.05, help="Seconds for each measure.")] = 20.0,
    game: Annotated[str, typer.Option(metavar="GAME", help="The game that is played.")] = "back-to-the-future",
    as_json: Json = False,
) -> None:
    """Measure two processes beside one: by the wall clock, on a quiet machine, and by CPU time."""
    from timebooth.bench.processes import process_measures

    found = registry.find_game(game)
    measures = process_measures(game, min(4, found.seats[-1]))
    measure(measures, seconds, shared_words(ctx), as_json, [], rounds=3)


@app.command("bots", cls=LocalisedCommand)
def bots(
    ctx: typer.Context,
    answers: Annotated[int, typer.Option(min=1, help="How many decisions each bot answers in each game.")] = 10,
    bots: Annotated[str, typer.Option(help="Bots by name.")] = ",".join(LEVELS),
    game: Annotated[str | None, typer.Option(metavar="GAME", help="One game only.")] = None,
    as_json: Json = False,
) -> None:
    """Measure how long bots think, and what ten tables of them cost."""
    from timebooth.bench.bots import thoughts, time_bots
    from timebooth.cli.jobs import with_progress

    keys = list(registry.game_types()) if game is None else [game]
    found = [registry.find_game(key) for key in keys]
    names = split(bots)
    timed = with_progress(time_bots(found, names, answers), len(keys) * len(names), "bench bots")
    report = thoughts(list(timed))
    if as_json:
        say_json(report)
    else:
        _print_bots(report, shared_words(ctx))


@app.command("server", cls=LocalisedCommand)
def server(
    ctx: typer.Context,
    sockets: Annotated[
        str, typer.Option(help="Numbers of open sockets, separated by commas, each measured in turn.")
    ] = "100,1000,2000",
    answers: Annotated[int, typer.Option(min=16, help="Answers for each measure.")] = 2000,
    in_flight: Annotated[int, typer.Option(min=1, help="Answers pending at once, each at another table.")] = 64,
    peer: Annotated[
        Path, typer.Option(metavar="FOLDER", help="The folder of the boardgame.io server to compare with.")
    ] = Path("src/timebooth/bench/server/boardgame_io"),
    as_json: Json = False,
) -> None:
    """Measure the server over real sockets on a durable SQLite file, beside boardgame.io's if it is installed."""
    from timebooth.bench.server.compare import Wanted, compare

    counts = tuple(int(part) for part in split(sockets) if part.isdecimal() and int(part) >= TABLE)
    report = compare(Wanted(counts, answers, in_flight, peer), say_error)
    if as_json:
        say_json(report)
    else:
        _print_server(report, shared_words(ctx))


@app.command("cluster", cls=LocalisedCommand)
def cluster(
    ctx: typer.Context,
    nodes: Annotated[str, typer.Option(help="Numbers of nodes, separated by commas, each measured in turn.")] = "1,2,3",
    sockets: Annotated[int, typer.Option(min=TABLE, help="Open sockets, spread over all nodes.")] = 200,
    answers: Annotated[int, typer.Option(min=16, help="Answers for each measure.")] = 2000,
    in_flight: Annotated[int, typer.Option(min=1, help="Answers pending at once, each at another table.")] = 32,
    bots: Annotated[int, typer.Option(min=0, help="Tables at which bots play meanwhile.")] = 8,
    db: Annotated[
        str | None,
        typer.Option(
            "--db", metavar="URL", help="A PostgreSQL server that may create databases; by default one is started."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure some nodes on one PostgreSQL, with the players of every table spread over all of them."""
    try:
        from timebooth.bench.server.cluster import Wanted, measure_cluster
    except ImportError as problem:
        raise StoreError("store.no_driver", reason=str(problem)) from None

    counts = tuple(int(part) for part in split(nodes) if part.isdecimal() and 0 < int(part) <= MAX_NODES)
    if not counts:
        raise TimeboothError("bench.nodes", nodes=nodes, most=MAX_NODES)
    found = measure_cluster(Wanted(counts, sockets, answers, in_flight, bots, db=db), say_error)
    if as_json:
        say_json(found)
    else:
        _print_cluster(found, shared_words(ctx))


@app.command("twin", cls=LocalisedCommand)
def twin(ctx: typer.Context, seconds: Seconds = 5.0, as_json: Json = False) -> None:
    """Measure the Excellent Boardgame beside the same game written by hand in C++; needs g++."""
    from timebooth.bench.twin import CHECKED, twin_measures

    words = shared_words(ctx)
    with TemporaryDirectory() as folder:
        measures = twin_measures(Path(folder))
        say_error(words.say("bench.alike", games=CHECKED))
        measure(measures, seconds, words, as_json, [])


def measure(
    measures: list[Measure], seconds: float, words: Words, as_json: bool, absent: list[str], rounds: int | None = None
) -> None:
    """Time the measures and print the report; name peers that are not installed."""
    from timebooth.bench.measure import ROUNDS, measure_all

    report = measure_all(measures, seconds, rounds or ROUNDS)
    if as_json:
        say_json(report)
    else:
        _print(report, words)
    for peer in absent:
        say_error(words.say("bench.absent", peer=peer))


def _print(report: Report, words: Words) -> None:
    """Print rates, then ratios."""
    say(words.say("bench.compiled" if report.compiled else "bench.interpreted"))
    for rate in report.rates:
        per_second = words.say("number", number=rate.per_second)
        unit = words.say(f"bench.unit.{rate.unit}")
        say(f"  {rate.game:<36} {words.say(f'bench.way.{rate.way}'):<22} {per_second:>14} {unit}")
    if report.ratios:
        say(words.say("bench.ratios"))
    for ratio in report.ratios:
        if ratio.way == "copies":
            say(f"  {ratio.game:<36} {words.say('bench.copy', times=ratio.times)}")
            continue
        unit = words.say(f"bench.unit.{ratio.unit}")
        times = words.say("bench.times", times=ratio.times)
        say(f"  {ratio.game:<36} {words.say(f'bench.way.{ratio.way}'):<22} {unit:<12} {times:>9} {ratio.over}")


def _print_bots(report: Thoughts, words: Words) -> None:
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


def _print_cluster(rates: list[ClusterRate], words: Words) -> None:
    from timebooth.builds import is_compiled

    say(words.say("bench.compiled" if is_compiled() else "bench.interpreted"))
    names = (
        "nodes",
        "rate",
        "ack50",
        "ack99",
        "all50",
        "all99",
        "cpu",
        "database",
        "driver",
        "notices",
        "batch",
        "thoughts",
    )
    heads = [words.say(f"bench.cluster.{name}") for name in names]
    say("".join(f"{head:>{len(head) + 3}}" for head in heads))
    for rate in rates:
        cpu, database, driver = (
            "–" if spent is None else f"{spent:.2f}" for spent in (rate.node_ms, rate.database_ms, rate.load_ms)
        )
        cells = (
            rate.nodes, f"{rate.per_second:.0f}", f"{rate.ack_p50:.1f}", f"{rate.ack_p99:.1f}", f"{rate.all_p50:.1f}",
            f"{rate.all_p99:.1f}", cpu, database, driver, f"{rate.notices:.0f}", f"{rate.answers_per_batch:.1f}",
            f"{rate.thoughts_per_decision:.3f}" if rate.decisions else "–",
        )  # fmt: skip
        say("".join(f"{cell!s:>{len(head) + 3}}" for cell, head in zip(cells, heads, strict=True)))
    say(words.say("bench.cluster.how"))


def _print_server(report: ServerReport, words: Words) -> None:
    from timebooth.builds import is_compiled

    say("rules compiled" if is_compiled() else "rules interpreted")
    heads = ("sockets", "answers/s", "ack p50", "p99", "all p50", "p99", "CPU ms", "busy", "driver ms", "busy", "KB")
    widths = (8, 11, 9, 8, 9, 8, 8, 6, 11, 6, 6)
    say(" " * 20 + "".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True)))
    for rate in report.rates:
        cpu, load = ("" if spent is None else f"{spent:.2f}" for spent in (rate.cpu_ms, rate.load_ms))
        busy, playing = ("" if part is None else f"{part:.0%}" for part in (rate.busy, rate.playing))
        heard = "" if rate.bytes is None else f"{rate.bytes / 1000:.1f}"
        say(
            f"{rate.server:<20}{rate.sockets:>8}{rate.per_second:>11,.0f}{rate.ack_p50:>9.1f}{rate.ack_p99:>8.1f}"
            f"{rate.all_p50:>9.1f}{rate.all_p99:>8.1f}{cpu:>8}{busy:>6}{load:>11}{playing:>6}{heard:>6}"
        )
    for weight in report.weights:
        held = "" if weight.table_kb is None else f"{weight.table_kb:.0f} KB for a table in memory, "
        say(f"{weight.game:<24}{held}cold open of {weight.answers} answers: {weight.open_ms:.1f} ms")
    if report.no_peer is not None:
        say(words.say(report.no_peer))
