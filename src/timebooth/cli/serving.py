"""`serve`: play in the browser, alone or with others."""

from __future__ import annotations

import io
import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from timebooth.cli.speaking import language, say
from timebooth.words import Words

if TYPE_CHECKING:
    from timebooth.server.node import Plan
    from timebooth.server.rates import Limits

EVERYWHERE = "0.0.0.0"
LOCAL = ("127.0.0.1", "localhost", "::1")
PORT = 8765

Db = Annotated[
    str | None,
    typer.Option(
        "--db", metavar="FILE|URL", help="Where tables are kept: a file, or postgresql://…; else your data folder."
    ),
]


def serve(
    ctx: typer.Context,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0: any that is free.")] = PORT,
    db: Db = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let everybody in the local network join.")] = False,
    open_browser: Annotated[
        bool | None, typer.Option("--open/--no-open", help="Open the browser; else only from a terminal.")
    ] = None,
    public_url: Annotated[
        str, typer.Option(metavar="URL", help="The address by which a proxy in front of this server is reached.")
    ] = "",
    secret_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The key that signs guests; else TIMEBOOTH_SECRET, else a file by the db."),
    ] = None,
    limits: Annotated[
        Path | None,
        typer.Option("--limits", metavar="FILE", help="A TOML file with limits and quotas; see --show-limits."),
    ] = None,
    show_limits: Annotated[
        bool, typer.Option("--show-limits", help="Print the limits that would hold, as TOML, and stop.")
    ] = False,
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"] | None,
        typer.Option(help="What goes to standard error, as JSON lines; on a terminal only warnings."),
    ] = None,
) -> None:
    """Serve the games to browsers: open a table, send the link, play."""
    from timebooth.server import limits_file, node
    from timebooth.server.logs import log_to

    host = EVERYWHERE if lan and host in LOCAL else host
    held = _limits(limits, alone=host in LOCAL and not public_url)
    if show_limits:
        say(limits_file.show_limits(held).rstrip())
        return
    at_terminal = sys.stdout.isatty()
    log_to(level=log_level or ("warning" if sys.stderr.isatty() else "info"))
    plan = node.Plan(
        secret=_secret(secret_file, db),
        host=host,
        port=port,
        db=db,
        public_url=public_url.rstrip("/"),
        limits=held,
    )
    words = Words(language(ctx))
    wants_browser = at_terminal if open_browser is None else open_browser
    node.run(plan, lambda port: _announce(plan, port, words, wants_browser))
    say(words.say("serve.stopped"))


def _limits(file: Path | None, *, alone: bool) -> Limits:
    """The limits of a file, or the defaults; somebody who plays at home may have any number of tables."""
    from timebooth.server.limits_file import at_home, read_limits
    from timebooth.server.rates import Limits

    if file is not None:
        return read_limits(file)
    return at_home(Limits()) if alone else Limits()


def _announce(plan: Plan, port: int, words: Words, open_browser: bool) -> None:
    """Where to point a browser. By name, because passkeys do not work on a number."""
    from timebooth.server.hosts import address_on_the_network

    here = plan.public_url or f"http://localhost:{port}"
    say(words.say("serve.here", address=here))
    if plan.host not in LOCAL and not plan.public_url:
        number = address_on_the_network() if plan.host in (EVERYWHERE, "::") else plan.host
        if number is None:
            say(words.say("serve.no_network"))
        else:
            join = f"http://{f'[{number}]' if ':' in number else number}:{port}"
            say(words.say("serve.join", address=join))
            say(qr_code(join))
    say(words.say("serve.stop"))
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()


def qr_code(address: str) -> str:
    """For a telephone to look at."""
    import segno

    out = io.StringIO()
    segno.make(address, micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()


def _secret(file: Path | None, db: str | None) -> bytes:
    """The key that signs guests: every node of one database needs the same."""
    from timebooth.server.secret import checked, secret_from
    from timebooth.store.open_store import default_file

    said = os.environ.get("TIMEBOOTH_SECRET")
    if file is None and said:
        return checked(said.encode())
    if file is None:
        tables = default_file() if db is None or "://" in db else Path(db)
        file = tables.with_name(f"{tables.name}.key")
    return secret_from(file)
