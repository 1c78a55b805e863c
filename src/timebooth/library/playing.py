"""Matches, and bots that play them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from timebooth.bots.bot import Bot
from timebooth.bots.decision import Decision
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match
from timebooth.registry import STANDARD, find_game


def new_match(
    game: str | Game,
    seats: int | None = None,
    *,
    seed: int | bytes | None = None,
    edition: str = STANDARD,
    options: Mapping[str, Any] | None = None,
) -> Match:
    """Start a game, by its key or as `find_game` returns it; by default with as few seats as it allows.

    A number as seed is for simulations; 32 bytes (random by default) give chance that nobody can predict. `options` are
    the variants that the rulebook names.
    """
    found = find_game(game, edition) if isinstance(game, str) else game
    chosen = None if options is None else found.read_options(dict(options))
    return Match.new(found, found.seats[0] if seats is None else seats, chosen, seed=seed)


def play_bots(match: Match, bots: Sequence[str | Bot], seed: int = 0) -> None:
    """Play a match to its end with a bot in each seat: bots, or their names as for `make_bot`.

    The same match, bots and seed give the same game, if no bot is limited by seconds.
    """
    if len(bots) != match.header.seats:
        raise BadSetup("setup.bot_per_seat", bots=len(bots), seats=match.header.seats)
    players = [make_bot(bot) if isinstance(bot, str) else bot for bot in bots]
    rngs = [FastRng((seed << 8) + 1 + seat) for seat in range(len(players))]
    while not match.over:
        match.play(
            [players[seat].choose(Decision(match.game, match.state, seat), rngs[seat]) for seat in match.state.asked()]
        )
