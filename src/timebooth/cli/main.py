"""The command `timebooth`: registers one module per command, and turns errors into one sentence."""

from __future__ import annotations

import errno
import os
import sys
from typing import Annotated, Any

import typer

from timebooth import registry
from timebooth.cli import (
    admin,
    analyse,
    arena,
    backup,
    bench,
    dataset,
    edition,
    games,
    hint,
    key,
    lab,
    new,
    plain_characters,
    play,
    replay,
    restore,
    rules,
    serve,
    simulate,
    tables,
    upgrade,
    verify,
)
from timebooth.cli.language import Lang, lang_first, shared_words
from timebooth.cli.localised_help import LocalisedCommand, LocalisedGroup
from timebooth.cli.output import EXIT_INTERRUPTED, say, say_error
from timebooth.kernel.errors import TimeboothError
from timebooth.plugins import Unusable
from timebooth.version import VERSION

EXIT_ERROR = 2
OUTPUT_CLOSED = (errno.EPIPE, errno.EIO)  # the reader of a pipe, or the terminal, is gone

EXAMPLES = """
Examples:

\b
  timebooth play back-to-the-future
      you against two bots
  timebooth play back-to-the-future --people 2 --lang fr
      two people at one keyboard, in French
  timebooth serve --lan
      play in the browser with people in your local network
  timebooth rules back-to-the-future memo
      what the rules say about memos
  timebooth simulate back-to-the-future --games 1000 --bots greedy,random
      how often each bot wins
  timebooth analyse my-game.jsonl
      chances of winning over time, and the turning points
  timebooth verify my-game.jsonl
      check that it was played by the rules, with the promised seed
"""


class TimeboothGroup(LocalisedGroup):
    """Turns errors into one sentence and an exit code, never a traceback."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, lang_first(args))

    def invoke(self, ctx: Any) -> Any:
        try:
            found = super().invoke(ctx)
            print(end="", flush=True)
        except TimeboothError as problem:
            say_error(shared_words(ctx).error(problem))
            raise typer.Exit(EXIT_ERROR) from None
        except KeyboardInterrupt:
            raise typer.Exit(EXIT_INTERRUPTED) from None
        except OSError as problem:
            if problem.errno not in OUTPUT_CLOSED:
                raise
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        return found


app = typer.Typer(
    cls=TimeboothGroup,
    name="timebooth",
    help="Three time-travel tabletop games: play them, simulate them, analyse and verify recorded games.",
    epilog=EXAMPLES,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if not wanted:
        return
    from timebooth.builds import describe

    say(f"timebooth {VERSION}, {describe()}")
    raise typer.Exit


@app.callback()
def timebooth(
    ctx: typer.Context,
    _lang: Lang = None,
    _version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Show the version, and whether the rules are compiled.",
        ),
    ] = False,
) -> None:
    """Take the options that every command has."""

    def warn(found: Unusable) -> None:
        say_error(games.unusable_in_words(shared_words(ctx), found))

    registry.on_unusable = registry.ignore if ctx.invoked_subcommand == "games" else warn  # `games` lists them itself


app.command("games")(games.games)
app.command("rules")(rules.rules)
app.command("play")(play.play)
app.command("simulate", cls=LocalisedCommand)(simulate.simulate)
app.command("arena", cls=LocalisedCommand)(arena.arena)
app.command("lab", cls=LocalisedCommand)(lab.lab)
app.command("dataset", cls=LocalisedCommand)(dataset.dataset)
app.command("replay")(replay.replay)
app.command("verify")(verify.verify)
app.command("analyse", cls=LocalisedCommand)(analyse.analyse)
app.command("hint", cls=LocalisedCommand)(hint.hint)
app.command("serve", cls=LocalisedCommand)(serve.serve)
app.command("backup")(backup.backup)
app.command("restore")(restore.restore)
app.add_typer(admin.app, name="admin")
app.add_typer(tables.app, name="tables")
app.add_typer(upgrade.app, name="upgrade")
app.add_typer(edition.app, name="edition")
app.add_typer(new.app, name="new")
app.add_typer(key.app, name="key")
app.add_typer(bench.app, name="bench")


def run() -> None:
    """Run the command line; characters that the terminal cannot show are replaced by similar ones."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=plain_characters.NAME)
    app()
