"""Whoever watches the lobby is shown all of it once, and from then on what changes and what they may know."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests import postgres
from tests.server.browser import Browser, Json, Socket
from tests.server.local_server import CONFIG, LocalServer, run_on_server, serving
from tests.server.transport.test_websocket import file
from tests.tables.harness import until
from timebooth.server.tables import lobby_watch
from timebooth.server.transport import connection
from timebooth.store.store import Change as Notice
from timebooth.store.store import StoreError

needs_postgres = pytest.mark.skipif(postgres.programs() is None, reason="PostgreSQL is not here")
KINDS = ("lobby_shown", "public_tables", "own_tables", "lobby_changed")


class Watcher:
    """A guest who watches the lobby, and the lobby as their page shows it."""

    def __init__(self, browser: Browser, socket: Socket) -> None:
        self.browser = browser
        self.socket = socket
        self.read = 0

    @classmethod
    async def enter(cls, server: LocalServer, browser: Browser | None = None) -> Watcher:
        browser = browser or await server.browser()
        watcher = cls(browser, await browser.socket())
        await watcher.watch()
        return watcher

    async def watch(self) -> None:
        await self.socket.do("watch_lobby")
        await self.socket.do("ping")

    async def told(self) -> list[Json]:
        """Return what was said about the lobby since the last call."""
        await self.socket.do("ping")  # whatever was sent before has arrived
        new, self.read = self.socket.heard[self.read :], len(self.socket.heard)
        return [said for said in new if said["type"] in KINDS]

    def shown(self) -> tuple[dict[str, Json], dict[str, Json]]:
        """Return the public rows and the own ones, by table, after everything that was received."""
        public: dict[str, Json] = {}
        mine: dict[str, Json] = {}
        for said in self.socket.heard:
            if said["type"] == "lobby_shown":
                lobby = said["lobby"]
                public = {row["table"]: row for row in (*lobby["open"], *lobby["running"])}
                mine = {row["summary"]["table"]: row for row in lobby["mine"]}
            elif said["type"] == "public_tables":
                public |= {row["table"]: row for row in said["changed"]}
                public = {table: row for table, row in public.items() if table not in said.get("gone", ())}
            elif said["type"] == "own_tables":
                mine |= {row["summary"]["table"]: row for row in said["changed"]}
                mine = {table: row for table, row in mine.items() if table not in said.get("gone", ())}
        return public, mine

    async def agrees_with_the_server(self) -> None:
        """Check that the page shows what the whole lobby says now."""
        page = await self.browser.get("/api/lobby")
        public, mine = self.shown()
        assert public == {row["table"]: row for row in (*page["open"], *page["running"])}
        assert without_closing(mine) == without_closing({row["summary"]["table"]: row for row in page["mine"]})


def without_closing(rows: dict[str, Json]) -> dict[str, Json]:
    return {table: {name: value for name, value in row.items() if name != "closes_at"} for table, row in rows.items()}


def by_hand(tmp_path: Path, test: Callable[[LocalServer], Awaitable[None]]) -> None:
    """Run a test that publishes by itself, so that it knows what one batch holds."""
    with patch.object(lobby_watch, "BATCH_FOR", 1e9):
        run_on_server(file(tmp_path), test)


def test_a_watcher_is_shown_everything_and_then_what_changes(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        first = await ada.open("fingers", "host", "open", "open")
        ben = await Watcher.enter(server)
        (shown,) = await ben.told()
        assert [row["table"] for row in shown["lobby"]["open"]] == [first]

        second = await ada.open("fingers", "host", "open", "open")
        await ben.socket.act(second, "sit", "sit")
        await server.hub.lobby.publish()

        told = await ben.told()
        assert [said["type"] for said in told] == ["public_tables", "own_tables"]
        assert [row["table"] for row in told[0]["changed"]] == [second]
        assert [row["summary"]["table"] for row in told[1]["changed"]] == [second]
        await ben.agrees_with_the_server()

        await (await ada.socket()).act(first, "c", "close")
        await ben.socket.act(second, "leave", "leave", seat=1)
        await server.hub.lobby.publish()
        told = await ben.told()
        assert told[0]["gone"] == [first]
        assert (told[1]["changed"], told[1]["gone"]) == ([], [second])
        await ben.agrees_with_the_server()

        await server.hub.lobby.publish()
        assert await ben.told() == []
        await ben.socket.do("leave_lobby")
        await ada.open("fingers", "host", "open", "open")
        await server.hub.lobby.publish()
        assert await ben.told() == []

    by_hand(tmp_path, test)


def test_it_is_sent_by_itself(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        ben = await Watcher.enter(server)
        table = await ada.open("objection", "host", "open", "random")
        await ben.socket.until(lambda said: said["type"] == "public_tables")
        await ben.socket.act(table, "sit", "sit")
        hers = await ada.socket()
        await hers.listen(table, 0)
        await hers.act(table, "claim", "answer", seat=0, moment=0, answer={"type": "claim"})
        await ben.socket.until(lambda said: said["type"] == "own_tables" and said["changed"][0]["asked"])

    run_on_server(file(tmp_path), test)


def test_a_private_table_reaches_only_its_own_people(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, eve = await Watcher.enter(server), await Watcher.enter(server)
        await ada.told(), await eve.told()
        table = await ada.browser.open("fingers", "host", "host", "host", visibility="invitation")
        await ada.socket.listen(table, 0)
        await ada.socket.act(table, "a", "answer", seat=0, moment=0, answer={"type": "show", "fingers": 1})
        await ada.socket.act(table, "close", "close")
        await server.hub.lobby.publish()

        assert await eve.told() == []
        assert {row["summary"]["table"] for said in await ada.told() for row in said["changed"]} == {table}
        assert all(table not in str(frame) for frame in eve.socket.frames)

    by_hand(tmp_path, test)


def test_a_sealed_answer_changes_nobody_elses_row(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben, eve = [await Watcher.enter(server) for _ in range(3)]
        table = await ada.browser.open("fingers", "host", "open", "random", pace={"type": "days"})
        await ben.socket.act(table, "sit", "sit")
        await server.hub.lobby.publish()
        for watcher in (ada, ben, eve):
            await watcher.told()

        assert (await ben.socket.act(table, "a", "answer", seat=1, moment=0, answer=ANSWER))["type"] == "done"
        await server.hub.lobby.publish()

        (told,) = await ben.told()
        assert [row["asked"] for row in told["changed"]] == [False]
        assert await ada.told() == []
        assert await eve.told() == []

    by_hand(tmp_path, test)


ANSWER = {"type": "show", "fingers": 1}


def test_many_changes_go_out_in_bounded_messages(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben = await server.browser(), await Watcher.enter(server)
        await ben.told()
        for _ in range(5):
            await ada.open("fingers", "host", "open", "open")
        sizes = []
        for _ in range(4):
            await server.hub.lobby.publish()
            sizes.append([len(said["changed"]) for said in await ben.told()])
        assert sizes == [[2], [2], [1], []]
        await ben.agrees_with_the_server()

    with patch.object(lobby_watch, "MAX_ROWS", 2):
        by_hand(tmp_path, test)


def test_public_rows_are_read_and_encoded_once_for_all(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, watchers = await server.browser(), [await Watcher.enter(server) for _ in range(4)]
        await ada.open("fingers", "host", "open", "open")
        reads: list[object] = []
        wrapped = server.tables.store.public_listings

        async def counted(**wanted: Any) -> Any:
            reads.append(wanted)
            return await wrapped(**wanted)

        with (
            patch.object(server.tables.store, "public_listings", counted),
            patch.object(lobby_watch, "encode", side_effect=connection.encode) as encode,
        ):
            await server.hub.lobby.publish()
        assert (len(reads), encode.call_count) == (1, 1)
        for watcher in watchers:
            await watcher.agrees_with_the_server()

    by_hand(tmp_path, test)


def test_after_lost_notices_everybody_looks_again(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ben = await Watcher.enter(server)
        await ben.told()
        server.hub.lobby.remote(Notice(None))
        await server.hub.lobby.publish()
        assert [said["type"] for said in await ben.told()] == ["lobby_changed"]
        await ben.watch()
        assert [said["type"] for said in await ben.told()] == ["lobby_shown"]

    by_hand(tmp_path, test)


def test_a_store_that_fails_loses_no_change(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben = await Watcher.enter(server), await Watcher.enter(server)
        table = await ada.browser.open("fingers", "host", "open", "open")

        async def fails(**_: Any) -> Any:
            raise StoreError("store.closed")

        with patch.object(server.tables.store, "public_listings", fails), pytest.raises(StoreError):
            await server.hub.lobby.publish()
        await server.hub.lobby.publish()
        for watcher in (ada, ben):
            await watcher.agrees_with_the_server()
        assert set(ada.shown()[1]) == {table}

    by_hand(tmp_path, test)


def test_a_row_that_changes_while_somebody_is_shown_the_lobby_is_sent_after_it(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        table = await ada.open("fingers", "host", "host", "host", pace={"type": "days"})
        acting, late = await ada.socket(), Watcher(ada, await ada.socket())
        wrapped = server.tables.store.own_listings
        reading, go_on = asyncio.Event(), asyncio.Event()

        async def slow(person: str, limit: int) -> Any:
            found = await wrapped(person, limit)
            reading.set()
            await go_on.wait()
            return found

        with patch.object(server.tables.store, "own_listings", slow):
            watching = asyncio.create_task(late.watch())
            await reading.wait()
            await acting.act(table, "close", "close")
            await server.hub.lobby.publish()
            go_on.set()
            await watching
        await server.hub.lobby.publish()
        assert next(said["type"] for said in await late.told()) == "lobby_shown"
        await late.agrees_with_the_server()

    by_hand(tmp_path, test)


def test_two_pages_of_one_guest_show_the_same(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        one = await Watcher.enter(server)
        await one.browser.open("fingers", "host", "open", "open")
        two = await Watcher.enter(server, one.browser)  # before the batch
        await server.hub.lobby.publish()
        for watcher in (one, two):
            await watcher.told()
            await watcher.agrees_with_the_server()
        await one.socket.close()
        await two.socket.close()
        await until(lambda: not server.hub.lobby.watchers)
        assert not server.hub.lobby._rows
        assert not server.hub.lobby._people_at
        assert server.hub.lobby._page is None

    by_hand(tmp_path, test)


@needs_postgres
def test_watchers_on_one_node_see_what_happens_on_another(postgres_folder: str) -> None:
    async def test() -> None:
        address = postgres.new_database(postgres_folder)
        async with AsyncExitStack() as stack:
            here, there = [await stack.enter_async_context(serving(address, CONFIG)) for _ in range(2)]
            ada, ben = await Watcher.enter(here), await there.browser()
            await until(lambda: len(here.tables.nodes.alive & there.tables.nodes.alive) == 2)
            table = await ben.open("fingers", "host", "open", "open", pace={"type": "days"})
            while here.tables.nodes.owns(table):
                table = await ben.open("fingers", "host", "open", "open", pace={"type": "days"})
            await ada.socket.until(lambda said: said["type"] == "public_tables" and said["changed"])
            elsewhere = Browser(there.port, cookies={"timebooth": ada.browser.cookie})
            hers, his = await elsewhere.socket(), await ben.socket()
            await hers.act(table, "sit", "sit")
            await his.act(table, "fill", "fill", bot="random")
            await ada.watch()
            assert (await hers.act(table, "a", "answer", seat=1, moment=0, answer=ANSWER))["type"] == "done"
            await ada.socket.until(
                lambda said: said["type"] == "own_tables" and said["changed"] and not said["changed"][0]["asked"]
            )
            assert table not in here.tables.live_tables.by_id
            await elsewhere.__aexit__(None, None, None)

    asyncio.run(test())
