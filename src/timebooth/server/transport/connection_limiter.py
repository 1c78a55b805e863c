"""Connections: how many there are from each address, and what is logged of those that go too far."""

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
NOT_WORTH_A_LINE: tuple[Reason, ...] = ("idle",)
"""Browsers open connections in advance and do not always use them."""
SAY_AGAIN = 60.0  # seconds in which the same thing of the same address is only counted
MAX_COUNTED = 2_000  # addresses and reasons in that time; all others are counted together
OTHERS = "others"

log = logging.getLogger("timebooth.connections")


class Connections:
    """Lets connections in up to the caps, and reports what was closed or refused and why."""

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
        self._said: dict[tuple[str, Reason], tuple[float, int]] = {}
        """When it was said, and how often it has happened since."""

    def enter(self, host: str) -> Reason | None:
        """Count a new connection, or say why there is no room for it. A proxy's connections belong to many people."""
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
        """Count a connection, or a request behind a proxy, of one address; return whether there is room for it."""
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
        """Count it, and write a line; the same of one address is written once a minute, with how often it happened."""
        self._count(reason)
        if reason in NOT_WORTH_A_LINE:
            return
        key = (self.addresses.short(host), reason)
        if key not in self._said and len(self._said) >= MAX_COUNTED:
            key = (OTHERS, reason)
        if key in self._said:
            at, times = self._said[key]
            self._said[key] = (at, times + 1)
        else:
            self._said[key] = (self.clock(), 0)
            self._say(key, 1)

    def sum_up(self) -> None:
        """Write down what was only counted, once its minute is over."""
        now = self.clock()
        for key, (at, times) in tuple(self._said.items()):
            if now - at < SAY_AGAIN:
                continue
            if times:
                self._said[key] = (now, 0)
                self._say(key, times)
            else:
                del self._said[key]

    def _say(self, key: tuple[str, Reason], times: int) -> None:
        address, reason = key
        log.warning("closed or refused", extra={"reason": reason, "address": address, "times": times})
