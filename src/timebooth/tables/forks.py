"""Games that continue other games: forks of finished and running ones, and imported records."""

from __future__ import annotations

import msgspec

from timebooth.kernel.chance import Rng
from timebooth.kernel.errors import BadRecord
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match
from timebooth.kernel.position import Position, pack
from timebooth.kernel.record import Header, Record, read_record
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.facts import Origin
from timebooth.tables.slicing import replay
from timebooth.tables.table import Table

MAX_FORKS = 32  # in the header of a game: every round of a replay looks at each of them
MAX_HEX = 128  # characters of a seed, a commitment or an edition's name
MAX_NAME = 40


async def origin(game: Game, record: Record, moment: int, *, imported: bool = False) -> Origin:
    """Return what a fork of a finished game at this moment starts from."""
    match = await replay(game, record, rounds=moment)
    if match.moment != moment:
        raise NotAllowed("table.no_such_moment", moment=moment, most=match.moment)
    if len(record.header.forks) >= MAX_FORKS:
        raise NotAllowed("table.too_many_forks", most=MAX_FORKS)
    return _origin(match, imported=imported)


def sample_world(table: Table, seat: int, moment: int, rng: Rng) -> Position:
    """Return a world sampled for this seat at a moment of a running game."""
    match = table.match
    if match is None:
        raise NotAllowed("table.not_begun")
    if not 0 <= moment <= match.moment:
        raise NotAllowed("table.no_such_moment", moment=moment, most=match.moment)
    return pack(match.at(moment).sample_world(seat, rng))


async def imported(game: Game, text: str) -> Origin:
    """Return the game of an imported record, after checking every answer against the rules."""
    record = read_record(text)
    if record.header.position is not None:
        raise BadRecord("record.imagined", line=1)
    record.header = _bounded(game, record.header)
    return _origin(await replay(game, record), imported=True)


def _origin(match: Match, *, imported: bool) -> Origin:
    """Return what a table keeps of another game, without its players' names: the new table has its own."""
    header = msgspec.structs.replace(match.header, names=())
    return Origin(header, tuple(match.given()), match.moment, match.over, imported)


def _bounded(game: Game, header: Header) -> Header:
    """Return an imported header without options that the game does not define and with texts cut to size.

    The replay compares the hash of the edition; its name would be taken for a folder of this machine.
    """
    if len(header.forks) > MAX_FORKS or any(len(value) > MAX_HEX for value in _free_texts(header)):
        raise BadRecord("record.malformed", line=1, reason="too long")
    return msgspec.structs.replace(
        header,
        edition=game.edition.name,
        options=msgspec.to_builtins(game.read_options(header.options)),
        names=tuple(name[:MAX_NAME] for name in header.names[: header.seats]),
        bots=tuple(bot[:MAX_NAME] for bot in header.bots[: header.seats]),
    )


def _free_texts(header: Header) -> list[str]:
    """Return every text of a header that a replay does not check against the game."""
    found = [header.edition, header.seed or "", header.commitment or ""]
    for fork in header.forks:
        found += [fork.commitment, fork.seed or ""]
    return found
