"""The built client: what a browser loads first. Its own paths all lead to the one page."""

from __future__ import annotations

import mimetypes
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from litestar import Response

from timebooth.server.transport.compression import packed
from timebooth.words import Words

FOLDER = Path(__file__).parent.parent / "web"
FOREVER = "public, max-age=31536000, immutable"
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")


class File(NamedTuple):
    """A file of the client, as it is sent."""

    body: bytes
    kind: str
    cached: str


def page(path: str, lang: str, folder: Path | None = None, accepted: str = "") -> Response[bytes] | None:
    """A file of the client, or its page; None where a file is asked for that is not there."""
    files = files_of(folder or FOLDER)
    index = files.get("/index.html")
    if index is None:
        return _not_built(lang)
    found = files.get(path)
    if found is None:
        if "." in path.rsplit("/", 1)[-1]:
            return None
        found = index
    return packed(found.body, found.kind, accepted, {"cache-control": found.cached})


@cache
def files_of(folder: Path) -> dict[str, File]:
    """Read the whole client once, a few hundred kilobytes: what a guest asks for is looked up, never opened."""
    found = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            path = "/" + file.relative_to(folder).as_posix()
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            found[path] = File(file.read_bytes(), kind, FOREVER if "/assets/" in path else "no-cache")
    return found


def _not_built(lang: str) -> Response[bytes]:
    """A plain page that says what to do."""
    words = Words(lang)
    title, text = (escape(words.say(f"web.not_built.{part}")) for part in ("title", "text"))
    said = (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{title}</title><h1>{title}</h1><p>{text}</p>'
    )
    return Response(said.encode(), status_code=503, media_type="text/html")
