"""Programs that tests need and that Debian packages: found, or installed if possible."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")


def find_or_install(package: str, look: Callable[[], Found | None]) -> Found | None:
    """Return what `look` finds; if it finds nothing, install the package with apt (as root) and look again.

    Tests run in several processes and apt serves one at a time, so they wait for each other.
    """
    found = look()
    if found is not None or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return found
    with Path(tempfile.gettempdir(), "timebooth-apt.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = look()
        if found is not None:
            return found
        quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", package]):
            subprocess.run(command, check=False, env=quietly, capture_output=True)
        return look()
