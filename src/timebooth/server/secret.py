"""The keys that sign cookies: kept beside the tables, readable by their owner only.

A key file holds one key a line, the newest last. The newest signs, all of them verify: so a key can be replaced while
cookies that the one before has signed are still good.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from timebooth.kernel.errors import TimeboothError

BYTES = 32
LEAST = 16

Keys = tuple[bytes, ...]
"""The oldest first; never empty."""


def secret_from(file: Path) -> Keys:
    """Return the keys in a file, which is made if it is missing."""
    try:
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            beside = _written_beside(file, (new_key(),))
            try:
                os.link(beside, file)  # unless another node was faster: then its key counts
            except FileExistsError:
                pass
            finally:
                beside.unlink()
        found = file.read_bytes()
    except OSError as problem:
        raise TimeboothError("serve.secret_file", file=str(file), reason=problem.strerror or "") from None
    return checked(tuple(line.strip() for line in found.splitlines() if line.strip()))


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
        os.replace(_written_beside(file, keys), file)
    except OSError as problem:
        raise TimeboothError("serve.secret_file", file=str(file), reason=problem.strerror or "") from None
    return keys


def new_key() -> bytes:
    return secrets.token_hex(BYTES).encode()


def _written_beside(file: Path, keys: Keys) -> Path:
    """Return a file with these keys beside another, which only its owner can read."""
    beside = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as new:
        new.write(b"".join(key + b"\n" for key in keys))
        new.flush()
        os.fsync(new.fileno())
    return beside
