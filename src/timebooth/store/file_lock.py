"""One server per SQLite file: a lock of the operating system, released however its process ends."""

from __future__ import annotations

import errno
import logging
import os
import sys
from pathlib import Path

from timebooth.store.private_files import PRIVATE
from timebooth.store.store import StoreError

LOCKED_ELSEWHERE = (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK)

log = logging.getLogger(__name__)


class FileLock:
    """Holds the lock file beside a database until it is closed."""

    def __init__(self, handle: int) -> None:
        self._handle: int | None = handle

    @classmethod
    def take(cls, database: Path) -> FileLock:
        """Take the lock; raise `StoreError` (`store.in_use`) while another process holds it."""
        database = database.resolve()  # two names of one file share the lock
        file = database.with_name(f"{database.name}.lock")
        try:
            handle = os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE)
        except OSError as problem:
            raise StoreError("store.unwritable", file=str(file), reason=problem.strerror or "") from None
        try:
            _lock(handle)
        except OSError as problem:
            if problem.errno in LOCKED_ELSEWHERE:
                os.close(handle)
                raise StoreError("store.in_use", file=str(database)) from None
            log.warning("%s cannot be locked: do not start a second server on this database (%s)", file, problem)
        return cls(handle)

    def close(self) -> None:
        """Release the lock. The file stays: another process may be opening it at this moment."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
