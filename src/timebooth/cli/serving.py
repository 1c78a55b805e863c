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

EVERYWHERE = "0.0.0.0"
LOCAL = ("127.0.0.1", "localhost", "::1")
PORT = 8765
SECRET = "TIMEBOOTH_SECRET"

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
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"] | None,
        typer.Option(help="What goes to standard error, as JSON lines; on a terminal only warnings."),
    ] = None,
) -> None:
    """Serve the games to browsers: open a table, send the link, play."""
    from timebooth.server import node
    from timebooth.server.logs import log_to

    at_terminal = sys.stdout.isatty()
    log_to(level=log_level or ("warning" if sys.stderr.isatty() else "info"))
    *old, secret = _secret(secret_file, db)
    plan = node.Plan(
        secret=secret,
        old_secrets=tuple(old),
        host=EVERYWHERE if lan and host in LOCAL else host,
        port=port,
        db=db,
        public_url=public_url.rstrip("/"),
    )
    words = Words(language(ctx))
    wants_browser = at_terminal if open_browser is None else open_browser
    node.run(plan, lambda port: _announce(plan, port, words, wants_browser))
    say(words.say("serve.stopped"))


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


def _secret(file: Path | None, db: str | None) -> tuple[bytes, ...]:
    """The keys that sign guests, the newest last: every node of one database needs the same."""
    from timebooth.server.secret import secret_from, secret_in

    said = os.environ.get(SECRET)
    if file is None and said:
        return secret_in(said.encode())
    return secret_from(file or key_file(db))


def key_file(db: str | None) -> Path:
    """Return where the keys lie if nothing else is said: beside the tables."""
    from timebooth.store.open_store import default_file

    tables = default_file() if db is None or "://" in db else Path(db)
    return tables.with_name(f"{tables.name}.key")
