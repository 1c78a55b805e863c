"""Sends many hostile messages to a server.

First those that must be refused: no crash, no change, a clear refusal each. Then extreme ones that may well be
accepted: the server is stopped or killed and started again, and whatever was accepted must open again, the same.

python tools/hostile.py [--messages 100000] [--seed 0] [--part refused|stored|both] [--store sqlite|postgres]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests import postgres
from tests.server.hostile import attack
from tests.server.stored.run import DEEPEST, in_folder, run

PER_ROUND = 2000


def main() -> int:
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--messages", type=int, default=100_000, help="of each part")
    wanted.add_argument("--seed", type=int, default=0)
    wanted.add_argument("--part", choices=("refused", "stored", "both"), default="both")
    wanted.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite", help="of the second part")
    wanted.add_argument("--per-round", type=int, default=PER_ROUND, help="messages between two starts")
    wanted.add_argument("--deepest", type=int, default=DEEPEST, help="levels of JSON, to look behind a known fault")
    said = wanted.parse_args()
    with tempfile.TemporaryDirectory(prefix="timebooth-hostile-") as folder:
        if said.part != "stored":
            refuse(Path(folder), said.messages, said.seed)
        return reopen(Path(folder), said) if said.part != "refused" else 0


def refuse(folder: Path, messages: int, seed: int) -> None:
    sent = asyncio.run(attack(str(folder / "tables.db"), messages, seed))
    for kind, number in sent.most_common():
        print(f"{number:>8}  {kind}")
    print(f"{sent.total():>8}  in all: each refused, or done before; nothing changed, nothing failed")


def reopen(folder: Path, said: argparse.Namespace) -> int:
    with ExitStack() as stack:
        server = stack.enter_context(postgres.running()) if said.store == "postgres" else ""

        def address(inside: Path) -> str:
            return postgres.new_database(server) if server else in_folder(inside)

        report = asyncio.run(run(folder, said.messages, said.seed, said.per_round, address, tell, said.deepest))
    print(report)
    return 1 if report.failures else 0


def tell(progress: str) -> None:
    print(progress, flush=True)


if __name__ == "__main__":
    sys.exit(main())
