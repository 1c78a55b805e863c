"""The key that signs cookies: kept beside the tables, readable by their owner only."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from timebooth.kernel.errors import TimeboothError
from timebooth.store.private_files import create_private, keep_private, write_to_disk

BYTES = 32
LEAST = 16


def secret_from(file: Path) -> bytes:
    """The key in a file, which is made where it is missing."""
    try:
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            beside = _beside(file, secrets.token_hex(BYTES).encode())
            try:
                os.link(beside, file)  # unless another node was faster: then its key counts
            except FileExistsError:
                pass
            finally:
                beside.unlink()
        keep_private(file)
        found = file.read_bytes().strip()
    except OSError as problem:
        raise TimeboothError("serve.secret_file", file=str(file), reason=problem.strerror or "") from None
    return checked(found)


def write_secret(file: Path, secret: bytes) -> None:
    """Write a key, in the place of one that is there."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        _beside(file, secret).replace(file)
    except OSError as problem:
        raise TimeboothError("serve.secret_file", file=str(file), reason=problem.strerror or "") from None


def _beside(file: Path, secret: bytes) -> Path:
    """Write a private file beside another one, which it is to become."""
    beside = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    create_private(beside)
    beside.write_bytes(secret)
    write_to_disk(beside)
    return beside


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
