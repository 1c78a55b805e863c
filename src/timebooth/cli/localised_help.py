"""Help in the reader's language, where the catalogues have it: `help.COMMAND`, its examples and its parameters."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup

from timebooth.cli.language import shared_words
from timebooth.words import Words


class Spoken(TyperCommand):
    """A command whose help is a matter of words, like all else that people read."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        put_into_words(self, _path(ctx), shared_words(ctx))
        super().format_help(ctx, formatter)


class SpokenGroup(TyperGroup):
    """A group of commands, each listed with its line in the reader's language."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        put_into_words(self, _path(ctx), shared_words(ctx))
        super().format_help(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for name, command in self.commands.items():
            put_into_words(command, [*_path(ctx), name], shared_words(ctx))
        super().format_commands(ctx, formatter)


def put_into_words(command: Any, path: list[str], words: Words) -> None:
    """What the catalogues say about a command and its parameters; what they do not mention stays as it is."""
    key = ".".join(["help", *path])
    if path and words.has(key):
        command.help = words.say(key)
    if words.has(f"{key}.examples"):
        command.epilog = words.say(f"{key}.examples")
    for parameter in command.params:
        for own in (f"{key}.{parameter.name}", f"help.option.{parameter.name}"):
            if words.has(own):
                parameter.help = words.say(own)
                break


def _path(ctx: Any) -> list[str]:
    """The names that lead to a command, without the program's own."""
    found: list[str] = []
    while ctx.parent is not None:
        found.insert(0, str(ctx.info_name))
        ctx = ctx.parent
    return found
