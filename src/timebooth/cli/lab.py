"""`simulate` and `bench`: many games, and how fast they go."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from timebooth import registry
from timebooth.cli.about import GameKey
from timebooth.cli.playing import EditionName, GameOption, fill_seats, read_options, split
from timebooth.cli.speaking import language, say, say_error
from timebooth.cli.twin import twin
from timebooth.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from timebooth.lab.bench import Report
    from timebooth.lab.simulate import Plan, Played
    from timebooth.lab.summary import Mean, Share, Summary

TABLE = 4
NEVER_ENDED = 1

Json = Annotated[bool, typer.Option("--json", help="Print the result for a program to read.")]

app = typer.Typer(help="Measurements.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def bench() -> None:
    """Measurements."""


app.command("twin")(twin)


def simulate(
    ctx: typer.Context,
    game: GameKey,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    bots: Annotated[str, typer.Option(help="Bots by name, seat after seat, over and over.")] = "random",
    jobs: Annotated[int, typer.Option(min=1, help="How many processes share the work.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0,
    edition: EditionName = registry.STANDARD,
    option: GameOption = None,
    limit: Annotated[int, typer.Option(min=1, help="Decisions after which a game counts as endless.")] = 100_000,
    as_json: Json = False,
) -> None:
    """Let bots play many games and count who wins."""
    from timebooth.lab import simulate as lab
    from timebooth.lab.summary import summarise

    found = registry.find_game(game, edition)
    named = split(bots)
    if seats is None:
        seats = max(len(named), min(max(TABLE, found.seats[0]), found.seats[-1]))
    plan = lab.Plan(game, edition, read_options(option), tuple(fill_seats(named, seats)), games, seed, limit)
    words = Words(language(ctx), found)
    try:
        summary = summarise(plan, _with_progress(plan, lab.simulate(plan, jobs)))
    except lab.NeverEnded as problem:
        say_error(words.error(problem))
        raise typer.Exit(NEVER_ENDED) from None
    if as_json:
        say(msgspec.json.encode(summary).decode())
    else:
        _tell(summary, words)


def _with_progress(plan: Plan, games: Iterator[Played]) -> Iterable[Played]:
    if not sys.stderr.isatty():
        return games
    from rich.console import Console
    from rich.progress import track

    return track(games, total=plan.games, description=plan.game, console=Console(stderr=True), transient=True)


def _tell(summary: Summary, words: Words) -> None:
    say(words.say("simulation.games", games=summary.games, seed=str(summary.seed)))
    for seat, share in enumerate(summary.by_seat):
        say(f"  {words.say('seat.numbered', number=seat + 1):<12} {summary.bots[seat]:<10} {_share(share)}")
    if len(summary.by_bot) > 1:
        say(words.say("simulation.bots"))
        for bot, share in summary.by_bot.items():
            say(f"  {bot:<23} {_share(share)}")
    say(words.say("simulation.endings"))
    for ending, share in summary.endings.items():
        say(f"  {_share(share)}  {words.say(f'ending.{ending}')}")
    if summary.decisions is not None:
        say(words.say("simulation.decisions", mean=_mean(summary.decisions)))
    if summary.turns is not None:
        say(words.say("simulation.turns", mean=_mean(summary.turns)))
    for name, figure in summary.figures.items():
        say(f"  {name}: {_mean(figure)}")


def _share(share: Share) -> str:
    return f"{share.wins:>7}  {share.share:6.1%}  [{share.low:.1%}, {share.high:.1%}]"


def _mean(mean: Mean) -> str:
    return f"{mean.mean:.2f}  [{mean.low:.2f}, {mean.high:.2f}]"


@app.command("engine")
def engine(
    seconds: Annotated[float, typer.Option(min=0.05, help="CPU seconds for each measure.")] = 2.0,
    as_json: Json = False,
) -> None:
    """Measure the rules, four seats, beside OpenSpiel's card games where it is installed."""
    from timebooth.lab import bench as lab
    from timebooth.lab import peers

    found = [registry.find_game(key) for key in registry.game_types()]
    measures = [one for game in found if lab.SEATS in game.seats for one in lab.measures_of(game)]
    if peers.installed():
        measures += peers.measures_of_peers()
    report = lab.bench(measures, seconds)
    if as_json:
        say(msgspec.json.encode(report).decode())
        return
    _tell_bench(report)
    if not peers.installed():
        say("OpenSpiel is not installed, so there is no peer to compare with: pip install open-spiel")


def _tell_bench(report: Report) -> None:
    ways = {"engine": "inside the engine", "python": "driven from Python", "copies": "copies of a state"}
    say("rules compiled" if report.compiled else "rules interpreted")
    for rate in report.rates:
        say(f"  {rate.game:<24} {ways[rate.way]:<20} {rate.per_second:>14,.0f} {rate.unit}/s")
    say("medians of ratios within a round")
    for ratio in report.ratios:
        if ratio.way == "copies":
            say(f"  {ratio.game:<24} a copy costs {ratio.times:.2f} of one choice in the engine")
        else:
            say(f"  {ratio.game:<24} {ways[ratio.way]:<20} {ratio.unit:<8} {ratio.times:8.3f} x {ratio.over}")
