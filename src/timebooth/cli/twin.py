"""`bench twin`: the engine beside a hand-written twin in C++."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import msgspec
import typer

from timebooth.cli.speaking import say


def twin(
    seconds: Annotated[float, typer.Option(min=0.05, help="CPU seconds for each of the two.")] = 5.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for a program to read.")] = False,
) -> None:
    """Measure the Excellent Boardgame beside the same game written by hand in C++; needs g++ and a checkout."""
    from timebooth.lab.bench import bench
    from timebooth.lab.bench_twin import CHECKED, measures_with_the_twin

    with TemporaryDirectory() as folder:
        report = bench(measures_with_the_twin(Path(folder)), seconds)
    if as_json:
        say(msgspec.json.encode(report).decode())
        return
    say("rules compiled" if report.compiled else "rules interpreted")
    say(f"both end the same {CHECKED:,} seeded games alike")
    for rate in report.rates:
        if rate.unit == "choices":
            say(f"  {rate.game:<24} {rate.per_second:>14,.0f} choices/s")
    for ratio in report.ratios:
        if ratio.unit == "choices":
            say(f"  {ratio.game:<24} {ratio.times:14.3f} x {ratio.over}")
