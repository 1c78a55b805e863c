"""HTTP routes of a guest: identity, stored data, sign-out, erasure."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody, QueryParameter

from timebooth.server.dependencies import AnyRequest, TheGuest, TheServices, TheViewer, address
from timebooth.server.protocol import ChangeMe, Erased, Me, MyData, MyFact, MyPasskey, MyTable, SignOut
from timebooth.server.services import Services
from timebooth.server.sessions.guests import COOKIE, MAX_AGE, NOBODY, Guest, changed, language_of, new_guest
from timebooth.tables.personal_data import personal_data

MAX_BODY = 65_536  # bytes
After = Annotated[str, QueryParameter(max_length=100, pattern="^[0-9A-Za-z_:-]*$")]
NO_STORE = {"cache-control": "no-store"}


def with_cookie(services: Services, request: AnyRequest, guest: Guest) -> Response[Me]:
    """Return the guest as `Me`, and set their cookie."""
    return Response(guest.me, cookies=[cookie_of(services, request, services.cookies.write(guest))], headers=NO_STORE)


def cookie_of(services: Services, request: AnyRequest, value: str) -> Cookie:
    """Return the guest's cookie; an empty value deletes it."""
    return Cookie(
        key=COOKIE,
        value=value,
        max_age=MAX_AGE if value else 0,
        path="/",
        httponly=True,
        samesite="lax",
        secure=services.hosts.secure(request.scope["scheme"]),
    )


@get("/api/me", sync_to_thread=False)
def me(services: TheServices, request: AnyRequest, viewer: TheViewer) -> Response[Me]:
    """Return the guest of the cookie; without one, create a guest and set the cookie."""
    if viewer is not NOBODY:
        return with_cookie(services, request, viewer)
    services.rates.take("guests", address(request))
    return with_cookie(services, request, new_guest(language_of(request.headers.get("accept-language", ""))))


@patch("/api/me", request_max_body_size=MAX_BODY)
async def change_me(
    services: TheServices, request: AnyRequest, guest: TheGuest, data: JSONBody[ChangeMe]
) -> Response[Me]:
    """Change my name, colour or language. Tables where I sit already keep the old name."""
    now = changed(guest, data)
    services.hub.rename(now)
    if now.passkey:
        await services.passkeys.rename(now)
    return with_cookie(services, request, now)


@get("/api/me/data")
async def my_data(services: TheServices, guest: TheGuest, after: After = "") -> Response[MyData]:
    """Return everything that is stored about me, one page at a time: continue with `next` until it is empty."""
    services.rates.take("exports", guest.id)
    passkeys = (
        () if after else tuple(MyPasskey(each.credential, each.signs) for each in await services.passkeys.of(guest))
    )
    page = await personal_data(services.hub.tables.store, guest.id, after)
    tables = tuple(
        MyTable(each.table, each.game, tuple(MyFact(at, fact) for at, fact in each.facts)) for each in page.tables
    )
    found = MyData(guest.id, guest.me, passkeys, guest.epoch, tables, page.next)
    return Response(found, headers={**NO_STORE, "content-disposition": 'attachment; filename="timebooth-me.json"'})


@post("/api/me/sign-out-everywhere", status_code=200, request_max_body_size=MAX_BODY)
async def sign_out_everywhere(
    services: TheServices, request: AnyRequest, guest: TheGuest, data: JSONBody[SignOut]
) -> Response[Me | None]:
    """End my sessions on all devices; this browser gets a new one unless `here` is set."""
    services.rates.take("privacy", guest.id)
    now = msgspec.structs.replace(guest, epoch=await services.sessions.end(guest.id))
    value = "" if data.here else services.cookies.write(now)
    return Response(
        None if data.here else now.me,
        cookies=[cookie_of(services, request, value)],
        headers=NO_STORE,
        # After the response, so that a tab that reconnects at once has the new cookie.
        background=BackgroundTask(services.end_sessions, guest.id, now.epoch),
    )


@delete("/api/me", status_code=200)
async def erase_me(services: TheServices, request: AnyRequest, guest: TheGuest) -> Response[Erased]:
    """Erase everything that is stored about me. My games stay, without my name; bots play on in my seats."""
    services.rates.take("privacy", guest.id)
    done = await services.erase(guest.id)
    return Response(Erased(done), cookies=[cookie_of(services, request, "")], headers=NO_STORE)


@delete("/api/me/passkeys/{credential:str}", status_code=200)
async def remove_passkey(
    services: TheServices, request: AnyRequest, guest: TheGuest, credential: FromPath[str]
) -> Response[Me]:
    """Remove one of my passkeys."""
    services.rates.take("privacy", guest.id)
    now = await services.passkeys.remove(guest, credential[:2000].replace("\0", ""))
    services.hub.rename(now)
    return with_cookie(services, request, now)
