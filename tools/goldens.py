"""Rewrite the golden games after an intended change of the rules. Read the diff before you commit it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.goldens.golden import find, goldens, paths


def main() -> None:
    for game, name, golden in goldens():
        match = find(game, golden)
        record, journal = paths(game, name)
        record.write_text(match.record.lines(), encoding="utf-8")
        journal.write_text(match.journal.lines(), encoding="utf-8")
        print(f"{game} {name}: {len(match.record.given)} answers, {len(match.journal)} events")


if __name__ == "__main__":
    main()
