"""The keys that sign cookies: kept beside the tables, readable by their owner only.

A key file holds one key a line, the newest last. The newest signs, all of them verify: so a key can be replaced while
cookies that the one before has signed are still good.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from timebooth.kernel.errors import TimeboothError
from timebooth.store.private_files import create_private, keep_private, write_to_disk

BYTES = 32
LEAST = 16

Keys = tuple[bytes, ...]
"""The oldest first; never empty."""


def secret_from(file: Path) -> Keys:
    """Return the keys in a file, which is made if it is missing."""
    try:
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            beside = _beside(file, new_key() + b"\n")
            try:
                os.link(beside, file)  # unless another node was faster: then its key counts
            except FileExistsError:
                pass
            finally:
                beside.unlink()
        keep_private(file)
        found = file.read_bytes()
    except OSError as problem:
        raise TimeboothError("serve.secret_file", file=str(file), reason=problem.strerror or "") from None
    return checked(tuple(line.strip() for line in found.splitlines() if line.strip()))


def write_secret(file: Path, secret: bytes) -> None:
    """Write a key, in the place of one that is there."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        _beside(file, secret).replace(file)
    except OSError as problem:
        raise TimeboothError("serve.secret_file", file=str(file), reason=problem.strerror or "") from None


def secret_in(said: bytes) -> Keys:
    """Return the keys in a text: several if white space parts it into pieces that are all long enough for a key."""
    parts = tuple(said.split())
    if len(parts) > 1 and all(len(part) >= LEAST for part in parts):
        return parts
    return checked((said.strip(),))


def checked(keys: Keys) -> Keys:
    """Return the keys, or raise if there is none or one is too short."""
    if not keys or min(len(key) for key in keys) < LEAST:
        raise TimeboothError("serve.secret_short", least=LEAST)
    return keys


def rotate(file: Path, *, drop_old: bool = False) -> Keys:
    """Replace a key file: add a new key, or with `drop_old` keep the newest only. Returns the keys that it has now."""
    if not file.exists():
        raise TimeboothError("serve.secret_file", file=str(file), reason=os.strerror(2))
    keys = secret_from(file)
    keys = keys[-1:] if drop_old else (*keys, new_key())
    try:
        os.replace(_beside(file, b"".join(key + b"\n" for key in keys)), file)
    except OSError as problem:
        raise TimeboothError("serve.secret_file", file=str(file), reason=problem.strerror or "") from None
    return keys


def new_key() -> bytes:
    return secrets.token_hex(BYTES).encode()


def _beside(file: Path, secret: bytes) -> Path:
    """Write a private file beside another one, which it is to become."""
    beside = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    create_private(beside)
    beside.write_bytes(secret)
    write_to_disk(beside)
    return beside


def token_from(file: Path) -> bytes:
    """Read the token that opens the figures; a file that is missing is not made."""
    try:
        found = file.read_bytes().strip()
    except OSError as problem:
        raise TimeboothError("serve.token_file", file=str(file), reason=problem.strerror or "") from None
    if len(found) < LEAST:
        raise TimeboothError("serve.token_short", file=str(file), least=LEAST)
    return found
