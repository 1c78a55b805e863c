"""Compile the rules in the background, so that the first `make play` does not wait for it.

    python tools/compile_rules.py prepare    forget an older build, and let new processes prefer the next one
    python tools/compile_rules.py build      build it, unless that is done or being done

Run it with the Python of the environment that has Timebooth installed. The compiled package appears in one step in a
folder of that environment, which stands first on `sys.path` of every process that starts afterwards
(`timebooth/builds.py`). An interrupted build leaves nothing that anybody would import, and begins again the next time.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
PREFIX = Path(sys.prefix)
BUILT = PREFIX / "compiled"
PART = PREFIX / "compiled.part"  # `timebooth --version` looks for it
LOCK = PREFIX / "compiled.lock"
LOG = PREFIX / "compiled.log"
TOKEN = PREFIX / "compiled.token"
"""Changes with every `prepare`: a build of older sources that is still at work must not be used."""
FIRST_ON_THE_PATH = "import sys; sys.path.insert(0, sys.prefix + '/compiled')\n"
SOURCES = ("src", "build_backend", "setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in")


def prepare() -> int:
    """Forget the build of older sources; prefer the next one as soon as it is there."""
    TOKEN.write_text(secrets.token_hex(8))
    shutil.rmtree(BUILT, ignore_errors=True)
    Path(sysconfig.get_path("purelib"), "timebooth_compiled.pth").write_text(FIRST_ON_THE_PATH)
    return 0


def build() -> int:
    """Build the rules unless that is done, impossible or not wanted; say how it went."""
    if os.environ.get("TIMEBOOTH_COMPILE") == "0" or is_compiled(Path(sysconfig.get_path("purelib"))):
        return 0
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another build waits here, or finds that all is done
        token = TOKEN.read_text()
        if is_compiled(BUILT):
            return 0
        if not has_compiler():
            print("No C compiler was found, so the rules stay interpreted: strong bots are weaker.")
            return 0
        os.nice(10)
        print("Compiling the rules in the background (one to three minutes). You can play meanwhile.", flush=True)
        began = time.monotonic()
        shutil.rmtree(PART, ignore_errors=True)
        PART.mkdir()
        if not compile_into(PART):
            shutil.rmtree(PART)
            print(f"The rules could not be compiled; they stay interpreted. Reasons: {LOG}", flush=True)
            return 1
        if TOKEN.read_text() == token:
            PART.rename(BUILT)
            took = time.monotonic() - began
            print(
                f"The rules are compiled ({took:.0f} s): bots use them now, the server from its next start.", flush=True
            )
    return 0


def is_compiled(folder: Path) -> bool:
    return any(folder.glob("timebooth/kernel/state.*.so"))


def has_compiler() -> bool:
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0]) is not None


def compile_into(folder: Path) -> bool:
    """Install a compiled copy of the package from a copy of the sources: nobody's edits or builds get in between."""
    with tempfile.TemporaryDirectory(prefix="timebooth-build-") as copy, LOG.open("w") as log:
        for name in SOURCES:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, Path(copy, name), ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
            else:
                shutil.copy(source, copy)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--no-deps"]
        env = {**os.environ, "TIMEBOOTH_COMPILE": "1", "TIMEBOOTH_CLIENT": "0"}
        made = subprocess.run([*pip, "--target", str(folder), copy], stdout=log, stderr=log, env=env)
    return made.returncode == 0


if __name__ == "__main__":
    try:
        sys.exit({"prepare": prepare, "build": build}[sys.argv[1]]())
    except (IndexError, KeyError):
        sys.exit(__doc__)
