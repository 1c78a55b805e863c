"""Several processes of tests that miss a program install it once, and all of them find it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ASK = """
import os, sys
from pathlib import Path
from tests.debian import find_or_install
os.geteuid = lambda: 0
program = Path(sys.argv[1])
print(find_or_install("chromium", lambda: program if program.exists() else None))
"""

# In the place of apt: it takes its time, and fails where another one is at work, as apt does.
APT = """#!/bin/sh
mkdir busy || exit 100
echo "$1" >> done
sleep 0.3
if [ "$1" = install ]; then touch program; fi
rmdir busy
"""


def test_the_second_process_waits_and_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    apt = tmp_path / "apt-get"
    apt.write_text(APT, encoding="utf-8")
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent), prepend=":")
    command = [sys.executable, "-c", ASK, str(tmp_path / "program")]

    asked = [subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    told = [process.communicate(timeout=60)[0].strip() for process in asked]

    assert told == [str(tmp_path / "program")] * 3
    assert (tmp_path / "done").read_text(encoding="utf-8").split() == ["update", "install"]
