"""Write logs of today's rules into tests/tables/released: run it once for every released version of a game's rules.

PYTHONPATH=.venv/compiled .venv/dev/bin/python tools/released_logs.py
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.tables.released_logs import write

from timebooth.registry import game_types


def main() -> int:
    for key in game_types():
        try:
            file = write(key)
        except FileExistsError as problem:
            print(f"{problem.filename} exists: these rules are released already")
        else:
            print(f"{file.name}: {file.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
