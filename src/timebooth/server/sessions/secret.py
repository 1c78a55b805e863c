"""The keys that sign cookies: kept beside the tables, readable by their owner only.

A key file holds one key a line, the newest last. The newest signs, all of them verify, so a key can be replaced while
cookies of the previous one stay valid.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from timebooth.files import file_errors
from timebooth.kernel.errors import TimeboothError
from timebooth.store.private_files import create_private, keep_private, write_to_disk

BYTES = 32
MIN_LENGTH = 16

Keys = tuple[bytes, ...]
"""The oldest first; never empty."""


def keys_from_file(file: Path) -> Keys:
    """Return the keys in a file; create it if it is missing."""
    with file_errors("serve.secret_file", file):
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            beside = _write_beside(file, new_key() + b"\n")
            try:
                os.link(beside, file)  # fails if another node was faster; then its key is used
            except FileExistsError:
                pass
            finally:
                beside.unlink()
        keep_private(file)
        found = file.read_bytes()
    return check_keys(tuple(line.strip() for line in found.splitlines() if line.strip()))


def write_keys(file: Path, content: bytes) -> None:
    """Write a key file, replacing an existing one."""
    with file_errors("serve.secret_file", file):
        file.parent.mkdir(parents=True, exist_ok=True)
        _write_beside(file, content).replace(file)


def keys_from_text(text: bytes) -> Keys:
    """Return the keys in a text: several if it splits at white space into parts that are all long enough."""
    parts = tuple(text.split())
    if len(parts) > 1 and all(len(part) >= MIN_LENGTH for part in parts):
        return parts
    return check_keys((text.strip(),))


def check_keys(keys: Keys) -> Keys:
    """Return the keys, or raise if there is none or one is too short."""
    if not keys or min(len(key) for key in keys) < MIN_LENGTH:
        raise TimeboothError("serve.secret_short", least=MIN_LENGTH)
    return keys


def rotate(file: Path, *, drop_old: bool = False) -> Keys:
    """Add a new key to a key file, or with `drop_old` keep the newest only; return its keys."""
    if not file.exists():
        raise TimeboothError("serve.secret_file", file=str(file), reason=os.strerror(2))
    keys = keys_from_file(file)
    keys = keys[-1:] if drop_old else (*keys, new_key())
    write_keys(file, b"".join(key + b"\n" for key in keys))
    return keys


def new_key() -> bytes:
    return secrets.token_hex(BYTES).encode()


def _write_beside(file: Path, content: bytes) -> Path:
    """Write a private file beside another one, ready to replace it."""
    beside = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    create_private(beside)
    beside.write_bytes(content)
    write_to_disk(beside)
    return beside


def token_from(file: Path) -> bytes:
    """Return the token for the metrics; unlike a key file, a missing one is not created."""
    with file_errors("serve.token_file", file):
        found = file.read_bytes().strip()
    if len(found) < MIN_LENGTH:
        raise TimeboothError("serve.token_short", file=str(file), least=MIN_LENGTH)
    return found
