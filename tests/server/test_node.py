"""`timebooth serve`, `backup` and `restore` from the command line."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.command import timebooth
from tests.server.browser import Browser, plain_http
from tests.server.server_process import TIMEOUT, free_port
from timebooth.cli.serve import qr_code
from timebooth.kernel.errors import TimeboothError
from timebooth.server.sessions.secret import keys_from_file
from timebooth.words import Words

BOOTH = [sys.executable, "-m", "timebooth"]


@pytest.fixture(autouse=True)
def _keep_logging(monkeypatch: pytest.MonkeyPatch) -> None:
    """`serve` in this process must not replace the handlers of pytest."""
    monkeypatch.setattr("timebooth.server.logs.log_to", lambda **_: None)


def test_it_prints_its_address_logs_no_secret_and_stops_on_a_signal(tmp_path: Path) -> None:
    port, db = free_port(), tmp_path / "tables.db"
    command = [*BOOTH, "serve", "--db", str(db), "--port", str(port), "--no-open", "--log-level", "info"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        first = server.stdout.readline()

        async def visit() -> tuple[str, str]:
            async with Browser(port) as ada:
                table = await ada.open("riff-in-time", "host", "open", visibility="invitation")
                invitation = (await ada.get(f"/api/tables/{table}"))["invitation"]
                await ada.get(f"/api/tables/{table}", invitation=invitation)
                return ada.cookie, invitation

        cookie, invitation = asyncio.run(visit())
        backed_up = timebooth("backup", tmp_path / "copy.db", "--db", db)
        second = timebooth("serve", "--db", db, "--port", "0", "--no-open", "--lang", "fr")
        server.send_signal(signal.SIGTERM)
        rest, logged = server.stdout.read(), server.stderr.read()
        assert server.wait(TIMEOUT) == 0

    assert f"http://localhost:{port}" in first
    assert rest.endswith(Words("en").say("serve.stopped") + "\n")
    assert stat.S_IMODE((tmp_path / "tables.db.key").stat().st_mode) == 0o600
    lines = [json.loads(line) for line in logged.splitlines()]
    requests = [line for line in lines if line["from"] == "timebooth.requests"]
    assert all(line["address"].startswith("127.0.0.x#") for line in requests)
    assert len(requests) >= 4
    assert all(len(line["request"]) == 16 and line["status"] < 300 for line in requests)
    for secret in (cookie, cookie.split(".")[0], invitation, (tmp_path / "tables.db.key").read_text()):
        assert secret not in logged
    assert (second.code, second.out) == (2, "")
    french, english = Words("fr"), Words("en")
    assert second.err == french.say("error.store.in_use", file=str(db)) + "\n"
    assert (backed_up.code, backed_up.err) == (0, "")
    restored = timebooth("restore", tmp_path / "copy.db", "--db", tmp_path / "new.db", "--lang", "fr")
    key = tmp_path / "new.db.key"
    said = (french.say("backup.restored", tables=1), french.say("backup.key_restored", file=str(key)))
    assert restored.out.splitlines() == list(said)
    assert key.read_bytes() == (tmp_path / "tables.db.key").read_bytes()
    again = timebooth("restore", tmp_path / "copy.db", "--db", tmp_path / "new.db")
    assert again.code == 2
    assert again.err == english.say("error.store.not_empty") + "\n"


def test_a_taken_port_a_missing_database_and_a_short_key_give_one_sentence_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = str(tmp_path / "tables.db")
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        busy = timebooth("serve", "--db", db, "--port", str(port), "--no-open")
    lost = timebooth("serve", "--db", "postgresql://localhost:1/none", "--port", "0", "--no-open", "--lang", "fr")
    monkeypatch.setenv("TIMEBOOTH_SECRET", "short")
    short = timebooth("serve", "--db", db, "--port", "0", "--no-open")

    assert (busy.code, busy.out) == (2, "")
    assert f"port {port}" in busy.err
    assert lost.code == 2
    assert lost.err.startswith(Words("fr").say("error.store.unreachable", reason="…").partition("…")[0])
    assert short.code == 2
    assert short.err == Words("en").say("error.serve.secret_short", least=16) + "\n"


def test_the_key_is_created_once_and_reused_by_the_next_node(tmp_path: Path) -> None:
    first = keys_from_file(tmp_path / "deep" / "key")
    assert keys_from_file(tmp_path / "deep" / "key") == first
    assert keys_from_file(tmp_path / "other") != first
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["key"]
    with pytest.raises(TimeboothError, match="secret_file"):
        keys_from_file(tmp_path / "deep")
    (tmp_path / "other").chmod(0o644)
    keys_from_file(tmp_path / "other")
    assert stat.S_IMODE((tmp_path / "other").stat().st_mode) == 0o600


def test_a_qr_code_fits_into_a_terminal() -> None:
    lines = qr_code("http://192.168.100.100:8765").splitlines()
    assert max(map(len, lines)) < 80
    assert len(lines) < 24


def test_a_guest_of_one_node_is_known_to_another_with_the_same_key(tmp_path: Path) -> None:
    from tests.server.local_server import serving

    async def test() -> None:
        async with serving(str(tmp_path / "a.db")) as one, serving(str(tmp_path / "b.db")) as two:
            ada = await one.browser()
            me = await ada.get("/api/me")
            cookies = {"timebooth": ada.cookie}
            async with plain_http(two.port, cookies=cookies) as http:
                assert (await http.get("/api/me")).json() == me

    asyncio.run(test())
