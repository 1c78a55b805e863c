"""What a browser loads to begin with is sent packed, where it takes that: files and words, the same for everybody.

Nothing that holds a secret is packed: how small it becomes could tell of it.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache

from litestar import Response

WORTH_IT = 1000  # bytes
TEXTS = re.compile(r"text/|application/(json|manifest\+json|vnd\.oai\.openapi\+json)|image/svg\+xml")
TAKES_GZIP = re.compile(r"(^|,)\s*(gzip|\*)\s*(;\s*q=(1|0\.0*[1-9])[0-9.]*\s*)?(,|$)")
KEPT = 256  # packed bodies


def packed(body: bytes, kind: str, accepted: str, headers: dict[str, str]) -> Response[bytes]:
    """A body of some media type, packed if the reader's `accept-encoding` says so and it is worth it."""
    if len(body) < WORTH_IT or not TEXTS.match(kind):
        return Response(body, media_type=kind, headers=headers)
    headers = {**headers, "vary": "accept-encoding"}
    if not TAKES_GZIP.search(accepted):
        return Response(body, media_type=kind, headers=headers)
    return Response(_gzipped(body), media_type=kind, headers={**headers, "content-encoding": "gzip"})


@lru_cache(KEPT)
def _gzipped(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)
