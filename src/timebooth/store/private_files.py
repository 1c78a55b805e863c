"""Files that only their owner can read: the database, its key and its backups."""

from __future__ import annotations

import logging
import os
import stat
import sys
from pathlib import Path

PRIVATE = 0o600

log = logging.getLogger(__name__)


def create_private(file: Path) -> None:
    """Create an empty file that only its owner can read; raise `FileExistsError` if it exists."""
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))


def keep_private(*files: Path) -> None:
    """Remove the permissions of others on these files, with a warning; skip files that are missing."""
    if sys.platform == "win32":  # permissions come from the folder there
        return
    for file in files:
        try:
            mode = stat.S_IMODE(file.stat().st_mode)
            if mode & ~PRIVATE:
                file.chmod(mode & PRIVATE)
                log.warning("%s was open to others (%o): only its owner can read it now", file, mode)
        except FileNotFoundError:
            continue
        except OSError as problem:
            log.warning("%s cannot be made private: %s", file, problem.strerror)


def write_to_disk(file: Path) -> None:
    """Wait until a file and its name in the folder are on the disk."""
    for path in (file, file.parent):
        if sys.platform == "win32" and path != file:  # folders cannot be opened there
            return
        handle = os.open(path, os.O_RDWR if path == file else os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def publish(part: Path, file: Path) -> None:
    """Give a complete file its name in one step; raise `FileExistsError` instead of replacing another file."""
    try:
        os.link(part, file)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if file.exists():
            raise FileExistsError from None
        part.rename(file)
    else:
        part.unlink()
    write_to_disk(file)
