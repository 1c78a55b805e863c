"""Passkeys: make one, sign in with one. The options and credentials are WebAuthn's own, as JSON."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from timebooth.server.dependencies import Asked, TheDesk, TheGuest, address
from timebooth.server.protocol import Me, PasskeyCredential
from timebooth.server.services import Desk
from timebooth.server.sessions.me_routes import SMALL, with_cookie
from timebooth.server.sessions.passkeys import COOKIE, GOOD_FOR, Place

PATH = "/api/passkey"


def place_of(desk: Desk, request: Asked) -> Place:
    desk.rates.take("passkeys", address(request))
    return Place(desk.hosts.public_url or f"{request.scope['scheme']}://{request.headers.get('host', '')}")


def challenge(desk: Desk, request: Asked, options: dict[str, Any], value: str) -> Response[dict[str, Any]]:
    cookie = Cookie(
        key=COOKIE,
        value=value,
        max_age=GOOD_FOR,
        path=PATH,
        httponly=True,
        samesite="strict",
        secure=desk.hosts.secure(request.scope["scheme"]),
    )
    return Response(options, cookies=[cookie], headers={"cache-control": "no-store"})


@post(f"{PATH}/register/options", status_code=200)
async def register_options(desk: TheDesk, request: Asked, guest: TheGuest) -> Response[dict[str, Any]]:
    """What `navigator.credentials.create` needs."""
    return challenge(desk, request, *await desk.passkeys.registration(place_of(desk, request), guest))


@post(f"{PATH}/register/verify", status_code=200, request_max_body_size=SMALL)
async def register(desk: TheDesk, request: Asked, guest: TheGuest, data: JSONBody[PasskeyCredential]) -> Response[Me]:
    """Keep the passkey that was made."""
    place = place_of(desk, request)
    known = await desk.passkeys.register(place, guest, data.credential, request.cookies.get(COOKIE))
    desk.house.rename(known)
    return _spent(with_cookie(desk, request, known))


@post(f"{PATH}/sign-in/options", status_code=200)
async def sign_in_options(desk: TheDesk, request: Asked) -> Response[dict[str, Any]]:
    """What `navigator.credentials.get` needs."""
    return challenge(desk, request, *desk.passkeys.signing_in(place_of(desk, request)))


@post(f"{PATH}/sign-in/verify", status_code=200, request_max_body_size=SMALL)
async def sign_in(desk: TheDesk, request: Asked, data: JSONBody[PasskeyCredential]) -> Response[Me]:
    """Be who holds this passkey."""
    place = place_of(desk, request)
    found = await desk.passkeys.sign_in(place, data.credential, request.cookies.get(COOKIE))
    return _spent(with_cookie(desk, request, found))


def _spent(response: Response[Me]) -> Response[Me]:
    """Take the challenge's cookie away: it was good for one answer."""
    response.set_cookie(COOKIE, "", max_age=0, path=PATH)
    return response
