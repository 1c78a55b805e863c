"""`admin`: look after a server on this machine, running or not."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
import typer

from timebooth.cli.language import shared_words
from timebooth.cli.localised_help import LocalisedCommand, LocalisedGroup
from timebooth.cli.options import Json, split
from timebooth.cli.output import say, say_json
from timebooth.cli.serve import PREFIX, Db
from timebooth.files import file_errors
from timebooth.kernel.errors import TimeboothError
from timebooth.store.store import StoreError
from timebooth.words import Words

if TYPE_CHECKING:
    from timebooth.server.admin.messages import Answer, AnyRequest, TableShown

STATUSES = ("open", "running", "over", "closed")
PRIVATE = 0o600

Result = TypeVar("Result")
Socket = Annotated[
    Path | None,
    typer.Option(
        "--socket",
        envvar=f"{PREFIX}ADMIN_SOCKET",
        metavar="FILE",
        help="The socket of a running server; by default beside the database.",
    ),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The table's id, as in its link.")]
PersonId = Annotated[str, typer.Argument(metavar="PERSON", help="The guest's id, as `timebooth admin show` prints it.")]

app = typer.Typer(
    cls=LocalisedGroup,
    help="Look after a server: its tables, its guests, pauses.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def admin() -> None:
    """Look after a server on this machine."""


@app.command("status", cls=LocalisedCommand)
def status(ctx: typer.Context, db: Db = None, socket: Socket = None, as_json: Json = False) -> None:
    """Show the state of the server."""
    from timebooth.server.admin.messages import ServerShown, ShowServer

    found = msgspec.convert(_ask(db, socket, ShowServer()), ServerShown)
    if as_json:
        say_json(found)
        return
    words = shared_words(ctx)
    say(words.say("admin.server", version=found.version, running=_truth(found.running)))
    if found.running:
        say(words.say("admin.counts", sockets=found.sockets, tables=found.live_tables, nodes=found.nodes))
    if found.set_aside:
        say(words.say("admin.set_aside", tables=found.set_aside))
    if found.read_only:
        say(words.say("admin.read_only_on"))
    if found.draining:
        say(words.say("admin.draining"))
    if found.banned:
        say(words.say("admin.banned", people=", ".join(found.banned)))


@app.command("list", cls=LocalisedCommand)
def list_tables(
    ctx: typer.Context,
    status: Annotated[
        str, typer.Option(metavar="STATUS,…", help="Only tables of these statuses: open, running, over, closed.")
    ] = "open,running",
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="At most so many tables.")] = 100,
    db: Db = None,
    socket: Socket = None,
    as_json: Json = False,
) -> None:
    """List tables, the most recently used first."""
    from timebooth.server.admin.messages import ListTables, TableListed

    statuses = tuple(split(status))
    for each in statuses:
        if each not in STATUSES:
            raise TimeboothError("admin.status", status=each)
    found = msgspec.convert(_ask(db, socket, ListTables(statuses, limit)), list[TableListed])
    if as_json:
        say_json(found)
        return
    words = shared_words(ctx)
    for row in found:
        shown = msgspec.structs.asdict(row) | {"status": _status(words, row.status), "updated": _when(row.updated)}
        say(words.say("admin.row", **shown).rstrip())
    if not found:
        say(words.say("admin.no_tables"))


@app.command("show", cls=LocalisedCommand)
def show(ctx: typer.Context, table: TableId, db: Db = None, socket: Socket = None, as_json: Json = False) -> None:
    """Show a table and the people at it, with the ids by which guests are banned or forgotten."""
    from timebooth.server.admin.messages import ShowTable, TableShown

    found = msgspec.convert(_ask(db, socket, ShowTable(table)), TableShown)
    if as_json:
        say_json(found)
    else:
        _say_table(shared_words(ctx), found)


def _say_table(words: Words, found: TableShown) -> None:
    status = _status(words, found.status)
    shown = {"table": found.table, "game": found.game, "edition": found.edition, "rules": found.rules}
    say(words.say("admin.table", status=status, **shown))
    say(words.say("admin.public", public=_truth(found.public)))
    say(words.say("admin.times", opened=_when(found.opened), updated=_when(found.updated)))
    kilobytes = -(-found.log_bytes // 1000)
    say(words.say("admin.log", facts=found.facts, kilobytes=kilobytes, watching=found.watching))
    for each in found.people:
        seat = 0 if each.seat is None else each.seat + 1
        person = words.say("admin.bot_plays", person=each.person) if each.bot else each.person
        say(words.say("admin.person", role=each.role, seat=seat, name=each.name, person=person))


@app.command("close", cls=LocalisedCommand)
def close(ctx: typer.Context, table: TableId, db: Db = None, socket: Socket = None, yes: Yes = False) -> None:
    """End a game for everybody. The table can still be replayed, exported and forked."""
    from timebooth.server.admin.messages import CloseTable

    words = shared_words(ctx)
    _confirm(words.say("admin.ask_close", table=table), yes)
    _ask(db, socket, CloseTable(table))
    say(words.say("admin.closed", table=table))


@app.command("delete", cls=LocalisedCommand)
def delete(ctx: typer.Context, table: TableId, db: Db = None, socket: Socket = None, yes: Yes = False) -> None:
    """Delete a table for good; if it is running, it is closed first."""
    from timebooth.server.admin.messages import DeleteTable

    words = shared_words(ctx)
    _confirm(words.say("admin.ask_delete", table=table), yes)
    _ask(db, socket, DeleteTable(table))
    say(words.say("admin.deleted", table=table))


@app.command("ban", cls=LocalisedCommand)
def ban(ctx: typer.Context, person: PersonId, db: Db = None, socket: Socket = None) -> None:
    """Refuse everything to a guest from now on; bots play on in their seats."""
    from timebooth.server.admin.messages import Ban

    _ask(db, socket, Ban(person))
    say(shared_words(ctx).say("admin.now_banned", person=person))


@app.command("unban", cls=LocalisedCommand)
def unban(ctx: typer.Context, person: PersonId, db: Db = None, socket: Socket = None) -> None:
    """Admit a banned guest again."""
    from timebooth.server.admin.messages import Unban

    was_banned = _ask(db, socket, Unban(person))
    say(shared_words(ctx).say("admin.unbanned" if was_banned else "admin.not_banned", person=person))


@app.command("export", cls=LocalisedCommand)
def export(
    ctx: typer.Context,
    person: PersonId,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to create.")],
    db: Db = None,
    socket: Socket = None,
) -> None:
    """Write everything that is stored of a guest to a file, as JSON."""
    if file.exists():
        raise TimeboothError("store.file_exists", file=str(file))
    found = _everything_of(person, db, socket)
    with file_errors("store.unwritable", file):
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    with os.fdopen(handle, "wb") as out:
        out.write(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    say(shared_words(ctx).say("admin.exported", file=str(file), tables=len(found["tables"])))


def _everything_of(person: str, db: str | None, socket: Path | None) -> dict[str, Any]:
    """Return all pages of what is stored of a guest as one; a table may be on two pages."""
    from timebooth.server.admin.messages import ExportGuest

    found: dict[str, Any] = _ask(db, socket, ExportGuest(person))
    after = found.pop("next")
    while after:
        page = _ask(db, socket, ExportGuest(person, after))
        for table in page["tables"]:
            if found["tables"] and found["tables"][-1]["table"] == table["table"]:
                found["tables"][-1]["facts"] += table["facts"]
            else:
                found["tables"].append(table)
        after = page["next"]
    return found


@app.command("forget", cls=LocalisedCommand)
def forget(ctx: typer.Context, person: PersonId, db: Db = None, socket: Socket = None, yes: Yes = False) -> None:
    """Erase a guest everywhere; their moves stay without the name."""
    from timebooth.server.admin.messages import Erased, ForgetGuest

    words = shared_words(ctx)
    _confirm(words.say("admin.ask_forget", person=person), yes)
    erased = msgspec.convert(_ask(db, socket, ForgetGuest(person)), Erased)
    say(words.say("admin.forgotten" if erased.done else "admin.forgetting", person=person))


@app.command("read-only", cls=LocalisedCommand)
def read_only(
    ctx: typer.Context,
    mode: Annotated[Literal["on", "off"], typer.Argument(metavar="on|off")],
    db: Db = None,
    socket: Socket = None,
) -> None:
    """Refuse all changes, or take them again."""
    from timebooth.server.admin.messages import SetReadOnly

    _ask(db, socket, SetReadOnly(mode == "on"))
    say(shared_words(ctx).say(f"admin.read_only_{mode}"))


@app.command("drain", cls=LocalisedCommand)
def drain(
    ctx: typer.Context,
    seconds: Annotated[float, typer.Option(min=0, max=3600, help="How long it goes on before it stops.")] = 10.0,
    db: Db = None,
    socket: Socket = None,
) -> None:
    """Stop the server: /readyz refuses at once, and after some seconds everybody is asked to reconnect."""
    from timebooth.server.admin.messages import Drain

    _ask(db, socket, Drain(seconds))
    say(shared_words(ctx).say("admin.drains", seconds=f"{seconds:g}"))


def _ask(db: str | None, socket: Path | None, request: AnyRequest) -> Any:
    """Return the result of a request as plain values; raise a `TimeboothError` if it is refused."""
    answer = asyncio.run(_answer(db, socket, request))
    if answer.error:
        raise TimeboothError(answer.error, **answer.args)
    return answer.result


async def _answer(db: str | None, socket: Path | None, request: AnyRequest) -> Answer:
    """Ask the server at its socket; without one, open the database, which must not be in use."""
    from timebooth.server.admin.messages import Answer
    from timebooth.server.admin.offline import desk_at
    from timebooth.server.admin.socket import Unreachable, ask, socket_file
    from timebooth.store.open_store import sqlite_file

    if socket is not None:
        return await ask(socket, request)
    beside = socket_file(db)
    if beside is not None and beside.is_socket():
        with suppress(Unreachable):  # a server that was killed left its socket
            return await ask(beside, request)
    file = sqlite_file(db)
    if file is not None and not file.exists():
        raise StoreError("store.no_database", file=str(file))
    try:
        async with desk_at(db) as desk:
            return Answer(msgspec.to_builtins(await desk.answer(request)))
    except StoreError as problem:
        if problem.key == "store.in_use":
            raise TimeboothError("admin.in_use", file=str(file)) from None
        raise


def _confirm(question: str, yes: bool) -> None:
    if not yes:
        typer.confirm(question, abort=True)


def _status(words: Words, status: str) -> str:
    return words.say("admin.status", status=status)


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _when(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
