"""A real PostgreSQL server, which the tests start and stop."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from tests.debian import find_or_install
from timebooth.store.temporary import address, find_programs, temporary_server

_numbers = count(1)


@cache
def programs() -> Path | None:
    """Return the folder of initdb and postgres; on Debian, as root, install the package if it is missing."""
    return find_or_install("postgresql", find_programs)


@contextmanager
def running() -> Iterator[str]:
    """Run a server that listens on a socket in a temporary folder; yield that folder."""
    binaries = programs()
    assert binaries is not None
    with temporary_server(binaries, ("-c", "fsync=off")) as (folder, _):
        yield folder


def new_database(folder: str) -> str:
    """Return the address of an empty database."""
    name = f"booth_{next(_numbers)}"
    with psycopg.connect(address(folder, "postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return address(folder, name)


def ask(address: str, *statements: str) -> list[tuple[Any, ...]]:
    """Run statements as an administrator, also while the database is read-only; return the rows of the last one."""
    with psycopg.connect(address, autocommit=True, options="-c default_transaction_read_only=off") as connection:
        for statement in statements:
            cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


def fail_over(address: str, *, read_only: bool) -> None:
    """Make a database refuse changes, or accept them again, and cut its connections, as a failover does."""
    name = _name(address)
    ask(
        address,
        f"ALTER DATABASE {name} SET default_transaction_read_only = {'on' if read_only else 'off'}",
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()",
    )


def take_changes_again(address: str) -> None:
    """Accept changes again; connections opened while it was read-only stay so until they are closed."""
    ask(address, f"ALTER DATABASE {_name(address)} RESET ALL")


@contextmanager
def silent(address: str, name: str) -> Iterator[None]:
    """Stop the processes of all connections with a name: sockets stay open but silent, as if a host had vanished."""
    query = f"SELECT pid FROM pg_stat_activity WHERE application_name = '{name}' AND datname = '{_name(address)}'"
    pids = [pid for (pid,) in ask(address, query)]
    assert pids
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def _name(address: str) -> str:
    return address.partition("@/")[2].partition("?")[0]
