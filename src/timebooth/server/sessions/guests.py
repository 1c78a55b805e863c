"""Guests: who somebody is stands in a signed cookie, and nowhere else unless a passkey keeps it."""

from __future__ import annotations

import secrets

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from timebooth.names import clean_name
from timebooth.server.protocol import ChangeMe, Colour, Me
from timebooth.tables.facts import Person
from timebooth.words import LANGUAGES, Words

COOKIE = "timebooth"
KEPT_FOR = 400 * 24 * 60 * 60  # seconds; browsers keep no cookie longer
COLOURS: tuple[Colour, ...] = ("p1", "p2", "p3", "p4", "p5", "p6")
ID_BYTES = 12


class Guest(msgspec.Struct, frozen=True, array_like=True):
    """Somebody, as the cookie says."""

    id: str
    name: str
    colour: Colour
    lang: str
    passkey: bool = False
    epoch: int = 0
    """Counts how often the guest ended all sessions; a cookie of an older epoch is nobody's."""

    @property
    def person(self) -> Person:
        """As the tables know them."""
        return Person(self.id, self.name, self.colour)

    @property
    def me(self) -> Me:
        return Me(self.name, self.colour, self.lang, self.passkey)


NOBODY = Guest("", "", "p1", "en")
"""Who has not been greeted yet: may look, but neither sit nor speak."""


def new_guest(lang: str) -> Guest:
    """Somebody new, with a kind name."""
    words = Words(lang)
    adjective, noun = (secrets.choice(words.say(f"guest.{kind}").split(", ")) for kind in ("adjectives", "nouns"))
    name = words.say("guest.name", adjective=adjective, noun=noun)
    return Guest(secrets.token_hex(ID_BYTES), name, secrets.choice(COLOURS), lang)


def changed(guest: Guest, change: ChangeMe) -> Guest:
    wanted = {name: value for name, value in msgspec.structs.asdict(change).items() if value is not None}
    if "name" in wanted:
        wanted["name"] = clean_name(wanted["name"]) or guest.name
    if wanted.get("lang") not in LANGUAGES:
        wanted.pop("lang", None)
    return msgspec.structs.replace(guest, **wanted)


def language_of(header: str) -> str:
    """The first language of an Accept-Language header that is spoken here."""
    for part in header.split(","):
        lang = part.split(";")[0].strip()[:2].lower()
        if lang in LANGUAGES:
            return lang
    return LANGUAGES[0]


class Cookies:
    """Signs guests, and reads what was signed."""

    def __init__(self, *keys: bytes) -> None:
        """The oldest key first: the last one signs, all verify."""
        self._signed = URLSafeSerializer(list(keys), salt="timebooth.guest.1")

    def write(self, guest: Guest) -> str:
        return str(self._signed.dumps(msgspec.to_builtins(guest)))

    def read(self, value: str | None) -> Guest | None:
        """The guest, unless the cookie was tampered with or is from another server."""
        if value is None:
            return None
        try:
            guest = msgspec.convert(self._signed.loads(value), Guest)
        except (BadSignature, msgspec.ValidationError):
            return None
        name = clean_name(guest.name)  # an older version may have signed anything
        return guest if name == guest.name else msgspec.structs.replace(guest, name=name or guest.id[:6])
