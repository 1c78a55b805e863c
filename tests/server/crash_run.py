"""Kills servers at random moments under load, and checks that nothing acknowledged is lost or duplicated."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, deque
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.server.browser import plain_http
from tests.server.server_process import TIMEOUT, Child, free_port
from tests.tables.games import find_game
from timebooth.store.open_store import open_store
from timebooth.tables import facts
from timebooth.tables.table import Table
from timebooth.tables.upgrade_plan import plan_of

GAMES = (("fingers", 3), ("objection", 3), ("excellent-boardgame", 4), ("back-to-the-future", 3), ("riff-in-time", 2))

MIN_ANSWERED = 15  # questions before every second kill, and after the last one
LOG_END = 8  # entries of a log that a failure shows
HEARD_END = 30  # messages that it shows


class AnswerRefused(Exception):
    """Raised if the server refuses an answer, although only this client plays and it answers what it is asked."""

    def __init__(self, call: dict[str, Any], said: dict[str, Any], traffic: Iterable[str]) -> None:
        super().__init__(f"{call} was refused: {said}")
        self.add_note("Its latest messages:\n" + "\n".join(traffic))
        self.table: str = call["table"]


class Report(NamedTuple):
    kills: int
    acknowledged: int
    sent_again: int
    tables: int
    answers: int
    lost: tuple[str, ...] = ()
    """Answers that were acknowledged and are in no log."""
    twice: tuple[str, ...] = ()
    """Commands that are in a log more than once."""

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.acknowledged} answers acknowledged, {self.sent_again} sent again after a kill, "
            f"{self.tables} tables opened and replayed, {self.answers} answers in their logs: "
            f"{len(self.lost)} lost, {len(self.twice)} twice"
        )


class Player:
    """Sits in every seat of a table, answers at random, and reconnects whenever the connection breaks."""

    def __init__(self, ports: list[int], game: str, seats: int, seed: int) -> None:
        self.ports = ports
        self.game, self.seats = game, seats
        self.dice = random.Random(seed)
        self.commands = count(1)
        self.cookie = ""
        self.table = ""
        self.tables: list[str] = []
        self.waiting: dict[str, dict[str, Any]] = {}
        """Commands that were sent and are not acknowledged yet."""
        self.acknowledged: list[tuple[str, str]] = []
        self.sent_again = 0
        self.last: dict[int, int] = {}
        self.scenes: dict[int, dict[str, Any]] = {}
        self.traffic: deque[str] = deque(maxlen=HEARD_END)
        """The latest messages, for a failure."""

    async def play(self) -> None:
        while True:
            port = self.dice.choice(self.ports)
            try:
                await self._open(port)
                await self._sit_at(port)
            except (OSError, httpx.TransportError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.05)

    async def _open(self, port: int) -> None:
        async with plain_http(port) as http:
            if not self.cookie:
                self.cookie = (await http.get("/api/me")).cookies["timebooth"]
            if not self.table:
                wanted = {"game": self.game, "places": [{"kind": "host"}] * self.seats, "pace": {"type": "days"}}
                command = f"open{len(self.tables)}"
                http.cookies.set("timebooth", self.cookie)
                answer = await http.post("/api/tables", json={"command": command, "settings": wanted})
                self.table = answer.raise_for_status().json()["table"]
                self.tables.append(self.table)
                self.last.clear()
                self.scenes.clear()

    async def _sit_at(self, port: int) -> None:
        headers = {"cookie": f"timebooth={self.cookie}"}
        address = f"localhost:{port}"
        async with connect(
            f"ws://{address}/api/socket",
            additional_headers=headers,
            origin=f"http://{address}",  # type: ignore[arg-type]
            compression=None,
        ) as line:
            self.traffic.append(f"connected to {port}")
            for seat in range(self.seats):
                call = {"type": "listen", "id": seat, "table": self.table, "seat": seat}
                if seat in self.last:
                    call["after"] = self.last[seat]
                await line.send(msgspec.json.encode(call).decode())
            for call in self.waiting.values():
                self.sent_again += 1
                self.traffic.append(f"sends {call['command']} again")
                await line.send(msgspec.json.encode(call).decode())
            async for text in line:
                for call in self._hear(msgspec.json.decode(text)):
                    await line.send(msgspec.json.encode(call).decode())
                if not self.table:
                    return

    def _hear(self, said: dict[str, Any]) -> list[dict[str, Any]]:
        """Return what to send after a message."""
        self.traffic.append(_short(said))
        if said["type"] == "tell":
            return self._told(said["seat"], said["message"])
        if said["type"] in ("done", "refused") and said["id"] >= 100:
            command = f"a{said['id']}"
            if command in self.waiting:
                call = self.waiting.pop(command)
                if said["type"] != "done":
                    raise AnswerRefused(call, said, self.traffic)
                self.acknowledged.append((call["table"], command))
            return self._answers()
        assert said["type"] != "refused", said
        return []

    def _told(self, seat: int, message: dict[str, Any]) -> list[dict[str, Any]]:
        if seat in self.last:
            assert message["number"] == self.last[seat] + 1, "a stream has a gap, or says something twice"
        self.last[seat] = message["number"]
        if "scene" in message:
            self.scenes[seat] = message["scene"]
        if "ended" in message and not self.waiting:
            self.table = ""
            return []
        return self._answers()

    def _answers(self) -> list[dict[str, Any]]:
        """Return one answer, of a seat that is asked and sees the latest moment."""
        if self.waiting or len(self.scenes) < self.seats or not self.table:
            return []
        if len({scene["moment"] for scene in self.scenes.values()}) != 1:
            return []
        asked = [seat for seat, scene in self.scenes.items() if scene.get("ask")]
        if not asked:
            if any(scene.get("outcome") for scene in self.scenes.values()):
                self.table = ""
            return []
        seat = self.dice.choice(asked)
        scene = self.scenes[seat]
        option = self.dice.choice(scene["ask"]["options"])["answer"]
        number = 100 + next(self.commands)
        action = {"type": "answer", "seat": seat, "moment": scene["moment"], "answer": option}
        call = {"type": "act", "id": number, "table": self.table, "command": f"a{number}", "action": action}
        self.waiting[f"a{number}"] = call
        self.traffic.append(f"answers a{number}: seat {seat} at moment {scene['moment']}")
        return [call]


def _short(said: dict[str, Any]) -> str:
    if said["type"] != "tell":
        return str(said)
    message = said["message"]
    return f"tell seat {said['seat']} number {message['number']} moment {message.get('scene', {}).get('moment')}"


async def crash(
    address: str,
    kills: int,
    folder: Path,
    seed: int = 0,
    nodes: int = 1,
    progress: Callable[[int, int], None] = lambda _kills, _acknowledged: None,
) -> Report:
    """Kill a server `kills` times during play, then check every table.

    `progress` is called after every kill with the number of kills and of acknowledged answers so far.
    """
    dice = random.Random(seed)
    children = [Child(address, free_port(), folder / f"server{i}.log") for i in range(nodes)]
    for child in children:
        await asyncio.to_thread(child.start)
    ports = [child.port for child in children]
    players = [Player(ports, game, seats, seed + i) for i, (game, seats) in enumerate(GAMES)]
    playing = [asyncio.create_task(player.play()) for player in players]
    try:
        for kill in range(kills):
            if kill % 2 == 0:
                await _until_answered(players, playing)
            await _while_going_on(playing, dice.uniform(0.05, 1.0))
            child = dice.choice(children)
            await asyncio.to_thread(child.kill)
            await asyncio.to_thread(child.start)
            progress(kill + 1, sum(len(player.acknowledged) for player in players))
        await _until_answered(players, playing)
    except AnswerRefused as problem:
        problem.add_note("The end of the table's log:\n" + await _end_of_log(address, problem.table))
        problem.add_note("\n".join(child.log.read_text() for child in children))
        raise
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for child in children:
            await asyncio.to_thread(child.stop)
    return await _look(address, kills, players)


async def _while_going_on(playing: list[asyncio.Task[None]], seconds: float) -> None:
    """Let the players go on; a player that fails ends the run."""
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()


async def _until_answered(players: list[Player], playing: list[asyncio.Task[None]]) -> None:
    """Wait until some questions are answered, however slow the machine is; other kills come soon after a start."""
    wanted = sum(len(player.acknowledged) for player in players) + MIN_ANSWERED
    async with asyncio.timeout(TIMEOUT):
        while sum(len(player.acknowledged) for player in players) < wanted:
            await _while_going_on(playing, 0.05)


async def _end_of_log(address: str, table: str) -> str:
    """Return the last entries of a log, which show what happened in place of a refused answer."""
    store = await open_store(address)
    try:
        entries = await store.read(table)
    finally:
        await store.close()
    return "\n".join(f"{entry.version} {entry.command} {entry.body.decode()}" for entry in entries[-LOG_END:])


async def _look(address: str, kills: int, players: list[Player]) -> Report:
    """Replay every log, and check that it holds every acknowledged answer."""
    store = await open_store(address)
    answers = 0
    lost: list[str] = []
    twice: list[str] = []
    try:
        for player in players:
            acknowledged: dict[str, set[str]] = {}
            for name, command in player.acknowledged:
                acknowledged.setdefault(name, set()).add(command)
            for name in player.tables:
                entries = await store.read(name)
                table = Table(name, find_game, plan_of(entries))
                for entry in entries:
                    table.apply(entry.version, facts.read(entry.body))
                written = Counter(entry.command.partition(":")[2] for entry in entries)
                twice += [f"{name} {command}" for command, times in written.items() if times > 1]
                lost += [f"{name} {command}" for command in sorted(acknowledged.get(name, set()) - written.keys())]
                answers += sum(isinstance(facts.read(entry.body).fact, facts.Answered) for entry in entries)
    finally:
        await store.close()
    return Report(
        kills,
        sum(len(player.acknowledged) for player in players),
        sum(player.sent_again for player in players),
        sum(len(player.tables) for player in players),
        answers,
        tuple(lost),
        tuple(twice),
    )
