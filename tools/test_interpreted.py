"""Run the tests of every package that is compiled elsewhere on its sources: the interpreted rules must work, too.

Kernel, rules, tables and bots run on the newest Python of this machine, and how much of the first three the tests cover
is reported (Python 3.12 and newer measure that almost for free). The environments run on this Python, because their
peers are installed for it. `tools/test_compiled.py` runs all tests, these included, on the compiled rules.

python tools/test_interpreted.py FOLDER
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
ON_THE_NEWEST = ("tests/kernel", "tests/games", "tests/goldens", "tests/tables", "tests/bots")
ON_THIS_ONE = ("tests/envs",)
MEASURED = ("timebooth.kernel", "timebooth.games", "timebooth.tables")
NEWER = (14, 13, 12)  # Python 3.x, the newest first


def main(folder: Path) -> int:
    """Run both parts, also if the first one fails."""
    found = find_newer()
    if found is None:
        print("NOT TESTED: a newer Python than this one; there is none on this machine")
    python = sys.executable if found is None else install(found, folder)
    version = subprocess.run([python, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    measured = [f"--cov={package}" for package in MEASURED]
    title = f"kernel, rules, tables and bots, {version}"
    newest = run(title, python, *ON_THE_NEWEST, *measured, "--cov-report=term:skip-covered")
    this_one = run("environments", sys.executable, *ON_THIS_ONE)
    return newest or this_one


def run(title: str, python: str, *options: str) -> int:
    print(f"--- tests, interpreted: {title}", flush=True)
    command = [python, "-m", "pytest", "-n", "2", "--dist", "worksteal", *options]
    core = {} if python == sys.executable else {"COVERAGE_CORE": "sysmon"}
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **core}).returncode


def find_newer() -> str | None:
    """Return the newest Python above this one, on the path or from pyenv."""
    for minor in NEWER:
        if minor <= sys.version_info.minor:
            return None
        for candidate in (shutil.which(f"python3.{minor}"), *from_pyenv(minor)):
            if candidate and works(candidate):
                return candidate
    return None


def from_pyenv(minor: int) -> list[str]:
    if shutil.which("pyenv") is None:
        return []
    root = subprocess.run(["pyenv", "root"], capture_output=True, text=True).stdout.strip()
    return [str(path) for path in sorted(Path(root, "versions").glob(f"3.{minor}.*/bin/python"))]


def works(python: str) -> bool:
    return subprocess.run([python, "-c", "import venv, ensurepip"], capture_output=True).returncode == 0


def install(python: str, folder: Path) -> str:
    """Make an environment with that Python unless it is up to date; return its interpreter."""
    ready = folder / "ready"
    ours = str(folder / "bin" / "python")
    if ready.exists() and ready.stat().st_mtime > (ROOT / "pyproject.toml").stat().st_mtime:
        return ours
    subprocess.run([python, "-m", "venv", "--clear", str(folder)], check=True)
    pip = [ours, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    subprocess.run([*pip, "--editable", f"{ROOT}[test]"], check=True, env={**os.environ, "TIMEBOOTH_COMPILE": "0"})
    ready.touch()
    return ours


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
