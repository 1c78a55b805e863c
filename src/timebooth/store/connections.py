"""Connections to PostgreSQL that cannot hang: timeouts, keep-alives, and a way to end one that does not answer."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, NamedTuple

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import AsyncConnectionPool

from timebooth.store.store import StoreError

Connection = psycopg.AsyncConnection[tuple[Any, ...]]

# The application names by which whoever runs the database finds our connections.
NAME = "timebooth"
LISTENING = "timebooth-listening"
GRACE = 2.0  # seconds that the server has to enforce a timeout; then the client ends the connection


class Timeouts(NamedTuple):
    """Seconds after which a connection or a statement is given up."""

    connect: float = 5.0
    """To open a connection, or to wait for a free one."""
    statement: float = 10.0
    """To run a statement: enforced by the server, and a little later by the client, which ends the connection."""
    lock: float = 5.0
    """To wait for a lock."""
    unchecked: float = 5.0
    """Unused for longer than this, a connection is tested before it is used again."""
    lifetime: float = 1800.0
    """A connection is replaced after this time, so that the pool follows a failover or a change of address."""
    reconnect: float = 3.0
    """The pool gives up one attempt after this time; the next request starts a new one, so waits stay short."""
    heartbeat: float = 2.0
    """Between two checks of a silent LISTEN connection, and how long the reply to one may take."""


LONG_TIMEOUTS = Timeouts(statement=0.0, lock=60.0)
"""For migrations, backups and restores: a statement may take any time, but the server must be there."""


def connection_info(url: str, timeouts: Timeouts) -> str:
    """Return a connection string with timeouts and keep-alives; what the URL itself sets wins."""
    given = conninfo_to_dict(url)
    milliseconds = {
        "statement_timeout": timeouts.statement,
        "lock_timeout": timeouts.lock,
        "idle_in_transaction_session_timeout": 2 * timeouts.statement,
    }
    options = " ".join(f"-c {name}={int(1000 * seconds)}" for name, seconds in milliseconds.items())
    ours: dict[str, Any] = {
        "application_name": NAME,
        "connect_timeout": max(2, int(timeouts.connect)),  # libpq reads 1 as 2
        "keepalives": 1,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": int(1000 * (timeouts.statement or 30.0)),
    }
    if "," in str(given.get("host") or given.get("hostaddr") or ""):
        ours["target_session_attrs"] = "read-write"  # of several hosts, the one that is not a standby
    return make_conninfo("", **{**ours, **given, "options": f"{options} {given.get('options') or ''}".strip()})


@contextmanager
def time_limit(connection: Connection, seconds: float) -> Iterator[None]:
    """End the connection if the block takes longer.

    Not `asyncio.timeout`: on a cancellation, psycopg asks the server to cancel and waits for up to ten seconds.
    """
    timer = asyncio.get_running_loop().call_later(seconds, _break, connection)
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def reraise_cancellation() -> Iterator[None]:
    """Raise a cancellation that the block swallowed.

    The driver uses `asyncio.wait_for`, which up to Python 3.11 loses a cancellation that comes just as it ends: a
    task that loops over statements would then never stop, and neither would the server.
    """
    task = asyncio.current_task()
    before = 0 if task is None else task.cancelling()
    yield
    if task is not None and task.cancelling() > before:
        raise asyncio.CancelledError


def _break(connection: Connection) -> None:
    """Shut the socket down, so that whoever waits on the connection gets an error at once."""
    with suppress(OSError, psycopg.Error):
        raw = socket.socket(fileno=connection.pgconn.socket)
        try:
            raw.shutdown(socket.SHUT_RDWR)
        finally:
            raw.detach()  # the connection still has to close it


class PooledConnection(psycopg.AsyncConnection[tuple[Any, ...]]):
    """A pooled connection that remembers when it last worked."""

    worked_at = 0.0


class Pool:
    """Runs statements on a few connections; every error becomes a `StoreError`.

    A statement whose connection breaks is run again, so running it twice must do no harm.
    """

    def __init__(self, info: str, size: int, timeouts: Timeouts) -> None:
        self._timeouts = timeouts
        self._broken_at = 0.0
        """When a connection was last found broken: those that last worked before that are tested before use."""
        self._pool: AsyncConnectionPool[PooledConnection] = AsyncConnectionPool(
            info,
            connection_class=PooledConnection,
            min_size=1,
            max_size=size,
            timeout=timeouts.connect,
            max_lifetime=timeouts.lifetime,
            reconnect_timeout=timeouts.reconnect,
            check=self._check,
            open=False,
            kwargs={"autocommit": True},
        )

    async def open(self) -> None:
        with as_store_errors():
            await self._pool.open(wait=True, timeout=2 * self._timeouts.connect)

    async def close(self) -> None:
        await self._pool.close()

    async def all(self, query: bytes, args: Sequence[object] | Mapping[str, object] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and return all rows."""
        with as_store_errors(), reraise_cancellation():
            before = self._broken_at
            try:
                return await self._run(query, args)
            except psycopg.OperationalError:
                if self._broken_at == before:
                    raise
                return await self._run(query, args)

    async def _run(self, query: bytes, args: Sequence[object] | Mapping[str, object]) -> list[tuple[Any, ...]]:
        async with self._pool.connection() as connection:
            try:
                with time_limit(connection, self._timeouts.statement + GRACE):
                    rows = await (await connection.execute(query, args)).fetchall()
            except psycopg.errors.ReadOnlySqlTransaction:
                await connection.close()  # the server is a standby now: a new connection may reach the primary
                raise
            except psycopg.Error:
                if connection.broken:
                    self._broken_at = time.monotonic()
                raise
            connection.worked_at = time.monotonic()
            return rows

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[psycopg.AsyncCursor[tuple[Any, ...]]]:
        """Run several statements in one transaction; a conflict with another writer is raised as `UniqueViolation`."""
        conflict: psycopg.errors.UniqueViolation | None = None
        with as_store_errors(), reraise_cancellation():
            async with self._pool.connection() as connection:
                try:
                    with time_limit(connection, self._timeouts.statement + GRACE):
                        async with connection.transaction(), connection.cursor() as cursor:
                            yield cursor
                except psycopg.errors.UniqueViolation as problem:
                    conflict = problem
                connection.worked_at = time.monotonic()
        if conflict is not None:
            raise conflict

    async def _check(self, connection: PooledConnection) -> None:
        """Test a connection unless it worked a moment ago; the pool replaces one that fails."""
        if connection.worked_at > max(self._broken_at, time.monotonic() - self._timeouts.unchecked):
            return
        with time_limit(connection, self._timeouts.heartbeat):
            await AsyncConnectionPool.check_connection(connection)
        connection.worked_at = time.monotonic()


class Listener:
    """Receives the notifications of a channel, and notices if its connection is dead."""

    def __init__(self, info: str, channel: str, timeouts: Timeouts) -> None:
        self._info = make_conninfo(info, application_name=LISTENING)
        self._channel = channel
        self._timeouts = timeouts
        self._connection: Connection | None = None

    async def notices(self) -> AsyncGenerator[str | None, None]:
        """Yield None once it listens, then the payload of each notification; earlier ones are missed.

        Raise `StoreError` if the connection is lost or does not reply.
        """
        with as_store_errors():
            connection = self._connection = await psycopg.AsyncConnection.connect(self._info, autocommit=True)
            try:
                with time_limit(connection, self._timeouts.heartbeat):
                    await connection.execute(f"LISTEN {self._channel}".encode())
                yield None
                while True:
                    with reraise_cancellation():
                        async for notice in connection.notifies(timeout=self._timeouts.heartbeat):
                            yield notice.payload
                        with time_limit(connection, self._timeouts.heartbeat):
                            await connection.execute(b"SELECT 1")
            finally:
                self._connection = None
                await connection.close()

    def close(self) -> None:
        """End the connection, so that whoever waits for notifications gets an error."""
        if self._connection is not None:
            _break(self._connection)


@contextmanager
def as_store_errors() -> Iterator[None]:
    """Raise whatever the driver raises as a `StoreError`."""
    try:
        yield
    except psycopg.errors.ReadOnlySqlTransaction as problem:
        raise StoreError("store.read_only", reason=_reason(problem)) from problem
    except (psycopg.errors.DiskFull, psycopg.errors.OutOfMemory) as problem:
        raise StoreError("store.full", reason=_reason(problem)) from problem
    except (psycopg.OperationalError, OSError) as problem:
        raise StoreError("store.unreachable", reason=_reason(problem)) from problem
    except psycopg.Error as problem:
        raise StoreError("store.failed", reason=_reason(problem)) from problem


def _reason(problem: Exception) -> str:
    return str(problem).strip() or type(problem).__name__
