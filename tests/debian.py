"""Programs that tests need and that Debian has: found where they are, installed where that can be done."""

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
    """What a look finds; as root, with apt, the package is installed first where it is missing.

    Tests run in several processes, and apt serves one at a time: they wait for each other, and look again.
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
