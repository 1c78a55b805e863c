"""Passkeys: an identity on several devices. The challenge is kept in a short-lived signed cookie."""

from __future__ import annotations

import ipaddress
import json
import time
from collections import OrderedDict
from collections.abc import Callable
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

from timebooth.server.problems import Refusal
from timebooth.server.protocol import Credential
from timebooth.server.sessions.guests import Guest
from timebooth.server.sessions.secret import Keys
from timebooth.server.sessions.sessions import Sessions
from timebooth.store.store import ERASED_EPOCH, Passkey, Store

COOKIE = "timebooth-challenge"
CHALLENGE_SECONDS = 300
NAME = "Timebooth"
MAX_PASSKEYS = 10  # of one guest
MAX_CHALLENGES = 20_000  # used ones that are kept
INVALID = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError, RecursionError)


class RelyingParty:
    """The site that a passkey belongs to: the origin of the page, whose host must be a name, not an IP address."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.name = urlsplit(origin).hostname or ""
        try:
            ipaddress.ip_address(self.name)
        except ValueError:
            return
        raise Refusal(409, "passkey.needs_a_name", address=self.name)


class Challenges:
    """Remembers used challenges while their cookie is valid, so that none is used twice."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, max_kept: int = MAX_CHALLENGES) -> None:
        self._clock = clock
        self._max_kept = max_kept
        self._used: OrderedDict[bytes, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._used)

    def use(self, challenge: bytes) -> bool:
        """Mark a challenge as used; return whether it was unused."""
        now = self._clock()
        while self._used and (
            len(self._used) >= self._max_kept or next(iter(self._used.values())) < now - CHALLENGE_SECONDS
        ):
            self._used.popitem(last=False)
        if challenge in self._used:
            return False
        self._used[challenge] = now
        return True


class Passkeys:
    """Creates and verifies passkeys."""

    def __init__(self, store: Store, sessions: Sessions, keys: Keys) -> None:
        self._store = store
        self._sessions = sessions
        self._signer = URLSafeTimedSerializer(list(keys), salt="timebooth.challenge.1")
        self._challenges = Challenges()

    async def registration_options(self, party: RelyingParty, guest: Guest) -> tuple[dict[str, Any], str]:
        """Return what the browser needs to create a passkey for a guest, and the challenge cookie."""
        stored = await self._store.passkeys_of(guest.id)
        if len(stored) >= MAX_PASSKEYS:
            raise Refusal(409, "passkey.too_many", most=MAX_PASSKEYS)
        options = generate_registration_options(
            rp_id=party.name,
            rp_name=NAME,
            user_id=guest.id.encode(),
            user_name=guest.name,
            user_display_name=guest.name,
            authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.credential)) for each in stored
            ],
        )
        return json.loads(options_to_json(options)), self._cookie("make", guest.id, options.challenge)

    async def register(self, party: RelyingParty, guest: Guest, credential: Credential, cookie: str | None) -> Guest:
        """Store a passkey that the browser created; refuse one that is already stored, for whichever guest."""
        challenge = self._challenge("make", guest.id, cookie)
        try:
            made = verify_registration_response(
                credential=msgspec.to_builtins(credential),
                expected_challenge=challenge,
                expected_rp_id=party.name,
                expected_origin=party.origin,
                require_user_verification=False,
            )
        except INVALID:
            raise Refusal(400, "passkey.not_good") from None
        known = msgspec.structs.replace(guest, passkey=True)
        name = bytes_to_base64url(made.credential_id)
        new = Passkey(name, guest.id, made.credential_public_key, made.sign_count, _profile(known))
        if not await self._store.add_passkey(new, MAX_PASSKEYS):
            if await self._store.passkey(name) is None:
                raise Refusal(409, "passkey.too_many", most=MAX_PASSKEYS)
            raise Refusal(409, "passkey.known")
        return known

    def sign_in_options(self, party: RelyingParty) -> tuple[dict[str, Any], str]:
        """Return what the browser needs to find a passkey of this server, and the challenge cookie."""
        options = generate_authentication_options(rp_id=party.name)
        return json.loads(options_to_json(options)), self._cookie("use", "", options.challenge)

    async def sign_in(self, party: RelyingParty, credential: Credential, cookie: str | None) -> Guest:
        """Return the guest of a passkey. An unknown passkey and a wrong signature get the same refusal."""
        challenge = self._challenge("use", "", cookie)
        stored = await self._store.passkey(credential.id)
        try:
            if stored is None:
                raise KeyError
            used = verify_authentication_response(
                credential=msgspec.to_builtins(credential),
                expected_challenge=challenge,
                expected_rp_id=party.name,
                expected_origin=party.origin,
                credential_public_key=stored.public,
                credential_current_sign_count=stored.signs,
                require_user_verification=False,
            )
        except INVALID:
            raise Refusal(400, "passkey.not_good") from None
        if not await self._store.use_passkey(stored.credential, stored.person, used.new_sign_count):
            raise Refusal(400, "passkey.not_good")
        self._sessions.forget(stored.person)
        epoch = await self._sessions.epoch(stored.person)
        if epoch == ERASED_EPOCH:
            raise Refusal(400, "passkey.not_good")
        guest = msgspec.json.decode(stored.profile, type=Guest)
        return msgspec.structs.replace(guest, passkey=True, epoch=epoch)

    async def rename(self, guest: Guest) -> None:
        """Store a guest's new name or colour with their passkeys."""
        await self._store.rename_passkeys(guest.id, _profile(guest))

    async def of(self, guest: Guest) -> list[Passkey]:
        """Return the passkeys of a guest."""
        return await self._store.passkeys_of(guest.id)

    async def remove(self, guest: Guest, credential: str) -> Guest:
        """Remove one passkey of a guest; return the guest, who may have none left."""
        if not await self._store.remove_passkeys(guest.id, credential):
            raise Refusal(404, "passkey.unknown")
        return msgspec.structs.replace(guest, passkey=bool(await self._store.passkeys_of(guest.id)))

    def _cookie(self, what: str, who: str, challenge: bytes) -> str:
        return str(self._signer.dumps([what, who, challenge.hex()]))

    def _challenge(self, what: str, who: str, cookie: str | None) -> bytes:
        """Return the challenge of a cookie; refuse it if it is for something else, too old or already used."""
        try:
            signed = self._signer.loads(cookie or "", max_age=CHALLENGE_SECONDS)
        except BadSignature:
            raise Refusal(409, "passkey.too_late") from None
        if signed[:2] != [what, who]:
            raise Refusal(409, "passkey.too_late")
        challenge = bytes.fromhex(signed[2])
        if not self._challenges.use(challenge):
            raise Refusal(409, "passkey.too_late")
        return challenge


def _profile(guest: Guest) -> bytes:
    return msgspec.json.encode(guest)
