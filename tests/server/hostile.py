"""Hostile messages: malformed, oversized, out of turn, replayed, from the wrong seat."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from tests.server.browser import Socket
from tests.server.local_server import LocalServer, serving
from timebooth.store.store import Entry

BATCH = 200
KINDS = ("malformed", "wrong types", "oversized", "not text", "out of turn", "replayed", "cross-seat", "nowhere")
NONSENSE = (
    "", "{", "[]", "null", "0", '"act"', "{}", '{"type":null}', '{"id":1}', '{"type":"act"}', "\ufeff{}", "[" * 2000,
    '{"type":"ping","id":1e400}', '{"type":"ping","id":NaN}', '{"type":"ping","id":"\\ud800"}', '{"type":"ping"}',
    '{"type":"ping","id":18446744073709551616}', '{"type":"welcome","version":"0"}', "\x00", "{'type':'ping'}",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, -1, 16, 2**63, 1.5, "", "x" * 70, "💥", [], {}, [[]], {"type": "answer"}, {"$ref": "#"},
    "../../etc/passwd", "'; DROP TABLE entry; --", "__class__", 10**30,
)  # fmt: skip


class Setting:
    """Two tables: one where Eve has no seat, and one where others are asked and she is not."""

    def __init__(self, table: str, own: str, done: dict[str, Any], dice: random.Random) -> None:
        self.table, self.own, self.done, self.dice = table, own, done, dice
        self.numbers = 1000

    def message(self, kind: str) -> str | bytes:
        make: dict[str, Callable[[], str | bytes]] = {
            "malformed": lambda: self._cut(),
            "wrong types": lambda: self._call(**self._twisted()),
            "oversized": lambda: self._call(type="ping", padding="x" * self.dice.randint(33_000, 60_000)),
            "not text": lambda: self.dice.randbytes(self.dice.randint(0, 50)),
            "out of turn": lambda: self._answer(self.own, self.dice.randint(0, 2), self.dice.randint(0, 3)),
            "replayed": lambda: self._call(**self.done),
            "cross-seat": lambda: self._stranger(),
            "nowhere": lambda: self._call(type="listen", table=self.dice.choice(("none", "0" * 18, "💥", "."))),
        }
        return make[kind]()

    def _call(self, **fields: Any) -> str:
        self.numbers += 1
        return msgspec.json.encode({"id": self.numbers, **fields}).decode()

    def _cut(self) -> str:
        if self.dice.random() < 0.5:
            return self.dice.choice(NONSENSE)
        whole = self._call(**self.done)
        at = self.dice.randrange(len(whole))
        return whole[:at] + self.dice.choice(("", "}", '"', "\x07", "💥", "]")) + whole[at + 1 :] + "}"

    def _twisted(self) -> dict[str, Any]:
        """Return a call with one error in it."""
        call: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.done))
        where: dict[str, Any] = self.dice.choice((call, call["action"], call["action"]["answer"]))
        name = self.dice.choice((*where, "more"))
        value = self.dice.choice([value for value in VALUES if value != where.get(name)])
        call["command"] = f"t{self.numbers}"
        where[name] = value
        return call

    def _answer(self, table: str, seat: int, moment: int, **more: Any) -> str:
        answer = self.dice.choice(({"type": "claim"}, {"type": "pass"}, {"type": "object"}, {"type": "fly"}, {}))
        action = {"type": "answer", "seat": seat, "moment": moment, "answer": answer}
        return self._call(type="act", table=table, command=f"o{self.numbers}", action=action, **more)

    def _stranger(self) -> str:
        """Return a call of Eve at a table that is not hers."""
        seat = self.dice.randint(0, 15)
        actions: tuple[dict[str, Any], ...] = (
            {"type": "leave", "seat": seat},
            {"type": "hand_over", "seat": seat},
            {"type": "take_back", "seat": seat},
            {"type": "ask_undo", "seat": seat},
            {"type": "answer_undo", "seat": seat, "of": self.dice.randint(0, 15), "grant": True},
            {"type": "note", "seat": seat, "text": "mine"},
            {"type": "say", "seat": seat, "text": "I am Ada"},
            {"type": "react", "seat": seat, "reaction": "bravo"},
            {"type": "give_orders", "seat": seat, "orders": [{"type": "pass_until_my_turn"}]},
            {"type": "set_sleep", "seat": seat, "sleep": {"start": 0, "end": 1}},
            {"type": "fill", "bot": "random"},
            {"type": "sit", "seat": seat},
            {"type": "answer", "seat": seat, "moment": 0, "answer": {"type": "claim"}},
        )
        wanted = self.dice.randint(0, 4)
        if wanted == 0:
            return self._call(type="listen", table=self.table, seat=seat, after=self.dice.choice((None, 0)))
        if wanted == 1:
            return self._call(type="hint", table=self.table, seat=seat)
        if wanted == 2:
            return self._call(type="project", table=self.table, seat=seat, moment=0, answer={"type": "claim"})
        if wanted == 3:
            return self._call(type="ask_coach", table=self.table, seat=seat, moment=0, answer={"type": "claim"})
        return self._call(type="act", table=self.table, command=f"x{self.numbers}", action=self.dice.choice(actions))


async def attack(address: str, messages: int, seed: int = 0) -> Counter[str]:
    """Send them all, and check that each is refused or a repetition and changes nothing; return how many of each."""
    failures = Failures()
    logging.getLogger("timebooth").addHandler(failures)
    try:
        async with serving(address) as server:
            found = await _attack(server, messages, random.Random(seed))
    finally:
        logging.getLogger("timebooth").removeHandler(failures)
    assert not failures.said, failures.said[:3]
    return found


class Failures(logging.Handler):
    """Collects what the server logs as a failure."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


async def _attack(server: LocalServer, messages: int, dice: random.Random) -> Counter[str]:
    ada, eve = await server.browser(), await server.browser()
    table = await ada.open("objection", "host", "host", "host", pace={"type": "days"})
    own = await eve.open("objection", "host", "open", "open", pace={"type": "days"})
    socket, hers = await eve.socket(), await ada.socket()
    for seat in (1, 2):
        assert (await hers.act(own, f"sit{seat}", "sit", seat=seat))["type"] == "done"
    action = {"type": "answer", "seat": 0, "moment": 0, "answer": {"type": "claim"}}
    done = {"type": "act", "table": own, "command": "done", "action": action}
    await socket.do("act", table=own, command="done", action=action)
    setting = Setting(table, own, done, dice)
    before = await _logs(server, table, own)
    counted: Counter[str] = Counter()
    for start in range(0, messages, BATCH):
        kinds = dice.choices(KINDS, weights=(20, 20, 1, 5, 20, 10, 20, 4), k=min(BATCH, messages - start))
        counted.update(kinds)
        await _send(socket, [setting.message(kind) for kind in kinds])
        await hers.do("ping")
    assert await _logs(server, table, own) == before
    assert (await ada.http.get("/healthz")).status_code == 200
    go_on = await hers.act(table, "go_on", "answer", seat=0, moment=0, answer={"type": "claim"})
    assert go_on["type"] == "done"
    return counted


async def _send(socket: Socket, messages: list[str | bytes]) -> None:
    """Check that every message has one reply, which is a refusal or confirms a repetition."""
    socket.heard.clear()
    socket.frames.clear()
    for message in messages:
        await socket.send(message)
    async with asyncio.timeout(60):
        while True:
            replies = [said for said in socket.heard if said["type"] not in ("here", "lobby_changed")]
            if len(replies) >= len(messages):
                break
            await asyncio.sleep(0.002)
    await socket.do("ping")
    assert len(replies) == len(messages)
    for reply in replies:
        assert reply["type"] in ("refused", "done"), reply
        assert not str(reply.get("key", "")).startswith("server."), reply


async def _logs(server: LocalServer, *tables: str) -> list[list[Entry]]:
    return [await server.tables.store.read(table) for table in tables]
