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

from timebooth import registry
from timebooth.bots import roster
from timebooth.cli.language import language
from timebooth.cli.options import split
from timebooth.cli.output import say
from timebooth.server.transport.hosts import LOCAL, lan_address
from timebooth.words import Words

if TYPE_CHECKING:
    from timebooth.server.node import NodeConfig
    from timebooth.server.rates import Limits

EVERYWHERE = "0.0.0.0"
PORT = 8765
PREFIX = "TIMEBOOTH_"
SECRET = f"{PREFIX}SECRET"

Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        envvar=f"{PREFIX}DB",
        metavar="FILE|URL",
        help="Where tables are stored: a file, or postgresql://…; by default a file in your data folder.",
    ),
]
SecretFile = Annotated[
    Path | None,
    typer.Option(
        envvar=f"{PREFIX}SECRET_FILE",
        metavar="FILE",
        help="The key file that signs guests' cookies; by default TIMEBOOTH_SECRET, or a file beside the database.",
    ),
]


def serve(
    ctx: typer.Context,
    host: Annotated[str, typer.Option(envvar=f"{PREFIX}HOST", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(envvar=f"{PREFIX}PORT", min=0, max=65535, help="The port; 0 picks a free one.")
    ] = PORT,
    db: Db = None,
    lan: Annotated[
        bool, typer.Option("--lan", envvar=f"{PREFIX}LAN", help="Let everybody in the local network join.")
    ] = False,
    open_browser: Annotated[
        bool | None,
        typer.Option(
            "--open/--no-open",
            envvar=f"{PREFIX}OPEN",
            help="Open the browser; by default only when started from a terminal.",
        ),
    ] = None,
    public_url: Annotated[
        str,
        typer.Option(
            envvar=f"{PREFIX}PUBLIC_URL",
            metavar="URL",
            help="The public address of this server, if it is behind a proxy.",
        ),
    ] = "",
    nats: Annotated[
        str | None,
        typer.Option(
            envvar=f"{PREFIX}NATS",
            metavar="URL",
            help="A NATS server over which many servers on one PostgreSQL database tell each other what changed.",
        ),
    ] = None,
    secret_file: SecretFile = None,
    trusted_proxies: Annotated[
        str,
        typer.Option(
            envvar=f"{PREFIX}TRUSTED_PROXIES",
            metavar="ADDRESSES",
            help="Proxies whose X-Forwarded-For is trusted: addresses and networks, separated by commas.",
        ),
    ] = "",
    metrics_port: Annotated[
        int | None,
        typer.Option(
            envvar=f"{PREFIX}METRICS_PORT",
            min=1,
            max=65535,
            metavar="PORT",
            help="Serve /metrics on this port, to this machine only.",
        ),
    ] = None,
    metrics_token_file: Annotated[
        Path | None,
        typer.Option(
            envvar=f"{PREFIX}METRICS_TOKEN_FILE",
            metavar="FILE",
            help="Serve /metrics to clients that send the token in this file.",
        ),
    ] = None,
    log_addresses: Annotated[
        Literal["short", "full"],
        typer.Option(envvar=f"{PREFIX}LOG_ADDRESSES", help="Log client addresses shortened or in full."),
    ] = "short",
    keep_tables: Annotated[
        bool,
        typer.Option(
            "--keep-tables", envvar=f"{PREFIX}KEEP_TABLES", help="Never close tables that nobody joins or visits."
        ),
    ] = False,
    limits: Annotated[
        Path | None,
        typer.Option(
            "--limits",
            envvar=f"{PREFIX}LIMITS",
            metavar="FILE",
            help="A TOML file with limits and quotas; see --show-limits.",
        ),
    ] = None,
    show_limits: Annotated[
        bool, typer.Option("--show-limits", help="Print the limits in effect as TOML, and exit.")
    ] = False,
    admin_socket: Annotated[
        Path | None,
        typer.Option(
            envvar=f"{PREFIX}ADMIN_SOCKET",
            metavar="FILE",
            help="The socket for `timebooth admin`; by default beside an SQLite database, none for PostgreSQL.",
        ),
    ] = None,
    edition: Annotated[
        list[Path] | None,
        typer.Option(
            envvar=registry.SERVED,
            metavar="FOLDER",
            help="The folder of an edition of your own to offer at tables; may be repeated.",
        ),
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            envvar=roster.OF_SERVER,
            metavar="MODULE:CLASS",
            help="Bots of your own to offer at tables, as module:Class, separated by commas.",
        ),
    ] = "",
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"] | None,
        typer.Option(
            envvar=f"{PREFIX}LOG_LEVEL",
            help="What is logged to standard error, as JSON lines; on a terminal only warnings.",
        ),
    ] = None,
) -> None:
    """Serve the games to browsers: open a table, send the link, play."""
    from timebooth.server import limits_file, node
    from timebooth.server.logs import log_to
    from timebooth.server.sessions.secret import token_from
    from timebooth.tables.retention import Retention

    host = EVERYWHERE if lan and host in LOCAL else host
    chosen = _limits(limits, alone=host in LOCAL and not public_url)
    if show_limits:
        say(limits_file.show_limits(chosen).rstrip())
        return
    os.environ[roster.OF_SERVER] = ",".join(split(bots))  # the processes of bots inherit it
    roster.bot_types()
    registry.serve_editions(edition or [])
    at_terminal = sys.stdout.isatty()
    log_to(level=log_level or ("warning" if sys.stderr.isatty() else "info"))
    *old, secret = _secret(secret_file, db)
    config = node.NodeConfig(
        secret=secret,
        old_secrets=tuple(old),
        host=host,
        port=port,
        db=db,
        nats=nats,
        public_url=public_url.rstrip("/"),
        limits=chosen,
        trusted_proxies=tuple(each for each in trusted_proxies.split(",") if each.strip()),
        metrics_port=metrics_port,
        metrics_token=b"" if metrics_token_file is None else token_from(metrics_token_file),
        full_addresses=log_addresses == "full",
        retention=Retention.forever() if keep_tables else Retention(),
        admin_socket=admin_socket,
    )
    words = Words(language(ctx))
    wants_browser = at_terminal if open_browser is None else open_browser
    node.run(config, lambda port: _announce(config, port, words, wants_browser))
    say(words.say("serve.stopped"))


def _limits(file: Path | None, *, alone: bool) -> Limits:
    """Return the limits of a file, or the defaults; somebody who plays alone may open any number of tables."""
    from timebooth.server.limits_file import at_home, read_limits
    from timebooth.server.rates import Limits

    if file is not None:
        return read_limits(file)
    return at_home(Limits()) if alone else Limits()


def _announce(config: NodeConfig, port: int, words: Words, open_browser: bool) -> None:
    """Print where to point a browser: a host name, because passkeys do not work on IP addresses."""
    here = config.public_url or f"http://localhost:{port}"
    say(words.say("serve.here", address=here))
    if config.host not in LOCAL and not config.public_url:
        address = lan_address() if config.host in (EVERYWHERE, "::") else config.host
        if address is None:
            say(words.say("serve.no_network"))
        else:
            join = f"http://{f'[{address}]' if ':' in address else address}:{port}"
            say(words.say("serve.join", address=join))
            say(qr_code(join))
    say(words.say("serve.stop"))
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()


def qr_code(address: str) -> str:
    """Return a QR code as text for the terminal."""
    import segno

    out = io.StringIO()
    segno.make(address, micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()


def _secret(file: Path | None, db: str | None) -> tuple[bytes, ...]:
    """Return the keys that sign cookies, the newest last; every node of a database needs the same ones."""
    from timebooth.server.sessions.secret import keys_from_file, keys_from_text

    found = key_file(file, db)
    return keys_from_text(os.environ[SECRET].encode()) if found is None else keys_from_file(found)


def key_file(file: Path | None, db: str | None) -> Path | None:
    """Return the key file of a server, or None if its keys are in the environment."""
    from timebooth.store.open_store import default_file, sqlite_file

    if file is not None:
        return file
    if os.environ.get(SECRET):
        return None
    tables = sqlite_file(db) or default_file()
    return tables.with_name(f"{tables.name}.key")
