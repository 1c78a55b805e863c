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
from timebooth.server.sessions.passkeys import CHALLENGE_SECONDS, COOKIE, RelyingParty

PATH = "/api/passkey"


def relying_party(services: Services, request: AnyRequest) -> RelyingParty:
    """Return the site that the request came to; count the request."""
    services.rates.take("passkeys", address(request))
    return RelyingParty(services.hosts.public_url or f"{request.scope['scheme']}://{request.headers.get('host', '')}")


def challenge(services: Services, request: AnyRequest, options: dict[str, Any], value: str) -> Response[dict[str, Any]]:
    """Return options for the browser, with the challenge in a cookie."""
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
    options = await services.passkeys.registration_options(relying_party(services, request), guest)
    return challenge(services, request, *options)


@post(f"{PATH}/register/verify", status_code=200, request_max_body_size=MAX_BODY)
async def register(
    services: TheServices, request: AnyRequest, guest: TheGuest, data: JSONBody[PasskeyCredential]
) -> Response[Me]:
    """Store the passkey that was created."""
    party = relying_party(services, request)
    known = await services.passkeys.register(party, guest, data.credential, request.cookies.get(COOKIE))
    services.hub.rename(known)
    return _without_challenge(with_cookie(services, request, known))


@post(f"{PATH}/sign-in/options", status_code=200)
async def sign_in_options(services: TheServices, request: AnyRequest) -> Response[dict[str, Any]]:
    """Return what `navigator.credentials.get` needs."""
    return challenge(services, request, *services.passkeys.sign_in_options(relying_party(services, request)))


@post(f"{PATH}/sign-in/verify", status_code=200, request_max_body_size=MAX_BODY)
async def sign_in(services: TheServices, request: AnyRequest, data: JSONBody[PasskeyCredential]) -> Response[Me]:
    """Sign in as the guest of a passkey."""
    party = relying_party(services, request)
    found = await services.passkeys.sign_in(party, data.credential, request.cookies.get(COOKIE))
    services.choices.check(found.id)
    return _without_challenge(with_cookie(services, request, found))


def _without_challenge(response: Response[Me]) -> Response[Me]:
    """Delete the challenge cookie, which is valid for one answer."""
    response.set_cookie(COOKIE, "", max_age=0, path=PATH)
    return response
