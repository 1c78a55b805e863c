"""Gzip for public files and texts, which are the same for everybody.

Nothing secret is compressed: its compressed size could reveal it (BREACH).
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache

from litestar import Response

MIN_SIZE = 1000  # bytes
TEXTS = re.compile(r"text/|application/(json|manifest\+json|vnd\.oai\.openapi\+json)|image/svg\+xml")
ACCEPTS_GZIP = re.compile(r"(^|,)\s*(gzip|\*)\s*(;\s*q=(1|0\.0*[1-9])[0-9.]*\s*)?(,|$)")
CACHED = 256  # compressed bodies


def compressed(body: bytes, kind: str, accepted: str, headers: dict[str, str]) -> Response[bytes]:
    """Return a response, compressed if the client accepts it (`accept-encoding`) and the body is large enough."""
    if len(body) < MIN_SIZE or not TEXTS.match(kind):
        return Response(body, media_type=kind, headers=headers)
    headers = {**headers, "vary": "accept-encoding"}
    if not ACCEPTS_GZIP.search(accepted):
        return Response(body, media_type=kind, headers=headers)
    return Response(_gzipped(body), media_type=kind, headers={**headers, "content-encoding": "gzip"})


@lru_cache(CACHED)
def _gzipped(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)
