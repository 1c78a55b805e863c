"""HTTP routes of the documentation, which is built into the package by `build_backend/docs_site.py`."""

from __future__ import annotations

from pathlib import Path

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from timebooth.server.dependencies import AnyRequest
from timebooth.server.pages.catalogue import tag_of
from timebooth.server.pages.game_routes import tagged
from timebooth.server.pages.web_client import files_of, not_built
from timebooth.server.problems import Refusal
from timebooth.server.sessions.guests import language_of

FOLDER = Path(__file__).parent.parent / "docs"
HOME = "/index.html"


def are_built() -> bool:
    return HOME in files_of(FOLDER)


@get("/docs", sync_to_thread=False, include_in_schema=False)
def docs() -> Redirect:
    """Lead to the first page: links between pages are relative, so `/docs` itself cannot show it."""
    return Redirect(f"/docs{HOME}")


@get("/docs/{path:path}", sync_to_thread=False, include_in_schema=False)
def docs_file(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    """Return a file of the documentation."""
    if not are_built():
        return not_built(language_of(request.headers.get("accept-language", "")), "docs", 404)
    found = files_of(FOLDER).get(path)
    if found is None:
        raise Refusal(404, "request.no_such_path")
    return tagged(request, found.body, tag_of(found.body), found.kind)
