"""Check formatting, lint, types and layers, all at once, because each uses one core."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from subprocess import PIPE, STDOUT

BIN = Path(sys.executable).parent
CHECKS = (
    ("formatting", [BIN / "ruff", "format", "--check", "--quiet", "."]),
    ("lint", [BIN / "ruff", "check", "--quiet", "."]),
    ("types", [BIN / "mypy", "--no-error-summary"]),
    ("types of the templates", [BIN / "mypy", "--no-error-summary", "--config-file", "tools/templates.ini"]),
    ("layers", [BIN / "lint-imports", "--no-cache"]),
)


def main() -> int:
    runs = [
        (name, subprocess.Popen([str(part) for part in command], stdout=PIPE, stderr=STDOUT, text=True))
        for name, command in CHECKS
    ]
    failed = False
    for name, run in runs:
        said, _ = run.communicate()
        print(f"--- {name}: {'passed' if run.returncode == 0 else 'FAILED'}", flush=True)
        if run.returncode != 0:
            print(said)
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
