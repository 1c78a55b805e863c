"""The key that signs cookies: kept beside the tables, readable by their owner only."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from timebooth.kernel.errors import TimeboothError

BYTES = 32
LEAST = 16


def secret_from(file: Path) -> bytes:
    """The key in a file, which is made where it is missing."""
    try:
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            beside = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as new:
                new.write(secrets.token_hex(BYTES).encode())
            try:
                os.link(beside, file)  # unless another node was faster: then its key counts
            except FileExistsError:
                pass
            finally:
                beside.unlink()
        found = file.read_bytes().strip()
    except OSError as problem:
        raise TimeboothError("serve.secret_file", file=str(file), reason=problem.strerror or "") from None
    return checked(found)


def checked(secret: bytes) -> bytes:
    if len(secret) < LEAST:
        raise TimeboothError("serve.secret_short", least=LEAST)
    return secret


def token_from(file: Path) -> bytes:
    """Read the token that opens the figures; a file that is missing is not made."""
    try:
        found = file.read_bytes().strip()
    except OSError as problem:
        raise TimeboothError("serve.token_file", file=str(file), reason=problem.strerror or "") from None
    if len(found) < LEAST:
        raise TimeboothError("serve.token_short", file=str(file), least=LEAST)
    return found
