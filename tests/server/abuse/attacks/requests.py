"""Attacks by expensive requests."""

from __future__ import annotations

from functools import cache
from itertools import cycle

from tests.server.abuse.attacks.plain import Attack, long_table
from tests.server.abuse.stage import Abuser
from timebooth.kernel.chance import FastRng
from timebooth.kernel.match import Match
from timebooth.registry import find_game

RATE = 40  # requests a second from one address, just below its limit


class Storm(Attack):
    """Repeats one request, by several guests."""

    guests = 4

    async def prepare(self) -> None:
        self.all = [await self.stage.guest(self.name) for _ in range(self.stage.some(self.guests))]

    async def run(self) -> None:
        await self.together(*(self.stage.often(lambda g=guest: self.ask(g), RATE) for guest in self.all))  # type: ignore[misc]

    async def ask(self, guest: Abuser) -> None:
        raise NotImplementedError


class OpenApi(Storm):
    name = "openapi"

    async def ask(self, guest: Abuser) -> None:
        self.stage.sent[self.name] += 1
        if (await guest.http.get("/api/openapi.json")).status != 200:
            self.stage.refused[self.name] += 1


class Lobby(Storm):
    name = "lobby"

    async def ask(self, guest: Abuser) -> None:
        await guest.request("GET", "/api/lobby")


class OnALongTable(Storm):
    """Repeats a request about a public table with a long log."""

    async def prepare(self) -> None:
        await super().prepare()
        self.table = await long_table(self.all[0], answers=self.stage.some(400), lines=self.stage.some(200))


class Story(OnALongTable):
    name = "story"

    async def ask(self, guest: Abuser) -> None:
        await guest.request("GET", f"/api/tables/{self.table}/story")


class Moments(OnALongTable):
    name = "moments"

    async def prepare(self) -> None:
        await super().prepare()
        first = await self.all[0].request("GET", f"/api/tables/{self.table}/moments/0")
        self.moments = cycle(range(first["of"] // 2, first["of"])) if first else cycle((0,))

    async def ask(self, guest: Abuser) -> None:
        await guest.request("GET", f"/api/tables/{self.table}/moments/{next(self.moments)}")


class ListenStorm(OnALongTable):
    """Subscribes to a long stream from its first message, again and again."""

    name = "listen-storm"

    async def run(self) -> None:
        await self.together(*(self._listen(guest) for guest in self.all for _ in range(2)))

    async def _listen(self, guest: Abuser) -> None:
        socket = await guest.socket()
        await self.stage.often(lambda: socket.call(type="listen", table=self.table, after=0), 15)


@cache
def record_of(game: str, seats: int) -> str:
    """Return the record of a random finished game."""
    match = Match.new(find_game(game), seats, seed=bytes(range(32)), names=("Ada",) * seats)
    dice = FastRng(1)
    while not match.over:
        options = [match.state.options(seat) for seat in match.state.asked()]
        match.play([offered[dice.below(len(offered))] for offered in options])
    return match.record.lines()


class Imports(Storm):
    """Imports records of the greatest size, by many guests; half of them are damaged near the end."""

    name = "imports"
    guests = 10

    async def prepare(self) -> None:
        await super().prepare()
        self.good = record_of("back-to-the-future", 4)
        head, _, rest = self.good.partition("\n")
        names = ",".join(['"x"'] * 400_000)
        self.bad = head.replace('"names":["Ada"', f'"names":["Ada",{names}') + "\n" + rest.rpartition('{"outcome"')[0]
        self.bad += '{"seat":0,"answer":{"type":"pass"}}\n' * 4000

    async def run(self) -> None:
        await self.together(*(self.stage.often(lambda g=guest: self.ask(g), 1) for guest in self.all))  # type: ignore[misc]

    async def ask(self, guest: Abuser) -> None:
        command = guest.command()
        record = self.good if command[-1] in "02468" else self.bad
        await guest.request("POST", "/api/records", {"command": command, "record": record})


class Courses(Storm):
    """Asks for the course of one finished game after the other."""

    name = "courses"

    async def run(self) -> None:
        await self.together(*(self.stage.often(lambda g=guest: self.ask(g), 0.5) for guest in self.all))  # type: ignore[misc]

    async def ask(self, guest: Abuser) -> None:
        body = {"command": guest.command(), "record": record_of("back-to-the-future", 4)}
        opened = await guest.request("POST", "/api/records", body)
        if opened:
            await guest.request("GET", f"/api/tables/{opened['table']}/course?invitation={opened['invitation']}")
