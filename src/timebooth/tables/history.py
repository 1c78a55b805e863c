"""The past of a game: looking back, going on from any moment, taking in a record."""

from __future__ import annotations

import msgspec

from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.errors import BadRecord, BadSetup
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match
from timebooth.kernel.position import Position, pack
from timebooth.kernel.record import Header, Record, read_record
from timebooth.names import clean_name
from timebooth.tables import clocks
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.facts import Origin, Person
from timebooth.tables.messages import events_for, scene
from timebooth.tables.slicing import replay
from timebooth.tables.table import Audience, Table
from timebooth.tables.wire import Episode, Line, Moment, Place, Settings, Story

MAX_FORKS = 32  # that a game may have left others by: each is looked at in every round of a replay
MAX_HEX = 128  # characters of a seed, a commitment or an edition's name
MAX_NAME = 40


def finished(table: Table) -> Match:
    """A game that is over, or whose table was closed: only then its answers and its seed are open to all."""
    if table.playing is None and table.ended:
        raise NotAllowed("table.not_begun")
    if table.playing is None or not table.ended:
        raise NotAllowed("table.not_over")
    return table.playing


async def look_back(table: Table, audience: Audience, moment: int) -> Moment:
    """A moment as this audience saw it then; what led to it is told in full once the game is over."""
    playing = table.playing
    if playing is None:
        raise NotAllowed("table.not_begun")
    if not 0 <= moment <= playing.moment:
        raise NotAllowed("table.no_such_moment", moment=moment, most=playing.moment)
    told_before = 0

    def remember(match: Match) -> None:
        nonlocal told_before
        told_before = len(match.journal)

    match = await replay(table.game, playing.record, each=remember, rounds=moment)
    return Moment(
        moment=moment,
        of=playing.moment,
        events=events_for(table.game, match.journal.events[told_before:], audience, over=table.ended),
        scene=scene(table.game, match.state, audience, moment),
    )


async def story(table: Table, audience: Audience, lines: list[Line]) -> Story:
    """The whole game so far, moment by moment."""
    playing = table.playing
    if playing is None:
        return Story((), tuple(lines))
    ends: list[int] = []
    match = await replay(table.game, playing.record, each=lambda match: ends.append(len(match.journal)))
    events = match.journal.events
    ends = [*ends, len(events)] if len(ends) == playing.moment else ends
    starts = [0, *ends[:-1]]
    return Story(
        tuple(
            Episode(moment, events_for(table.game, events[start:end], audience, over=table.ended))
            for moment, (start, end) in enumerate(zip(starts, ends, strict=True))
        ),
        tuple(lines),
    )


async def origin(game: Game, record: Record, moment: int, *, imported: bool = False) -> Origin:
    """Where another timeline begins."""
    match = await replay(game, record, rounds=moment)
    if match.moment != moment:
        raise NotAllowed("table.no_such_moment", moment=moment, most=match.moment)
    if len(record.header.forks) >= MAX_FORKS:
        raise NotAllowed("table.too_many_forks", most=MAX_FORKS)
    return _origin(match, imported=imported)


def sample_world(table: Table, seat: int, moment: int, rng: Rng) -> Position:
    """A moment of a running game as this seat can imagine it: all that it could not know then is drawn anew."""
    playing = table.playing
    if playing is None:
        raise NotAllowed("table.not_begun")
    if not 0 <= moment <= playing.moment:
        raise NotAllowed("table.no_such_moment", moment=moment, most=playing.moment)
    return pack(playing.at(moment).sample_world(seat, rng))


async def imported(game: Game, text: str) -> Origin:
    """A record that somebody brought; every answer of it is checked against the rules."""
    record = read_record(text)
    if record.header.position is not None:
        raise BadRecord("record.imagined", line=1)
    record.header = _bounded(game, record.header)
    return _origin(await replay(game, record), imported=True)


def _origin(match: Match, *, imported: bool) -> Origin:
    """Return what a table keeps of another game: not its players' names, which the new table has anew."""
    header = msgspec.structs.replace(match.header, names=())
    return Origin(header, tuple(match.given()), match.moment, match.over, imported)


def _bounded(game: Game, header: Header) -> Header:
    """Return an imported header with nothing in it that the game does not define, and no text longer than a name."""
    if len(header.forks) > MAX_FORKS or any(len(value) > MAX_HEX for value in _free_texts(header)):
        raise BadRecord("record.malformed", line=1, reason="too long")
    return msgspec.structs.replace(
        header,
        options=msgspec.to_builtins(game.read_options(header.options)),
        names=tuple(name[:MAX_NAME] for name in header.names[: header.seats]),
        bots=tuple(bot[:MAX_NAME] for bot in header.bots[: header.seats]),
    )


def _free_texts(header: Header) -> list[str]:
    """Return every text of a header that its replay does not hold against the game."""
    found = [header.edition, header.seed or "", header.commitment or ""]
    for fork in header.forks:
        found += [fork.commitment, fork.seed or ""]
    return found


def check_settings(game: Game, settings: Settings, most: int | None) -> None:
    """A table that could not begin is not opened; one that goes on from another game has as many seats as that.

    It is not public either: strangers would be dealt cards that its host has seen.
    """
    seats = len(settings.places)
    clock = settings.clock
    if clock is not None and (clock.each > clocks.MAX_CLOCK or clock.reserve > clocks.MAX_RESERVE):
        raise BadSetup("setup.clock", each=clocks.MAX_CLOCK // clocks.DAY, reserve=clocks.MAX_RESERVE // clocks.DAY)
    if settings.patience > clocks.MAX_AWAY:
        raise BadSetup("setup.away", most=clocks.MAX_AWAY // clocks.DAY)
    if most is None:
        game.start(seats, game.read_options(settings.options), FastRng(0))
    elif seats != most:
        raise BadSetup("setup.seats", game=game.key, seats=seats, least=most, most=most)
    elif settings.visibility == "public":
        raise NotAllowed("table.known_deal")


def with_clean_names(settings: Settings) -> Settings:
    """Return the settings with every name of a place as others may read it."""
    places = tuple(msgspec.structs.replace(place, name=clean_name(place.name)) for place in settings.places)
    return msgspec.structs.replace(settings, places=places)


def settings_again(old: Table, host: Person) -> Settings:
    """For a rematch: bots stay, whoever asks first is the host, the others come when they like."""
    places = []
    for sitting, place in zip(old.seats, old.settings.places, strict=True):
        if place.kind == "bot" or sitting.person is None:
            places.append(Place("bot", sitting.bot))
        elif sitting.person.id == host.id:
            places.append(Place("host", name=sitting.person.name))
        else:
            places.append(Place("open"))
    return msgspec.structs.replace(old.settings, places=tuple(places))
