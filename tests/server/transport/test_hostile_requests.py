"""Hostile requests: each gets a plain refusal, and none causes a server error."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.hostile import Failures
from tests.server.local_server import CONFIG, SECRET, LocalServer, run_on_server
from tests.server.raw_requests import HOST, JSON, UPGRADE, Answer, ask, posted, request
from timebooth.server.app import api_description
from timebooth.server.pages import catalogue, web_client
from timebooth.server.transport.compression import _gzipped
from timebooth.server.transport.hosts import Hosts
from timebooth.server.transport.middleware import trimmed
from timebooth.words import LANGUAGES
from timebooth.words import catalogue as words_of

DEEP = 20_000
ODD_TARGETS = (
    b"/%00",
    b"/%00.js",
    b"/" + b"a" * 300,
    b"/" + b"a" * 300 + b".js",
    b"/" + b"a/" * 3000,
    b"/../../etc/passwd",
    b"/%2e%2e/%2e%2e/etc/passwd",
    b"//etc/passwd",
    b"/%2Fetc%2Fpasswd",
    b"/assets/%00",
    b"/%ff%fe",
    b"/%ed%a0%80",
    b"/%zz%",
    b"/?%00=%ff&a[]=1&&&=;",
    b"/api/tables/%00",
    b"/api/tables/%00/story",
    b"/api/tables/%00/moments/0",
    b"/api/tables/%00/record",
    b"/api/tables/%00/course",
    b"/api/tables/" + b"a" * 5000,
    b"/api/tables/%F0%9F%92%A5",
    b"/api/tables/x?invitation=%00%ff",
    b"/api/tables/x/moments/" + b"9" * 5000,
    b"/api/tables/x/moments/%D9%A3",
    b"/api/tables/x/story?seat=" + b"9" * 5000,
    b"/api/words/%00",
    b"/api/words/en?game=%00&edition=%00",
    b"/api/words/en?game=" + b"x" * 4000,
    b"/api/games/..%2f/rules/en",
    b"/api/games/riff-in-time/printed/%00",
    b"/api/games/riff-in-time/printed/" + b"x" * 400,
    b"/api/qr.svg?path=%00",
    b"/api/qr.svg?path=/t/" + b"a" * 64 + b"%23" + b"a" * 100,
    b"http://localhost/api/me",
    b"http://elsewhere/api/me",
    b"http://[/api/me",
    b"api/me",
    b"?x",
    b"*",
)
ODD_HEADERS = (
    b"Origin: http://[::1",
    b"Origin: http://[x]",
    b"Origin: \xff\xfe//",
    "Origin: http://localhost℀".encode(),
    b"Origin: null",
    b"Cookie: timebooth=" + b"x" * 10_000,
    b"Cookie: timebooth=\xff\xfe.\xff",
    b'Cookie: =;;; timebooth; =a=b; "',
    b"Cookie: timebooth=.a.b",
    b'Cookie: timebooth="' + b"\\" * 15_000 + b'"',
    b"Cookie: timebooth=W10.AAAA; timebooth=W10.AAAA",
    b"Accept-Language: " + b"xx;q=9," * 2000,
    b"Accept-Encoding: " + b"gzip;q=0.0," * 1000,
    b"Range: bytes=0-1,-5,9999-",
    b"If-None-Match: \xff",
    b"Expect: something",
    b"Content-Type: \xff/\xff; charset=nothing",
    b"Content-Type: multipart/form-data",
    b"X-Forwarded-For: " + b"1," * 5000,
    b"Forwarded: for=\x80",
    b"Content-Encoding: gzip",
    b"X-Folded: a\r\n b",
)
ODD_METHODS = (b"HEAD", b"OPTIONS", b"TRACE", b"CONNECT", b"PUT", b"DELETE", b"FOO", b"get", b"M" * 200)
NOT_HTTP = (
    b"\x16\x03\x01" * 50 + b"\r\n\r\n",
    b"GET /\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"\r\n\r\n\r\n\x00\r\n\r\n",
    request(b"GET", b"/", HOST, HOST),
    request(b"GET", b"/", HOST, b"X : y"),
    request(b"GET", b"/", HOST, b"X: " + b"y" * 70_000),
    request(b"GET", b"/", HOST, *[b"X: y"] * 3_000),
    request(b"GET", b"/", HOST, version=b"2.0"),
    request(b"GET", b"/healthz", HOST, b"Connection: keep-alive", close=False) + b"\x00\x01garbage\r\n\r\n",
)
ODD_HOSTS = (
    b"[::1",
    b"[:::]",
    b"[.]:1",
    b"[v1.x]",
    b"localhost:99999",
    b"localhost:99999999",
    b"\xff",
    b"",
    b"a" * 5000,
    b"[::1]:8765",
)
VALUES: tuple[Any, ...] = (
    None, True, -1, 16, 2**63, 10**40, 1e308, "", "\x00", "x" * 70, "💥", "../..", "__class__", [], {}, [[]], {"a": {}},
)  # fmt: skip


@pytest.fixture(autouse=True)
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A built web client."""
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<html>")
    (folder / "assets" / "app-1.js").write_text("run()")
    monkeypatch.setattr(web_client, "FOLDER", folder)


@pytest.fixture(autouse=True)
def failures() -> Iterator[Failures]:
    """Check that nothing is logged as a failure, by us, by uvicorn or by asyncio."""
    found = Failures()
    found.setLevel(logging.ERROR)
    root = logging.getLogger()
    root.addHandler(found)
    yield found
    root.removeHandler(found)
    assert not found.said


def expect(answer: Answer | None, what: object) -> Answer:
    """Check that a response is not a server error and that a refusal has a text in every language."""
    assert answer is not None, what
    assert answer.status < 500, (what, answer)
    if answer.status >= 400 and answer.body and answer.headers.get("content-type", "").startswith("application/json"):
        assert answer.key, (what, answer)
        for lang in LANGUAGES:
            assert f"error.{answer.key}" in words_of(lang), (what, answer)
    return answer


def test_odd_targets_methods_headers_and_hosts_are_refused_or_handled(store_address: str) -> None:
    async def test(server: LocalServer) -> None:
        port = server.port
        for target in ODD_TARGETS:
            expect(await ask(port, request(b"GET", target, HOST)), target)
            expect(await ask(port, request(b"POST", target, HOST, b"Content-Length: 0")), target)
        for method in ODD_METHODS:
            for target in (b"/", b"/api/me", b"/api/tables", b"/nothing.js"):
                expect(await ask(port, request(method, target, HOST)), (method, target))
        for header in ODD_HEADERS:
            for start in (request(b"GET", b"/api/me", HOST, header), request(b"GET", b"/", HOST, header)):
                expect(await ask(port, start), header)
            expect(await ask(port, posted(b"/api/tables", b"{}", header)), header)
        for host in ODD_HOSTS:
            expect(await ask(port, request(b"GET", b"/api/qr.svg", b"Host: " + host)), host)
        for data in NOT_HTTP:
            expect(await ask(port, data), data[:80])
        expect(await ask(port, request(version=b"1.0")), "HTTP/1.0 without a host")

    run_on_server(store_address, test)


def test_only_our_own_cookies_reach_pythons_cookie_parser() -> None:
    """Its time is quadratic: seconds for one header."""

    def kept(*cookies: bytes) -> list[bytes]:
        headers = [(b"host", b"x"), *((b"cookie", cookie) for cookie in cookies)]
        found = trimmed(headers)
        assert found[0] == (b"host", b"x")
        return [value for name, value in found if name == b"cookie"]

    ours = b"timebooth=W10.ab-_9; timebooth-challenge=a.b.c"
    assert kept(ours) == [ours]
    assert kept(b"a=b; timebooth=x; c=d") == [b"timebooth=x"]
    assert kept(b"timebooth=x", b"timebooth-challenge=y") == [b"timebooth=x; timebooth-challenge=y"]
    odd = (
        b'timebooth="' + b"\\" * 15_000 + b'"',
        b'timebooth="' + b"\\0" * 7_000 + b'"',
        b";" * 15_000,
        b"xtimebooth=x",
        b"timebooth=x y",
        b"timebooth=" + b"x" * 5_000,
        b"timebooth=",
    )
    for cookie in odd:
        assert kept(cookie) == []
    assert trimmed([(b"accept-language", b"xx," * 5_000)]) == [(b"accept-language", (b"xx," * 5_000)[:500])]


def test_a_request_with_two_lengths_is_refused_and_the_connection_closed(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        smuggled = b"0\r\n\r\n" + request(b"GET", b"/api/me", HOST)
        length = b"Content-Length: %d" % len(smuggled)
        both = request(b"POST", b"/api/tables", HOST, length, b"Transfer-Encoding: chunked", body=smuggled, close=False)
        chunked = request(b"POST", b"/api/tables", HOST, JSON, b"Transfer-Encoding: chunked", body=smuggled)

        answer = expect(await ask(server.port, both), "both")
        assert (answer.status, answer.key) == (400, "request.malformed")
        assert answer.headers["connection"] == "close"
        assert b"HTTP/1.1" not in answer.body
        answer = expect(await ask(server.port, chunked), "chunked")
        assert (answer.status, answer.key) == (411, "request.needs_length")

    run_on_server(str(tmp_path / "tables.db"), test)


def bodies() -> Iterator[tuple[str, bytes]]:
    """Bodies that are malformed or oversized JSON."""
    yield "brackets", b"[" * DEEP
    yield "lists", b"[" * DEEP + b"]" * DEEP
    yield "objects", b'{"a":' * (DEEP // 4) + b"1" + b"}" * (DEEP // 4)
    for depth in (500, 900, 990, 2000):
        nested = b"[" * depth + b"]" * depth
        yield (
            f"options {depth}",
            (b'{"command":"a","settings":{"game":"fingers","places":[{},{},{}],"options":{"a":' + nested + b"}}}"),
        )
        yield f"credential {depth}", b'{"credential":{"id":' + nested + b',"response":' + nested + b"}}"
        yield f"record {depth}", b'{"command":"a","record":"' + nested + b'"}'
        yield f"header {depth}", b'{"command":"a","record":"{\\"game\\":' + nested + b'}"}'
    yield "not UTF-8", b'{"command":"\xff"}'
    yield "UTF-16", "{}".encode("utf-16")
    yield "half a surrogate", b'{"command":"\\ud800"}'
    yield "NUL", b'{"command":"a\\u0000","settings":{"game":"fingers","places":[{},{},{}]}}'
    yield "credential NUL", b'{"credential":{"id":"\\u0000"}}'
    yield "name", b'{"name":"\\u0000"}'
    yield "long", b'{"name":"' + b"x" * 100_000 + b'"}'
    yield "empty", b""
    yield "number", b"1e999999"
    yield "digits", b"1" * 60_000


def test_bodies_that_cannot_be_read_are_refused(store_address: str) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        table = (await ada.open("fingers", "host", "open", "open")).encode()
        options = await ada.http.post("/api/passkey/sign-in/options")
        challenge = options.cookies.get("timebooth-challenge") or ""
        cookie = f"Cookie: timebooth={ada.cookie}; timebooth-challenge={challenge}".encode()
        for name, body in bodies():
            for method, path in (
                (b"POST", b"/api/tables"),
                (b"PATCH", b"/api/me"),
                (b"POST", b"/api/records"),
                (b"POST", b"/api/tables/" + table + b"/fork"),
                (b"POST", b"/api/tables/" + table + b"/rematch"),
                (b"POST", b"/api/passkey/register/verify"),
                (b"POST", b"/api/passkey/sign-in/verify"),
            ):
                answer = await ask(server.port, posted(path, body, cookie, method=method))
                expect(answer, (name, path))

    run_on_server(store_address, test)


def test_generated_requests_to_every_path_never_cause_a_server_error(store_address: str) -> None:
    document: dict[str, Any] = msgspec.json.decode(api_description()[0])
    dice = random.Random(18)

    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        tables = [
            await ada.open("fingers", "host", "open", "open", visibility=kind) for kind in ("public", "invitation")
        ]
        cookie = f"Cookie: timebooth={ada.cookie}".encode()
        for path, ways in document["paths"].items():
            for method, way in ways.items():
                for _ in range(12):
                    target, body = generated(path, way, document, tables, dice)
                    headers = [cookie] if dice.random() < 0.7 else []
                    if dice.random() < 0.3:
                        headers.append(dice.choice(ODD_HEADERS))
                    data = posted(target, body, *headers, method=method.upper().encode())
                    expect(await ask(server.port, data), (method, target, body, headers))

    run_on_server(store_address, test)


def generated(
    path: str, way: dict[str, Any], document: dict[str, Any], tables: list[str], dice: random.Random
) -> tuple[bytes, bytes]:
    """Return a target and a body that resemble the described ones."""

    def value() -> str:
        return dice.choice(
            (*tables, "en", "fr", "riff-in-time", "standard", "0", "-1", "%00", "x" * 80, "%ff", "a%20b")
        )

    for parameter in way.get("parameters", ()):
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", value())
    query = "&".join(f"{each['name']}={value()}" for each in way.get("parameters", ()) if each["in"] == "query")
    body = b""
    if "requestBody" in way:
        schema = next(iter(way["requestBody"]["content"].values()))["schema"]
        body = msgspec.json.encode(twisted(schema, document, dice))
        if dice.random() < 0.2:
            at = dice.randrange(len(body) + 1)
            body = body[:at] + dice.randbytes(3) + body[at:]
    return (path + ("?" + query if query else "")).encode(), body


def twisted(schema: dict[str, Any], document: dict[str, Any], dice: random.Random, depth: int = 0) -> Any:
    """Return a value for a schema, with some errors."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for several in ("anyOf", "oneOf"):
        if several in schema:
            schema = dice.choice(schema[several])
            return twisted(schema, document, dice, depth)
    if dice.random() < 0.15 or depth > 6:
        return dice.choice(VALUES)
    if "enum" in schema:
        return dice.choice(schema["enum"])
    match schema.get("type"):
        case "object":
            return {
                name: twisted(each, document, dice, depth + 1) for name, each in schema.get("properties", {}).items()
            }
        case "array":
            items = schema.get("items") or {}
            return [twisted(items, document, dice, depth + 1) for _ in range(dice.randint(0, 4))]
        case "integer":
            return dice.randint(0, 3)
        case "boolean":
            return dice.random() < 0.5
        case "string":
            return dice.choice(("c", "fingers", "standard", "host", "bot", "random", "public", "x", "\x00", "é"))
        case _:
            return dice.choice(VALUES)


HANDSHAKES = (
    (b"/api/socket",),
    (b"/nothing", *UPGRADE),
    (b"/%00", *UPGRADE),
    (b"/api/me", *UPGRADE),
    (b"/api/socket", b"Cookie: timebooth=" + b"x" * 9_000, *UPGRADE),
    (b"/api/socket", *[b"X: y"] * 300, *UPGRADE),
    (b"/api/socket?" + b"x" * 9_000, *UPGRADE),
    (b"/api/socket", *UPGRADE[:2]),
    (b"/api/socket", b"Sec-WebSocket-Protocol: \xff,,", b"Origin: http://[::1", *UPGRADE),
    (b"/api/socket", b"Sec-WebSocket-Extensions: ;;;=", *UPGRADE),
    (b"/api/socket", b"Upgrade: h2c", b"Connection: Upgrade"),
    (b"/api/socket", *UPGRADE[:3], b"Sec-WebSocket-Version: 1"),
)


def test_malformed_handshakes_are_answered(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        for target, *headers in HANDSHAKES:
            data = request(b"GET", target, HOST, *headers, close=False)
            expect(await ask(server.port, data, whole=False), (target, headers))
        odd = request(b"POST", b"/api/socket", HOST, *UPGRADE, close=False)
        expect(await ask(server.port, odd, whole=False), "POST")

    run_on_server(str(tmp_path / "tables.db"), test)


def test_calls_that_are_nested_too_deeply_are_refused(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        table = await ada.open("fingers", "host", "host", "host")
        socket = await ada.socket()
        for depth in (500, 900, 990, 2000, 14_000):
            nested = "[" * depth + "]" * depth
            socket.heard.clear()
            await socket.send('{"type":"ping","id":1001,"more":' + nested + "}")
            await socket.send(
                f'{{"type":"project","id":1002,"table":"{table}","seat":0,"moment":0,"answer":{{"a":{nested}}}}}'
            )
            await socket.send(nested)
            await socket.do("ping")
            refused = [said for said in socket.heard if said["type"] == "refused"]
            assert len(refused) == 3
            assert not [said for said in refused if said["key"].startswith("server.")]

    run_on_server(str(tmp_path / "tables.db"), test)


@pytest.mark.parametrize("host", ["[:::]", "[.]:1", "[::1", "localhost:99999", "[1.2.3.4]", "[::1]:x", "1.2.3.4.5"])
def test_a_malformed_host_is_not_ours(host: str) -> None:
    assert not Hosts(lan=True).ours(host)
    assert not Hosts().same_origin("http://[::1", "localhost")


def test_made_up_names_do_not_fill_the_caches(tmp_path: Path) -> None:
    def kept() -> list[int]:
        caches: list[Any] = [catalogue.find_game, catalogue._words, catalogue.rules, catalogue.printed, _gzipped]
        return [each.cache_info().currsize for each in caches]

    async def test(server: LocalServer) -> None:
        async def look(name: str) -> None:
            for path in (
                f"/api/words/en?edition={name}",
                f"/api/words/{name}",
                f"/api/words/en?game={name}",
                f"/api/words/en?game=riff-in-time&edition={name}",
                f"/api/games/{name}/rules/en",
                f"/api/games/riff-in-time/rules/{name}",
                f"/api/games/riff-in-time/printed/{name}",
                f"/{name}",
            ):
                await ada.http.get(path)

        ada = await server.browser()
        await look("first")
        before = kept()
        for name in range(4):
            await look(f"x{name}")
        assert kept() == before

    run_on_server(str(tmp_path / "tables.db"), test)


def test_the_description_is_generated_once_and_cached_by_browsers(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        await ada.http.get("/api/openapi.json")
        written = api_description.cache_info().misses
        first, again = [await ada.http.get("/api/openapi.json") for _ in range(2)]
        known = await ada.http.get("/api/openapi.json", headers={"if-none-match": first.headers["etag"]})

        assert api_description.cache_info().misses == written
        assert first.content == again.content
        assert first.headers["content-encoding"] == "gzip"
        assert (known.status_code, known.content) == (304, b"")

    run_on_server(str(tmp_path / "tables.db"), test, msgspec.structs.replace(CONFIG, secret=SECRET))
