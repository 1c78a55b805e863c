"""Calls on a socket, and the one reply that each gets."""

from __future__ import annotations

import logging

import msgspec

from timebooth.kernel.errors import TimeboothError
from timebooth.server.problems import problem_of
from timebooth.server.protocol import (
    CALLS,
    Act,
    AskCoach,
    Call,
    Coached,
    Done,
    Goodbye,
    Hint,
    Hinted,
    LeaveLobby,
    Listen,
    Ping,
    Project,
    Projected,
    Refused,
    StopListening,
    WatchLobby,
)
from timebooth.server.studies.studies import Studies
from timebooth.server.tables.hub import BACK_IN, Hub
from timebooth.server.transport.connection import Connection, encode
from timebooth.tables.set_aside import SetAside

TOO_DEEP = "nested too deeply"

log = logging.getLogger(__name__)


class _Numbered(msgspec.Struct):
    id: int | None = None


_number = msgspec.json.Decoder(_Numbered)


def read_call(text: str) -> Call | Refused:
    """Return the call in a text, or a refusal if it is malformed."""
    try:
        call: Call = CALLS.decode(text)
    except UnicodeError:
        return Refused(None, "call.malformed", {"reason": "not Unicode"})
    except RecursionError:
        return Refused(number_of(text), "call.malformed", {"reason": TOO_DEEP})
    except msgspec.DecodeError as problem:
        return Refused(number_of(text), "call.malformed", {"reason": str(problem)})
    return call


def number_of(text: str) -> int | None:
    """Return the number of a call that is otherwise malformed, if it has one."""
    try:
        number = _number.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return number if number is not None and 0 <= number < 2**53 else None


async def answer(hub: Hub, studies: Studies, connection: Connection, call: Call) -> None:
    """Handle a call and reply; an error becomes a refusal."""
    try:
        await _handle(hub, studies, connection, call)
    except TimeboothError as problem:
        if isinstance(problem, SetAside) and hub.tables.nodes.outdated:
            # A newer node serves this table, and load balancers only send people there now.
            connection.leave(Goodbye("set_aside", BACK_IN))
            return
        refusal = problem_of(problem)
        connection.send(Refused(call.id, refusal.key, refusal.args))
    except RecursionError:
        connection.send(Refused(call.id, "call.malformed", {"reason": TOO_DEEP}))
    except Exception:
        log.exception("call failed", extra={"call": type(call).__name__})
        connection.send(Refused(call.id, "server.failed"))


async def _handle(hub: Hub, studies: Studies, connection: Connection, call: Call) -> None:
    person = connection.guest.person
    match call:
        case Act():
            await hub.tables.act(call.table, person, call.command, call.action)
            connection.send(Done(call.id))
        case Listen():
            await hub.listen(connection, call, encode(Done(call.id)))
        case StopListening():
            hub.unsubscribe(connection, call.table, call.seat)
            connection.send(Done(call.id))
        case WatchLobby():
            await hub.lobby.watch(connection, encode(Done(call.id)))
        case LeaveLobby():
            hub.lobby.leave(connection)
            connection.send(Done(call.id))
        case Ping():
            connection.send(Done(call.id))
        case Project():
            events, preview = await hub.tables.preview(call.table, person, call.seat, call.moment, call.answer)
            connection.send(Projected(call.id, events, preview))
        case Hint():
            estimates = await studies.hint(hub.tables, person, call.table, call.seat)
            connection.send(Hinted(call.id, estimates))
        case AskCoach():
            warning = await studies.warn(hub.tables, person, call.table, call.seat, call.moment, call.answer)
            connection.send(Coached(call.id, *(() if warning is None else (warning.chance, warning.left))))
