"""`rules`: read or search the rules of a game."""

from __future__ import annotations

import unicodedata
from textwrap import fill
from typing import Annotated

import typer

from timebooth import registry
from timebooth.cli.language import language
from timebooth.cli.options import GameKey
from timebooth.cli.output import say, say_error
from timebooth.kernel.errors import TimeboothError
from timebooth.kernel.game import Game
from timebooth.ledger import Rule, read_ledger
from timebooth.words import Words

EXIT_NOT_FOUND = 1
WIDTH = 80


def rules(
    ctx: typer.Context,
    game: GameKey,
    text: Annotated[list[str] | None, typer.Argument(help="Show only rules that contain all of these words.")] = None,
) -> None:
    """Read the rules of a game, or search them."""
    words = Words(language(ctx), registry.find_game(game))
    wanted = " ".join(text or ())
    found = find_rules(registry.find_game(game), language(ctx), wanted)
    if not found:
        say_error(words.say("rules.none", text=wanted))
        raise typer.Exit(EXIT_NOT_FOUND)
    heading = ""
    for rule in found:
        if rule.heading != heading:
            heading = rule.heading
            say(f"\n{heading}")
        say(rule_text(words, rule))


def find_rules(game: Game, lang: str, text: str) -> list[Rule]:
    """Return the rules whose id, name or text contains every word, ignoring case and accents."""
    path = game.folder / ("RULES.md" if lang == "en" else f"RULES.{lang}.md")
    if not path.exists():
        raise TimeboothError("rules.no_ledger", game=game.key)
    wanted = plain(text).split()
    return [
        rule
        for rule in read_ledger(path)
        if all(word in plain(f"{rule.id} {rule.name} {rule.rule}") for word in wanted)
    ]


def rule_text(words: Words, rule: Rule) -> str:
    """Return a rule as it is shown, wrapped; a name that is a question needs no colon."""
    asks = rule.name.endswith("?")
    text = f"{rule.name} {rule.rule}" if asks else words.say("line", label=rule.name, text=rule.rule)
    return fill(f"{rule.id}  {text}", WIDTH, subsequent_indent="    ")


def plain(text: str) -> str:
    """Return a text in lower case without accents."""
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(letter)
    )
