"""`bench server`: answers over real sockets, beside boardgame.io's server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from timebooth.cli.benches import Json
from timebooth.cli.language import shared_words
from timebooth.cli.options import split
from timebooth.cli.output import say, say_error
from timebooth.words import Words

if TYPE_CHECKING:
    from timebooth.server.bench.bench import Report

TABLE = 4


def server(
    ctx: typer.Context,
    sockets: Annotated[
        str, typer.Option(help="How many sockets are open, one measure after another.")
    ] = "100,1000,2000",
    answers: Annotated[int, typer.Option(min=16, help="Answers for each measure.")] = 2000,
    in_flight: Annotated[int, typer.Option(min=1, help="Answers under way at once, each at another table.")] = 64,
    peer: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where the boardgame.io server to compare with lies.")
    ] = Path("bench/boardgame_io"),
    as_json: Json = False,
) -> None:
    """Measure the server over real sockets on a durable SQLite file, beside boardgame.io's where it is installed."""
    from timebooth.server.bench.bench import Wanted, bench

    counts = tuple(int(part) for part in split(sockets) if part.isdecimal() and int(part) >= TABLE)
    report = bench(Wanted(counts, answers, in_flight, peer), say_error)
    if as_json:
        say(msgspec.json.encode(report).decode())
    else:
        _tell(report, shared_words(ctx))


def _tell(report: Report, words: Words) -> None:
    from timebooth.lab.bench import is_compiled

    say("rules compiled" if is_compiled() else "rules interpreted")
    heads = ("sockets", "answers/s", "ack p50", "p99", "all p50", "p99", "CPU ms", "busy", "driver ms", "busy", "KB")
    wides = (8, 11, 9, 8, 9, 8, 8, 6, 11, 6, 6)
    say(" " * 20 + "".join(f"{head:>{wide}}" for head, wide in zip(heads, wides, strict=True)))
    for rate in report.rates:
        cpu, load = ("" if spent is None else f"{spent:.2f}" for spent in (rate.cpu_ms, rate.load_ms))
        busy, playing = ("" if part is None else f"{part:.0%}" for part in (rate.busy, rate.playing))
        heard = "" if rate.bytes is None else f"{rate.bytes / 1000:.1f}"
        say(
            f"{rate.server:<20}{rate.sockets:>8}{rate.per_second:>11,.0f}{rate.ack_p50:>9.1f}{rate.ack_p99:>8.1f}"
            f"{rate.all_p50:>9.1f}{rate.all_p99:>8.1f}{cpu:>8}{busy:>6}{load:>11}{playing:>6}{heard:>6}"
        )
    for weight in report.weights:
        held = "" if weight.table_kb is None else f"{weight.table_kb:.0f} KB for a table held ready, "
        say(f"{weight.game:<24}{held}cold open of {weight.answers} answers: {weight.open_ms:.1f} ms")
    if report.no_peer is not None:
        say(words.say(report.no_peer))
