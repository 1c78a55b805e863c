"""A passkey keeps an identity across devices: created in one browser, used in another."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import cbor2
import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url

from tests.server.local_server import CONFIG, LocalServer, run_on_server
from timebooth.server.problems import Refusal
from timebooth.server.sessions.passkeys import CHALLENGE_SECONDS, Challenges, RelyingParty

PRESENT, ATTESTED = 0x01, 0x40


class Device:
    """An authenticator with one key pair, which follows WebAuthn."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = b"credential of a test"
        self.signs = 0
        self.counts = True

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": f"webauthn.{kind}", "challenge": challenge, "origin": self.origin}).encode()

    def _about(self, name: str, flags: int) -> bytes:
        self.signs += self.counts
        return hashlib.sha256(name.encode()).digest() + bytes([flags]) + self.signs.to_bytes(4, "big")

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        point = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        about = self._about(options["rp"]["id"], PRESENT | ATTESTED)
        about += bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": about})
        client = self._client("create", options["challenge"])
        return self._credential(
            {"clientDataJSON": bytes_to_base64url(client), "attestationObject": bytes_to_base64url(attested)}
        )

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        about = self._about(options["rpId"], PRESENT)
        client = self._client("get", options["challenge"])
        signature = self.key.sign(about + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            {
                "clientDataJSON": bytes_to_base64url(client),
                "authenticatorData": bytes_to_base64url(about),
                "signature": bytes_to_base64url(signature),
            }
        )

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        name = bytes_to_base64url(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}


def test_a_guest_creates_a_passkey_and_is_the_same_guest_on_another_device(store_address: str) -> None:
    async def test(server: LocalServer) -> None:
        ada, other = await server.browser(), await server.browser()
        device = Device(f"http://localhost:{server.port}")
        table = await ada.open("fingers", "host", "open", "open")
        made = device.make(await ada.post("/api/passkey/register/options"))
        me = await ada.post("/api/passkey/register/verify", {"credential": made})
        assert me["passkey"] is True
        await ada.http.patch("/api/me", json={"name": "Ada"})

        used = device.use(await other.post("/api/passkey/sign-in/options"))
        there = await other.post("/api/passkey/sign-in/verify", {"credential": used})

        assert there == {**me, "name": "Ada"}
        assert (await other.get(f"/api/tables/{table}"))["seats"] == [0]

    run_on_server(store_address, test)


def test_an_invalid_passkey_is_refused(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, eve = await server.browser(), await server.browser()
        device = Device(f"http://localhost:{server.port}")
        made = device.make(await ada.post("/api/passkey/register/options"))
        stolen = await eve.http.post("/api/passkey/register/verify", json={"credential": made})
        assert stolen.json()["key"] == "passkey.too_late"
        await ada.post("/api/passkey/register/verify", {"credential": made})

        async def refused(credential: dict[str, Any]) -> str:
            answer = await eve.http.post("/api/passkey/sign-in/verify", json={"credential": credential})
            assert answer.status_code in (400, 404, 409)
            return str(answer.json()["key"])

        assert await refused(device.use({"rpId": "localhost", "challenge": "AAAA"})) == "passkey.too_late"

        async def options() -> dict[str, Any]:
            found: dict[str, Any] = await eve.post("/api/passkey/sign-in/options")
            return found

        thief = Device(f"http://localhost:{server.port}")
        assert await refused(thief.use(await options())) == "passkey.not_good"
        phishing = Device("http://evil.example")
        phishing.key = device.key
        assert await refused(phishing.use(await options())) == "passkey.not_good"
        assert await refused({**device.use(await options()), "id": "bm9uZQ"}) == "passkey.not_good"
        response: dict[str, Any] = device.use(await options())["response"]
        for nonsense in (
            {},
            {"id": 1},
            {"id": made["id"]},
            {**made, "rawId": 1},
            {**made, "response": []},
            {**made, "id": "A" * 10_000},
            {**made, "id": "\0"},
            {**made, "response": {**response, "signature": "A" * 10_000}},
        ):
            assert await refused(nonsense) == "request.malformed"
        for wrong in (
            {**made, "response": {"clientDataJSON": ""}},
            {**made, "response": {**response, "signature": ""}},
        ):
            await options()
            assert await refused(wrong) == "passkey.not_good"

    run_on_server(str(tmp_path / "tables.db"), test, CONFIG)


@pytest.mark.parametrize("number", ["http://127.0.0.1:8765", "http://192.168.1.7:8765", "http://[::1]:8765"])
def test_a_passkey_needs_a_host_name_not_an_ip_address(number: str) -> None:
    with pytest.raises(Refusal, match="needs_a_name"):
        RelyingParty(number)


def test_a_passkey_is_never_registered_over_an_existing_one(store_address: str) -> None:
    """An authenticator chooses its credential id, so it may be that of somebody else."""

    async def test(server: LocalServer) -> None:
        ada, eve, other = [await server.browser() for _ in range(3)]
        origin = f"http://localhost:{server.port}"
        device, same_name = Device(origin), Device(origin)
        await ada.http.patch("/api/me", json={"name": "Ada"})
        made = device.make(await ada.post("/api/passkey/register/options"))
        await ada.post("/api/passkey/register/verify", {"credential": made})

        for who in (eve, ada):
            made = same_name.make(await who.post("/api/passkey/register/options"))
            answer = await who.http.post("/api/passkey/register/verify", json={"credential": made})
            assert answer.status_code == 409
            assert answer.json()["key"] == "passkey.known"

        assert "passkey" not in await eve.get("/api/me")
        used = device.use(await other.post("/api/passkey/sign-in/options"))
        assert (await other.post("/api/passkey/sign-in/verify", {"credential": used}))["name"] == "Ada"

    run_on_server(store_address, test)


def test_a_challenge_can_be_used_only_once(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, eve = await server.browser(), await server.browser()
        device = Device(f"http://localhost:{server.port}")
        device.counts = False
        made = device.make(await ada.post("/api/passkey/register/options"))
        stolen = {"cookie": "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())}
        await ada.post("/api/passkey/register/verify", {"credential": made})
        assert "timebooth-challenge" not in ada.http.cookies
        async with httpx.AsyncClient(base_url=ada.http.base_url, headers=stolen) as thief:
            again = await thief.post("/api/passkey/register/verify", json={"credential": made})
        assert again.json()["key"] == "passkey.too_late"

        used = device.use(await ada.post("/api/passkey/sign-in/options"))
        eve.http.cookies.set("timebooth-challenge", ada.http.cookies["timebooth-challenge"])
        await ada.post("/api/passkey/sign-in/verify", {"credential": used})
        replayed = await eve.http.post("/api/passkey/sign-in/verify", json={"credential": used})
        assert replayed.json()["key"] == "passkey.too_late"

    run_on_server(str(tmp_path / "tables.db"), test)


def test_used_challenges_are_dropped_when_their_cookie_has_expired() -> None:
    now = 0.0
    challenges = Challenges(lambda: now, max_kept=3)
    assert challenges.use(b"a")
    assert not challenges.use(b"a")
    now = CHALLENGE_SECONDS + 1.0
    assert challenges.use(b"b")
    assert len(challenges) == 1
    for name in (b"c", b"d", b"e", b"f"):
        assert challenges.use(name)
    assert len(challenges) == 3


def test_a_guest_has_ten_passkeys_at_most_and_removes_only_their_own(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, eve = await server.browser(), await server.browser()
        for number in range(11):
            device = Device(f"http://localhost:{server.port}")
            device.id = b"credential %d" % number
            options = await ada.http.post("/api/passkey/register/options")
            assert (options.status_code == 200) is (number < 10)
            if number < 10:
                made = device.make(options.json())
                await ada.post("/api/passkey/register/verify", {"credential": made})
        assert options.json() == {"key": "passkey.too_many", "args": {"most": 10}}

        kept = [each["credential"] for each in (await ada.get("/api/me/data"))["passkeys"]]
        assert len(kept) == 10
        stolen = await eve.http.delete(f"/api/me/passkeys/{kept[0]}")
        assert (stolen.status_code, stolen.json()["key"]) == (404, "passkey.unknown")
        for left, credential in reversed(list(enumerate(kept))):
            answer = await ada.http.delete(f"/api/me/passkeys/{credential}")
            assert answer.json().get("passkey", False) is (left > 0)
        assert "passkeys" not in await ada.get("/api/me/data")

    run_on_server(str(tmp_path / "tables.db"), test)


def test_a_removed_passkey_signs_nobody_in(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, other = await server.browser(), await server.browser()
        device = Device(f"http://localhost:{server.port}")
        made = device.make(await ada.post("/api/passkey/register/options"))
        await ada.post("/api/passkey/register/verify", {"credential": made})
        await ada.http.delete(f"/api/me/passkeys/{made['id']}")

        used = device.use(await other.post("/api/passkey/sign-in/options"))
        answer = await other.http.post("/api/passkey/sign-in/verify", json={"credential": used})

        assert answer.json()["key"] == "passkey.not_good"

    run_on_server(str(tmp_path / "tables.db"), test)
