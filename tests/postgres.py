"""A real PostgreSQL for the tests, started and stopped by them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

import psycopg

from tests.debian import find_or_install

_numbers = count(1)


@cache
def programs() -> Path | None:
    """The folder of initdb and postgres; on Debian, as root, the package is installed where it is missing."""
    return find_or_install("postgresql", _look)


def _look() -> Path | None:
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).parent
    return next((path.parent for path in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)), None)


@contextmanager
def running() -> Iterator[str]:
    """A server of our own, reached through a socket in a temporary folder; yields that folder."""
    binaries = programs()
    assert binaries is not None
    user = "postgres" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
    folder = Path(tempfile.mkdtemp(prefix="timebooth-pg-"))
    if user is not None:
        shutil.chown(folder, user)
    data = str(folder / "data")
    make = [str(binaries / "initdb"), "-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "--encoding=UTF8"]
    subprocess.run(make, check=True, stdout=subprocess.DEVNULL, user=user, cwd=folder)
    run = [str(binaries / "postgres"), "-D", data, "-k", str(folder), "-c", "listen_addresses=", "-c", "fsync=off"]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(run, stdout=log, stderr=log, user=user, cwd=folder)
    try:
        _wait(str(folder))
        yield str(folder)
    finally:
        server.terminate()
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def _wait(folder: str) -> None:
    for _ in range(200):
        try:
            psycopg.connect(address(folder, "postgres")).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(Path(folder, "log").read_text())


def address(folder: str, database: str) -> str:
    return f"postgresql://postgres@/{database}?host={folder}"


def new_database(folder: str) -> str:
    """The address of an empty database."""
    name = f"booth_{next(_numbers)}"
    with psycopg.connect(address(folder, "postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return address(folder, name)
