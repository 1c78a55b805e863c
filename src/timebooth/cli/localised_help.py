"""`--help` in the reader's language, from the `help.*` texts of the catalogues."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup

from timebooth.cli.language import shared_words
from timebooth.words import Words


class LocalisedCommand(TyperCommand):
    """A command whose help comes from the catalogues."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        localise(self, _path(ctx), shared_words(ctx))
        super().format_help(ctx, formatter)


class LocalisedGroup(TyperGroup):
    """A group of commands whose help and list come from the catalogues."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        localise(self, _path(ctx), shared_words(ctx))
        super().format_help(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for name, command in self.commands.items():
            localise(command, [*_path(ctx), name], shared_words(ctx))
        super().format_commands(ctx, formatter)


def localise(command: Any, path: list[str], words: Words) -> None:
    """Replace the help of a command and its parameters by the texts of the catalogues, where there are any."""
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
    """Return the names of a command and its groups, without the program's own."""
    found: list[str] = []
    while ctx.parent is not None:
        found.insert(0, str(ctx.info_name))
        ctx = ctx.parent
    return found
