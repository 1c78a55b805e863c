"""The server that is measured, in a process of its own: `python -m timebooth.server.bench.node DB`; says its port."""

from __future__ import annotations

import logging
import sys

from timebooth.server.node import Plan, run
from timebooth.server.rates import ConnectionLimits, Limits

SECRET = b"measured in the open, known to all"
ALL = "1000000000/second"
LONG = 3600.0  # seconds: nobody is cut while others are still being seated
UNLIMITED = Limits(
    calls_burst=1e12,
    calls_per_second=1e12,
    requests=ALL,
    guests=ALL,
    tables=ALL,
    records=ALL,
    courses=ALL,
    connections=ConnectionLimits(per_address=10**6, per_node=10**6),
)


def main() -> None:
    logging.basicConfig(level=logging.WARNING)
    plan = Plan(secret=SECRET, port=0, db=sys.argv[1], limits=UNLIMITED, bots=1, gone_after=LONG, heartbeat=LONG)
    run(plan, lambda port: print(port, flush=True))


if __name__ == "__main__":
    main()
