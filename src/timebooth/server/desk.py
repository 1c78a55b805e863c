"""The desk: all that a request or a socket may need, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from timebooth.server.addresses import address_of, digest_of, network_of
from timebooth.server.guests import Cookies
from timebooth.server.hosts import Hosts
from timebooth.server.house import House
from timebooth.server.metrics import Metrics
from timebooth.server.passkeys import Passkeys
from timebooth.server.rates import Buckets, Limits, Rates
from timebooth.server.studies import Studies


class Desk:
    """One node's server, without HTTP."""

    def __init__(
        self, house: House, secret: bytes, *, public_url: str = "", limits: Limits | None = None, lan: bool = False
    ) -> None:
        self.house = house
        self._secret = secret
        self.cookies = Cookies(secret)
        self.hosts = Hosts(public_url, lan=lan)
        self.limits = limits or Limits()
        self.rates = Rates(self.limits)
        self.calls = Buckets(self.limits.calls_burst, self.limits.calls_per_second)
        """Calls by guest: somebody with forty sockets may call no more often than with one."""
        self.address_calls = Buckets(self.limits.address_calls_burst, self.limits.address_calls_per_second)
        self.bad_calls = Buckets(self.limits.bad_calls, self.limits.bad_calls_per_second)
        self.studies = Studies()
        self.metrics = Metrics(house)
        self.passkeys = Passkeys(house.tables.room.store, secret)

    def address(self, scope: Mapping[str, Any]) -> str:
        """Return what limits that are counted in memory know an address by."""
        return network_of(address_of(scope))

    def digest(self, scope: Mapping[str, Any]) -> str:
        """Return what stands for an address in the database."""
        return digest_of(address_of(scope), self._secret)
