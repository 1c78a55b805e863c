"""Sends many hostile messages to a server: no crash, no change, a clear refusal each.

python tools/hostile.py [--messages 100000] [--seed 0]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.hostile import attack


def main() -> int:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--messages", type=int, default=100_000)
    wanted.add_argument("--seed", type=int, default=0)
    said = wanted.parse_args()
    with tempfile.TemporaryDirectory(prefix="timebooth-hostile-") as folder:
        sent = asyncio.run(attack(str(Path(folder, "tables.db")), said.messages, said.seed))
    for kind, number in sent.most_common():
        print(f"{number:>8}  {kind}")
    print(f"{sent.total():>8}  in all: each refused, or done before; nothing changed, nothing failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
