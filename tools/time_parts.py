"""Make targets one after another, stop at the first that fails, and print how long each took.

python tools/time_parts.py MAKE TARGET …
"""

from __future__ import annotations

import subprocess
import sys
from time import monotonic


def main(make: str, targets: list[str]) -> int:
    """Return 0, or the code of the target that failed."""
    lines: list[str] = []
    code = 0
    for target in targets:
        began = monotonic()
        code = subprocess.run([make, "--no-print-directory", target]).returncode
        lines.append(f"{target:<24}{monotonic() - began:7.0f} s{'' if code == 0 else '  FAILED'}")
        if code != 0:
            break
    print("--- times", *lines, sep="\n", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
