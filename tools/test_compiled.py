"""Run the tests again on the compiled rules, or say that they could not be compiled here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

COMPILED = ("tests/kernel", "tests/games", "tests/bots", "tests/tables", "tests/envs")


def main(folder: Path) -> int:
    if not list(folder.glob("timebooth/kernel/state.*.so")) + list(folder.glob("timebooth/kernel/state.*.pyd")):
        print("--- tests, compiled: NOT RUN. There is no C compiler here, so the rules run interpreted only.")
        return 0
    print("--- tests, compiled", flush=True)
    env = {**os.environ, "PYTHONPATH": str(folder), "TIMEBOOTH_EXPECT_COMPILED": "1"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "2", *COMPILED],
        env=env,
    ).returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
