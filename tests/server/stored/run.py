"""Rounds of extreme messages against a server in its own process, which is stopped or killed after each."""

from __future__ import annotations

import asyncio
import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from tests.server.light_client import Reply
from tests.server.server_process import Child, free_port
from tests.server.stored.guest import Guest, Lost
from tests.server.stored.messages import Known, Message
from tests.server.stored.showing import differences, shown_to
from tests.tables.games import find_game
from timebooth.store.open_store import open_store
from timebooth.store.store import Entry
from timebooth.tables import facts
from timebooth.tables.table import Table
from timebooth.tables.upgrade_plan import plan_of
from timebooth.words import Words

GUESTS = 4
DEEPEST = 5000  # levels of JSON
REFUSED_BY_SOCKET = ("1007", "1009", "4408")  # close codes: not text, too big, too much
SHOWN_ENTRIES = 5
LESS_ROOM = 100  # stack frames: a start reads logs from deeper in the stack than a request
ERROR = re.compile(
    r'(?:^|\\n|[ "])((?:[a-z_]+\.)*[A-Z]\w*(?:Error|Exception|Refused|BadRecord|NotAllowed): [^\\\n"]*)', re.M
)
REPORTED = ("call failed", "request failed")  # logged with a reply that is reported already
NOT_BUILT = escape(
    Words("en").say("web.not_built.title")
).encode()  # for every page of a checkout without a built client


@dataclass
class Report:
    """What was sent, and each kind of failure once."""

    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    starts: int = 0
    failures: dict[str, str] = field(default_factory=dict)
    times: Counter[str] = field(default_factory=Counter)

    def fail(self, symptom: str, by: object) -> None:
        symptom = re.sub(
            r"\b[0-9a-f]{18}\b|\d+", "N", symptom
        )  # so that the same failure by another message is counted with it
        self.failures.setdefault(symptom, str(by))
        self.times[symptom] += 1

    def __str__(self) -> str:
        lines = [f"{'kind':<14}{'accepted':>10}{'refused':>10}"]
        for kind in sorted(self.accepted.keys() | self.refused.keys()):
            lines.append(f"{kind:<14}{self.accepted[kind]:>10}{self.refused[kind]:>10}")
        lines.append(f"{'in all':<14}{self.accepted.total():>10}{self.refused.total():>10}")
        lines.append(f"{self.tables} tables, {self.starts} starts on a store that was written before")
        for symptom, by in self.failures.items():
            lines.append(f"\nFAILED {self.times[symptom]} times: {symptom}\n  first by {by}")
        lines.append(f"\n{len(self.failures)} kinds of failure" if self.failures else "everything opens again")
        return "\n".join(lines)


async def accept_and_reopen(
    address: str, messages: int, folder: Path, seed: int, report: Report, *, kill: bool, deepest: int = DEEPEST
) -> None:
    """Send extreme messages, end the server, start it again on the same store, and compare what every table shows."""
    child = Child(address, free_port(), folder / "server.log")
    await asyncio.to_thread(child.start)
    sent: dict[str, Message] = {}
    try:
        guests = await _send_all(child, messages, seed, deepest, report, sent)
        if guests is None:
            return
        before = {guest.cookie: await shown_to(guest) for guest in guests}
        for guest in guests:
            guest.leave()
        _end(child, kill)
        logs = await _logs(address, guests)
        _read_again(logs, report, sent)
        report.starts += 1
        logged = child.log.stat().st_size
        try:
            await asyncio.to_thread(child.start)
        except AssertionError:
            report.fail(f"the server does not start: {_last_error(child, logged)}", _guilty(logs, sent))
            return
        for guest in guests:
            after = await shown_to(guest)
            _compare(before[guest.cookie], after, report, sent, logs)
            guest.leave()
        _end(child, kill=False)
        again = await _logs(address, guests)
        for table, entries in logs.items():
            if again[table][: len(entries)] != entries:
                report.fail("a log is not what it was before the start", f"table {table}")
    finally:
        if child.process.poll() is None:
            child.kill()
        _complaints(child, report)


async def _send_all(
    child: Child, messages: int, seed: int, deepest: int, report: Report, sent: dict[str, Message]
) -> list[Guest] | None:
    """Let every guest send a share of the messages; return None if the server died."""
    shared: list[Known] = []
    guests = [Guest(child.port, seed * 100 + i, shared, deepest) for i in range(GUESTS)]
    for guest in guests:
        await guest.come()
        shared.extend(guest.tables)
    share = [messages // GUESTS + (i < messages % GUESTS) for i in range(GUESTS)]
    work = (_send(guest, many, child, report, sent) for guest, many in zip(guests, share, strict=True))
    await asyncio.gather(*work)
    report.tables += sum(len(guest.tables) for guest in guests)
    if child.process.poll() is not None:
        report.fail("the server died", _last_error(child, 0))
        return None
    return guests


async def _send(guest: Guest, many: int, child: Child, report: Report, sent: dict[str, Message]) -> None:
    for _ in range(many):
        message = guest.grammar.message()
        logged = child.log.stat().st_size
        try:
            reply = await guest.send(message)
        except Lost as problem:
            if not any(code in str(problem) for code in REFUSED_BY_SOCKET):
                report.fail(f"the socket was closed: {problem} {_last_error(child, logged)}", message)
            report.refused[message.kind] += 1
            continue
        except TimeoutError:
            report.fail(f"no reply to {message.kind}", message)
            continue
        except (ConnectionError, asyncio.IncompleteReadError) as problem:
            if child.process.poll() is not None:
                return
            report.fail(f"the connection was closed without a reply: {type(problem).__name__}", message)
            continue
        if _accepted(message, reply, child, logged, report):
            report.accepted[message.kind] += 1
            await _keep(guest, message, reply, sent)
        else:
            report.refused[message.kind] += 1


def _accepted(message: Message, reply: dict[str, Any] | Reply, child: Child, logged: int, report: Report) -> bool:
    if isinstance(reply, Reply):
        if reply.status >= 500 and NOT_BUILT not in reply.body:
            key = _field(reply.body, "key") or reply.body[:100].decode("latin-1")
            report.fail(f"{reply.status} {key} to {message.kind}: {_last_error(child, logged)}", message)
        return reply.status < 300
    if reply["type"] == "refused" and str(reply["key"]).startswith("server."):
        report.fail(f"{reply['key']} to {message.kind}: {_last_error(child, logged)}", message)
    return bool(reply["type"] != "refused")


async def _keep(guest: Guest, message: Message, reply: dict[str, Any] | Reply, sent: dict[str, Message]) -> None:
    """Remember an accepted message by its command, and the table that it opened."""
    command = _field(message.text.encode("utf-8", "surrogatepass"), "command")
    if command:
        sent[command] = message
    if isinstance(reply, Reply) and message.kind in ("open", "import", "fork", "rematch"):
        with suppress(Lost):
            await guest.remember(reply, message.known.game if message.known else "")


def _field(text: bytes, name: str) -> str:
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return ""
    return str(found.get(name, "")) if isinstance(found, dict) else ""


def _end(child: Child, kill: bool) -> None:
    if kill:
        child.kill()
    else:
        child.stop()


async def _logs(address: str, guests: list[Guest]) -> dict[str, list[Entry]]:
    store = await open_store(address)
    try:
        return {known.table: await store.read(known.table) for guest in guests for known in guest.tables}
    finally:
        await store.close()


def _read_again(logs: dict[str, list[Entry]], report: Report, sent: dict[str, Message]) -> None:
    """Read every log in this process too, to name a fact that cannot be read."""
    for name, entries in logs.items():
        table = Table(name, find_game, plan_of(entries))
        for entry in entries:
            try:
                table.apply(entry.version, facts.read(entry.body))
            except Exception as problem:
                symptom = f"a fact that was accepted cannot be read: {type(problem).__name__}: {problem}"[:300]
                report.fail(symptom, _named(entry, sent))
                break


def _guilty(logs: dict[str, list[Entry]], sent: dict[str, Message]) -> str:
    """Return the accepted messages in logs that cannot be read with less stack than this process has."""
    report = Report()
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit - LESS_ROOM)
    try:
        _read_again(logs, report, sent)
    finally:
        sys.setrecursionlimit(limit)
    return "\n  or ".join(list(report.failures.values())[:SHOWN_ENTRIES]) or "a log that this process can read"


def _named(entry: Entry, sent: dict[str, Message]) -> str:
    message = sent.get(entry.command.partition(":")[2])
    return str(message) if message else f"{entry.command} {entry.body[:300]!r} ({len(entry.body)} bytes)"


def _compare(
    before: dict[str, Any],
    after: dict[str, Any],
    report: Report,
    sent: dict[str, Message],
    logs: dict[str, list[Entry]],
) -> None:
    for name, was in before.items():
        if name == "lobby":
            for which, lobby in (("before", was), ("after a start", after[name])):
                if lobby["status"] != 200:
                    report.fail(f"the lobby does not open {which}: {lobby}", "")
            continue
        for difference in differences(was, after[name]):
            kinds = Counter(sent[c].kind for e in logs[name] if (c := e.command.partition(":")[2]) in sent)
            what, _, how = difference.partition(": ")
            report.fail(
                f"a table differs after a start: {what.split()[0]}: {how[:160]}", f"table {name}, {kinds}: {difference}"
            )


def _last_error(child: Child, since: int) -> str:
    """Return the last exception in the server's log after the given position."""
    with child.log.open("rb") as log:
        log.seek(since)
        return _error_in(log.read().decode(errors="replace"))


def _error_in(text: str) -> str:
    found: list[str] = ERROR.findall(text)
    return found[-1][:250] if found else ""


def _complaints(child: Child, report: Report) -> None:
    """Report whatever else the server logged as an error."""
    for line in child.log.read_text(errors="replace").splitlines():
        with suppress(msgspec.DecodeError):
            said = msgspec.json.decode(line)
            if isinstance(said, dict) and said.get("level") in ("error", "critical") and said["said"] not in REPORTED:
                report.fail(f"logged: {str(said.get('said')).splitlines()[0]}: {_error_in(line)}"[:300], child.log)


def in_folder(folder: Path) -> str:
    """Return the address of a new SQLite store."""
    return str(folder / "tables.db")


async def run(
    folder: Path,
    messages: int,
    seed: int,
    per_round: int,
    address: Callable[[Path], str] = in_folder,
    progress: Callable[[str], None] = lambda _: None,
    deepest: int = DEEPEST,
) -> Report:
    """Send messages in rounds, each on a new store; every second round ends with a kill."""
    report = Report()
    dice = random.Random(seed)
    for number, start in enumerate(range(0, messages, per_round)):
        inside = folder / f"round{number}"
        inside.mkdir()
        many = min(per_round, messages - start)
        store = address(inside)
        known = set(report.failures)
        sown = dice.randrange(2**32)
        await accept_and_reopen(store, many, inside, sown, report, kill=number % 2 == 1, deepest=deepest)
        progress(f"{start + many} messages, {report.accepted.total()} accepted")
        for symptom in report.failures.keys() - known:
            progress(f"FAILED: {symptom}\n  first by {report.failures[symptom]}")
    return report
