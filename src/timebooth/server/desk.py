"""The desk: all that a request or a socket may need, in one place."""

from __future__ import annotations

from timebooth.server.guests import Cookies
from timebooth.server.hosts import Hosts
from timebooth.server.house import House
from timebooth.server.metrics import Metrics
from timebooth.server.passkeys import Passkeys
from timebooth.server.rates import Limits, Rates
from timebooth.server.studies import Studies


class Desk:
    """One node's server, without HTTP."""

    def __init__(
        self, house: House, secret: bytes, *, public_url: str = "", network: str = "", limits: Limits | None = None
    ) -> None:
        self.house = house
        self.cookies = Cookies(secret)
        self.hosts = Hosts(public_url, network)
        self.limits = limits or Limits()
        self.rates = Rates(self.limits)
        self.studies = Studies()
        self.metrics = Metrics(house)
        self.passkeys = Passkeys(house.tables.room.store, secret)
