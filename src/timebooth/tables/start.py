"""Starts the game at a table: with a new deal, or from a moment of another game."""

from __future__ import annotations

import msgspec

from timebooth.kernel.game import Game
from timebooth.kernel.match import Match, replay
from timebooth.kernel.record import Fork, Header, Record
from timebooth.tables.facts import Origin


def start_match(game: Game, header: Header, origin: Origin | None = None) -> Match:
    """Return a new match, or one that goes on from `origin` with the names, the bots and the seed of `header`."""
    if origin is None:
        return Match(game, header)
    theirs = origin.header
    if origin.over:
        mine = msgspec.structs.replace(theirs, names=header.names)
    else:
        fork = Fork(origin.rounds, header.commitment or "", header.seed)
        # A fork at a later moment belongs to the timeline that was left: on replay it would change the chance.
        forks = (*(each for each in theirs.forks if each.after < fork.after), fork)
        mine = msgspec.structs.replace(theirs, names=header.names, bots=header.bots, forks=forks)
    match = replay(game, Record(mine, list(origin.given)), rounds=origin.rounds)
    match.first_moment = origin.rounds
    return match
