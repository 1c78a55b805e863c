"""Create a virtual environment, or say what is missing for one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)


def main(folder: Path) -> int:
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        print(f"Timebooth needs Python 3.11 or newer; this is {found}. Try: make PYTHON=python3.12 …")
        return 1
    if (folder / "bin" / "python").exists():
        return 0
    made = subprocess.run([sys.executable, "-m", "venv", str(folder)], capture_output=True, text=True)
    if made.returncode != 0:
        print(made.stdout + made.stderr)
        print("Python cannot create a virtual environment here; on Debian and Ubuntu: apt install python3-venv")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
