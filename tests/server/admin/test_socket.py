"""The operator's socket: private, beside the database, and gone with the server."""

from __future__ import annotations

import asyncio
import socket as sockets
import stat
from pathlib import Path

import pytest

from tests.server.local_server import serving
from timebooth.server.admin.messages import ListTables, ShowServer
from timebooth.server.admin.socket import Unreachable, ask, listening_at, socket_file


def test_it_is_beside_an_sqlite_database_and_nowhere_for_postgresql(tmp_path: Path) -> None:
    assert socket_file(str(tmp_path / "tables.db")) == tmp_path / "tables.db.admin"
    assert socket_file("postgresql://localhost/booth") is None
    assert socket_file("postgresql://localhost/booth", tmp_path / "here") == tmp_path / "here"


def test_only_its_owner_can_use_it_and_it_is_removed_at_the_end(tmp_path: Path) -> None:
    async def test() -> None:
        file = tmp_path / "s"
        async with serving(str(tmp_path / "tables.db")) as server:
            async with listening_at(file, server.services.desk):
                assert stat.S_IMODE(file.stat().st_mode) == 0o600
                answer = await ask(file, ShowServer())
                assert (answer.error, answer.result["running"]) == ("", True)
            assert not file.exists()
            with pytest.raises(Unreachable):
                await ask(file, ShowServer())

    asyncio.run(test())


def test_the_socket_of_a_killed_server_is_replaced_but_not_that_of_a_running_one(tmp_path: Path) -> None:
    async def test() -> None:
        file = tmp_path / "s"
        with sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM) as killed:
            killed.bind(str(file))
        async with serving(str(tmp_path / "tables.db")) as server, listening_at(file, server.services.desk):
            assert (await ask(file, ListTables((), 1))).result == []
            async with listening_at(file, server.services.desk):  # a second one goes on without
                pass
            assert (await ask(file, ListTables((), 1))).result == []

    asyncio.run(test())


def test_what_it_does_not_understand_is_refused_and_it_goes_on(tmp_path: Path) -> None:
    async def test() -> None:
        file = tmp_path / "s"
        async with serving(str(tmp_path / "tables.db")) as server, listening_at(file, server.services.desk):
            for line in (b"{}\n", b'{"do":"dance"}\n', b'{"do":"show","table":"t","hat":1}\n', b"\xff\n"):
                reader, writer = await asyncio.open_unix_connection(str(file))
                writer.write(line)
                assert b'"admin.other_version"' in await reader.readline()
                writer.close()
            reader, writer = await asyncio.open_unix_connection(str(file))
            writer.close()
            assert (await ask(file, ShowServer())).error == ""

    asyncio.run(test())
