"""The built client: what a browser loads first. Its own paths all lead to the one page."""

from __future__ import annotations

import mimetypes
from html import escape
from pathlib import Path

from litestar import Response

from timebooth.server.packing import packed
from timebooth.words import Words

FOLDER = Path(__file__).parent / "web"
FOREVER = "public, max-age=31536000, immutable"
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")


def page(path: str, lang: str, folder: Path = FOLDER, accepted: str = "") -> Response[bytes] | None:
    """A file of the client, or its page; None where a file is asked for that is not there."""
    index = folder / "index.html"
    if not index.is_file():
        return _not_built(lang)
    found = (folder / path.lstrip("/")).resolve()
    if path.strip("/") and found.is_relative_to(folder.resolve()) and found.is_file():
        cache = FOREVER if "/assets/" in path else "no-cache"
        kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
        return packed(found.read_bytes(), kind, accepted, {"cache-control": cache})
    if "." in path.rsplit("/", 1)[-1]:
        return None
    return packed(index.read_bytes(), "text/html", accepted, {"cache-control": "no-cache"})


def _not_built(lang: str) -> Response[bytes]:
    """A plain page that says what to do."""
    words = Words(lang)
    title, text = (escape(words.say(f"web.not_built.{part}")) for part in ("title", "text"))
    said = (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{title}</title><h1>{title}</h1><p>{text}</p>'
    )
    return Response(said.encode(), status_code=503, media_type="text/html")
