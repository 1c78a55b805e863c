"""HTTP routes of the web client, QR codes and the API description."""

from __future__ import annotations

import io
import re

import segno
from litestar import Response, get
from litestar.enums import OpenAPIMediaType
from litestar.params import FromPath, FromQuery
from litestar.response import Response as AnyResponse

from timebooth.server.dependencies import AnyRequest, TheServices, address
from timebooth.server.pages.game_routes import tagged
from timebooth.server.pages.web_client import page
from timebooth.server.problems import Refusal
from timebooth.server.sessions.guests import language_of

SHAREABLE = re.compile(r"/(?:t/[0-9a-f]{1,64}(?:/tv|/seat)?(?:\?invitation=[0-9a-f]{0,64}|#[0-9a-z=&-]{0,100})?)?")


@get("/api/openapi.json", media_type=OpenAPIMediaType.OPENAPI_JSON, include_in_schema=False, sync_to_thread=True)
def openapi(request: AnyRequest) -> Response[bytes]:
    """Return the API description. Generating it takes about a second the first time, so it runs in a thread."""
    body, tag = request.app.state.api_description()
    return tagged(request, body, tag, OpenAPIMediaType.OPENAPI_JSON)


@get("/api/qr.svg", media_type="image/svg+xml", sync_to_thread=True)
def qr(services: TheServices, request: AnyRequest, path: FromQuery[str] = "/") -> Response[bytes]:
    """Return a QR code of a path on this server. It takes some milliseconds, so it runs in a thread."""
    if not SHAREABLE.fullmatch(path):
        raise Refusal(400, "request.not_our_path")
    services.rates.take("qr_codes", address(request))
    here = services.hosts.for_others(request.scope["scheme"], request.headers.get("host", ""))
    out = io.BytesIO()
    segno.make(here + path, error="m", micro=False).save(
        out,
        kind="svg",
        border=2,
        scale=8,
        light="#ffffff",
        dark="#000000",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
    )
    return Response(out.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})


@get(["/", "/{path:path}"], sync_to_thread=False, include_in_schema=False)
def client(request: AnyRequest, path: FromPath[str] = "/") -> AnyResponse[bytes]:
    """Return a file of the web client; its own paths all lead to the same page."""
    if path.startswith("/api/") or path == "/api":
        raise Refusal(404, "request.no_such_path")
    lang, accepted = language_of(request.headers.get("accept-language", "")), request.headers.get("accept-encoding", "")
    found = page(path, lang, accepted=accepted)
    if found is None:
        raise Refusal(404, "request.no_such_path")
    return found
