"""`bench`: how fast it goes, beside its peers."""

from __future__ import annotations

import typer

from timebooth import registry
from timebooth.cli import bench_server, benches
from timebooth.cli.language import shared_words
from timebooth.cli.localised_help import Spoken, SpokenGroup
from timebooth.cli.options import Json
from timebooth.cli.twin import twin

app = typer.Typer(cls=SpokenGroup, help="Measurements.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def bench() -> None:
    """Measurements."""


@app.command("engine", cls=Spoken)
def engine(ctx: typer.Context, seconds: benches.Seconds = 2.0, as_json: Json = False) -> None:
    """Measure the rules, four seats, beside OpenSpiel's and RLCard's card games where these are installed."""
    from timebooth.lab import bench as lab
    from timebooth.lab import bench_rlcard, peers

    found = [registry.find_game(key) for key in registry.game_types()]
    measures = [one for game in found if lab.SEATS in game.seats for one in lab.measures_of(game)]
    absent = []
    if peers.installed():
        measures += peers.measures_of_peers()
    else:
        absent.append("OpenSpiel")
    if bench_rlcard.installed():
        measures += bench_rlcard.measures_of_rlcard()
    else:
        absent.append("RLCard")
    benches.measure(measures, seconds, shared_words(ctx), as_json, absent)


for command in (benches.search, benches.envs, benches.processes, benches.bots, bench_server.server, twin):
    app.command(command.__name__, cls=Spoken)(command)
