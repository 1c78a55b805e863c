"""Generates load: `python -m timebooth.bench.server.load GAME PORT[,PORT…] SOCKETS ANSWERS IN_FLIGHT [BOTS]`.

GAME `bare` is for the server that only relays messages. With several ports, the players of a table are spread over
them. BOTS is the number of tables at which bots play while somebody watches.

Tables have four players with a socket each. IN_FLIGHT answers are pending at once, each at another table; an answer is
done when its sender has the reply and all four players have the message that follows. Messages are only decoded if
their options are needed, so that the client costs little.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
import uvicorn

from timebooth.bench.server.client_socket import ClientSocket
from timebooth.bench.server.node import SECRET
from timebooth.server.sessions.guests import COOKIE, Cookies, Guest

SEATS = 4
BARE = "bare"
REPLY = -1  # stands for the reply among the awaited seats
NO_IDLE_CONNECTIONS = httpx.Limits(keepalive_expiry=1.0)  # the server closes idle connections
AT_ONCE = 16  # tables that are opened at once
BOTS_PLAY = 2  # messages: what the table shows first, and what the first bot did


class _Option(msgspec.Struct):
    answer: msgspec.Raw


class _Ask(msgspec.Struct):
    options: list[_Option]


class _Scene(msgspec.Struct):
    moment: int
    ask: _Ask


class _Message(msgspec.Struct):
    scene: _Scene


class _Tell(msgspec.Struct):
    message: _Message


_read = msgspec.json.Decoder(_Tell).decode


class Player:
    """The socket of one player, and the last question on it."""

    def __init__(self, seat: int, noticed: Callable[[int], None]) -> None:
        self.seat = seat
        self.noticed = noticed
        self.socket: ClientSocket | None = None
        self.shows_a_game = False
        self.question: bytes | None = None
        """The message with a question that is not answered yet."""
        self.replied: asyncio.Future[None] | None = None
        self.bytes = 0

    def hear(self, text: bytes) -> None:
        self.bytes += len(text)
        if text.startswith(b'{"type":"tell"'):
            if b'"scene":' in text:
                self.shows_a_game = True
                self.question = text if b'"ask":' in text else None
            self.noticed(self.seat)
        elif text.startswith(b'{"type":"done"'):
            if self.replied is None:
                self.noticed(REPLY)
            else:
                self.replied.set_result(None)
                self.replied = None
        elif text.startswith(b'{"type":"refused"'):
            sys.exit(text.decode())

    def send(self, **call: Any) -> None:
        assert self.socket is not None
        self.socket.send(msgspec.json.encode({"id": 1, **call}))

    async def call(self, **call: Any) -> None:
        self.replied = asyncio.get_running_loop().create_future()
        self.send(**call)
        await self.replied


class Match:
    """A table of four; a new one is opened when the game is over."""

    def __init__(self, game: str, ports: list[int], number: int) -> None:
        self.game = game
        self.ports = ports
        self.number = number
        self.rng = random.Random(number)
        self.commands = 0
        cookies = Cookies(SECRET)
        people = [Guest(f"bench-{number}-{seat}", f"Player {seat}", "p1", "en") for seat in range(SEATS)]
        self.cookies = [cookies.write(person) for person in people]
        self.players = [Player(seat, self._noticed) for seat in range(SEATS)]
        self.awaited: set[int] = set()
        self.over: Callable[[float, float], None]

    async def open(self, http: httpx.AsyncClient) -> None:
        self.commands += 1
        places = [{"kind": "host"}, *[{"kind": "open"}] * (SEATS - 1)]
        body = {
            "command": f"open{self.commands}",
            "settings": {"game": self.game, "places": places, "pace": {"type": "days"}},
        }
        self.table = await open_table(http, self.port_of(0), self.cookies[0], body)
        for seat, player in enumerate(self.players):
            player.shows_a_game = False
            if player.socket is None:
                player.socket = await ClientSocket.open(
                    self.port_of(seat), "/api/socket", f"{COOKIE}={self.cookies[seat]}", player.hear
                )
            if seat > 0:
                await player.call(type="act", table=self.table, command="sit", action={"type": "sit", "seat": seat})
            await player.call(type="listen", table=self.table, seat=seat)
        while not all(player.shows_a_game for player in self.players):
            await asyncio.sleep(0.001)

    def port_of(self, seat: int) -> int:
        return self.ports[(self.number + seat) % len(self.ports)]

    def asked(self) -> Player | None:
        """Return a player who is asked; None if the game is over."""
        return next((player for player in self.players if player.question is not None), None)

    def answer(self, player: Player, over: Callable[[float, float], None]) -> None:
        """Answer; `over` is called with the seconds until the reply, and until all players have the message."""
        assert player.question is not None
        scene = _read(player.question).message.scene
        player.question = None
        chosen = self.rng.choice(scene.ask.options).answer
        action = {"type": "answer", "seat": player.seat, "moment": scene.moment, "answer": chosen}
        self.commands += 1
        self.awaited.update((REPLY, *range(SEATS)))
        self.over = over
        self.began = time.perf_counter()
        player.send(type="act", table=self.table, command=f"a{self.commands}", action=action)

    def _noticed(self, what: int) -> None:
        if what not in self.awaited:
            return
        self.awaited.remove(what)
        if what == REPLY:
            self.replied = time.perf_counter()
        if not self.awaited:
            self.over(self.replied - self.began, time.perf_counter() - self.began)


class Bare(Match):
    """Four sockets at the relaying server: no table is opened, and the game is never over."""

    async def open(self, http: httpx.AsyncClient) -> None:
        self.table = f"/{self.number}"
        for player in self.players:
            player.socket = await ClientSocket.open(self.ports[0], self.table, "", player.hear)
        while not all(player.shows_a_game for player in self.players):
            await asyncio.sleep(0.001)


class Watched:
    """A table of bots, and the socket of somebody who watches it: unwatched, it would pause."""

    def __init__(self, game: str, port: int, number: int) -> None:
        self.game = game
        self.port = port
        self.cookie = Cookies(SECRET).write(Guest(f"bench-watcher-{number}", "Watcher", "p1", "en"))
        self.heard = 0
        self.watcher = Player(0, self._noticed)

    async def open(self, http: httpx.AsyncClient) -> None:
        places = [{"kind": "bot", "bot": "novice"}] * SEATS
        table = await open_table(
            http, self.port, self.cookie, {"command": "watch", "settings": {"game": self.game, "places": places}}
        )
        self.watcher.socket = await ClientSocket.open(
            self.port, "/api/socket", f"{COOKIE}={self.cookie}", self.watcher.hear
        )
        await self.watcher.call(type="listen", table=table)
        while self.heard < BOTS_PLAY:
            await asyncio.sleep(0.01)

    def _noticed(self, _what: int) -> None:
        self.heard += 1


async def open_table(http: httpx.AsyncClient, port: int, cookie: str, body: dict[str, Any]) -> str:
    """Open a table at the server on a port; return its id."""
    address = f"http://localhost:{port}/api/tables"
    answer = await http.post(address, json=body, headers={"cookie": f"{COOKIE}={cookie}"})
    table: str = answer.raise_for_status().json()["table"]
    return table


class Load:
    """Plays all matches in turn; the one that waited longest is next."""

    def __init__(self, matches: list[Match], http: httpx.AsyncClient, answers: int) -> None:
        self.free = deque(matches)
        self.http = http
        self.left = answers
        self.answers = answers
        self.acks: list[float] = []
        self.alls: list[float] = []
        self.opening: set[asyncio.Task[None]] = set()
        self.done = asyncio.Event()

    def next_answer(self) -> None:
        if self.left == 0:
            return
        self.left -= 1
        match = self.free.popleft()
        player = match.asked()
        if player is not None:
            self._answer(match, player)
        else:
            task = asyncio.create_task(self._play_again(match))
            self.opening.add(task)
            task.add_done_callback(self.opening.discard)

    async def _play_again(self, match: Match) -> None:
        await match.open(self.http)
        player = match.asked()
        assert player is not None
        self._answer(match, player)

    def _answer(self, match: Match, player: Player) -> None:
        def over(ack: float, shown: float) -> None:
            self.acks.append(ack * 1000)
            self.alls.append(shown * 1000)
            self.free.append(match)
            if len(self.acks) == self.answers:
                self.done.set()
            self.next_answer()

        match.answer(player, over)


async def play(game: str, ports: list[int], sockets: int, answers: int, in_flight: int, bots: int = 0) -> None:
    matches = [(Bare if game == BARE else Match)(game, ports, number) for number in range(sockets // SEATS)]
    watched = [Watched(game, ports[number % len(ports)], number) for number in range(bots)]
    async with httpx.AsyncClient(timeout=120, limits=NO_IDLE_CONNECTIONS) as http:
        tables: list[Match | Watched] = [*matches, *watched]
        for start in range(0, len(tables), AT_ONCE):
            await asyncio.gather(*(table.open(http) for table in tables[start : start + AT_ONCE]))
        print(msgspec.json.encode({"ready": len(matches)}).decode(), flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        load = Load(matches, http, answers)
        before = _heard(matches)
        began = time.perf_counter()
        for _ in range(min(in_flight, len(matches))):
            load.next_answer()
        await load.done.wait()
        seconds = time.perf_counter() - began
    heard = _heard(matches) - before
    found = {"answers": len(load.acks), "seconds": seconds, "acks": load.acks, "alls": load.alls, "heard": heard}
    print(msgspec.json.encode(found).decode(), flush=True)


def _heard(matches: list[Match]) -> int:
    return sum(player.bytes for match in matches for player in match.players)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()) as runner:
        runner.run(play(sys.argv[1], [int(port) for port in sys.argv[2].split(",")], *map(int, sys.argv[3:])))
