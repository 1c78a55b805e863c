"""`simulate`: play many games between bots, and count who wins."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from timebooth import registry
from timebooth.cli.jobs import JobsOption, RayOption, make_jobs, with_progress
from timebooth.cli.language import language
from timebooth.cli.options import EditionName, GameKey, GameOption, Json, fill_seats, read_options, split
from timebooth.cli.output import say, say_error, say_json
from timebooth.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from timebooth.kernel.game import Game
    from timebooth.lab.simulate import Faults
    from timebooth.lab.summary import Mean, Share, Summary

DEFAULT_SEATS = 4
EXIT_ENDLESS = 1


def simulate(
    ctx: typer.Context,
    game: GameKey,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    bots: Annotated[
        str, typer.Option(help="Bots for the seats, separated by commas and repeated as needed.")
    ] = "random",
    jobs: JobsOption = 1,
    ray: RayOption = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0,
    edition: EditionName = registry.STANDARD,
    option: GameOption = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Stop a game after this many decisions.")] = None,
    as_json: Json = False,
) -> None:
    """Let bots play many games and count who wins."""
    from timebooth.lab import simulate as lab
    from timebooth.lab.summary import summarise

    found = registry.find_game(game, edition)
    named = split(bots)
    seated = tuple(fill_seats(named, seats_for(found, seats, named)))
    plan = lab.Plan(game, edition, read_options(option), seated, games, seed, sys.maxsize if limit is None else limit)
    words = Words(language(ctx), found)
    try:
        summary = summarise(plan, with_progress(lab.simulate(plan, make_jobs(jobs, ray)), games, game))
    except lab.NeverEnded as problem:
        say_error(words.error(problem))
        raise typer.Exit(EXIT_ENDLESS) from None
    if as_json:
        say_json(summary)
    else:
        _print(summary, words)
    say_faults(summary.faults, words)


def say_faults(faults: Mapping[str, Faults], words: Words) -> None:
    """Say on standard error which bots of other packages failed, and how."""
    for bot, each in faults.items():
        say_error(words.say("bot.faults", bot=bot, count=each.count, problem=each.problem))


def seats_for(game: Game, seats: int | None, bots: list[str]) -> int:
    """Return the seats that were asked for; by default four if the game allows it, and enough for the named bots."""
    return max(len(bots), min(max(DEFAULT_SEATS, game.seats[0]), game.seats[-1])) if seats is None else seats


def _print(summary: Summary, words: Words) -> None:
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
        label = words.say(f"figure.{name.replace(' ', '_')}")
        say("  " + words.say("line", label=label, text=_mean(figure)))


def _share(share: Share) -> str:
    return f"{share.wins:>7}  {share.share:6.1%}  [{share.low:.1%}, {share.high:.1%}]"


def _mean(mean: Mean) -> str:
    return f"{mean.mean:.2f}  [{mean.low:.2f}, {mean.high:.2f}]"
