"""`games`: list the installed games, and what cannot be used."""

from __future__ import annotations

import typer

from timebooth import registry
from timebooth.bots import roster
from timebooth.cli.language import language
from timebooth.cli.output import say
from timebooth.plugins import Unusable
from timebooth.words import Words


def games(ctx: typer.Context) -> None:
    """List the installed games."""
    words = Words(language(ctx))
    rows = [tuple(words.say(f"games.{column}") for column in ("key", "title", "players", "editions", "rules"))]
    for key in registry.game_types():
        game = registry.find_game(key)
        title = Words(language(ctx), game).say("game.title")
        players = f"{game.seats[0]}–{game.seats[-1]}"
        rows.append((key, title, players, ", ".join(registry.editions(key)), str(game.rules)))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        say("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    unusable = [*registry.unusable_games(), *roster.unusable_bots()]
    if unusable:
        say()
        say(words.say("games.unusable"))
        for each in unusable:
            say("  " + unusable_in_words(words, each))


def unusable_in_words(words: Words, found: Unusable) -> str:
    """Return what cannot be used, whose it is, and why."""
    return words.say("games.unusable.row", name=found.name, package=found.package, reason=found.problem)
