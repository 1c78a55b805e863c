"""Our server without limits, in a process of its own: `python -m timebooth.bench.server.node DB` prints its port."""

from __future__ import annotations

import logging
import sys
from typing import Any

from timebooth.server.node import NodeConfig, run
from timebooth.server.rates import RATES, ConnectionLimits, Limits
from timebooth.tables.quotas import UNLIMITED as NO_QUOTAS

SECRET = b"measured in the open, known to all"
ALL = "1000000000/second"
LONG = 3600.0  # seconds: no socket is closed while tables are still being opened
ALL_RATES: dict[str, Any] = dict.fromkeys(RATES, ALL)
MANY = 10**12
UNLIMITED = Limits(
    calls_burst=MANY,
    calls_per_second=MANY,
    address_calls_burst=MANY,
    address_calls_per_second=MANY,
    guest_sockets=MANY,
    address_sockets=MANY,
    socket_streams=MANY,
    guest_streams=MANY,
    connections=ConnectionLimits(per_address=10**6, per_node=10**6),
    quotas=NO_QUOTAS,
    **ALL_RATES,
)


def main() -> None:
    logging.basicConfig(level=logging.WARNING)
    config = NodeConfig(
        secret=SECRET, port=0, db=sys.argv[1], limits=UNLIMITED, bots=1, gone_after=LONG, heartbeat=LONG
    )
    run(config, lambda port: print(port, flush=True))


if __name__ == "__main__":
    main()
