"""Honest tables: clients that answer at a person's pace, and measure how long everything takes."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from tests.server.abuse.figures import Figures
from tests.server.light_client import Http, LightSocket

TIMEOUT = 120.0  # seconds without an acknowledgement after which an answer counts as lost
AGAIN_AFTER = 1.0
PING_EVERY = 12.0
WINDOW = 90.0  # seconds, so that nobody reacts too late
TAKEN = ("table.seat_taken", "table.full", "table.begun")
KINDS: tuple[tuple[str, str], ...] = (
    ("riff-in-time", ""),
    ("excellent-boardgame", ""),
    ("back-to-the-future", ""),
    ("excellent-boardgame", "regular"),
    ("riff-in-time", "regular"),
)


class _Option(msgspec.Struct):
    answer: msgspec.Raw


class _Ask(msgspec.Struct):
    options: list[_Option]


class _Scene(msgspec.Struct):
    moment: int
    ask: _Ask | None = None
    outcome: Any = None


class _Waiting(msgspec.Struct):
    seats: list[int] = []
    window: bool = False


class _Own(msgspec.Struct):
    sealed: Any = None


class _Message(msgspec.Struct):
    number: int
    scene: _Scene | None = None
    waiting: _Waiting | None = None
    own: _Own | None = None


class _Said(msgspec.Struct):
    type: Literal[
        "tell", "done", "refused", "welcome", "here", "lobby_changed", "goodbye", "projected", "hinted", "coached"
    ]
    id: int | None = None
    table: str = ""
    key: str = ""
    message: _Message | None = None


_read = msgspec.json.Decoder(_Said).decode


class Player:
    """One person: a cookie, a socket, a seat."""

    def __init__(self, table: HonestTable, number: int, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.dice = random.Random(number * 7 + seat)
        self.http = Http(table.ports[0], f"127.10.{number}.{seat + 1}")
        self.line: LightSocket | None = None
        self.numbers = 10
        self.last: int | None = None
        self.replies: dict[int, asyncio.Future[_Said]] = {}
        self.waiting: dict[int, tuple[float, str, bytes]] = {}
        """Answers that are not acknowledged yet: when each was sent first, its command, its text."""
        self.answered: tuple[str, int] = ("", -1)
        self.moment = -1
        """The latest moment that this player saw."""
        self.away_for = AGAIN_AFTER
        """Seconds until a lost connection is opened again."""
        self.tasks: set[asyncio.Task[None]] = set()
        self._coming_back = False

    async def come(self) -> None:
        """Get a cookie, with a name by which abusers find honest tables."""
        await self.http.get("/api/me")
        name = f"Honest {self.http.local}"
        reply = await self.http.request("PATCH", "/api/me", msgspec.json.encode({"name": name}))
        assert reply.status == 200, reply.body
        await self.connect()

    async def connect(self) -> None:
        """Open a socket to one of the nodes, and send requests there too."""
        port = self.dice.choice(self.table.ports)
        if port != self.http.port:
            self.http.close()
            self.http.port = port
        cookie = f"timebooth={self.http.cookies['timebooth']}"
        self.line = await LightSocket.open(port, cookie, self.hear, local=self.http.local, ended=self._ended)

    def send(self, **call: Any) -> int:
        self.numbers += 1
        if self.line is not None:
            self.line.send(msgspec.json.encode({"id": self.numbers, **call}))
        return self.numbers

    async def call(self, *expected: str, **call: Any) -> _Said:
        """Send a call and return its reply; count an unexpected refusal."""
        if self.line is None:
            raise ConnectionError("not connected")
        number = self.send(**call)
        reply = self.replies[number] = asyncio.get_running_loop().create_future()
        try:
            said: _Said = await asyncio.wait_for(reply, TIMEOUT)
        finally:
            self.replies.pop(number, None)
        if said.type == "refused" and said.key not in expected:
            self.table.figures.refused[said.key] += 1
        return said

    async def listen(self) -> None:
        await self.call(type="listen", table=self.table.table, seat=self.seat, after=self.last)

    def hear(self, text: bytes) -> None:
        if text.startswith((b'{"type":"here"', b'{"type":"lobby')):
            return
        said = _read(text)
        now = time.perf_counter()
        if said.type == "tell":
            if said.table == self.table.table and said.message is not None:
                self.last = said.message.number
                self._told(said.message, now)
        elif said.id is not None:
            if said.id in self.waiting:
                self._acknowledged(said, now)
            elif (reply := self.replies.get(said.id)) is not None and not reply.done():
                reply.set_result(said)

    def _acknowledged(self, said: _Said, now: float) -> None:
        sent, command, _ = self.waiting.pop(said.id or 0)
        if said.type == "done":
            self.table.acknowledged.append((self.table.table, command))
            self.done(said.id or 0, now - sent)
        else:
            self.answered = ("", -1)
            self.refused(said.key)

    def done(self, number: int, seconds: float) -> None:
        """Note that a call was acknowledged so many seconds after it was sent first."""
        self.table.figures.acknowledged(self.table.name, seconds)

    def refused(self, key: str) -> None:
        """Note that an answer was refused."""
        self.table.figures.refused[key] += 1

    def _told(self, message: _Message, now: float) -> None:
        table = self.table
        if message.waiting is not None and self.seat == 0:
            table.waits_for(message.waiting, now)
        scene = message.scene
        if scene is None:
            return
        self.moment = scene.moment
        table.shown(self.seat, scene.moment, now)
        if scene.outcome is not None:
            table.over.set()
        elif scene.ask is not None and self.answered != (table.table, scene.moment):
            if message.own is not None and message.own.sealed is not None:
                return
            self.answered = (table.table, scene.moment)
            answer = self.dice.choice(scene.ask.options).answer
            self._later(self._answer(table.table, scene.moment, bytes(answer)))

    async def _answer(self, table: str, moment: int, answer: bytes) -> None:
        await asyncio.sleep(self.table.think * self.dice.uniform(0.5, 1.5))
        if (table, moment) != (self.table.table, self.moment) or self.table.resting:
            return
        self.numbers += 1
        command = f"a{self.numbers}"
        text = (
            b'{"type":"act","id":%d,"table":"%s","command":"%s","action":{"type":"answer","seat":%d,"moment":%d,"answer":'
            % (self.numbers, table.encode(), command.encode(), self.seat, moment)
        )
        now = time.perf_counter()
        self.waiting[self.numbers] = (now, command, text + answer + b"}}")
        self.table.sent(self.seat, moment, now)
        if self.line is not None:
            self.line.send(self.waiting[self.numbers][2])

    def _ended(self) -> None:
        if self.table.leaving:
            return
        self.line = None
        self.table.figures.cut += 1
        for reply in self.replies.values():
            if not reply.done():
                reply.set_exception(ConnectionError("cut"))
        if not self._coming_back:
            self._coming_back = True
            self._later(self._come_back())

    async def _come_back(self) -> None:
        """Reconnect, subscribe after the last message, and resend what was not acknowledged."""
        while not self.table.leaving:
            await self.wait_away()
            self.away_for = AGAIN_AFTER
            try:
                await self.connect()
                if self.table.table:
                    await self.listen()
            except (OSError, TimeoutError):
                continue
            if self.line is not None:
                break
        self._coming_back = False
        for number, (_, _, text) in self.waiting.items():
            self.send_again(number, text)

    async def wait_away(self) -> None:
        await asyncio.sleep(self.away_for)

    def send_again(self, number: int, text: bytes) -> None:
        """Send a call again that was not acknowledged."""
        if self.line is not None:
            self.line.send(text)

    async def keep_alive(self) -> None:
        while True:
            await asyncio.sleep(PING_EVERY)
            self.send(type="ping")

    def _later(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def leave(self) -> None:
        for task in self.tasks:
            task.cancel()
        self.http.close()
        if self.line is not None:
            self.line.abort()


class HonestTable:
    """A table of two people, or a person and a bot, who play one game after the other."""

    player: type[Player] = Player

    def __init__(self, ports: Sequence[int], number: int, think: float, public: bool, figures: Figures) -> None:
        self.ports, self.number, self.think, self.public = ports, number, think, public
        self.figures = figures
        self.game, self.bot = KINDS[number % len(KINDS)]
        self.players = [self.player(self, number, seat) for seat in range(1 if self.bot else 2)]
        self.name = f"{self.game} {number}{' with a bot' if self.bot else ''}{', public' if public else ''}"
        self.table = ""
        self.over = asyncio.Event()
        self.acknowledged: list[tuple[str, str]] = []
        self.leaving = False
        self.resting = False
        """Stop answering."""
        self._sent: dict[int, tuple[int, float]] = {}
        self._bot_asked: float | None = None
        self.games = 0
        self.seated = False

    async def run(self) -> None:
        """Play until cancelled."""
        for player in self.players:
            await player.come()
        alive = [asyncio.create_task(player.keep_alive()) for player in self.players]
        try:
            while True:
                try:
                    await self._seat()
                    self.seated = True
                    await self.over.wait()
                except (OSError, TimeoutError, asyncio.IncompleteReadError):
                    await asyncio.sleep(AGAIN_AFTER)
                while any(player.waiting for player in self.players):
                    await asyncio.sleep(0.05)
        finally:
            for task in alive:
                task.cancel()

    def settings(self) -> dict[str, Any]:
        """Return the settings of the next table."""
        others = [{"kind": "bot", "bot": self.bot}] if self.bot else [{"kind": "open"}]
        return {
            "game": self.game,
            "places": [{"kind": "host"}, *others],
            "visibility": "public" if self.public else "invitation",
            "pace": {"type": "live", "window": WINDOW},
        }

    async def _seat(self) -> None:
        """Open a table and sit down at it."""
        host = self.players[0]
        if not self.table or self.over.is_set():
            await self._leave()
            body = msgspec.json.encode({"command": f"open{self.games + 1}", "settings": self.settings()})
            reply = await host.http.post("/api/tables", body)
            if reply.status != 201:
                self.figures.refused[f"open {reply.status} {reply.body[:60]!r}"] += 1
                raise TimeoutError
            self.games += 1
            opened = msgspec.json.decode(reply.body)
            self.table, self.invitation = opened["table"], opened["invitation"]
            self.over.clear()
            self._sent.clear()
            self._bot_asked = None
            for player in self.players:
                player.last = None
        for player in self.players[1:]:
            action = {"type": "sit", "seat": player.seat, "invitation": self.invitation}
            command = f"sit{self.games}"
            said = await player.call(*TAKEN, type="act", table=self.table, command=command, action=action)
            if said.type == "refused":  # a stranger took the seat, so the next table is by invitation
                self.figures.stolen += 1
                self.public = False
                self.table = ""
                raise TimeoutError
        for player in self.players:
            await player.listen()

    async def _leave(self) -> None:
        """Stop listening to a finished game, as a browser does that opens the next table."""
        if self.table:
            for player in self.players:
                await player.call(type="stop", table=self.table, seat=player.seat)

    # Measurements.

    def sent(self, seat: int, moment: int, now: float) -> None:
        self._sent[seat] = (moment, now)

    def shown(self, seat: int, moment: int, now: float) -> None:
        """Note that a player sees the other player's answer."""
        for other, (answered, sent) in tuple(self._sent.items()):
            if other != seat and moment > answered:
                del self._sent[other]
                if not any(player.waiting for player in self.players if player.seat == seat):
                    self.figures.other.append(now - sent)

    def waits_for(self, waiting: _Waiting, now: float) -> None:
        """Measure how long the table waits for bots alone."""
        people = {player.seat for player in self.players}
        alone = bool(waiting.seats) and not people & set(waiting.seats)
        if self._bot_asked is not None and not alone:
            self.figures.bot.append(now - self._bot_asked)
            self._bot_asked = None
        elif self._bot_asked is None and alone:
            self._bot_asked = now

    def measure(self, figures: Figures, now: float) -> None:
        """Start another phase; a bot that is still waited for counts for the old one."""
        if self._bot_asked is not None:
            self.figures.bot.append(now - self._bot_asked)
            self._bot_asked = now
        self.figures = figures

    def late(self, now: float) -> list[str]:
        """Return the answers that were never acknowledged."""
        return [
            f"{self.table} {command}"
            for player in self.players
            for sent, command, _ in player.waiting.values()
            if now - sent > TIMEOUT
        ]

    def leave(self) -> None:
        self.leaving = True
        for player in self.players:
            player.leave()
