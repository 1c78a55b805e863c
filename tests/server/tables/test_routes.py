"""The HTTP routes, and their refusals."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.browser import Browser
from tests.server.local_server import CONFIG, FREE, SECRET, LocalServer, run_on_server
from timebooth.kernel.match import verify
from timebooth.kernel.record import read_record
from timebooth.registry import find_game, game_types
from timebooth.server.pages import web_client
from timebooth.server.rates import Limits
from timebooth.server.transport.hosts import Hosts
from timebooth.words import SHARED, catalogue

HERE = Path(__file__).parent.parent


def file(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


async def finished(ada: Browser, **settings: object) -> str:
    """Return a finished game of fingers between Ada and bots, three rounds long."""
    table = await ada.open("fingers", "host", "host", "host", **settings)
    socket = await ada.socket()
    for seat in range(3):
        await socket.listen(table, seat)
    while True:
        scene = socket.scene(table, 0)
        assert scene is not None
        if scene.get("outcome") is not None:
            return table
        for seat in range(3):
            asked = socket.scene(table, seat)
            assert asked is not None
            answer = asked["ask"]["options"][seat % len(asked["ask"]["options"])]["answer"]
            await socket.act(table, ada.command(), "answer", seat=seat, moment=scene["moment"], answer=answer)


def test_games_list_their_seats_and_options(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()

        games = {game["key"]: game for game in await ada.get("/api/games")}

        assert set(games) == set(game_types())
        riff = games["riff-in-time"]
        assert (riff["least_seats"], riff["most_seats"], riff["cooperative"]) == (1, 4, True)
        options = {option["name"]: option for option in riff["options"]}
        assert options["harder"] == {"name": "harder", "default": 0, "least": 0, "most": 5, "rule": "§HARDER"}
        assert options["characters"]["choices"] == ["dealt", "chosen"]
        assert options["first_player"]["default"] is None
        assert "novice" in riff["bots"]

    run_on_server(file(tmp_path), test)


def test_texts_rules_and_components_of_every_game_are_served_in_every_language(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        for key in game_types():
            for lang in ("en", "fr"):
                words = await ada.get(f"/api/words/{lang}", game=key)
                assert catalogue(lang, find_game(key)).items() <= words.items()
                rules = await ada.get(f"/api/games/{key}/rules/{lang}")
                assert all(row["id"].startswith("§") and row["rule"] for row in rules)
            printed = await ada.get(f"/api/games/{key}/printed/standard")
            assert printed == json.loads(msgspec.json.encode(find_game(key).edition.files))

    run_on_server(file(tmp_path), test)


def test_texts_that_have_not_changed_are_not_sent_again(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        first = await ada.http.get("/api/words/fr?game=riff-in-time")

        again = await ada.http.get("/api/words/fr?game=riff-in-time", headers={"if-none-match": first.headers["etag"]})
        other = await ada.http.get("/api/words/en", headers={"if-none-match": first.headers["etag"]})

        assert (again.status_code, again.content) == (304, b"")
        assert other.status_code == 200

    run_on_server(file(tmp_path), test)


def test_the_lobby_shows_public_tables_and_mine(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben = await server.browser(), await server.browser()
        public = await ada.open("fingers", "host", "open", "open")
        private = await ada.open("fingers", "host", "open", "open", visibility="invitation")
        running = await ada.open("objection", "host", "random", "random")

        hers, his = await ada.get("/api/lobby"), await ben.get("/api/lobby")

        assert [table["table"] for table in his["open"]] == [public]
        assert [table["table"] for table in his["running"]] == [running]
        assert his["mine"] == []
        mine = {table["summary"]["table"]: table for table in hers["mine"]}
        assert set(mine) == {public, private, running}
        assert mine[running]["asked"] is True
        assert mine[public]["asked"] is False

    run_on_server(file(tmp_path), test)


def test_a_repeated_command_opens_one_table(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        wanted = {"command": "once", "settings": {"game": "fingers", "places": [{"kind": "host"}] * 3}}

        first, again = await ada.post("/api/tables", wanted), await ada.post("/api/tables", wanted)

        assert first == again
        assert len((await ada.get("/api/lobby"))["mine"]) == 1

    run_on_server(file(tmp_path), test)


def test_a_table_by_invitation_needs_its_link(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben = await server.browser(), await server.browser()
        table = await ada.open("fingers", "host", "open", "open", visibility="invitation")

        info = await ada.get(f"/api/tables/{table}")
        refused = await ben.http.get(f"/api/tables/{table}")
        let_in = await ben.get(f"/api/tables/{table}", invitation=info["invitation"])

        assert refused.status_code == 403
        assert refused.json() == {"key": "table.by_invitation"}
        assert "invitation" not in let_in
        assert let_in["seats"] == []

    run_on_server(file(tmp_path), test)


def test_each_audience_gets_its_own_story_moment_by_moment(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, eve = await server.browser(), await server.browser()
        table = await ada.open("objection", "host", "host", "host", pace={"type": "days"})
        socket = await ada.socket()
        for seat in range(3):
            await socket.listen(table, seat)
        scene = socket.scene(table, 0)
        assert scene is not None
        await socket.act(table, "a", "answer", seat=0, moment=0, answer={"type": "claim"})
        for seat in (1, 2):
            await socket.act(table, f"b{seat}", "answer", seat=seat, moment=1, answer={"type": "pass"})
        await socket.act(table, "c", "say", text="hello", seat=0)
        watching = await eve.socket()
        await watching.act(table, "d", "say", text="psst")

        hers = await ada.get(f"/api/tables/{table}/story", seat=0)
        watched = await eve.get(f"/api/tables/{table}/story")
        stolen = await eve.http.get(f"/api/tables/{table}/story?seat=0")

        assert [episode["moment"] for episode in hers["moments"]] == [0, 1, 2]
        for episode in hers["moments"]:
            moment = await ada.get(f"/api/tables/{table}/moments/{episode['moment']}", seat=0)
            assert moment["events"] == episode["events"]
        told = [message for message in socket.messages(table, 0) if message.get("events")]
        assert told[-1]["events"] == hers["moments"][-1]["events"]
        assert [line["text"] for line in hers["lines"]] == ["hello"]
        assert [line["text"] for line in watched["lines"]] == ["hello", "psst"]
        assert stolen.status_code == 403

    run_on_server(file(tmp_path), test)


def test_a_finished_game_can_be_replayed_forked_exported_and_imported(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, eve = await server.browser(), await server.browser()
        table = await finished(ada)
        from tests.tables.games import find_game

        record = await eve.http.get(f"/api/tables/{table}/record")
        verify(find_game("fingers"), read_record(record.text))
        assert "attachment" in record.headers["content-disposition"]
        forked = await eve.post(f"/api/tables/{table}/fork", {"command": "f", "moment": 1, "seat": 2})
        there = (await eve.get(f"/api/tables/{forked['table']}"))["summary"]
        assert [chair["kind"] for chair in there["chairs"]] == ["bot", "bot", "person"]
        brought = await eve.post("/api/records", {"command": "r", "record": record.text})
        back = (await eve.get(f"/api/tables/{brought['table']}"))["summary"]
        assert back["status"] == "over"
        again = await ada.post(f"/api/tables/{table}/rematch", {"command": "again"})
        assert again["table"] == (await ada.get(f"/api/tables/{table}"))["summary"]["rematch"]
        won = {mine["summary"]["table"]: mine.get("won") for mine in (await ada.get("/api/lobby"))["mine"]}
        assert won[table] is True

    run_on_server(file(tmp_path), test)


def test_a_fork_is_marked_for_everybody_and_is_never_public(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, eve = await server.browser(), await server.browser()
        table = await finished(ada)
        places = [{"kind": "host"}, {"kind": "open"}, {"kind": "open"}]
        wish = {"game": "fingers", "places": places}
        for settings in (wish, {**wish, "visibility": "public"}):
            rigged = {"command": ada.command(), "moment": 0, "settings": settings}
            refused = await ada.http.post(f"/api/tables/{table}/fork", json=rigged)
            assert refused.status_code == 409
            assert refused.json()["key"] == "table.known_deal"
        asked = {"command": "f", "moment": 0, "settings": {**wish, "visibility": "invitation"}}
        there = await ada.post(f"/api/tables/{table}/fork", asked)
        stranger = await eve.http.get(f"/api/tables/{there['table']}")
        assert stranger.status_code == 403
        invited = await eve.get(f"/api/tables/{there['table']}", invitation=there["invitation"])
        assert invited["summary"]["known_deal"] == {"kind": "fork"}
        mine = {own["summary"]["table"]: own["summary"] for own in (await ada.get("/api/lobby"))["mine"]}
        assert mine[there["table"]]["known_deal"] == {"kind": "fork"}
        assert "known_deal" not in mine[table]
        lobby = await eve.get("/api/lobby")
        assert there["table"] not in [summary["table"] for summary in (*lobby["open"], *lobby["running"])]
        record = await ada.http.get(f"/api/tables/{table}/record")
        brought = await eve.post("/api/records", {"command": "r", "record": record.text})
        info = await eve.get(f"/api/tables/{brought['table']}")
        assert info["summary"]["known_deal"]["kind"] == "imported"

    run_on_server(file(tmp_path), test)


def test_a_host_closes_a_table_and_everybody_there_sees_why(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, eve = await server.browser(), await server.browser()
        table = await ada.open("fingers", "host", "open", "open")
        told = await ada.get(f"/api/tables/{table}")
        assert told["hosting"]
        assert told["closes_at"] == pytest.approx(told["summary"]["opened"] + 12 * 60 * 60)
        mine = (await ada.get("/api/lobby"))["mine"]
        assert mine[0]["closes_at"] == told["closes_at"]
        assert "hosting" not in await eve.get(f"/api/tables/{table}")
        watching, closing = await eve.socket(), await ada.socket()
        await watching.listen(table, None)
        await closing.act(table, "c", "close")
        seen = await eve.get(f"/api/tables/{table}")
        assert (seen["summary"]["status"], seen["summary"]["closed"]) == ("closed", "by_host")
        assert "closes_at" not in seen
        mine = (await ada.get("/api/lobby"))["mine"]
        assert [own["summary"]["closed"] for own in mine] == ["by_host"]
        assert "won" not in mine[0]
        assert (await eve.get("/api/lobby"))["open"] == []

    run_on_server(file(tmp_path), test)


def test_the_record_and_the_analysis_of_a_running_game_are_refused(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        table = await ada.open("objection", "host", "host", "host")
        for answer in (
            await ada.http.get(f"/api/tables/{table}/record"),
            await ada.http.get(f"/api/tables/{table}/course"),
            await ada.http.post(f"/api/tables/{table}/rematch", json={"command": "r"}),
        ):
            assert answer.status_code == 409
            assert answer.json()["key"] == "table.not_over"

    run_on_server(file(tmp_path), test)


def test_a_player_can_fork_a_running_game(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, eve = await server.browser(), await server.browser()
        table = await ada.open("objection", "host", "host", "host")
        forked = await ada.post(f"/api/tables/{table}/fork", {"command": "f", "moment": 0, "seat": 2})
        there = (await ada.get(f"/api/tables/{forked['table']}"))["summary"]
        assert [chair["kind"] for chair in there["chairs"]] == ["bot", "bot", "person"]
        assert there["status"] == "running"
        refused = await eve.http.post(f"/api/tables/{table}/fork", json={"command": "f", "moment": 0, "seat": 2})
        assert refused.status_code == 403
        assert refused.json()["key"] == "table.not_your_seat"

    run_on_server(file(tmp_path), test)


def test_a_finished_game_is_analysed_once_and_in_another_process(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        server.services.studies.course_seconds = 0.0
        golden = HERE.parent / "goldens" / "back-to-the-future" / "two_seats.record.jsonl"
        brought = await ada.post("/api/records", {"command": "r", "record": golden.read_text(encoding="utf-8")})

        course = await ada.get(f"/api/tables/{brought['table']}/course")

        last = (await ada.get(f"/api/tables/{brought['table']}/moments/0"))["of"]
        moments = [point["moment"] for point in course["points"]]
        assert moments == sorted(moments)
        assert moments[-1] == last
        assert all(len(point["chances"]) == 2 for point in course["points"])
        assert [sorted(parts) for parts in course["parts"]] == [["decision", "luck", "others", "verdict"]] * 2
        assert await ada.get(f"/api/tables/{brought['table']}/course") == course

    run_on_server(file(tmp_path), test)


REFUSED: list[tuple[str, str, Any, int, str]] = [
    ("GET", "/api/tables/none", None, 404, "table.unknown"),
    ("GET", "/api/nothing", None, 404, "request.no_such_path"),
    ("GET", "/missing.js", None, 404, "request.no_such_path"),
    ("PUT", "/api/me", None, 405, "request.no_such_method"),
    ("POST", "/api/tables", {"command": "", "settings": {}}, 400, "request.malformed"),
    ("POST", "/api/tables", b"{", 400, "request.malformed"),
    ("POST", "/api/tables", {"command": "c", "settings": {"game": "chess", "places": [{}]}}, 404, "game.unknown"),
    ("POST", "/api/tables", {"command": "c", "settings": {"game": "fingers", "places": [{}] * 9}}, 400, "setup.seats"),
    ("POST", "/api/records", {"command": "c", "record": "nonsense"}, 400, "record.malformed"),
    ("GET", "/api/games/chess/rules/en", None, 404, "game.unknown"),
    ("GET", "/api/games/riff-in-time/printed/tests", None, 404, "setup.edition"),
    ("GET", "/api/words/xx", None, 404, "words.no_language"),
    ("GET", "/api/words/en?game=riff-in-time&edition=../x", None, 404, "setup.edition"),
    ("GET", "/api/qr.svg?path=//evil.example", None, 400, "request.not_our_path"),
    ("GET", "/api/tables/x/moments/-1", None, 400, "request.malformed"),
]


def test_every_refusal_has_a_text_in_every_language(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        for method, path, body, status, key in REFUSED:
            content = body if isinstance(body, bytes) else json.dumps(body) if body is not None else None
            answer = await ada.http.request(method, path, content=content, headers={"content-type": "application/json"})
            if path == "/missing.js" and not (web_client.FOLDER / "index.html").exists():
                continue
            assert (answer.status_code, answer.json()["key"]) == (status, key), path
            for lang in ("en", "fr"):
                assert f"error.{key}" in catalogue(lang)

    run_on_server(file(tmp_path), test)


def test_every_key_of_a_refusal_has_a_text() -> None:
    import re

    said = json.loads((SHARED / "en.json").read_text(encoding="utf-8"))
    used = set()
    for path in (HERE.parent.parent / "src" / "timebooth" / "server").rglob("*.py"):
        used |= set(
            re.findall(
                r'(?:Refusal\(\d+, |Problem\(|Refused\([^,"]*, |TimeboothError\(|CannotListen\()"([a-z_.]+)"',
                path.read_text(),
            )
        )
    assert len(used) > 15
    assert {f"error.{key}" for key in used} <= said.keys()


def test_a_page_of_another_site_cannot_act_here(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()

        other = await ada.http.patch("/api/me", json={"name": "Eve"}, headers={"origin": "http://evil.example"})
        named = await ada.http.get("/api/me", headers={"host": "evil.example"})

        assert (other.status_code, other.json()["key"]) == (403, "request.other_page")
        assert (named.status_code, named.json()["key"]) == (403, "request.other_host")

    run_on_server(file(tmp_path), test)


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost:8765", True),
        ("127.0.0.1:80", True),
        ("[::1]:8765", True),
        ("192.168.1.7:8765", True),
        ("play.example", True),
        ("booth.local:8765", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("localhost:80;x", False),
        ("", False),
    ],
)
def test_a_server_accepts_its_own_host_names(host: str, ours: bool) -> None:
    assert Hosts("https://play.example/").ours(host) == ours


def test_responses_have_strict_security_headers(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        for path in ("/", "/t/abc", "/api/me", "/api/nothing"):
            headers = (await ada.http.get(path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert "require-trusted-types-for 'script'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "strict-transport-security" not in headers
            assert headers["x-request-id"]

    run_on_server(file(tmp_path), test)


def test_the_client_is_served_under_its_paths_or_a_page_says_that_it_is_not_built(tmp_path: Path) -> None:
    missing = web_client.page("/", "fr", tmp_path / "none")
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<html>")
    (tmp_path / "assets" / "app-123.js").write_text("run()")
    (tmp_path.parent / "secret.txt").write_text("secret")

    page, asset, path = (web_client.page(path, "en", tmp_path) for path in ("/", "/assets/app-123.js", "/t/abc"))

    assert missing is not None
    assert missing.status_code == 503
    assert "Le client web" in missing.content.decode()
    assert page is not None
    assert asset is not None
    assert path is not None
    assert path.content == page.content == b"<html>"
    assert page.headers["cache-control"] == "no-cache"
    assert "immutable" in asset.headers["cache-control"]
    assert asset.media_type == "text/javascript"
    assert web_client.page("/gone.js", "en", tmp_path) is None
    for out in ("/../secret.txt", "/assets/../../secret.txt", "//etc/passwd"):
        found = web_client.page(out, "en", tmp_path)
        assert found is None or found.content == b"<html>"


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        ("gzip", True),
        ("br, gzip, deflate", True),
        ("gzip;q=0.5, *;q=0", True),
        ("*", True),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.0, br", False),
        ("xgzip", False),
    ],
)
def test_files_are_compressed_for_browsers_that_accept_it(tmp_path: Path, accepted: str, taken: bool) -> None:
    text = "run();" * 1000
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<html>")
    (tmp_path / "assets" / "app-123.js").write_text(text)
    (tmp_path / "assets" / "icon.png").write_bytes(bytes(5000))

    script, picture, small = (
        web_client.page(path, "en", tmp_path, accepted) for path in ("/assets/app-123.js", "/assets/icon.png", "/")
    )

    assert script is not None
    assert picture is not None
    assert small is not None
    assert script.headers["vary"] == "accept-encoding"
    assert ("content-encoding" in script.headers) == taken
    assert (gzip.decompress(script.content) if taken else script.content).decode() == text
    assert "content-encoding" not in picture.headers
    assert "content-encoding" not in small.headers


def test_public_texts_and_files_are_compressed_and_private_data_is_not(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        words = await ada.http.get("/api/words/en?game=riff-in-time")
        plain = await ada.http.get("/api/words/en?game=riff-in-time", headers={"accept-encoding": "identity"})

        assert words.headers["content-encoding"] == "gzip"
        assert int(words.headers["content-length"]) < len(words.content) / 2
        assert plain.headers.get("content-encoding") is None
        assert plain.content == words.content
        for path in ("/api/me", "/api/lobby"):
            assert (await ada.http.get(path)).headers.get("content-encoding") is None

    run_on_server(file(tmp_path), test)


def test_a_qr_code_leads_to_this_server(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        answer = await ada.http.get("/api/qr.svg?path=/t/0123abcd")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")

    run_on_server(file(tmp_path), test)


def test_links_for_friends_do_not_name_localhost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("timebooth.server.transport.hosts.lan_address", lambda: "192.168.1.7")

    assert Hosts(lan=True).for_others("http", "localhost:8765") == "http://192.168.1.7:8765"
    assert Hosts().for_others("http", "localhost:8765") == "http://localhost:8765"
    assert Hosts(lan=True).for_others("http", "192.168.1.9:80") == "http://192.168.1.9:80"
    assert Hosts("https://play.example", lan=True).for_others("http", "localhost:1") == "https://play.example"


def test_too_many_requests_and_too_big_ones_are_refused(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(FREE, tables="3/hour", record_size=10_000, requests="40/hour")

    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        for _ in range(3):
            await ada.open("fingers", "host", "open", "open")
        wanted = {"command": "d", "settings": {"game": "fingers", "places": [{"kind": "host"}] * 3}}
        many = await ada.http.post("/api/tables", json=wanted)
        big = await ada.http.post("/api/records", json={"command": "r", "record": "x" * 20_000})
        assert (many.status_code, many.json()["key"]) == (429, "request.too_many")
        assert (big.status_code, big.json()["key"]) == (413, "request.too_big")
        answers = [(await ada.http.get("/api/me")).status_code for _ in range(45)]
        assert answers[0] == 200
        assert answers[-1] == 429

    run_on_server(file(tmp_path), test, msgspec.structs.replace(CONFIG, limits=limits, secret=SECRET))


def test_the_default_limits_are_generous_for_people() -> None:
    limits = Limits()
    assert limits.calls_burst >= 20
    assert limits.call_size >= 4_000 * 6 + 1_000  # the longest note, with every letter escaped
