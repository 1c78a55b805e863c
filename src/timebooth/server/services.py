"""Everything that a request or a socket may need, in one place."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from timebooth.server.admin.choices import Choices
from timebooth.server.admin.desk import Desk
from timebooth.server.metrics import Metrics, MetricsAccess
from timebooth.server.protocol import Goodbye
from timebooth.server.rates import Buckets, Limits, Rates
from timebooth.server.readiness import Readiness
from timebooth.server.sessions.erasures import Erasures
from timebooth.server.sessions.guests import Cookies
from timebooth.server.sessions.passkeys import Passkeys
from timebooth.server.sessions.sessions import CACHED_FOR, Sessions
from timebooth.server.studies.studies import Studies
from timebooth.server.tables.hub import Hub
from timebooth.server.transport.addresses import LOOPBACK, Addresses, address_of, counted, digest_of
from timebooth.server.transport.connection_limiter import ConnectionLimiter
from timebooth.server.transport.hosts import Hosts
from timebooth.store.store import ERASED_EPOCH, StoreError

ERASE_WITHIN = 5.0  # seconds that a request waits for an erasure
RECONNECT_AFTER = 1.0  # seconds, for a browser whose session has ended


class Services:
    """The parts of one node."""

    def __init__(
        self,
        hub: Hub,
        secret: bytes,
        *,
        old_secrets: tuple[bytes, ...] = (),
        public_url: str = "",
        limits: Limits | None = None,
        lan: bool = False,
        trusted_proxies: Sequence[str] = (),
        metrics_token: bytes = b"",
        full_addresses: bool = False,
        session_cache_seconds: float = CACHED_FOR,
    ) -> None:
        keys = (*old_secrets, secret)
        store = hub.tables.store
        self.hub = hub
        self._secret = secret
        self.cookies = Cookies(*keys)
        self.hosts = Hosts(public_url, lan=lan)
        self.limits = limits or Limits()
        self.rates = Rates(self.limits)
        self.calls = Buckets(self.limits.calls_burst, self.limits.calls_per_second)
        """Calls of each guest, over all of their sockets."""
        self.address_calls = Buckets(self.limits.address_calls_burst, self.limits.address_calls_per_second)
        self.bad_calls = Buckets(self.limits.bad_calls, self.limits.bad_calls_per_second)
        self.studies = Studies()
        self.metrics = Metrics(hub)
        self.metrics_access = MetricsAccess(metrics_token)
        self.readiness = Readiness(store)
        self.sessions = Sessions(store, cache_for=session_cache_seconds)
        self.passkeys = Passkeys(store, self.sessions, keys)
        self.erasures = Erasures(hub, self.sessions)
        self.choices = Choices(store, look_every=session_cache_seconds, on_banned=self.end_all_sessions)
        self.desk = Desk(hub.tables, self.choices, self.erase)
        self.desk.sockets = lambda: len(hub.connections)
        self.desk.end_streams = hub.end_streams
        self._watchers: list[asyncio.Task[None]] = []
        trusted = trusted_proxies or (LOOPBACK if public_url else ())
        self.limiter = ConnectionLimiter(
            self.limits.connections,
            Addresses(secret, trusted, full_in_log=full_addresses),
            lambda reason: self.metrics.refused_connections.labels(reason).inc(),
        )
        self.metrics.connections.set_function(lambda: self.limiter.open)

    async def open(self) -> None:
        """Start the hub, resume erasures, and watch for sessions that end on other nodes."""
        with suppress(StoreError):  # read again by the watcher
            await self.choices.look()
        await self.hub.open()
        await self.erasures.resume()
        self._watchers = [
            asyncio.create_task(self.sessions.watch(lambda: self.hub.by_person, self.end_sessions)),
            asyncio.create_task(self.choices.watch(lambda: self.hub.by_person)),
        ]

    async def close(self) -> None:
        self.studies.close()
        for watcher in self._watchers:
            watcher.cancel()
            with suppress(asyncio.CancelledError):
                await watcher
        await self.desk.close()
        await self.erasures.close()
        await self.hub.close()

    def end_sessions(self, person: str, epoch: int) -> None:
        """Close the connections of a person that belong to an older session."""
        goodbye = Goodbye("erased" if epoch == ERASED_EPOCH else "signed_out", RECONNECT_AFTER)
        for connection in tuple(self.hub.by_person.get(person, ())):
            if connection.guest.epoch < epoch:
                connection.cut(goodbye)

    def end_all_sessions(self, person: str) -> None:
        """Close all connections of a person who is banned."""
        for connection in tuple(self.hub.by_person.get(person, ())):
            connection.cut(Goodbye("signed_out", RECONNECT_AFTER))

    async def erase(self, person: str) -> bool:
        """Erase a guest; return whether everything known now is already erased."""
        erased = await self.erasures.begin(person)
        self.end_sessions(person, ERASED_EPOCH)
        with suppress(TimeoutError):
            async with asyncio.timeout(ERASE_WITHIN):
                await erased.wait()
        return erased.is_set()

    def address(self, scope: Mapping[str, Any]) -> str:
        """Return the network that limits in memory count by."""
        return counted(address_of(scope))

    def digest(self, scope: Mapping[str, Any]) -> str:
        """Return the keyed hash that stands for an address in the database."""
        return digest_of(address_of(scope), self._secret)
