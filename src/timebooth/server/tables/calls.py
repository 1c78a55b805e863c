"""What a browser calls for, and the one reply that each call gets."""

from __future__ import annotations

import logging

import msgspec

from timebooth.kernel.errors import TimeboothError
from timebooth.server.problems import problem_of
from timebooth.server.protocol import (
    CALLS,
    Act,
    Call,
    Done,
    Hint,
    Hinted,
    Listen,
    Ping,
    Project,
    Projected,
    Refused,
    StopListening,
)
from timebooth.server.studies.studies import Studies
from timebooth.server.tables.hub import House
from timebooth.server.transport.connection import Visitor, written

TOO_DEEP = "nested too deeply"

log = logging.getLogger(__name__)


class _Numbered(msgspec.Struct):
    id: int | None = None


_number = msgspec.json.Decoder(_Numbered)


def read_call(text: str) -> Call | Refused:
    """A call, or why it is none."""
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
    """The number of a call that cannot be read otherwise."""
    try:
        number = _number.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return number if number is not None and 0 <= number < 2**53 else None


async def answer(house: House, studies: Studies, visitor: Visitor, call: Call) -> None:
    """Do what is called for and reply; whatever is wrong becomes a refusal."""
    try:
        await _do(house, studies, visitor, call)
    except TimeboothError as problem:
        told = problem_of(problem)
        visitor.say(Refused(call.id, told.key, told.args))
    except RecursionError:
        visitor.say(Refused(call.id, "call.malformed", {"reason": TOO_DEEP}))
    except Exception:
        log.exception("a call failed", extra={"call": type(call).__name__})
        visitor.say(Refused(call.id, "server.failed"))


async def _do(house: House, studies: Studies, visitor: Visitor, call: Call) -> None:
    person = visitor.guest.person
    match call:
        case Act():
            await house.tables.act(call.table, person, call.command, call.action)
            visitor.say(Done(call.id))
        case Listen():
            await house.listen(visitor, call, written(Done(call.id)))
        case StopListening():
            house.stop(visitor, call.table, call.seat)
            visitor.say(Done(call.id))
        case Ping():
            visitor.say(Done(call.id))
        case Project():
            events, preview = await house.tables.preview(call.table, person, call.seat, call.moment, call.answer)
            visitor.say(Projected(call.id, events, preview))
        case Hint():
            estimates = await studies.hint(house.tables, person, call.table, call.seat)
            visitor.say(Hinted(call.id, estimates))
