"""Plays at the measured server: `python -m timebooth.server.bench.load GAME PORT SOCKETS ANSWERS IN_FLIGHT`.

Tables of four, a socket for each person. So many answers are under way at once, each at a table of its own; an answer
is over when its sender has the reply and all four screens have what follows.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from timebooth.server.bench.node import SECRET
from timebooth.server.guests import COOKIE, Cookies, Guest

SEATS = 4
FRESH = httpx.Limits(keepalive_expiry=1.0)  # the server hangs up on who is idle
AT_ONCE = 16  # tables that are opened at once


class _Option(msgspec.Struct):
    answer: msgspec.Raw


class _Ask(msgspec.Struct):
    options: list[_Option]


class _Scene(msgspec.Struct):
    moment: int
    ask: _Ask | None = None


class _Message(msgspec.Struct):
    number: int
    scene: _Scene | None = None


class _Said(msgspec.Struct):
    type: str
    id: int | None = None
    key: str = ""
    message: _Message | None = None


_read = msgspec.json.Decoder(_Said).decode


class Screen:
    """One person's socket."""

    def __init__(self, line: ClientConnection, seat: int) -> None:
        self.line = line
        self.seat = seat
        self.number = 0
        self.scene: _Scene | None = None
        self.replied: asyncio.Future[float] | None = None
        self.told: asyncio.Future[float] | None = None
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.line:
            said = _read(text)
            if said.type == "tell" and said.message is not None:
                if said.message.scene is not None:
                    self.scene = said.message.scene
                self.number = said.message.number
                if self.told is not None and not self.told.done():
                    self.told.set_result(time.perf_counter())
            elif said.type == "refused" and self.replied is not None:
                self.replied.set_exception(RuntimeError(said.key))
            elif said.type == "done" and self.replied is not None and not self.replied.done():
                self.replied.set_result(time.perf_counter())

    async def call(self, **call: Any) -> float:
        self.replied = asyncio.get_running_loop().create_future()
        await self.line.send(msgspec.json.encode({"id": 1, **call}), text=True)
        return await self.replied


class Match:
    """A table of four, played again when it is over."""

    def __init__(self, game: str, port: int, number: int) -> None:
        self.game = game
        self.port = port
        self.dice = random.Random(number)
        self.commands = 0
        cookies = Cookies(SECRET)
        people = [Guest(f"bench-{number}-{seat}", f"Player {seat}", "p1", "en") for seat in range(SEATS)]
        self.cookies = [cookies.write(person) for person in people]
        self.screens: list[Screen] = []

    async def open(self, http: httpx.AsyncClient) -> None:
        self.commands += 1
        places = [{"kind": "host"}, *[{"kind": "open"}] * (SEATS - 1)]
        body = {"command": f"open{self.commands}", "settings": {"game": self.game, "places": places}}
        answer = await http.post("/api/tables", json=body, headers={"cookie": f"{COOKIE}={self.cookies[0]}"})
        self.table: str = answer.raise_for_status().json()["table"]
        for seat, cookie in enumerate(self.cookies):
            if len(self.screens) <= seat:
                self.screens.append(Screen(await self._connect(cookie), seat))
            screen = self.screens[seat]
            if seat > 0:
                await screen.call(type="act", table=self.table, command="sit", action={"type": "sit", "seat": seat})
            screen.told = asyncio.get_running_loop().create_future()
            await screen.call(type="listen", table=self.table, seat=seat)
            await screen.told
        await self._all_see(0)

    async def _connect(self, cookie: str) -> ClientConnection:
        host = f"localhost:{self.port}"
        return await connect(
            f"ws://{host}/api/socket",
            additional_headers={"cookie": f"{COOKIE}={cookie}"},
            origin=f"http://{host}",  # type: ignore[arg-type]
            compression=None,
            ping_interval=None,
            open_timeout=120,
        )

    async def _all_see(self, moment: int) -> None:
        while not all(screen.scene is not None and screen.scene.moment == moment for screen in self.screens):
            await asyncio.sleep(0.001)

    async def answer(self) -> tuple[float, float]:
        """One answer of somebody who is asked: seconds until the reply, and until everybody's screen."""
        screen = self._asked()
        assert screen.scene is not None
        assert screen.scene.ask is not None
        self.commands += 1
        chosen = self.dice.choice(screen.scene.ask.options).answer
        action = {"type": "answer", "seat": screen.seat, "moment": screen.scene.moment, "answer": chosen}
        screen.scene = msgspec.structs.replace(screen.scene, ask=None)
        loop = asyncio.get_running_loop()
        told = [loop.create_future() for _ in self.screens]
        for each, future in zip(self.screens, told, strict=True):
            each.told = future
        began = time.perf_counter()
        replied = await screen.call(type="act", table=self.table, command=f"a{self.commands}", action=action)
        shown = max(await asyncio.gather(*told))
        return replied - began, shown - began

    def _asked(self) -> Screen:
        return next(screen for screen in self.screens if screen.scene is not None and screen.scene.ask is not None)

    @property
    def over(self) -> bool:
        return all(screen.scene is not None and screen.scene.ask is None for screen in self.screens)


async def play(game: str, port: int, sockets: int, answers: int, in_flight: int) -> None:
    matches = [Match(game, port, number) for number in range(sockets // SEATS)]
    async with httpx.AsyncClient(base_url=f"http://localhost:{port}", timeout=120, limits=FRESH) as http:
        for start in range(0, len(matches), AT_ONCE):
            await asyncio.gather(*(match.open(http) for match in matches[start : start + AT_ONCE]))
        print(msgspec.json.encode({"ready": len(matches)}).decode(), flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        free = list(matches)
        left = answers
        acks: list[float] = []
        alls: list[float] = []

        async def player() -> None:
            nonlocal left
            while left > 0:
                left -= 1
                match = free.pop(0)
                if match.over:
                    await match.open(http)
                ack, shown = await match.answer()
                acks.append(ack * 1000)
                alls.append(shown * 1000)
                free.append(match)

        began = time.perf_counter()
        await asyncio.gather(*(player() for _ in range(min(in_flight, len(matches)))))
        seconds = time.perf_counter() - began
    found = {"answers": len(acks), "seconds": seconds, "acks": acks, "alls": alls}
    print(msgspec.json.encode(found).decode(), flush=True)
    for match in matches:
        for screen in match.screens:
            screen.reader.cancel()
            screen.line.transport.abort()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()) as runner:
        runner.run(play(sys.argv[1], *map(int, sys.argv[2:])))
