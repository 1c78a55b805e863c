"""Who I am, and what is stored of me."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody, QueryParameter

from timebooth.server.dependencies import Asked, TheDesk, TheGuest, WhoLooks, address
from timebooth.server.protocol import ChangeMe, Erased, Me, MyData, MyFact, MyPasskey, MyTable, SignOut
from timebooth.server.services import Desk
from timebooth.server.sessions.guests import COOKIE, KEPT_FOR, NOBODY, Guest, changed, language_of, new_guest
from timebooth.tables.personal_data import personal_data

SMALL = 65_536  # bytes of a request's body
After = Annotated[str, QueryParameter(max_length=100, pattern="^[0-9A-Za-z_:-]*$")]
NO_STORE = {"cache-control": "no-store"}


def with_cookie(desk: Desk, request: Asked, guest: Guest) -> Response[Me]:
    """Me, and a cookie that says so."""
    return Response(guest.me, cookies=[cookie_of(desk, request, desk.cookies.write(guest))], headers=NO_STORE)


def cookie_of(desk: Desk, request: Asked, value: str) -> Cookie:
    """Return the guest's cookie; without a value it ends at once."""
    return Cookie(
        key=COOKIE,
        value=value,
        max_age=KEPT_FOR if value else 0,
        path="/",
        httponly=True,
        samesite="lax",
        secure=desk.hosts.secure(request.scope["scheme"]),
    )


@get("/api/me", sync_to_thread=False)
def me(desk: TheDesk, request: Asked, looking: WhoLooks) -> Response[Me]:
    """The guest of this cookie; without one, a new guest and its cookie."""
    if looking is not NOBODY:
        return with_cookie(desk, request, looking)
    desk.rates.take("guests", address(request))
    return with_cookie(desk, request, new_guest(language_of(request.headers.get("accept-language", ""))))


@patch("/api/me", request_max_body_size=SMALL)
async def change_me(desk: TheDesk, request: Asked, guest: TheGuest, data: JSONBody[ChangeMe]) -> Response[Me]:
    """Another name, colour or language. What stands at tables already stays as it is."""
    now = changed(guest, data)
    desk.house.rename(now)
    if now.passkey:
        await desk.passkeys.rename(now)
    return with_cookie(desk, request, now)


@get("/api/me/data")
async def my_data(desk: TheDesk, guest: TheGuest, after: After = "") -> Response[MyData]:
    """All that is stored of me, a page at a time: go on with `next` until it is empty."""
    desk.rates.take("exports", guest.id)
    passkeys = () if after else tuple(MyPasskey(each.credential, each.signs) for each in await desk.passkeys.of(guest))
    page = await personal_data(desk.house.tables.store, guest.id, after)
    tables = tuple(
        MyTable(each.table, each.game, tuple(MyFact(at, fact) for at, fact in each.facts)) for each in page.tables
    )
    found = MyData(guest.id, guest.me, passkeys, guest.epoch, tables, page.next)
    return Response(found, headers={**NO_STORE, "content-disposition": 'attachment; filename="timebooth-me.json"'})


@post("/api/me/sign-out-everywhere", status_code=200, request_max_body_size=SMALL)
async def sign_out_everywhere(
    desk: TheDesk, request: Asked, guest: TheGuest, data: JSONBody[SignOut]
) -> Response[Me | None]:
    """End my sessions on all devices; this browser gets a new one, unless it is to be signed out, too."""
    desk.rates.take("privacy", guest.id)
    now = msgspec.structs.replace(guest, epoch=await desk.sessions.end(guest.id))
    value = "" if data.here else desk.cookies.write(now)
    return Response(
        None if data.here else now.me,
        cookies=[cookie_of(desk, request, value)],
        headers=NO_STORE,
        # After the response: a tab of this browser that comes back at once has the new cookie then.
        background=BackgroundTask(desk.end_sessions, guest.id, now.epoch),
    )


@delete("/api/me", status_code=200)
async def erase_me(desk: TheDesk, request: Asked, guest: TheGuest) -> Response[Erased]:
    """Erase all that is stored of me. Games that I played stay, without my name; bots play on in my seats."""
    desk.rates.take("privacy", guest.id)
    done = await desk.erase(guest.id)
    return Response(Erased(done), cookies=[cookie_of(desk, request, "")], headers=NO_STORE)


@delete("/api/me/passkeys/{credential:str}", status_code=200)
async def remove_passkey(desk: TheDesk, request: Asked, guest: TheGuest, credential: FromPath[str]) -> Response[Me]:
    """Remove one of my passkeys: it signs nobody in any more."""
    desk.rates.take("privacy", guest.id)
    now = await desk.passkeys.remove(guest, credential[:2000].replace("\0", ""))
    desk.house.rename(now)
    return with_cookie(desk, request, now)
