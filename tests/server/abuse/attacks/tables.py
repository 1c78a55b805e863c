"""Attacks at tables."""

from __future__ import annotations

import asyncio
from itertools import cycle

from tests.server.abuse.attacks.plain import AGAIN_AFTER, Attack
from tests.server.abuse.stage import Abuser, Socket

DAYS = {"type": "days"}
SIXTY_DAYS = 60 * 60 * 24 * 60


class MercilessTables(Attack):
    """Twenty tables of four merciless bots by one guest, who watches them all."""

    name = "merciless"

    async def prepare(self) -> None:
        guest = await self.stage.guest(self.name)
        self.socket = await guest.socket()
        games = cycle(("excellent-boardgame", "back-to-the-future"))
        self.tables = [await guest.open(next(games), *["merciless"] * 4) for _ in range(self.stage.some(20))]

    async def run(self) -> None:
        for table in filter(None, self.tables):
            await self.socket.call(type="listen", table=table)
        await self.stage.often(lambda: self.socket.call(type="ping"), 0.2)


class SpectatorChat(Attack):
    """Forty sockets of one guest who chats beside a public table."""

    name = "spectator-chat"

    async def prepare(self) -> None:
        guest = await self.stage.guest(self.name)
        self.tables = await self.stage.honest_tables()
        assert self.tables, "no public table to chat beside"
        self.sockets = []
        for _ in range(self.stage.some(40)):
            try:
                self.sockets.append(await self.by_socket(guest, self.tables[0]))
            except OSError:
                self.stage.refused["no socket"] += 1

    async def run(self) -> None:
        await self.together(*(self._chat(socket) for socket in self.sockets))

    async def _chat(self, socket: Socket) -> None:
        async def say() -> None:
            if not await socket.act(self.tables[0], "say", text="look at me " * 40):
                await asyncio.sleep(0.5)

        await self.stage.often(say, 15)


class LongSleep(Attack):
    """Sleeping hours of 23:59 and a clock of 60 days, with chat, which recomputes the deadline."""

    name = "long-sleep"

    async def prepare(self) -> None:
        self.pairs: list[tuple[Socket, str]] = []
        for _ in range(self.stage.some(3)):
            guest = await self.stage.guest(self.name)
            clock = {"each": SIXTY_DAYS, "reserve": SIXTY_DAYS}
            table = await guest.open("riff-in-time", "host", "host", pace=DAYS, clock=clock)
            if table:
                socket = await self.by_socket(guest, table, 0)
                for seat in (0, 1):
                    await socket.act(table, "set_sleep", seat=seat, sleep={"start": 0, "end": 1439})
                self.pairs.append((socket, table))

    async def run(self) -> None:
        await self.together(*(self._chat(socket, table) for socket, table in self.pairs))

    async def _chat(self, socket: Socket, table: str) -> None:
        await self.stage.often(lambda: socket.act(table, "say", text="zzz", seat=0), 5)


class LobbyFlood(Attack):
    """Opens masses of tables that nobody plays at, by many guests."""

    name = "lobby-flood"

    async def run(self) -> None:
        guests = [await self.stage.guest(self.name) for _ in range(self.stage.some(20))]
        await self.together(*(self.stage.often(lambda g=guest: self._open(g), 0.5) for guest in guests))  # type: ignore[misc]

    async def _open(self, guest: Abuser) -> None:
        await guest.open("riff-in-time", "host", "open", "open", "open", pace=DAYS)


class SeatGrabbing(Attack):
    """Sits down at every open public table of honest players, and stands up again."""

    name = "seat-grabbing"

    async def run(self) -> None:
        guest = await self.stage.guest(self.name)
        socket = await guest.socket()
        host = await self.stage.guest(self.name)
        table = await host.open("riff-in-time", "host", "open", "open", pace=DAYS)

        async def grab() -> None:
            for honest in [*await self.stage.honest_tables("open"), table]:
                if await socket.act(honest, "sit", seat=1):
                    await socket.act(honest, "leave", seat=1)

        await self.stage.often(grab, 10)


class Maximal(Attack):
    """Chat, notes and orders of the greatest size."""

    name = "maximal"

    async def prepare(self) -> None:
        self.pairs: list[tuple[Socket, str]] = []
        for _ in range(self.stage.some(5)):
            guest = await self.stage.guest(self.name)
            table = await guest.open("back-to-the-future", "host", "host", "host", pace=DAYS)
            if table:
                self.pairs.append((await self.by_socket(guest, table, 0), table))

    async def run(self) -> None:
        await self.together(*(self._fill(socket, table) for socket, table in self.pairs))

    async def _fill(self, socket: Socket, table: str) -> None:
        cases = [{f"argument {number}": "x" * 700} for number in range(40)]

        async def fill() -> None:
            await socket.act(table, "say", text="\U0001f4a5" * 500, seat=0)
            await socket.act(table, "note", text="\U0001f4a5" * 4000, seat=0)
            await socket.act(table, "give_orders", seat=0, orders=[{"type": "pass_unless", "cases": cases}])

        await self.stage.often(fill, 5)


class Hints(Attack):
    """Asks for hints and for what every answer would do, all the time."""

    name = "hints"

    async def prepare(self) -> None:
        self.pairs: list[tuple[Socket, str]] = []
        for _ in range(self.stage.some(5)):
            guest = await self.stage.guest(self.name)
            table = await guest.open("excellent-boardgame", "host", "host", pace=DAYS)
            if table:
                self.pairs.append((await self.by_socket(guest, table, 0), table))

    async def run(self) -> None:
        work = [self.stage.often(lambda s=s, t=t: s.call(type="hint", table=t, seat=0), 2) for s, t in self.pairs]  # type: ignore[misc]
        await self.together(*work, *(self._project(socket, table) for socket, table in self.pairs))

    async def _project(self, socket: Socket, table: str) -> None:
        while 0 not in socket.questions:
            await asyncio.sleep(AGAIN_AFTER)
        scene = socket.questions[0]
        options = cycle(scene["ask"]["options"])

        async def project() -> None:
            answer = next(options)["answer"]
            await socket.call(type="project", table=table, seat=0, moment=scene["moment"], answer=answer)

        await self.stage.often(project, 15)
