"""Client addresses: behind proxies, for limits, and in the log."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.local_server import CONFIG, FREE, LocalServer, run_on_server
from tests.server.raw_requests import HOST, UPGRADE, ask, request
from timebooth.kernel.errors import TimeboothError
from timebooth.server import rates
from timebooth.server.problems import Refusal
from timebooth.server.rates import ConnectionLimits, Limits, Rates
from timebooth.server.transport.addresses import Addresses, counted
from timebooth.words import Words

PROXIES = ("10.0.0.5", "10.1.0.0/16", "2001:db8:1::/48")


def client_of(addresses: Addresses, peer: str, *forwarded: str, proto: str = "", kind: str = "http") -> tuple[str, str]:
    headers = [(b"x-forwarded-for", each.encode("latin-1")) for each in forwarded]
    if proto:
        headers.append((b"x-forwarded-proto", proto.encode()))
    scope: dict[str, Any] = {"type": kind, "client": (peer, 1), "scheme": "http", "headers": headers}
    addresses.resolve(scope)
    return scope["client"][0], scope["scheme"]


@pytest.mark.parametrize(
    ("peer", "forwarded", "real"),
    [
        ("10.0.0.5", ("203.0.113.7",), "203.0.113.7"),
        ("10.0.0.5", ("198.51.100.1, 203.0.113.7",), "203.0.113.7"),  # the client forged the first one
        ("10.0.0.5", ("198.51.100.1", "203.0.113.7"), "203.0.113.7"),
        ("10.0.0.5", ("203.0.113.7, 10.1.2.3",), "203.0.113.7"),
        ("10.0.0.5", ("10.1.2.3",), "10.1.2.3"),
        ("10.0.0.5", ("nonsense, 203.0.113.7:4711",), "203.0.113.7"),
        ("10.0.0.5", ("203.0.113.7, nonsense",), "10.0.0.5"),
        ("10.0.0.5", ("203.0.113.7, nonsense, 10.1.0.1",), "10.1.0.1"),
        ("10.0.0.5", ("[2001:db8:9::1]:443",), "2001:db8:9::1"),
        ("10.0.0.5", ("::ffff:203.0.113.7",), "203.0.113.7"),
        ("::ffff:10.0.0.5", ("203.0.113.7",), "203.0.113.7"),
        ("2001:db8:1::9", ("203.0.113.7",), "203.0.113.7"),
        ("10.0.0.5", (), "10.0.0.5"),
        ("10.0.0.5", ("",), "10.0.0.5"),
        ("10.0.0.5", ("1," * 5000,), "10.0.0.5"),
        ("10.0.0.6", ("203.0.113.7",), "10.0.0.6"),  # not trusted
        ("127.0.0.1", ("203.0.113.7",), "127.0.0.1"),
    ],
)
def test_the_real_address_is_the_last_one_that_is_not_a_trusted_proxy(
    peer: str, forwarded: tuple[str, ...], real: str
) -> None:
    assert client_of(Addresses(b"secret", PROXIES), peer, *forwarded)[0] == real


def test_a_trusted_proxy_says_whether_it_was_reached_by_tls() -> None:
    addresses = Addresses(b"secret", PROXIES)
    assert client_of(addresses, "10.0.0.5", proto="https")[1] == "https"
    assert client_of(addresses, "10.0.0.5", proto="https", kind="websocket")[1] == "wss"
    assert client_of(addresses, "10.0.0.5", proto="javascript")[1] == "http"
    assert client_of(addresses, "10.0.0.6", proto="https")[1] == "http"


def test_a_malformed_proxy_address_is_named() -> None:
    with pytest.raises(TimeboothError) as refused:
        Addresses(b"secret", ["10.0.0.5", "proxy.example"])
    assert "“proxy.example” is neither an address nor a network" in Words("en").error(refused.value)


def test_limits_count_ipv6_by_the_network_of_a_household() -> None:
    assert counted("2001:db8:1:2::1") == counted("2001:db8:1:2:ffff::9") != counted("2001:db8:1:3::1")
    assert counted("203.0.113.7") == counted("::ffff:203.0.113.7") != counted("203.0.113.8")
    assert counted("nonsense") == ""


def test_an_address_in_the_log_is_short_but_can_be_told_from_others() -> None:
    addresses = Addresses(b"secret")
    one, other = addresses.short("203.0.113.7"), addresses.short("203.0.113.8")
    assert one.startswith("203.0.113.x#")
    assert one.partition("#")[0] == other.partition("#")[0]
    assert one != other
    assert one == Addresses(b"secret").short("203.0.113.7") != Addresses(b"another").short("203.0.113.7")
    assert addresses.short("2001:db8:1:2::1").startswith("2001:db8:1::/48#")
    assert addresses.short("") == "unknown"
    assert Addresses(b"secret", full_in_log=True).short("203.0.113.7") == "203.0.113.7"


def said(caplog: pytest.LogCaptureFixture, name: str) -> list[dict[str, Any]]:
    return [vars(record) for record in caplog.records if record.name == name]


def test_behind_a_proxy_limits_and_logs_use_the_real_address(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "timebooth")
    limits = msgspec.structs.replace(FREE, requests="3/hour")
    config = msgspec.structs.replace(CONFIG, limits=limits, trusted_proxies=("127.0.0.1",))

    async def test(server: LocalServer) -> None:
        async def look(address: str) -> int:
            forwarded = f"X-Forwarded-For: 9.9.9.9, {address}".encode()
            answer = await ask(server.port, request(b"GET", b"/api/me?invitation=secret", HOST, forwarded))
            assert answer is not None
            return answer.status

        assert [await look("203.0.113.7") for _ in range(5)] == [200, 200, 200, 429, 429]
        assert await look("203.0.113.8") == 200
        assert [await look(f"2001:db8:1:2::{number}") for number in range(4)] == [200, 200, 200, 429]

    run_on_server(str(tmp_path / "tables.db"), test, config)
    lines = said(caplog, "timebooth.requests")
    assert [(line["path"], line["status"]) for line in lines] == [("/api/me", 200)] * 7
    assert {line["address"].partition("#")[0] for line in lines} == {"203.0.113.x", "2001:db8:1::/48"}
    assert len({line["address"] for line in lines}) == 5
    assert [line["reason"] for line in said(caplog, "timebooth.connections")] == ["rate", "rate"]
    assert not [record for record in caplog.records if "secret" in str(vars(record))]


def test_without_a_trusted_proxy_forwarded_addresses_are_ignored(tmp_path: Path) -> None:
    config = msgspec.structs.replace(CONFIG, limits=msgspec.structs.replace(FREE, requests="3/hour"))

    async def test(server: LocalServer) -> None:
        answers = []
        for number in range(5):
            pretended = f"X-Forwarded-For: 203.0.113.{number}".encode()
            answers.append(await ask(server.port, request(b"GET", b"/api/me", HOST, pretended)))
        assert [answer.status for answer in answers if answer is not None] == [200, 200, 200, 429, 429]
        shake = await ask(server.port, request(b"GET", b"/api/socket", HOST, *UPGRADE, close=False), whole=False)
        assert shake is not None
        assert shake.status == 429

    run_on_server(str(tmp_path / "tables.db"), test, config)


def test_with_a_public_address_a_proxy_on_this_machine_is_trusted(tmp_path: Path) -> None:
    config = msgspec.structs.replace(CONFIG, public_url="https://play.example")

    async def test(server: LocalServer) -> None:
        assert server.services.limiter.addresses.trusts("127.0.0.1")
        assert server.services.limiter.addresses.trusts("::1")
        assert not server.services.limiter.addresses.trusts("10.0.0.5")

    run_on_server(str(tmp_path / "tables.db"), test, config)


def test_behind_a_proxy_connections_are_counted_by_the_real_address(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(FREE, connections=ConnectionLimits(per_address=2))
    config = msgspec.structs.replace(CONFIG, limits=limits, trusted_proxies=("127.0.0.1",))

    async def test(server: LocalServer) -> None:
        async def look(address: str) -> tuple[int, str]:
            forwarded = f"X-Forwarded-For: {address}".encode()
            answer = await ask(server.port, request(b"GET", b"/api/me", HOST, forwarded))
            assert answer is not None
            return answer.status, answer.key

        ada = await server.browser()
        ada.http.headers["x-forwarded-for"] = "203.0.113.7"
        connections = server.services.limiter
        assert connections.enter_from("203.0.113.7")
        assert await look("203.0.113.7") == (200, "")
        assert connections.enter_from("203.0.113.7")
        assert await look("203.0.113.7") == (503, "server.full")
        assert await look("203.0.113.8") == (200, "")
        connections.leave_from("203.0.113.7")
        assert await look("203.0.113.7") == (200, "")

    run_on_server(str(tmp_path / "tables.db"), test, config)


def test_sockets_are_logged_with_their_address_and_why_they_ended(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "timebooth")

    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        socket = await ada.socket()
        await socket.close()
        other = await ada.socket()
        await server.hub.say_goodbye()
        await other.closed()

    run_on_server(str(tmp_path / "tables.db"), test)
    lines = said(caplog, "timebooth.sockets")
    assert [(line["msg"], line.get("reason")) for line in lines] == [
        ("socket opened", None),
        ("socket closed", "left"),
        ("socket opened", None),
        ("socket closed", "stopping"),
    ]
    assert all(line["address"].startswith("127.0.0.x#") for line in lines)


def test_rates_refill_over_time_and_drop_idle_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MAX_COUNTED", 100)
    now = [0.0]
    counting = Rates(Limits(tables="3/minute"), clock=lambda: now[0])

    def taken(who: str) -> bool:
        try:
            counting.take("tables", who)
        except Refusal:
            return False
        return True

    assert [taken("ada") for _ in range(5)] == [True, True, True, False, False]
    assert taken("ben")
    now[0] += 20
    assert [taken("ada"), taken("ada")] == [True, False]
    for number in range(1000):
        now[0] += 0.001
        taken(f"eve{number}")
        assert len(counting._full_again) <= 101
    assert not taken("ada")  # the busiest are kept longest
