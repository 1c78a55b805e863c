"""`admin`, with a running server and with a database that no server uses."""

from __future__ import annotations

import asyncio
import json
import signal
import stat
import subprocess
from pathlib import Path

from tests.cli.command import COMMAND, TIMEOUT, environment, timebooth
from tests.cli.test_tables import two_tables
from tests.server.browser import Browser
from tests.server.server_process import free_port
from timebooth.store.file_lock import FileLock
from timebooth.words import Words

EN, FR = Words("en"), Words("fr")


def test_without_a_server_the_database_is_opened(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    good, bad = two_tables(db)
    listed = timebooth("admin", "list", "--db", db, "--json")
    assert {row["table"] for row in json.loads(listed.out)} == {good, bad}
    assert good in timebooth("admin", "list", "--db", db, "--lang", "fr").out
    shown = timebooth("admin", "show", good, "--db", db)
    assert "Host: Ada (ada)" in shown.out
    assert "Seat 1: Ada (ada)" in shown.out
    assert "Place 1\u00a0: Ada (ada)" in timebooth("admin", "show", good, "--db", db, "--lang", "fr").out
    assert EN.say("admin.server", version="…", running="false").partition("…")[2].strip(".\n") in (
        timebooth("admin", "status", "--db", db).out
    )

    assert timebooth("admin", "close", good, "--db", db, "--yes").out.strip() == EN.say("admin.closed", table=good)

    found = json.loads(timebooth("admin", "show", good, "--db", db, "--json").out)
    assert (found["status"], found["closed"]) == ("closed", "by_operator")
    again = timebooth("admin", "close", good, "--db", db, "--yes", "--lang", "fr")
    assert (again.code, again.err.strip()) == (2, FR.say("error.admin.ended", table=good))


def test_it_asks_before_it_deletes(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    good, bad = two_tables(db)

    refused = timebooth("admin", "delete", good, "--db", db, "--lang", "fr", typed="n\n")
    unanswered = timebooth("admin", "delete", good, "--db", db)
    assert (refused.code, unanswered.code) == (1, 1)
    assert FR.say("admin.ask_delete", table=good) in refused.out
    assert timebooth("admin", "show", good, "--db", db).code == 0

    assert timebooth("admin", "delete", good, "--db", db, typed="y\n").code == 0
    assert timebooth("admin", "delete", bad, "--db", db, "--yes").code == 0
    gone = timebooth("admin", "delete", good, "--db", db, "--yes")
    assert (gone.code, gone.err.strip()) == (2, EN.say("error.table.unknown", table=good))
    assert timebooth("admin", "list", "--db", db).out.strip() == EN.say("admin.no_tables")


def test_a_guest_is_banned_exported_and_forgotten(tmp_path: Path) -> None:
    db, file = tmp_path / "tables.db", tmp_path / "ada.json"
    good, _ = two_tables(db)
    assert timebooth("admin", "ban", "ada", "--db", db).code == 0
    assert json.loads(timebooth("admin", "status", "--db", db, "--json").out)["banned"] == ["ada"]
    assert timebooth("admin", "unban", "ada", "--db", db).out.strip() == EN.say("admin.unbanned", person="ada")
    assert timebooth("admin", "unban", "ada", "--db", db).out.strip() == EN.say("admin.not_banned", person="ada")

    assert timebooth("admin", "export", "ada", file, "--db", db).code == 0

    exported = json.loads(file.read_text())
    assert good in [table["table"] for table in exported["tables"]]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert timebooth("admin", "export", "ada", file, "--db", db).code == 2
    assert timebooth("admin", "forget", "ada", "--db", db, typed="n\n").code == 1
    assert timebooth("admin", "forget", "ada", "--db", db, "--yes").code == 0
    assert "ada)" not in timebooth("admin", "show", good, "--db", db).out
    unknown = timebooth("admin", "ban", "nobody", "--db", db)
    assert (unknown.code, unknown.err.strip()) == (2, EN.say("error.admin.no_such_guest", person="nobody"))


def test_it_refuses_with_one_sentence(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    two_tables(db)
    (tmp_path / "link.db").symlink_to(db)
    lock = FileLock.take(db)  # a server without a socket
    try:
        for name in ("tables.db", "link.db"):
            said = timebooth("admin", "list", "--db", tmp_path / name)
            assert (said.code, said.err.strip()) == (2, EN.say("error.admin.in_use", file=str(tmp_path / name)))
    finally:
        lock.close()
    wrong = timebooth("admin", "list", "--db", db, "--status", "open,lost")
    assert (wrong.code, wrong.err.strip()) == (2, EN.say("error.admin.status", status="lost"))
    nothing = timebooth("admin", "drain", "--db", db)
    assert (nothing.code, nothing.err.strip()) == (2, EN.say("error.admin.no_server"))
    missing = timebooth("admin", "list", "--db", tmp_path / "none.db", "--lang", "fr")
    assert missing.code == 2
    assert not (tmp_path / "none.db").exists()
    nowhere = timebooth("admin", "list", "--db", db, "--socket", tmp_path / "none")
    assert nowhere.code == 2
    assert nowhere.err.startswith(EN.say("error.admin.unreachable", file=str(tmp_path / "none"), reason="…")[:20])


def test_a_running_server_does_what_is_asked_over_its_socket_and_drains(tmp_path: Path) -> None:
    port, db = free_port(), tmp_path / "tables.db"
    command = [*COMMAND, "serve", "--db", str(db), "--port", str(port), "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(tmp_path)) as server:
        try:
            assert server.stdout is not None
            server.stdout.readline()

            async def play() -> str:
                async with Browser(port) as ada:
                    table = await ada.open("riff-in-time", "host", "open")
                    closed = await asyncio.to_thread(timebooth, "admin", "close", table, "--db", db, "--yes")
                    assert closed.code == 0, closed.err
                    summary = (await ada.get(f"/api/tables/{table}"))["summary"]
                    assert summary["closed"] == "by_operator"
                    return table

            table = asyncio.run(play())
            assert stat.S_IMODE(db.with_name("tables.db.admin").stat().st_mode) == 0o600
            status = json.loads(timebooth("admin", "status", "--db", db, "--json").out)
            assert status["running"]
            assert timebooth("admin", "drain", "--seconds", "0", "--db", db).code == 0
            assert server.wait(TIMEOUT) == 0
        finally:
            if server.poll() is None:
                server.send_signal(signal.SIGTERM)
    assert not db.with_name("tables.db.admin").exists()
    assert json.loads(timebooth("admin", "show", table, "--db", db, "--json").out)["closed"] == "by_operator"
