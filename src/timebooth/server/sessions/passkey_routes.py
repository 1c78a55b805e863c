"""HTTP routes of passkeys: create one, sign in with one. Options and credentials are WebAuthn's own JSON."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from timebooth.server.dependencies import AnyRequest, TheGuest, TheServices, address
from timebooth.server.protocol import Me, PasskeyCredential
from timebooth.server.services import Services
from timebooth.server.sessions.me_routes import MAX_BODY, with_cookie
from timebooth.server.sessions.passkeys import CHALLENGE_SECONDS, COOKIE, Place

PATH = "/api/passkey"


def place_of(services: Services, request: AnyRequest) -> Place:
    services.rates.take("passkeys", address(request))
    return Place(services.hosts.public_url or f"{request.scope['scheme']}://{request.headers.get('host', '')}")


def challenge(services: Services, request: AnyRequest, options: dict[str, Any], value: str) -> Response[dict[str, Any]]:
    cookie = Cookie(
        key=COOKIE,
        value=value,
        max_age=CHALLENGE_SECONDS,
        path=PATH,
        httponly=True,
        samesite="strict",
        secure=services.hosts.secure(request.scope["scheme"]),
    )
    return Response(options, cookies=[cookie], headers={"cache-control": "no-store"})


@post(f"{PATH}/register/options", status_code=200)
async def register_options(services: TheServices, request: AnyRequest, guest: TheGuest) -> Response[dict[str, Any]]:
    """Return what `navigator.credentials.create` needs."""
    return challenge(services, request, *await services.passkeys.registration(place_of(services, request), guest))


@post(f"{PATH}/register/verify", status_code=200, request_max_body_size=MAX_BODY)
async def register(
    services: TheServices, request: AnyRequest, guest: TheGuest, data: JSONBody[PasskeyCredential]
) -> Response[Me]:
    """Store the passkey that was created."""
    place = place_of(services, request)
    known = await services.passkeys.register(place, guest, data.credential, request.cookies.get(COOKIE))
    services.hub.rename(known)
    return _without_challenge(with_cookie(services, request, known))


@post(f"{PATH}/sign-in/options", status_code=200)
async def sign_in_options(services: TheServices, request: AnyRequest) -> Response[dict[str, Any]]:
    """Return what `navigator.credentials.get` needs."""
    return challenge(services, request, *services.passkeys.signing_in(place_of(services, request)))


@post(f"{PATH}/sign-in/verify", status_code=200, request_max_body_size=MAX_BODY)
async def sign_in(services: TheServices, request: AnyRequest, data: JSONBody[PasskeyCredential]) -> Response[Me]:
    """Sign in as the guest of a passkey."""
    place = place_of(services, request)
    found = await services.passkeys.sign_in(place, data.credential, request.cookies.get(COOKIE))
    return _without_challenge(with_cookie(services, request, found))


def _without_challenge(response: Response[Me]) -> Response[Me]:
    """Delete the challenge cookie, which is valid for one answer."""
    response.set_cookie(COOKIE, "", max_age=0, path=PATH)
    return response
