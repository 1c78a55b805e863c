"""What Litestar passes to handlers: the services, and the guest who sent the request."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from timebooth.server.problems import Refusal
from timebooth.server.services import Services
from timebooth.server.sessions.guests import COOKIE, NOBODY, Guest

AnyRequest = Request[Any, Any, Any]
TheServices = NamedDependency[Services]
TheGuest = NamedDependency[Guest]
"""The guest who sent the request; a request without a valid cookie is refused."""
TheViewer = NamedDependency[Guest]
"""The guest who sent the request, or `NOBODY` without a valid cookie."""


def services_of(request: AnyRequest) -> Services:
    services: Services = request.app.state.services
    return services


async def viewer(request: AnyRequest) -> Guest:
    """Return the guest of the cookie, or `NOBODY` if there is none or its session has ended."""
    services = services_of(request)
    found = services.cookies.read(request.cookies.get(COOKIE))
    if found is None or not await services.sessions.admits(found):
        return NOBODY
    services.choices.check(found.id)
    return found


async def guest(request: AnyRequest) -> Guest:
    """Return the guest of the cookie, or refuse the request."""
    found = await viewer(request)
    if found is NOBODY:
        raise Refusal(401, "guest.unknown")
    return found


def address(request: AnyRequest) -> str:
    """Return the network that limits count by."""
    return services_of(request).address(request.scope)
