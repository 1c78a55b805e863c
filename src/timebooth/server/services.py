"""The desk: all that a request or a socket may need, in one place."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from timebooth.server.metrics import Metrics, MetricsAccess
from timebooth.server.protocol import Goodbye
from timebooth.server.rates import Buckets, Limits, Rates
from timebooth.server.readiness import Readiness
from timebooth.server.sessions.erasures import Erasures
from timebooth.server.sessions.guests import Cookies
from timebooth.server.sessions.passkeys import Passkeys
from timebooth.server.sessions.sessions import REMEMBER, Sessions
from timebooth.server.studies.studies import Studies
from timebooth.server.tables.hub import House
from timebooth.server.transport.addresses import LOOPBACK, Addresses, address_of, counted, digest_of
from timebooth.server.transport.connection_limiter import Connections
from timebooth.server.transport.hosts import Hosts
from timebooth.store.store import ERASED_EPOCH

ERASE_WITHIN = 5.0  # seconds that a request waits for an erasure
COME_BACK = 1.0  # seconds until a browser whose session has ended asks who it is now


class Desk:
    """One node's server, without HTTP."""

    def __init__(
        self,
        house: House,
        secret: bytes,
        *,
        old_secrets: tuple[bytes, ...] = (),
        public_url: str = "",
        limits: Limits | None = None,
        lan: bool = False,
        trusted_proxies: Sequence[str] = (),
        metrics_token: bytes = b"",
        full_addresses: bool = False,
        remember_sessions: float = REMEMBER,
    ) -> None:
        keys = (*old_secrets, secret)
        store = house.tables.store
        self.house = house
        self._secret = secret
        self.cookies = Cookies(*keys)
        self.hosts = Hosts(public_url, lan=lan)
        self.limits = limits or Limits()
        self.rates = Rates(self.limits)
        self.calls = Buckets(self.limits.calls_burst, self.limits.calls_per_second)
        """Calls by guest: somebody with forty sockets may call no more often than with one."""
        self.address_calls = Buckets(self.limits.address_calls_burst, self.limits.address_calls_per_second)
        self.bad_calls = Buckets(self.limits.bad_calls, self.limits.bad_calls_per_second)
        self.studies = Studies()
        self.metrics = Metrics(house)
        self.metrics_access = MetricsAccess(metrics_token)
        self.readiness = Readiness(store)
        self.sessions = Sessions(store, remember=remember_sessions)
        self.passkeys = Passkeys(store, self.sessions, keys)
        self.erasures = Erasures(house, self.sessions)
        self._watch: asyncio.Task[None] | None = None
        trusted = trusted_proxies or (LOOPBACK if public_url else ())
        self.connections = Connections(
            self.limits.connections,
            Addresses(secret, trusted, full_in_log=full_addresses),
            lambda reason: self.metrics.closed.labels(reason).inc(),
        )
        self.metrics.connections.set_function(lambda: self.connections.open)

    async def open(self) -> None:
        """Open the house, go on with erasures, and watch for sessions that end on other nodes."""
        await self.house.open()
        await self.erasures.resume()
        self._watch = asyncio.create_task(self.sessions.watch(lambda: self.house.by_person, self.end_sessions))

    async def close(self) -> None:
        self.studies.close()
        if self._watch is not None:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch
        await self.erasures.close()
        await self.house.close()

    def end_sessions(self, person: str, epoch: int) -> None:
        """Close the sockets of a person that were opened with an older session."""
        goodbye = Goodbye("erased" if epoch == ERASED_EPOCH else "signed_out", COME_BACK)
        for visitor in tuple(self.house.by_person.get(person, ())):
            if visitor.guest.epoch < epoch:
                visitor.cut(goodbye)

    async def erase(self, person: str) -> bool:
        """Erase a guest; returns whether all that is known now is erased already, or will be in a while."""
        erased = await self.erasures.begin(person)
        self.end_sessions(person, ERASED_EPOCH)
        with suppress(TimeoutError):
            async with asyncio.timeout(ERASE_WITHIN):
                await erased.wait()
        return erased.is_set()

    def address(self, scope: Mapping[str, Any]) -> str:
        """Return what limits that are counted in memory know an address by."""
        return counted(address_of(scope))

    def digest(self, scope: Mapping[str, Any]) -> str:
        """Return what stands for an address in the database."""
        return digest_of(address_of(scope), self._secret)
