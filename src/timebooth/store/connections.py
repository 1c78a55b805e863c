"""Connections to PostgreSQL that cannot hang: time-outs, keep-alives, and a way to end one that does not answer."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, NamedTuple

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import AsyncConnectionPool

from timebooth.store.store import StoreError

Connection = psycopg.AsyncConnection[tuple[Any, ...]]

NAME = "timebooth"
LISTENING = "timebooth-listening"
"""What the database calls our connections: a host finds them by it."""
MARGIN = 2.0  # seconds after which the client ends a statement that the server should have ended


class Timeouts(NamedTuple):
    """How long anything may take, in seconds."""

    connect: float = 5.0
    """To open a connection, or to wait for a free one."""
    statement: float = 10.0
    """For a statement, enforced by the server; the client ends the connection a little later."""
    lock: float = 5.0
    """To wait for a lock."""
    unchecked: float = 5.0
    """How long a connection may have been unused before it is tried out first."""
    lifetime: float = 1800.0
    """After which a connection is replaced, so that lines follow a failover or a change of address."""
    reconnect: float = 3.0
    """How long the pool goes on with one attempt; the next request starts a new one, so waits never grow to minutes."""
    heartbeat: float = 2.0
    """Between two questions to a silent LISTEN connection, and how long the answer may take."""


LONG = Timeouts(statement=0.0, lock=60.0)
"""For migrations, backups and restores: no limit to a statement, but the server must be there."""


def connection_info(url: str, times: Timeouts) -> str:
    """Return a connection string with time-outs and keep-alives; what the URL itself says wins."""
    said = conninfo_to_dict(url)
    milliseconds = {
        "statement_timeout": times.statement,
        "lock_timeout": times.lock,
        "idle_in_transaction_session_timeout": 2 * times.statement,
    }
    options = " ".join(f"-c {name}={int(1000 * seconds)}" for name, seconds in milliseconds.items())
    ours: dict[str, Any] = {
        "application_name": NAME,
        "connect_timeout": max(2, int(times.connect)),  # libpq takes 1 for 2
        "keepalives": 1,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": int(1000 * (times.statement or 30.0)),
    }
    if "," in str(said.get("host") or said.get("hostaddr") or ""):
        ours["target_session_attrs"] = "read-write"  # of several hosts, the one that is not a standby
    return make_conninfo("", **{**ours, **said, "options": f"{options} {said.get('options') or ''}".strip()})


@contextmanager
def time_limit(connection: Connection, seconds: float) -> Iterator[None]:
    """End the connection if the block takes longer.

    Not `asyncio.timeout`: psycopg answers a cancellation by asking the server, for up to ten seconds.
    """
    timer = asyncio.get_running_loop().call_later(seconds, _break, connection)
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def reraise_cancellation() -> Iterator[None]:
    """Raise a cancellation that the block swallowed.

    The driver uses `asyncio.wait_for`, which up to Python 3.11 forgets a cancellation that comes just as it ends: a
    task that loops over statements would then never stop, nor would the server.
    """
    task = asyncio.current_task()
    before = 0 if task is None else task.cancelling()
    yield
    if task is not None and task.cancelling() > before:
        raise asyncio.CancelledError


def _break(connection: Connection) -> None:
    """Shut the socket down: whoever waits on the connection gets an error at once."""
    with suppress(OSError, psycopg.Error):
        raw = socket.socket(fileno=connection.pgconn.socket)
        try:
            raw.shutdown(socket.SHUT_RDWR)
        finally:
            raw.detach()  # it is still the connection's to close


class PooledConnection(psycopg.AsyncConnection[tuple[Any, ...]]):
    """A pooled connection that remembers when it was last seen working."""

    seen = 0.0


class Pool:
    """Runs statements on a few connections; every error becomes a `StoreError`.

    A statement must do no harm when it is run twice: it is run again if its connection breaks.
    """

    def __init__(self, info: str, size: int, times: Timeouts) -> None:
        self._times = times
        self._broken_at = 0.0
        """When a connection was last found broken: all that were last seen before are tried out before use."""
        self._pool: AsyncConnectionPool[PooledConnection] = AsyncConnectionPool(
            info,
            connection_class=PooledConnection,
            min_size=1,
            max_size=size,
            timeout=times.connect,
            max_lifetime=times.lifetime,
            reconnect_timeout=times.reconnect,
            check=self._check,
            open=False,
            kwargs={"autocommit": True},
        )

    async def open(self) -> None:
        with as_store_errors():
            await self._pool.open(wait=True, timeout=2 * self._times.connect)

    async def close(self) -> None:
        await self._pool.close()

    async def all(self, query: bytes, args: Sequence[object] | dict[str, object] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and return all rows."""
        with as_store_errors(), reraise_cancellation():
            before = self._broken_at
            try:
                return await self._run(query, args)
            except psycopg.OperationalError:
                if self._broken_at == before:
                    raise
                return await self._run(query, args)

    async def _run(self, query: bytes, args: Sequence[object] | dict[str, object]) -> list[tuple[Any, ...]]:
        async with self._pool.connection() as connection:
            try:
                with time_limit(connection, self._times.statement + MARGIN):
                    rows = await (await connection.execute(query, args)).fetchall()
            except psycopg.errors.ReadOnlySqlTransaction:
                await connection.close()  # the server is a standby now: a new connection may reach the one that writes
                raise
            except psycopg.Error:
                if connection.broken:
                    self._broken_at = time.monotonic()
                raise
            connection.seen = time.monotonic()
            return rows

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[psycopg.AsyncCursor[tuple[Any, ...]]]:
        """Run several statements, all or none of which count; a clash with another writer is raised as it is."""
        clash: psycopg.errors.UniqueViolation | None = None
        with as_store_errors(), reraise_cancellation():
            async with self._pool.connection() as connection:
                try:
                    with time_limit(connection, self._times.statement + MARGIN):
                        async with connection.transaction(), connection.cursor() as cursor:
                            yield cursor
                except psycopg.errors.UniqueViolation as problem:
                    clash = problem
                connection.seen = time.monotonic()
        if clash is not None:
            raise clash

    async def _check(self, connection: PooledConnection) -> None:
        """Try a connection out unless it worked a moment ago; one that fails is replaced by the pool."""
        if connection.seen > max(self._broken_at, time.monotonic() - self._times.unchecked):
            return
        with time_limit(connection, self._times.heartbeat):
            await AsyncConnectionPool.check_connection(connection)
        connection.seen = time.monotonic()


class Listener:
    """A connection that hears what is told on a channel, and notices when it has gone deaf."""

    def __init__(self, info: str, channel: str, times: Timeouts) -> None:
        self._info = make_conninfo(info, application_name=LISTENING)
        self._channel = channel
        self._times = times
        self._connection: Connection | None = None

    async def notices(self) -> AsyncGenerator[str | None, None]:
        """Yield what is told, first of all None: whatever was told before is missed.

        Raises a `StoreError` when the connection is lost, or seems to be there and does not answer.
        """
        with as_store_errors():
            connection = self._connection = await psycopg.AsyncConnection.connect(self._info, autocommit=True)
            try:
                with time_limit(connection, self._times.heartbeat):
                    await connection.execute(f"LISTEN {self._channel}".encode())
                yield None
                while True:
                    with reraise_cancellation():
                        async for notice in connection.notifies(timeout=self._times.heartbeat):
                            yield notice.payload
                        with time_limit(connection, self._times.heartbeat):
                            await connection.execute(b"SELECT 1")
            finally:
                self._connection = None
                await connection.close()

    def close(self) -> None:
        """End the connection: whoever waits for notices gets an error."""
        if self._connection is not None:
            _break(self._connection)


@contextmanager
def as_store_errors() -> Iterator[None]:
    """Turn whatever the driver raises into a `StoreError`."""
    try:
        yield
    except psycopg.errors.ReadOnlySqlTransaction as problem:
        raise StoreError("store.read_only", reason=_words(problem)) from problem
    except (psycopg.errors.DiskFull, psycopg.errors.OutOfMemory) as problem:
        raise StoreError("store.full", reason=_words(problem)) from problem
    except (psycopg.OperationalError, OSError) as problem:
        raise StoreError("store.unreachable", reason=_words(problem)) from problem
    except psycopg.Error as problem:
        raise StoreError("store.failed", reason=_words(problem)) from problem


def _words(problem: Exception) -> str:
    return str(problem).strip() or type(problem).__name__
