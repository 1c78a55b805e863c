"""Who asks, and whether they may: handed to every handler that wants to know."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from timebooth.server.problems import Refusal
from timebooth.server.services import Desk
from timebooth.server.sessions.guests import COOKIE, NOBODY, Guest

Asked = Request[Any, Any, Any]
TheDesk = NamedDependency[Desk]
TheGuest = NamedDependency[Guest]
"""Who asks, and was greeted."""
WhoLooks = NamedDependency[Guest]
"""Who asks, greeted or not."""


def desk_of(request: Asked) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


async def looking(request: Asked) -> Guest:
    """Whoever looks; also somebody without a cookie, or with one whose session was ended."""
    desk = desk_of(request)
    found = desk.cookies.read(request.cookies.get(COOKIE))
    return found if found is not None and await desk.sessions.admits(found) else NOBODY


async def guest(request: Asked) -> Guest:
    """A guest who was greeted."""
    found = await looking(request)
    if found is NOBODY:
        raise Refusal(401, "guest.unknown")
    return found


def address(request: Asked) -> str:
    """What limits count by."""
    return desk_of(request).address(request.scope)
