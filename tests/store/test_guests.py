"""What every store keeps of guests: passkeys, ended sessions, erasures."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.store.test_stores import LISTING, with_store
from timebooth.store.open_store import open_store
from timebooth.store.sqlite import SqliteStore
from timebooth.store.store import ERASED_EPOCH, Append, Change, Entry, Passkey, Store, TablesFound

KEY = Passkey("credential", "ada", b"public", 5, b"profile")


def test_a_passkey_is_never_written_over(store_address: str) -> None:
    async def test(store: Store) -> None:
        assert await store.add_passkey(KEY, 2)
        assert not await store.add_passkey(KEY._replace(person="eve", public=b"other", signs=0), 2)
        assert not await store.add_passkey(KEY._replace(public=b"other"), 2)
        assert await store.passkey("credential") == KEY

    with_store(store_address, test)


def test_a_person_has_only_so_many_passkeys(store_address: str) -> None:
    async def test(store: Store) -> None:
        for i in range(3):
            assert await store.add_passkey(KEY._replace(credential=f"c{i}"), 2) is (i < 2)
        assert await store.add_passkey(KEY._replace(person="ben"), 2)
        assert len(await store.passkeys_of("ada")) == 2

    with_store(store_address, test)


def test_a_counter_only_rises_however_many_use_it_at_once(store_address: str) -> None:
    async def test(store: Store) -> None:
        await store.add_passkey(KEY, 10)
        used = await asyncio.gather(*(store.use_passkey("credential", "ada", 6) for _ in range(8)))
        assert used.count(True) == 1
        assert not await store.use_passkey("credential", "eve", 9)
        assert not await store.use_passkey("credential", "ada", 0)
        await asyncio.gather(
            store.use_passkey("credential", "ada", 7),
            store.rename_passkeys("ada", b"new"),
            store.use_passkey("credential", "ada", 8),
        )
        kept = await store.passkey("credential")
        assert kept is not None
        assert (kept.signs, kept.profile) == (8, b"new")
        await store.add_passkey(KEY._replace(credential="without a counter", signs=0), 10)
        assert await store.use_passkey("without a counter", "ada", 0)
        assert await store.use_passkey("without a counter", "ada", 0)

    with_store(store_address, test)


def test_only_the_owner_removes_a_passkey(store_address: str) -> None:
    async def test(store: Store) -> None:
        await store.add_passkey(KEY, 10)
        await store.add_passkey(KEY._replace(credential="second"), 10)
        await store.add_passkey(KEY._replace(credential="third"), 10)
        assert await store.remove_passkeys("eve", "credential") == 0
        assert await store.remove_passkeys("ada", "credential") == 1
        assert await store.remove_passkeys("eve") == 0
        assert await store.remove_passkeys("ada") == 2
        assert await store.passkeys_of("ada") == []

    with_store(store_address, test)


def test_epochs_rise_and_end(store_address: str) -> None:
    async def test(store: Store) -> None:
        assert await store.session_epochs(["ada", "ben"]) == {}
        assert sorted(await asyncio.gather(*(store.raise_epoch("ada") for _ in range(3)))) == [1, 2, 3]
        await store.begin_erasing("ben")
        await store.begin_erasing("ben")
        many = ["ada", "ben", "cleo", *(f"p{i}" for i in range(2000))]
        assert await store.session_epochs(many) == {"ada": 3, "ben": ERASED_EPOCH}
        assert await store.raise_epoch("ben") == ERASED_EPOCH
        assert await store.erasing() == ["ben"]
        await store.end_erasing("ben")
        assert await store.erasing() == []
        assert await store.session_epochs(["ben"]) == {"ben": ERASED_EPOCH}

    with_store(store_address, test)


def test_what_a_person_wrote_is_found_by_the_prefix_of_their_commands(store_address: str) -> None:
    async def test(store: Store) -> None:
        for table in ("a", "b", "c", "d"):
            await store.append(table, 1, "ben:1", b"ben", LISTING._replace(table=table))
        for table in ("b", "d"):
            await store.append(table, 2, "ada:1", b"ada")
            await store.append(table, 3, "adam:1", b"adam")
            await store.append(table, 4, "ada:2", b"ada")
        assert await store.read_by("b", "ada:") == [Entry(2, "ada:1", b"ada"), Entry(4, "ada:2", b"ada")]
        assert await store.read_by("b", "ada:", 2) == [Entry(4, "ada:2", b"ada")]
        assert await store.read_by("b", "ada:", limit=1) == [Entry(2, "ada:1", b"ada")]
        assert await store.tables_by("ada:") == TablesFound(("b", "d"), None)
        assert await store.tables_by("ada:", limit=2) == TablesFound(("b",), "b")
        assert await store.tables_by("ada:", "b", 2) == TablesFound(("d",), "d")
        assert await store.tables_by("ada:", "d", 2) == TablesFound((), None)

    with_store(store_address, test)


def test_a_log_is_rewritten_whole_or_not_at_all(store_address: str) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 1, "ada:1", b"ada", LISTING._replace(people=("ada", "ben")))
        await store.append("t", 2, "ben:1", b"ben")
        changed = [Entry(1, "x:1", b"x")]
        added = [Entry(3, "erased:0", b"gone")]
        after = LISTING._replace(summary=b"{1}", people=("x", "ben"))
        assert await store.rewrite("t", 1, changed, added, after) is Append.CONFLICT
        assert await store.read_by("t", "x:") == []
        assert await store.redactions(["t"]) == {}

        assert await store.rewrite("t", 2, changed, added, after) is Append.DONE

        assert await store.read("t") == [*changed, Entry(2, "ben:1", b"ben"), *added]
        assert await store.listings_of("ada") == []
        assert [listing.summary for listing in await store.listings_of("x")] == [b"{1}"]
        assert await store.redactions(["t", "other"]) == {"t": 1}

    with_store(store_address, test)


def test_other_nodes_are_notified_of_a_rewritten_log(store_address: str) -> None:
    async def test(store: Store) -> None:
        if isinstance(store, SqliteStore):
            return
        other = await open_store(store_address)
        changes = other.changes()
        assert await anext(changes) == Change(None)
        await store.append("t", 1, "c", b"")
        await store.rewrite("t", 1, [Entry(1, "d", b"x")], [Entry(2, "e", b"")])
        heard = [await anext(changes) for _ in range(3)]
        assert heard == [Change("t", 1), Change("t", 0, rewritten=True), Change("t", 2)]
        await other.close()

    with_store(store_address, test)


def test_a_backup_carries_passkeys_and_ended_sessions(store_address: str, tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        await store.add_passkey(KEY, 10)
        await store.raise_epoch("ada")
        await store.begin_erasing("ben")
        await store.backup(tmp_path / "backup")
        fresh = await open_store(str(tmp_path / "fresh.db"))
        await fresh.restore(tmp_path / "backup")
        assert await fresh.passkey("credential") == KEY
        assert await fresh.session_epochs(["ada", "ben"]) == {"ada": 1, "ben": ERASED_EPOCH}
        assert await fresh.erasing() == ["ben"]
        await fresh.close()

    with_store(store_address, test)
