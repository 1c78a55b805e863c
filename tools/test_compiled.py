"""Run all tests but those in a browser on the compiled rules; where they could not be compiled, on the sources.

What is compiled (setup.py) is kernel, rules, bots and environments; `tools/test_interpreted.py` tests those on their
sources as well. Everything else is ordinary Python in both builds, and this is its only run.

python tools/test_compiled.py FOLDER
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

# More processes than two cores: tests of servers and databases wait for them, and another test runs meanwhile.
PYTEST = (sys.executable, "-m", "pytest", "-n", "3", "--dist", "worksteal")


def main(folder: Path) -> int:
    env = dict(os.environ)
    if list(folder.glob("timebooth/kernel/state.*.so")) + list(folder.glob("timebooth/kernel/state.*.pyd")):
        print("--- tests, compiled", flush=True)
        env |= {"PYTHONPATH": str(folder.resolve()), "TIMEBOOTH_EXPECT_COMPILED": "1"}
    else:
        print("--- tests, compiled: NOT RUN. There is no C compiler here, so all run on the sources.", flush=True)
    return subprocess.run(PYTEST, env=env).returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
