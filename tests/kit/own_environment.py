"""A Python environment of a test's own, in which it can install packages offline and run commands as a reader would."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import timebooth

TIMEOUT = 300.0  # seconds for a command to end, also on a busy machine
PATH_ONLY_PIP = Path(__file__).with_name("path_only_pip.py")
PROGRAMS = {"python": "", "pip": f"'{PATH_ONLY_PIP}'", "timebooth": "-m timebooth"}


class OwnEnvironment:
    """Everything that is installed here can be imported there, and nothing that is installed there is seen here.

    Its `pip` writes down the path and the entry points of a package, as an editable installation does: the real one
    needs a build backend, which it would fetch from a network.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.work = folder / "work"
        self.work.mkdir()
        venv.create(folder / "venv", with_pip=False, symlinks=True)
        self.programs = folder / "venv" / "bin"
        python = self.programs / "python3"
        (python_packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
        here = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
        (python_packages / "here.pth").write_text("\n".join(here), encoding="utf-8")
        for name, words in PROGRAMS.items():
            path = self.programs / name
            path.unlink(missing_ok=True)
            path.write_text(f'#!/bin/sh\nexec "{python}" {words} "$@"\n', encoding="utf-8")
            path.chmod(0o755)

    def run(self, command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run a line of a shell in the work folder."""
        return subprocess.run(
            ["sh", "-c", command],
            cwd=self.work,
            env=self._variables(),
            input=typed,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )

    def must(self, command: str, typed: str = "") -> str:
        """Run a line of a shell that must succeed; return what it printed."""
        done = self.run(command, typed)
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def _variables(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV", "PIP_"))}
        return {
            **kept,
            "PATH": f"{self.programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(Path(timebooth.__file__).parent.parent),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "80",
            "TIMEBOOTH_OPEN": "0",
        }
