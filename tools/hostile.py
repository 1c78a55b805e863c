"""Send many hostile messages to a server.

First messages that must be refused: no crash, no change, and a clear refusal for each. Then extreme messages that may
be accepted: the server is stopped or killed and restarted, and every accepted table must open again unchanged.

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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=100_000, help="of each part")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--part", choices=("refused", "stored", "both"), default="both")
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite", help="of the second part")
    parser.add_argument("--per-round", type=int, default=PER_ROUND, help="messages between two restarts")
    parser.add_argument("--deepest", type=int, default=DEEPEST, help="levels of nested JSON")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="timebooth-hostile-") as folder:
        if args.part != "stored":
            refuse(Path(folder), args.messages, args.seed)
        return reopen(Path(folder), args) if args.part != "refused" else 0


def refuse(folder: Path, messages: int, seed: int) -> None:
    sent = asyncio.run(attack(str(folder / "tables.db"), messages, seed))
    for kind, number in sent.most_common():
        print(f"{number:>8}  {kind}")
    print(f"{sent.total():>8}  in total: each was refused or a repetition; nothing changed, nothing failed")


def reopen(folder: Path, args: argparse.Namespace) -> int:
    with ExitStack() as stack:
        server = stack.enter_context(postgres.running()) if args.store == "postgres" else ""

        def address(inside: Path) -> str:
            return postgres.new_database(server) if server else in_folder(inside)

        report = asyncio.run(run(folder, args.messages, args.seed, args.per_round, address, show, args.deepest))
    print(report)
    return 1 if report.failures else 0


def show(progress: str) -> None:
    print(progress, flush=True)


if __name__ == "__main__":
    sys.exit(main())
