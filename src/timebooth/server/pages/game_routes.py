"""HTTP routes of games, texts, rules and editions."""

from __future__ import annotations

from litestar import MediaType, Response, get
from litestar.params import FromPath, FromQuery

from timebooth.registry import STANDARD
from timebooth.server.dependencies import AnyRequest
from timebooth.server.pages import catalogue
from timebooth.server.protocol import GameInfo, RuleRow
from timebooth.server.transport.compression import compressed


def tagged(request: AnyRequest, body: bytes, tag: str, kind: str = MediaType.JSON) -> Response[bytes]:
    """Return a body with an ETag, or 304 if the browser has it already."""
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return compressed(body, kind, request.headers.get("accept-encoding", ""), headers)


@get("/api/games", sync_to_thread=False)
def games() -> tuple[GameInfo, ...]:
    """List the installed games."""
    return catalogue.games()


@get("/api/words/{lang:str}", sync_to_thread=False)
def words(
    request: AnyRequest, lang: FromPath[str], game: FromQuery[str] = "", edition: FromQuery[str] = STANDARD
) -> Response[bytes]:
    """Return all texts of a language as ICU messages by key: shared ones, the browser's, and a game's."""
    return tagged(request, *catalogue.words(lang, game, edition))


@get("/api/games/{game:str}/rules/{lang:str}", sync_to_thread=False)
def rules(game: FromPath[str], lang: FromPath[str]) -> tuple[RuleRow, ...]:
    """Return the ledger of a game: every rule and ruling."""
    return catalogue.rules(game, lang)


@get("/api/games/{game:str}/printed/{edition:str}", sync_to_thread=False)
def printed(request: AnyRequest, game: FromPath[str], edition: FromPath[str]) -> Response[bytes]:
    """Return what an edition prints on the components: its tables, file by file."""
    return tagged(request, *catalogue.printed(game, edition))
