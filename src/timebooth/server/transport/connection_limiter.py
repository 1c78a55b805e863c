"""Caps on connections, per address and in all, and a log of what was closed or refused."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Literal

from timebooth.server.rates import ConnectionLimits
from timebooth.server.transport.addresses import Addresses, counted

Reason = Literal[
    "idle", "slow_headers", "slow_body", "not_reading", "too_many_here", "too_many", "malformed", "too_big", "rate"
]
NOT_LOGGED: tuple[Reason, ...] = ("idle",)
"""Browsers open connections in advance and do not always use them."""
LOG_EVERY = 60.0  # seconds; within them the same reason from the same address is only counted
MAX_COUNTED = 2_000  # pairs of address and reason; all others are counted together
OTHERS = "others"

log = logging.getLogger("timebooth.connections")


class ConnectionLimiter:
    """Admits connections up to the caps, and logs what was closed or refused and why."""

    def __init__(
        self,
        limits: ConnectionLimits,
        addresses: Addresses,
        count: Callable[[Reason], None] = lambda _reason: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits
        self.addresses = addresses
        self.clock = clock
        self.open = 0
        self._count = count
        self._by_address: Counter[str] = Counter()
        self._logged: dict[tuple[str, Reason], tuple[float, int]] = {}
        """When it was logged, and how often it has happened since."""

    def enter(self, host: str) -> Reason | None:
        """Count a new connection; return the reason if it is refused. A trusted proxy, which many share, has no cap."""
        if self.open >= self.limits.per_node:
            return "too_many"
        if not self.addresses.trusts(host) and not self.enter_from(host):
            return "too_many_here"
        self.open += 1
        return None

    def leave(self, host: str) -> None:
        self.open -= 1
        if not self.addresses.trusts(host):
            self.leave_from(host)

    def enter_from(self, host: str) -> bool:
        """Count a connection of one address, or a request behind a proxy; return False if the address is at its cap."""
        group = counted(host)
        if self._by_address[group] >= self.limits.per_address:
            return False
        self._by_address[group] += 1
        return True

    def leave_from(self, host: str) -> None:
        group = counted(host)
        self._by_address[group] -= 1
        if not self._by_address[group]:
            del self._by_address[group]

    def report(self, reason: Reason, host: str) -> None:
        """Count a closed or refused connection, and log it once a minute for each address and reason."""
        self._count(reason)
        if reason in NOT_LOGGED:
            return
        key = (self.addresses.short(host), reason)
        if key not in self._logged and len(self._logged) >= MAX_COUNTED:
            key = (OTHERS, reason)
        if key in self._logged:
            at, times = self._logged[key]
            self._logged[key] = (at, times + 1)
        else:
            self._logged[key] = (self.clock(), 0)
            self._log(key, 1)

    def log_counts(self) -> None:
        """Log what was only counted, once its minute is over."""
        now = self.clock()
        for key, (at, times) in tuple(self._logged.items()):
            if now - at < LOG_EVERY:
                continue
            if times:
                self._logged[key] = (now, 0)
                self._log(key, times)
            else:
                del self._logged[key]

    def _log(self, key: tuple[str, Reason], times: int) -> None:
        address, reason = key
        log.warning("closed or refused", extra={"reason": reason, "address": address, "times": times})
