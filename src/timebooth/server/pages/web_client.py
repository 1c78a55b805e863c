"""The built web client. Its own paths all lead to one page."""

from __future__ import annotations

import mimetypes
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from litestar import Response

from timebooth.server.transport.compression import compressed
from timebooth.words import Words

FOLDER = Path(__file__).parent.parent / "web"
FOREVER = "public, max-age=31536000, immutable"
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")


class File(NamedTuple):
    """A file of the client."""

    body: bytes
    kind: str
    cached: str


def page(path: str, lang: str, folder: Path | None = None, accepted: str = "") -> Response[bytes] | None:
    """Return a file of the client, or its page for any path without a suffix; None if there is no such file."""
    files = files_of(folder or FOLDER)
    index = files.get("/index.html")
    if index is None:
        return not_built(lang, "web", 503)
    found = files.get(path)
    if found is None:
        if "." in path.rsplit("/", 1)[-1]:
            return None
        found = index
    return compressed(found.body, found.kind, accepted, {"cache-control": found.cached})


@cache
def files_of(folder: Path) -> dict[str, File]:
    """Read the whole client once (a few hundred kilobytes), so that a requested path is never opened as a file."""
    found = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            path = "/" + file.relative_to(folder).as_posix()
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            found[path] = File(file.read_bytes(), kind, FOREVER if "/assets/" in path else "no-cache")
    return found


def not_built(lang: str, what: str, status: int) -> Response[bytes]:
    """Return a plain page that says how to build the client (`web`) or the documentation (`docs`)."""
    words = Words(lang)
    title, text = (escape(words.say(f"{what}.not_built.{part}")) for part in ("title", "text"))
    html = (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{title}</title><h1>{title}</h1><p>{text}</p>'
    )
    return Response(html.encode(), status_code=status, media_type="text/html")
