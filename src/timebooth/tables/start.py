"""Starts the game at a table: with a new deal, or from a moment of another game."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from timebooth.kernel.game import Game
from timebooth.kernel.match import Match, replay
from timebooth.kernel.record import Fork, Header, Record
from timebooth.tables.facts import Origin


def start_match(
    game: Game, header: Header, origin: Origin | None = None, each: Callable[[Match], None] | None = None
) -> Match:
    """Return a new match, or one that goes on from `origin` with the names, the bots and the seed of `header`.

    `each` is called before every round of `origin`.
    """
    if origin is None:
        return Match(game, header)
    match = replay(game, Record(header_of(header, origin), list(origin.given)), each=each, rounds=origin.rounds)
    match.first_moment = origin.rounds
    return match


def header_of(header: Header, origin: Origin | None) -> Header:
    """Return the header of a game that goes on from `origin` with the names, the bots and the seed of `header`."""
    if origin is None:
        return header
    theirs = origin.header
    if origin.over:
        return msgspec.structs.replace(theirs, names=header.names)
    fork = Fork(origin.rounds, header.commitment or "", header.seed)
    # A fork at a later moment belongs to the timeline that was left: on replay it would change the chance.
    forks = (*(each for each in theirs.forks if each.after < fork.after), fork)
    return msgspec.structs.replace(theirs, names=header.names, bots=header.bots, forks=forks)
