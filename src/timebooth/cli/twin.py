"""`bench twin`: the engine beside a hand-written twin in C++."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from timebooth.cli import benches
from timebooth.cli.language import shared_words
from timebooth.cli.output import say_error


def twin(ctx: typer.Context, seconds: benches.Seconds = 5.0, as_json: benches.Json = False) -> None:
    """Measure the Excellent Boardgame beside the same game written by hand in C++; needs g++ and a checkout."""
    from timebooth.lab.bench_twin import CHECKED, measures_with_the_twin

    words = shared_words(ctx)
    with TemporaryDirectory() as folder:
        measures = measures_with_the_twin(Path(folder))
        say_error(words.say("bench.alike", games=CHECKED))
        benches.measure(measures, seconds, words, as_json, [])
