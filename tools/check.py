"""Check formatting, lint, types and layers, and stop at the first failure."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
CHECKS = (
    ("formatting", [BIN / "ruff", "format", "--check", "--quiet", "."]),
    ("lint", [BIN / "ruff", "check", "--quiet", "."]),
    ("types", [BIN / "mypy", "--no-error-summary"]),
    ("layers", [BIN / "lint-imports", "--no-cache"]),
)


def main() -> int:
    for name, command in CHECKS:
        run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        print(f"--- {name}: {'passed' if run.returncode == 0 else 'FAILED'}", flush=True)
        if run.returncode != 0:
            print(run.stdout + run.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
