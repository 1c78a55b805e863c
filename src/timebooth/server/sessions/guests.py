"""Guests: an identity is kept in a signed cookie only, unless a passkey keeps it too."""

from __future__ import annotations

import secrets

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from timebooth.names import clean_name
from timebooth.server.protocol import ChangeMe, Colour, Me
from timebooth.tables.facts import Person
from timebooth.words import LANGUAGES, Words

COOKIE = "timebooth"
MAX_AGE = 400 * 24 * 60 * 60  # seconds; browsers keep no cookie longer
COLOURS: tuple[Colour, ...] = ("p1", "p2", "p3", "p4", "p5", "p6")
ID_BYTES = 12


class Guest(msgspec.Struct, frozen=True, array_like=True):
    """A person as the signed cookie names them."""

    id: str
    name: str
    colour: Colour
    lang: str
    passkey: bool = False
    epoch: int = 0
    """How often the guest has ended all sessions; a cookie of an older epoch is invalid."""

    @property
    def person(self) -> Person:
        """The person as tables know them."""
        return Person(self.id, self.name, self.colour)

    @property
    def me(self) -> Me:
        return Me(self.name, self.colour, self.lang, self.passkey)


NOBODY = Guest("", "", "p1", "en")
"""Somebody without a valid cookie: may look, but neither sit nor chat."""


def new_guest(lang: str) -> Guest:
    """Return a new guest with a random friendly name."""
    words = Words(lang)
    adjective, noun = (secrets.choice(words.say(f"guest.{kind}").split(", ")) for kind in ("adjectives", "nouns"))
    name = words.say("guest.name", adjective=adjective, noun=noun)
    return Guest(secrets.token_hex(ID_BYTES), name, secrets.choice(COLOURS), lang)


def changed(guest: Guest, change: ChangeMe) -> Guest:
    """Return the guest with another name, colour or language."""
    wanted = {name: value for name, value in msgspec.structs.asdict(change).items() if value is not None}
    if "name" in wanted:
        wanted["name"] = clean_name(wanted["name"]) or guest.name
    if wanted.get("lang") not in LANGUAGES:
        wanted.pop("lang", None)
    return msgspec.structs.replace(guest, **wanted)


def language_of(header: str) -> str:
    """Return the first language of an Accept-Language header that we have, or English."""
    for part in header.split(","):
        lang = part.split(";")[0].strip()[:2].lower()
        if lang in LANGUAGES:
            return lang
    return LANGUAGES[0]


class Cookies:
    """Writes and reads the signed cookies of guests."""

    def __init__(self, *keys: bytes) -> None:
        """Take the keys, the oldest first: the last one signs, all verify."""
        self._signed = URLSafeSerializer(list(keys), salt="timebooth.guest.1")

    def write(self, guest: Guest) -> str:
        return str(self._signed.dumps(msgspec.to_builtins(guest)))

    def read(self, value: str | None) -> Guest | None:
        """Return the guest, or None if the signature is wrong."""
        if value is None:
            return None
        try:
            guest = msgspec.convert(self._signed.loads(value), Guest)
        except (BadSignature, msgspec.ValidationError):
            return None
        name = clean_name(guest.name)  # an older version may have signed anything
        return guest if name == guest.name else msgspec.structs.replace(guest, name=name or guest.id[:6])
