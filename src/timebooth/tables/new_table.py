"""The settings of a new table: checked, cleaned, or taken from an earlier one."""

from __future__ import annotations

import msgspec

from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.game import Game
from timebooth.names import clean_name
from timebooth.tables import clocks
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.facts import Person
from timebooth.tables.table import Table
from timebooth.tables.wire import Place, Settings


def check_settings(game: Game, settings: Settings, seats_before: int | None) -> None:
    """Refuse settings with which a game could not begin.

    A table that continues another game must have as many seats as that one (`seats_before`), and must not be public:
    its host has seen the cards that strangers would be dealt.
    """
    seats = len(settings.places)
    clock = settings.clock
    if clock is not None and (clock.each > clocks.MAX_CLOCK or clock.reserve > clocks.MAX_RESERVE):
        raise BadSetup("setup.clock", each=clocks.MAX_CLOCK // clocks.DAY, reserve=clocks.MAX_RESERVE // clocks.DAY)
    if settings.keep_seat_for > clocks.MAX_AWAY:
        raise BadSetup("setup.away", most=clocks.MAX_AWAY // clocks.DAY)
    if settings.guided:
        _check_guided(settings)
    if seats_before is None:
        game.start(seats, game.read_options(settings.options), FastRng(0))
    elif seats != seats_before:
        raise BadSetup("setup.seats", game=game.key, seats=seats, least=seats_before, most=seats_before)
    elif settings.visibility == "public":
        raise NotAllowed("table.known_deal")


def _check_guided(settings: Settings) -> None:
    """Refuse a guided game that others could sit down at, or whose game would not be the same every time."""
    kinds = [place.kind for place in settings.places]
    if kinds != ["host", *["bot"] * (len(kinds) - 1)] or settings.visibility == "public" or settings.options:
        raise BadSetup("setup.guided")


def with_clean_names(settings: Settings) -> Settings:
    """Return the settings with the names of all places cleaned for others to read."""
    places = tuple(msgspec.structs.replace(place, name=clean_name(place.name)) for place in settings.places)
    return msgspec.structs.replace(settings, places=places)


def rematch_settings(old: Table, host: Person) -> Settings:
    """Return the settings of a rematch: bots stay, whoever asks first is the host, and the other seats are open."""
    places = []
    for seat_state, place in zip(old.seats, old.settings.places, strict=True):
        if place.kind == "bot" or seat_state.person is None:
            places.append(Place("bot", seat_state.bot))
        elif seat_state.person.id == host.id:
            places.append(Place("host", name=seat_state.person.name))
        else:
            places.append(Place("open"))
    return msgspec.structs.replace(old.settings, places=tuple(places), guided=False)
