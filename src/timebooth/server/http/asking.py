"""Who asks, and whether they may: handed to every handler that wants to know."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from timebooth.server.desk import Desk
from timebooth.server.guests import COOKIE, NOBODY, Guest
from timebooth.server.problems import Refusal

Asked = Request[Any, Any, Any]
TheDesk = NamedDependency[Desk]
TheGuest = NamedDependency[Guest]
"""Who asks, and was greeted."""
WhoLooks = NamedDependency[Guest]
"""Who asks, greeted or not."""
CHANGING = frozenset({"POST", "PATCH", "PUT", "DELETE"})


def desk_of(request: Asked) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def looking(request: Asked) -> Guest:
    """Whoever looks; also somebody without a cookie."""
    return desk_of(request).cookies.read(request.cookies.get(COOKIE)) or NOBODY


def guest(request: Asked) -> Guest:
    """A guest who was greeted."""
    found = looking(request)
    if found is NOBODY:
        raise Refusal(401, "guest.unknown")
    return found


def address(request: Asked) -> str:
    return desk_of(request).address(request.scope)


def check(request: Asked) -> None:
    """Before every request: the right host, the right page, not too many."""
    desk = desk_of(request)
    host = request.headers.get("host", "")
    if not desk.hosts.ours(host):
        raise Refusal(403, "request.other_host", host=host[:100])
    origin = request.headers.get("origin")
    if request.method in CHANGING and origin is not None and not desk.hosts.same_origin(origin, host):
        raise Refusal(403, "request.other_page")
    desk.rates.take("requests", address(request))
