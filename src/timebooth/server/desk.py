"""The desk: all that a request or a socket may need, in one place."""

from __future__ import annotations

from collections.abc import Sequence

from timebooth.server.addresses import LOOPBACK, Addresses
from timebooth.server.connections import Connections
from timebooth.server.guests import Cookies
from timebooth.server.hosts import Hosts
from timebooth.server.house import House
from timebooth.server.metrics import Metrics, MetricsAccess
from timebooth.server.passkeys import Passkeys
from timebooth.server.rates import Limits, Rates
from timebooth.server.readiness import Readiness
from timebooth.server.studies import Studies


class Desk:
    """One node's server, without HTTP."""

    def __init__(
        self,
        house: House,
        secret: bytes,
        *,
        public_url: str = "",
        limits: Limits | None = None,
        lan: bool = False,
        trusted_proxies: Sequence[str] = (),
        metrics_token: bytes = b"",
        full_addresses: bool = False,
    ) -> None:
        self.house = house
        self.cookies = Cookies(secret)
        self.hosts = Hosts(public_url, lan=lan)
        self.limits = limits or Limits()
        self.rates = Rates(self.limits)
        self.studies = Studies()
        self.metrics = Metrics(house)
        self.metrics_access = MetricsAccess(metrics_token)
        self.readiness = Readiness(house.tables.room.store)
        self.passkeys = Passkeys(house.tables.room.store, secret)
        trusted = trusted_proxies or (LOOPBACK if public_url else ())
        self.connections = Connections(
            self.limits.connections,
            Addresses(secret, trusted, full_in_log=full_addresses),
            lambda reason: self.metrics.closed.labels(reason).inc(),
        )
        self.metrics.connections.set_function(lambda: self.connections.open)
