"""The base class of attacks."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, ClassVar

from tests.server.abuse.stage import Abuser, Socket, Stage

AGAIN_AFTER = 1.0
MOST_TRIES = 3


class Attack:
    """Runs until it is cancelled; `prepare` runs before the measurement starts."""

    name: ClassVar[str]

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    async def prepare(self) -> None:
        """Open what the attack needs."""

    async def run(self) -> None:
        raise NotImplementedError

    async def together(self, *work: Coroutine[Any, Any, Any]) -> None:
        """Run things in parallel until cancelled."""
        await asyncio.gather(*work)

    async def by_socket(self, abuser: Abuser, table: str, seat: int | None = None, after: int | None = None) -> Socket:
        """Return a socket that subscribes to a table."""
        socket = await abuser.socket()
        await socket.call(type="listen", table=table, seat=seat, after=after)
        return socket


async def long_table(abuser: Abuser, game: str = "back-to-the-future", answers: int = 400, lines: int = 200) -> str:
    """Return a public table of one guest with a long log."""
    table = await abuser.open(game, "host", "host", pace={"type": "days"})
    socket = await abuser.socket()
    for seat in (0, 1):
        await socket.call(type="listen", table=table, seat=seat)
    for number in range(answers):
        if not socket.questions:
            break
        seat, scene = socket.questions.popitem()
        answer = scene["ask"]["options"][number % len(scene["ask"]["options"])]["answer"]
        for _ in range(MOST_TRIES):  # too many calls a second are refused; so is an answer that comes too late
            if await socket.act(table, "answer", seat=seat, moment=scene["moment"], answer=answer):
                break
            await asyncio.sleep(0.5)
        await asyncio.sleep(0.03)
    for _ in range(lines):
        await socket.act(table, "say", text="on and on", seat=0)
        await asyncio.sleep(0.03)
    socket.line.abort()
    return table
