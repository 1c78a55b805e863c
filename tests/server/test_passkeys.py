"""A passkey keeps an identity across devices: made in one browser, used in another."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url

from tests.server.serving import PLAN, Place, spend
from timebooth.server.passkeys import Place as Where
from timebooth.server.problems import Refusal

PRESENT, ATTESTED = 0x01, 0x40


class Device:
    """Somebody's authenticator: one key pair, made and used as WebAuthn says."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = b"credential of a test"
        self.signs = 0

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": f"webauthn.{kind}", "challenge": challenge, "origin": self.origin}).encode()

    def _about(self, name: str, flags: int) -> bytes:
        self.signs += 1
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


def test_a_guest_makes_a_passkey_and_is_the_same_guest_on_another_device(store_address: str) -> None:
    async def test(place: Place) -> None:
        ada, other = await place.browser(), await place.browser()
        device = Device(f"http://localhost:{place.port}")
        table = await ada.open("fingers", "host", "open", "open")
        made = device.make(await ada.post("/api/passkey/register/options"))
        me = await ada.post("/api/passkey/register/verify", {"credential": made})
        assert me["passkey"] is True
        await ada.http.patch("/api/me", json={"name": "Ada"})

        used = device.use(await other.post("/api/passkey/sign-in/options"))
        there = await other.post("/api/passkey/sign-in/verify", {"credential": used})

        assert there == {**me, "name": "Ada"}
        assert (await other.get(f"/api/tables/{table}"))["seats"] == [0]

    spend(store_address, test)


def test_a_passkey_that_is_not_right_is_refused(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        ada, eve = await place.browser(), await place.browser()
        device = Device(f"http://localhost:{place.port}")
        made = device.make(await ada.post("/api/passkey/register/options"))
        stolen = await eve.http.post("/api/passkey/register/verify", json={"credential": made})
        assert stolen.json()["key"] == "passkey.too_late"
        await ada.post("/api/passkey/register/verify", {"credential": made})

        async def refused(credential: dict[str, Any]) -> str:
            answer = await eve.http.post("/api/passkey/sign-in/verify", json={"credential": credential})
            assert answer.status_code in (400, 404, 409)
            return str(answer.json()["key"])

        assert await refused(device.use({"rpId": "localhost", "challenge": "AAAA"})) == "passkey.too_late"
        options = await eve.post("/api/passkey/sign-in/options")
        thief = Device(f"http://localhost:{place.port}")
        assert await refused(thief.use(options)) == "passkey.not_good"
        phishing = Device("http://evil.example")
        phishing.key = device.key
        assert await refused(phishing.use(options)) == "passkey.not_good"
        assert await refused({**device.use(options), "id": "bm9uZQ"}) == "passkey.unknown"
        for nonsense in ({}, {"id": 1}, {"id": made["id"]}, {"id": made["id"], "rawId": 1, "response": []}):
            assert await refused(nonsense) in ("passkey.not_good", "passkey.unknown")

    spend(str(tmp_path / "tables.db"), test, PLAN)


@pytest.mark.parametrize("number", ["http://127.0.0.1:8765", "http://192.168.1.7:8765", "http://[::1]:8765"])
def test_a_passkey_belongs_to_a_name_never_to_a_number(number: str) -> None:
    with pytest.raises(Refusal, match="needs_a_name"):
        Where(number)
