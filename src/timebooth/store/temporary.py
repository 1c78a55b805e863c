"""A PostgreSQL server for a measurement or a test, and databases that exist for its duration."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from timebooth.store.store import StoreError

TIMEOUT = 120.0  # seconds to start or to stop, also on a busy machine


def find_programs() -> Path | None:
    """Return the folder of initdb and postgres; None if PostgreSQL is not installed."""
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).parent
    return next((path.parent for path in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)), None)


@contextmanager
def temporary_server(programs: Path, options: Sequence[str] = ()) -> Iterator[tuple[str, int]]:
    """Run a server that listens on a socket in a temporary folder only; yield that folder and its process."""
    user = "postgres" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
    folder = Path(tempfile.mkdtemp(prefix="timebooth-pg-"))
    if user is not None:
        shutil.chown(folder, user)
    data = str(folder / "data")
    make = [str(programs / "initdb"), "-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "--encoding=UTF8"]
    subprocess.run(make, check=True, stdout=subprocess.DEVNULL, user=user, cwd=folder)
    run = [str(programs / "postgres"), "-D", data, "-k", str(folder), "-c", "listen_addresses=", *options]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(run, stdout=log, stderr=log, user=user, cwd=folder)
    try:
        _wait(str(folder))
        yield str(folder), server.pid
    finally:
        server.terminate()
        server.wait(TIMEOUT)
        shutil.rmtree(folder, ignore_errors=True)


def _wait(folder: str) -> None:
    for _ in range(int(TIMEOUT / 0.05)):
        try:
            psycopg.connect(address(folder, "postgres")).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(Path(folder, "log").read_text())


def address(folder: str, database: str) -> str:
    """Return the address of a database of such a server."""
    return f"postgresql://postgres@/{database}?host={folder}"


@contextmanager
def temporary_database(server: str) -> Iterator[str]:
    """Create an empty database beside the one at an address; yield its address, and drop it at the end."""
    name = f"timebooth_{secrets.token_hex(4)}"
    try:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
    except psycopg.Error as problem:
        raise StoreError("store.no_new_database", reason=str(problem).strip()) from None
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
