"""Attacks by slow, idle and unread connections."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tests.server.abuse.attacks.plain import AGAIN_AFTER, Attack
from tests.server.abuse.stage import Abuser, Socket
from tests.server.light_client import HOME

HEADER = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n"


class ManyConnections(Attack):
    """Many connections from one address, held as long as possible."""

    lines = 200

    async def run(self) -> None:
        address = self.stage.address()
        await self.together(*(self._again(address) for _ in range(self.stage.some(self.lines))))

    async def _again(self, address: str) -> None:
        while True:
            try:
                self.stage.sent[self.name] += 1
                reader, writer = await asyncio.open_connection(HOME, self.stage.port, local_addr=(address, 0))
            except OSError:
                self.stage.refused[f"{self.name} not let in"] += 1
                await asyncio.sleep(AGAIN_AFTER)
                continue
            try:
                with suppress(OSError):
                    await self.hold(reader, writer)
                self.stage.refused[f"{self.name} closed"] += 1
            finally:
                writer.transport.abort()
            await asyncio.sleep(AGAIN_AFTER)

    async def hold(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise NotImplementedError


class HalfRequests(ManyConnections):
    """Sends headers byte by byte, then half a body byte by byte."""

    name = "half-requests"

    async def hold(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for number in range(100_000):
            at = number % (2 * len(HEADER))
            if at == len(HEADER):
                writer.write(b"\r\n")
            writer.write(HEADER[at : at + 1] if at < len(HEADER) else b" ")
            await writer.drain()
            if reader.at_eof():
                return
            await asyncio.sleep(0.5)


class IdleConnections(ManyConnections):
    """Connections on which nothing is ever sent."""

    name = "idle-lines"

    async def hold(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)


class DeafSockets(Attack):
    """Sockets that listen to public tables and to chat of their own, and never read."""

    name = "deaf-sockets"

    async def prepare(self) -> None:
        self.guest = await self.stage.guest(self.name)
        self.own = await self.guest.open("riff-in-time", "host", "open", pace={"type": "days"})
        self.tables = [*await self.stage.honest_tables(), self.own]

    async def run(self) -> None:
        await self.together(self._talk(), *(self._deaf() for _ in range(self.stage.some(40))))

    async def _deaf(self) -> None:
        async def one() -> None:
            socket = await self.guest.socket()
            for table in self.tables:
                await socket.call(type="listen", table=table)
            socket.line.transport.pause_reading()
            for _ in range(3000):
                socket.send(type="listen", table=self.own, after=0)
                await asyncio.sleep(0.2)

        await self.stage.often(one, 1)

    async def _talk(self) -> None:
        socket: Socket | None = None
        abuser: Abuser = self.guest

        async def say() -> None:
            nonlocal socket
            if socket is None or not socket.open:
                socket = await abuser.socket()
            await socket.act(self.own, "say", text="x" * 500, seat=0)

        await self.stage.often(say, 10)


class SilentSockets(Attack):
    """Sockets that are opened and never send anything."""

    name = "silent-sockets"

    async def prepare(self) -> None:
        self.guest = await self.stage.guest(self.name)

    async def run(self) -> None:
        await self.together(*(self._silent() for _ in range(self.stage.some(200))))

    async def _silent(self) -> None:
        async def one() -> None:
            socket = await self.guest.socket()
            await socket.line.closed.wait()
            self.stage.refused[f"{self.name} closed"] += 1

        await self.stage.often(one, 1)
