"""A guest can see, export and erase what is stored about them, and nobody else can."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import msgspec

from tests.server.browser import Browser
from tests.server.local_server import CONFIG, LocalServer, run_on_server, serving
from timebooth.server.sessions.guests import Cookies
from timebooth.server.sessions.sessions import Sessions
from timebooth.store.store import StoreError


async def table_of(ada: Browser, ben: Browser) -> str:
    """Return a running game of two guests, who both wrote in the chat, and a bot."""
    await ada.http.patch("/api/me", json={"name": "Ada Lovelace"})
    await ben.http.patch("/api/me", json={"name": "Ben Franklin"})
    table = await ada.open("fingers", "host", "open", "random", pace={"type": "days"})
    one, two = await ada.socket(), await ben.socket()
    await two.act(table, "sit", "sit")
    await one.act(table, "say", "say", text="from Ada", seat=0)
    await one.act(table, "note", "note", text="note of Ada", seat=0)
    await two.act(table, "say", "say", text="from Ben", seat=1)
    return table


def test_a_guest_can_export_their_own_data_and_nobody_elses(store_address: str) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben, eve = [await server.browser() for _ in range(3)]
        table = await table_of(ada, ben)

        answer = await ada.http.get("/api/me/data")

        assert "attachment" in answer.headers["content-disposition"]
        assert answer.headers["cache-control"] == "no-store"
        found = answer.json()
        assert found["me"]["name"] == "Ada Lovelace"
        assert [each["table"] for each in found["tables"]] == [table]
        text = answer.text
        assert "from Ada" in text
        assert "note of Ada" in text
        for part in ("from Ben", "Ben Franklin", "seed", 'invitation"'):
            assert part not in text
        assert "Ada" not in (await ben.http.get("/api/me/data")).text
        assert "tables" not in await eve.get("/api/me/data")
        stranger = Browser(server.port)
        assert (await stranger.http.get("/api/me/data")).status_code == 401
        await stranger.http.aclose()
        for wrong in ("%00", "a/b", "x" * 101):
            assert (await ada.http.get(f"/api/me/data?after={wrong}")).status_code == 400

    run_on_server(store_address, test)


def test_an_erased_guest_is_gone_and_the_others_play_on(store_address: str) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben = await server.browser(), await server.browser()
        table = await table_of(ada, ben)
        theirs = ada.cookie
        person = (await ada.get("/api/me/data"))["id"]
        watching = await ben.socket()
        await watching.listen(table, 1)

        answer = await ada.http.delete("/api/me")

        assert answer.json() == {"done": True}
        assert "timebooth" not in ada.http.cookies
        assert await ada.sockets[0].closed() is not None
        assert ada.sockets[0].heard[-1] == {"type": "goodbye", "reason": "erased", "back_in": 1.0}
        told = await watching.until(lambda said: "summary" in said.get("message", {}) and "bot" in json.dumps(said))
        assert told["message"]["summary"]["chairs"][0]["name"] in ("Ada Lovelace", "Somebody")
        info = await ben.get(f"/api/tables/{table}")
        assert info["summary"]["host"] == "Somebody"
        assert info["summary"]["chairs"][0]["bot"]
        again = Browser(server.port, cookies={"timebooth": theirs})
        assert (await again.http.get("/api/me/data")).status_code == 401
        assert (await again.get("/api/me"))["name"] != "Ada Lovelace"
        await again.http.aclose()
        await server.services.erasures.settle()
        store = server.tables.store
        assert await store.erasing() == []
        kept = b"".join(entry.command.encode() + entry.body for entry in await store.read(table))
        assert b"Ada" not in kept
        assert person.encode() not in kept
        assert b"from Ben" in kept

    run_on_server(store_address, test)


def test_nobody_erases_a_stranger(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben = await server.browser(), await server.browser()
        table = await table_of(ada, ben)
        stranger = Browser(server.port)
        assert (await stranger.http.delete("/api/me")).status_code == 401
        elsewhere = await ada.http.delete("/api/me", headers={"origin": "http://evil.example"})
        assert elsewhere.status_code == 403
        await ben.http.delete("/api/me")
        chairs = (await ada.get(f"/api/tables/{table}"))["summary"]["chairs"]
        assert [chair["name"] for chair in chairs[:2]] == ["Ada Lovelace", "Somebody"]
        await stranger.http.aclose()

    run_on_server(str(tmp_path / "tables.db"), test)


def test_an_erasure_is_resumed_after_a_restart(store_address: str) -> None:
    async def run() -> None:
        async with serving(store_address) as server:
            ada, ben = await server.browser(), await server.browser()
            table = await table_of(ada, ben)
            person = (await ada.get("/api/me/data"))["id"]
            await server.tables.store.begin_erasing(person)  # and then the server dies
        async with serving(store_address) as server:
            await server.services.erasures.settle()
            store = server.tables.store
            assert await store.erasing() == []
            assert b"Ada" not in b"".join(entry.body for entry in await store.read(table))

    asyncio.run(run())


def test_sessions_end_on_all_devices_but_this_one(store_address: str) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        me = await ada.get("/api/me")
        phone = Browser(server.port, cookies={"timebooth": ada.cookie})
        old = ada.cookie
        line = await phone.socket()

        answer = await ada.http.post("/api/me/sign-out-everywhere", json={})

        assert answer.json() == me
        await line.closed()
        assert line.heard[-1] == {"type": "goodbye", "reason": "signed_out", "back_in": 1.0}
        assert (await phone.http.patch("/api/me", json={})).status_code == 401
        assert await ada.get("/api/me") == me
        assert (await ada.socket()).heard[0]["me"] == me
        assert old != ada.cookie
        gone = await ada.http.post("/api/me/sign-out-everywhere", json={"here": True})
        assert gone.json() is None
        assert "timebooth" not in ada.http.cookies
        await phone.__aexit__(None, None, None)

    run_on_server(store_address, test)


def test_sessions_end_on_other_nodes_within_seconds(store_address: str) -> None:
    async def run() -> None:
        async with serving(store_address) as here, serving(store_address) as there:
            ada = await here.browser()
            phone = Browser(there.port, cookies={"timebooth": ada.cookie})
            line = await phone.socket()
            await ada.post("/api/me/sign-out-everywhere", {})
            await line.closed()
            assert line.heard[-1]["reason"] == "signed_out"
            assert (await phone.http.patch("/api/me", json={})).status_code == 401
            await phone.__aexit__(None, None, None)

    if store_address.startswith("postgresql"):
        asyncio.run(run())


class CountingStore:
    """A store of epochs that counts how often it is asked."""

    def __init__(self) -> None:
        self.epochs: dict[str, int] = {}
        self.asked = 0
        self.broken = False

    async def session_epochs(self, people: list[str]) -> dict[str, int]:
        self.asked += 1
        if self.broken:
            raise StoreError("store.closed")
        return {person: self.epochs[person] for person in people if person in self.epochs}


def test_ordinary_requests_use_the_cached_epoch() -> None:
    async def run() -> None:
        now = 0.0
        store = CountingStore()
        sessions = Sessions(store, clock=lambda: now, cache_for=10.0, max_cached=100)  # type: ignore[arg-type]
        for _ in range(50):
            assert await sessions.epoch("ada") == 0
        assert store.asked == 1
        store.epochs["ada"] = 2
        now = 10.0
        assert await sessions.epoch("ada") == 2
        store.broken = True
        now = 100.0
        assert await sessions.epoch("ada") == 2
        store.broken = False
        for number in range(500):
            await sessions.epoch(f"p{number}")
        assert len(sessions._known) == 100

    asyncio.run(run())


def test_cookies_of_older_versions_and_of_old_keys_are_valid() -> None:
    old = Cookies(b"the first key, long enough")
    both = Cookies(b"the first key, long enough", b"the second key, long enough")
    new = Cookies(b"the second key, long enough")
    before = str(old._signed.dumps(["id", "Ada", "p1", "en", True]))

    guest = both.read(before)

    assert guest is not None
    assert (guest.id, guest.epoch) == ("id", 0)
    assert new.read(before) is None
    assert new.read(both.write(guest)) == guest


def test_nobody_is_signed_out_when_a_key_is_rotated(tmp_path: Path) -> None:
    address = str(tmp_path / "tables.db")
    rotated = msgspec.structs.replace(CONFIG, secret=b"a new key for the tests", old_secrets=(CONFIG.secret,))
    dropped = msgspec.structs.replace(rotated, old_secrets=())

    async def run() -> None:
        async with serving(address) as server:
            ada = await server.browser()
            me, cookie = await ada.get("/api/me"), ada.cookie
        async with serving(address, rotated) as server:
            ada = Browser(server.port, cookies={"timebooth": cookie})
            assert await ada.get("/api/me") == me
            renewed = next(each.value for each in ada.http.cookies.jar if each.value != cookie)
            await ada.http.aclose()
        async with serving(address, dropped) as server:
            for value, status in ((renewed, 200), (cookie, 401)):
                ada = Browser(server.port, cookies={"timebooth": str(value)})
                assert (await ada.http.patch("/api/me", json={})).status_code == status
                await ada.http.aclose()

    asyncio.run(run())


def test_exports_and_erasures_are_limited(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(CONFIG.limits, exports="3/day", privacy="2/day")
    config = msgspec.structs.replace(CONFIG, limits=limits)

    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        exports = [(await ada.http.get("/api/me/data")).status_code for _ in range(4)]
        ended = [(await ada.http.post("/api/me/sign-out-everywhere", json={})).status_code for _ in range(3)]
        assert (exports.count(200), exports[-1]) == (3, 429)
        assert (ended.count(200), ended[-1]) == (2, 429)

    run_on_server(str(tmp_path / "tables.db"), test, config)
