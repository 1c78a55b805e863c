"""Passkeys: an identity that goes from device to device. What was challenged stands in a short-lived signed cookie."""

from __future__ import annotations

import ipaddress
import json
import re
from typing import Any
from urllib.parse import urlsplit

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
)

from timebooth.server.guests import Guest
from timebooth.server.problems import Refusal
from timebooth.store.store import Passkey, Store

COOKIE = "timebooth-challenge"
GOOD_FOR = 300  # seconds
NAME = "Timebooth"
CREDENTIAL = re.compile("[A-Za-z0-9_-]{1,2000}")


class Place:
    """Where the browser thinks it is: a passkey belongs to a name, never to a number."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.name = urlsplit(origin).hostname or ""
        try:
            ipaddress.ip_address(self.name)
        except ValueError:
            return
        raise Refusal(409, "passkey.needs_a_name", address=self.name)


class Passkeys:
    """Makes and checks them."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self._store = store
        self._signed = URLSafeTimedSerializer(secret, salt="timebooth.challenge.1")

    async def registration(self, place: Place, guest: Guest) -> tuple[dict[str, Any], str]:
        """What the browser needs to make a passkey for this guest, and the cookie to bring back with it."""
        kept = await self._store.passkeys_of(guest.id)
        options = generate_registration_options(
            rp_id=place.name,
            rp_name=NAME,
            user_id=guest.id.encode(),
            user_name=guest.name,
            user_display_name=guest.name,
            authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.credential)) for each in kept
            ],
        )
        return json.loads(options_to_json(options)), self._cookie("make", guest.id, options.challenge)

    async def register(self, place: Place, guest: Guest, credential: dict[str, Any], cookie: str | None) -> Guest:
        """Keep a passkey that the browser made."""
        try:
            made = verify_registration_response(
                credential=credential,
                expected_challenge=self._challenge("make", guest.id, cookie),
                expected_rp_id=place.name,
                expected_origin=place.origin,
                require_user_verification=False,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise Refusal(400, "passkey.not_good") from None
        known = msgspec.structs.replace(guest, passkey=True)
        await self._store.keep_passkey(
            Passkey(
                bytes_to_base64url(made.credential_id),
                guest.id,
                made.credential_public_key,
                made.sign_count,
                _profile(known),
            )
        )
        return known

    def signing_in(self, place: Place) -> tuple[dict[str, Any], str]:
        """What the browser needs to find a passkey of ours."""
        options = generate_authentication_options(rp_id=place.name)
        return json.loads(options_to_json(options)), self._cookie("use", "", options.challenge)

    async def sign_in(self, place: Place, credential: dict[str, Any], cookie: str | None) -> Guest:
        """Whoever holds this passkey."""
        challenge = self._challenge("use", "", cookie)
        name = str(credential.get("id"))
        kept = await self._store.passkey(name) if CREDENTIAL.fullmatch(name) else None
        if kept is None:
            raise Refusal(404, "passkey.unknown")
        try:
            used = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=place.name,
                expected_origin=place.origin,
                credential_public_key=kept.public,
                credential_current_sign_count=kept.signs,
                require_user_verification=False,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise Refusal(400, "passkey.not_good") from None
        await self._store.keep_passkey(kept._replace(signs=used.new_sign_count))
        return msgspec.json.decode(kept.profile, type=Guest)

    async def rename(self, guest: Guest) -> None:
        """A name that a passkey keeps has changed."""
        for kept in await self._store.passkeys_of(guest.id):
            await self._store.keep_passkey(kept._replace(profile=_profile(guest)))

    def _cookie(self, what: str, who: str, challenge: bytes) -> str:
        return str(self._signed.dumps([what, who, challenge.hex()]))

    def _challenge(self, what: str, who: str, cookie: str | None) -> bytes:
        """The challenge of this browser, if it was for this and not long ago."""
        try:
            said = self._signed.loads(cookie or "", max_age=GOOD_FOR)
        except BadSignature:
            raise Refusal(409, "passkey.too_late") from None
        if said[:2] != [what, who]:
            raise Refusal(409, "passkey.too_late")
        return bytes.fromhex(said[2])


def _profile(guest: Guest) -> bytes:
    return msgspec.json.encode(guest)
