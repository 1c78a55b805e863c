"""Presence across nodes: the union of all, told in batches; a dead node's part disappears with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack

import msgspec
import pytest

from tests import postgres
from tests.server.browser import Json, Socket
from tests.server.local_server import CONFIG, LocalServer, serving
from tests.tables.harness import until
from timebooth.server.node import NodeConfig
from timebooth.server.tables import shared_presence
from timebooth.server.tables.shared_presence import MAX_TABLES, Connected, SharedPresence, Word
from timebooth.store.store import StoreError

needs_postgres = pytest.mark.skipif(postgres.programs() is None, reason="PostgreSQL is not here")
STAYING = msgspec.structs.replace(CONFIG, gone_after=3600.0)


class Bus:
    """A bus between nodes in this process."""

    def __init__(self) -> None:
        self.sent: list[Sequence[str]] = []
        self.broken = False
        self._listeners: list[asyncio.Queue[Sequence[str] | None]] = []

    async def publish(self, topic: str, words: Sequence[str]) -> None:
        assert topic == shared_presence.TOPIC
        assert all(" " not in word for word in words)
        if self.broken:
            raise StoreError("store.closed")
        self.sent.append(words)
        for listener in self._listeners:
            listener.put_nowait(words)

    async def listen(self, topic: str) -> AsyncGenerator[Sequence[str] | None, None]:
        assert topic == shared_presence.TOPIC
        listener: asyncio.Queue[Sequence[str] | None] = asyncio.Queue()
        self._listeners.append(listener)
        while True:
            yield await listener.get()


class Node:
    """The shared presence of a node, with connections that the test sets."""

    def __init__(self, name: str, bus: Bus) -> None:
        self.name = name
        self.here: dict[str, Connected] = {}
        self.changes: list[str] = []
        self.bus = bus
        self.shared = SharedPresence(bus, name, self.here.get, self.changes.append)

    def set(self, table: str, *seats: int, spectators: int = 0) -> None:
        self.here[table] = Connected(frozenset(seats), spectators)
        self.shared.changed(table)

    def leave(self, table: str) -> None:
        self.here.pop(table)
        self.shared.changed(table)

    async def send(self) -> list[str]:
        """Send a batch; return its words."""
        before = len(self.bus.sent)
        await self.shared.send()
        return [word for words in self.bus.sent[before:] for word in words]

    def elsewhere(self, table: str) -> list[Connected]:
        return sorted(self.shared.elsewhere(table))


async def exchange(*nodes: Node) -> int:
    """Send and deliver until nobody has anything to say; return how many messages that took."""
    messages = 0
    while True:
        said = [words for node in nodes if (words := await node.send())]
        if not said:
            return messages
        messages += len(said)
        for words in said:
            for node in nodes:
                node.shared.hear(words)


def run(test: Callable[[Bus], Awaitable[None]]) -> None:
    async def with_bus() -> None:
        await test(Bus())

    asyncio.run(with_bus())


def test_each_node_learns_who_is_connected_to_the_others() -> None:
    async def test(bus: Bus) -> None:
        one, two, three = (Node(name, bus) for name in ("one", "two", "three"))
        one.set("t", 0, spectators=2)
        await exchange(one, two, three)
        assert two.elsewhere("t") == []
        two.set("t", 1)
        await exchange(one, two, three)
        assert one.elsewhere("t") == [Connected(frozenset({1}), 0)]
        assert two.elsewhere("t") == [Connected(frozenset({0}), 2)]
        assert three.elsewhere("t") == []
        assert (one.changes, two.changes, three.changes) == (["t"], ["t"], [])

        two.set("t", 1, 2)
        one.leave("t")
        await exchange(one, two, three)
        assert one.elsewhere("t") == two.elsewhere("t") == []

    run(test)


def test_only_tables_that_are_live_elsewhere_are_told() -> None:
    """Except the first connection, which asks for the others, and the last."""

    async def test(bus: Bus) -> None:
        one, two = Node("one", bus), Node("two", bus)
        one.set("t", 0)
        assert await exchange(one, two) == 1
        one.set("t", 0, 1)
        one.set("t", 0, 1, spectators=1)
        assert await exchange(one, two) == 0
        one.leave("t")
        assert await exchange(one, two) == 1
        one.set("u", 0)
        two.set("u", 1)
        await exchange(one, two)
        for spectators in range(1, 50):
            one.set("u", 0, spectators=spectators)
        assert await exchange(one, two) == 1
        assert two.elsewhere("u") == [Connected(frozenset({0}), 49)]

    run(test)


def test_a_message_is_bounded_and_the_rest_follows() -> None:
    async def test(bus: Bus) -> None:
        one = Node("one", bus)
        for number in range(MAX_TABLES + 3):
            one.set(f"t{number}", 0)
        assert [len(await one.send()), len(await one.send()), len(await one.send())] == [MAX_TABLES, 3, 0]
        assert all(len(" ".join(words)) < 7900 for words in bus.sent)

    run(test)


def test_after_lost_messages_everything_is_asked_for_again() -> None:
    async def test(bus: Bus) -> None:
        one, two = Node("one", bus), Node("two", bus)
        one.set("t", 0)
        two.set("t", 1)
        await exchange(one, two)
        two.set("t", 1, 2)
        await two.send()  # and nobody hears it
        one.shared.hear(None)
        await exchange(one, two)
        assert one.elsewhere("t") == [Connected(frozenset({1, 2}), 0)]

    run(test)


def test_what_cannot_be_sent_is_sent_later() -> None:
    async def test(bus: Bus) -> None:
        one = Node("one", bus)
        one.set("t", 0)
        bus.broken = True
        with pytest.raises(StoreError):
            await one.send()
        bus.broken = False
        assert await one.send() == ["one:t:0:0:?"]

    run(test)


def test_a_dead_node_is_forgotten() -> None:
    async def test(bus: Bus) -> None:
        one, two = Node("one", bus), Node("two", bus)
        one.set("t", 0)
        two.set("t", 1)
        await exchange(one, two)
        one.changes.clear()
        one.shared.forget({"three"})
        assert one.changes == []
        one.shared.forget({"two", "three"})
        assert (one.elsewhere("t"), one.changes) == ([], ["t"])

    run(test)


def test_words_that_cannot_be_read_are_ignored() -> None:
    async def test(bus: Bus) -> None:
        one = Node("one", bus)
        one.set("t", 0)
        one.shared.hear(["", "two", "two:t:x:0:", "two:t:0:many:", "two:t:0:0::", "one:t:5:0:", "two:t:1:0:"])
        assert one.elsewhere("t") == [Connected(frozenset({1}), 0)]

    run(test)
    assert Word.decode("two:t:1.2:3:?") == Word("two", "t", Connected(frozenset({1, 2}), 3), True)


# Two nodes on one database.


async def shows(socket: Socket, table: str, seats: list[int], spectators: int) -> None:
    """Wait until the latest presence message of a table says this."""

    def latest() -> Json | None:
        found = [said for said in socket.heard if said["type"] == "here" and said["table"] == table]
        return found[-1] if found else None

    await until(lambda: (here := latest()) is not None and (here["seats"], here["spectators"]) == (seats, spectators))


async def two_nodes(
    stack: AsyncExitStack, address: str, config: NodeConfig = STAYING
) -> tuple[LocalServer, LocalServer]:
    bus = Bus()
    one, two = [await stack.enter_async_context(serving(address, config, share=bus)) for _ in range(2)]
    await until(lambda: len(one.tables.nodes.alive & two.tables.nodes.alive) == 2)
    return one, two


@needs_postgres
def test_everybody_at_a_table_sees_who_is_connected_to_any_node(postgres_folder: str) -> None:
    async def test() -> None:
        async with AsyncExitStack() as stack:
            one, two = await two_nodes(stack, postgres.new_database(postgres_folder))
            ada, ben, eve = await one.browser(), await two.browser(), await two.browser()
            hers, his, watching = await ada.socket(), await ben.socket(), await eve.socket()
            table = await ada.open("fingers", "host", "open", "random")
            await his.act(table, "sit", "sit")
            await hers.listen(table, 0)
            await shows(hers, table, [0], 0)
            await his.listen(table, 1)
            await watching.listen(table)
            for socket in (hers, his, watching):
                await shows(socket, table, [0, 1], 1)
            await watching.close()
            for socket in (hers, his):
                await shows(socket, table, [0, 1], 0)
            await two.tables.nodes.leave()
            two.tables.nodes.beat = dead  # type: ignore[method-assign]
            await shows(hers, table, [0], 0)

    async def dead() -> frozenset[str]:
        return frozenset()

    asyncio.run(test())


@needs_postgres
def test_a_player_who_comes_back_to_another_node_has_not_left(postgres_folder: str) -> None:
    async def test() -> None:
        async with AsyncExitStack() as stack:
            waiting = msgspec.structs.replace(CONFIG, gone_after=6.0)
            one, two = await two_nodes(stack, postgres.new_database(postgres_folder), waiting)
            ada, ben = await one.browser(), await one.browser()
            table = await ada.open("fingers", "host", "open", "random")
            his = await ben.socket()
            await his.act(table, "sit", "sit")
            await his.listen(table, 1)
            await his.close()
            await until(lambda: (table, 1) in one.hub.presence._leaving)
            ben.port, ben.host = two.port, f"localhost:{two.port}"
            again = await ben.socket()
            await again.listen(table, 1)
            await until(lambda: one.hub.presence.is_connected(table, 1))
            timer = one.hub.presence._leaving[table, 1]
            timer.cancel()
            one.hub.presence._gone(table, 1)  # as the timer would
            assert (table, 1) not in one.hub.presence._leaving
            assert not one.hub.presence._tasks
            assert not one.hub.presence._expected

    asyncio.run(test())
