"""Who I am."""

from __future__ import annotations

from litestar import Response, get, patch
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from timebooth.server.desk import Desk
from timebooth.server.guests import COOKIE, KEPT_FOR, NOBODY, Guest, changed, language_of, new_guest
from timebooth.server.http.asking import Asked, TheDesk, TheGuest, WhoLooks, address
from timebooth.server.protocol import ChangeMe, Me


def with_cookie(desk: Desk, request: Asked, guest: Guest) -> Response[Me]:
    """Me, and a cookie that says so."""
    cookie = Cookie(
        key=COOKIE,
        value=desk.cookies.write(guest),
        max_age=KEPT_FOR,
        path="/",
        httponly=True,
        samesite="lax",
        secure=desk.hosts.secure(request.scope["scheme"]),
    )
    return Response(guest.me, cookies=[cookie], headers={"cache-control": "no-store"})


@get("/api/me", sync_to_thread=False)
def me(desk: TheDesk, request: Asked, looking: WhoLooks) -> Response[Me]:
    """The guest of this cookie; without one, a new guest and its cookie."""
    if looking is not NOBODY:
        return with_cookie(desk, request, looking)
    desk.rates.take("guests", address(request))
    return with_cookie(desk, request, new_guest(language_of(request.headers.get("accept-language", ""))))


@patch("/api/me")
async def change_me(desk: TheDesk, request: Asked, guest: TheGuest, data: JSONBody[ChangeMe]) -> Response[Me]:
    """Another name, colour or language. What stands at tables already stays as it is."""
    now = changed(guest, data)
    desk.house.rename(now)
    if now.passkey:
        await desk.passkeys.rename(now)
    return with_cookie(desk, request, now)
