"""What plays the other seats of a Gymnasium environment: bots, functions, a draw from a pool, or the learner itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from timebooth.bots.bot import Bot, Decision
from timebooth.bots.roster import make_bot
from timebooth.envs.learner_game import LearnerGame
from timebooth.envs.spaces import Observation
from timebooth.kernel.chance import Rng

SELF = "self"
"""The name of the opponent that plays by `OneSeat.policy`."""

Policy = Callable[[Observation], int]
"""Chooses an action for what a seat sees; an illegal one is replaced by the first legal one."""


class Pool:
    """Several opponents; for each game, every seat that has this pool draws one of them."""

    def __init__(self, *opponents: Opponent) -> None:
        if not opponents:
            raise ValueError("a pool needs at least one opponent")
        self.opponents = opponents


Opponent = str | Bot | Policy | Pool


class Opponents:
    """The players of all seats but one."""

    def __init__(self, game: LearnerGame, seat: int, wanted: Opponent | Sequence[Opponent]) -> None:
        seats = game.run.seats
        if not 0 <= seat < seats:
            raise ValueError(f"there is no seat {seat}: the seats are 0 to {seats - 1}")
        others = [other for other in range(seats) if other != seat]
        listed: list[Any] = list(wanted) if isinstance(wanted, list | tuple) else [wanted] * len(others)
        if len(listed) != len(others):
            raise ValueError(f"{len(listed)} opponents do not fit {len(others)} other seats")
        self.policy: Policy | None = None
        """What `SELF` plays by; until it is set, its first answer."""
        self.playing: dict[int, Bot | Policy] = {}
        self._game = game
        self._wanted = {other: _ready(one) for other, one in zip(others, listed, strict=True)}
        self.draw(None)

    def draw(self, rng: Rng | None) -> None:
        """Draw the opponents of the next game; without chance, take the first of each pool."""
        self.playing = {seat: self._one_of(wanted, rng) for seat, wanted in self._wanted.items()}

    def _one_of(self, wanted: Opponent, rng: Rng | None) -> Bot | Policy:
        if isinstance(wanted, Pool):
            return self._one_of(wanted.opponents[0 if rng is None else rng.below(len(wanted.opponents))], rng)
        return self._by_policy if isinstance(wanted, str) else wanted

    def _by_policy(self, seen: Observation) -> int:
        return -1 if self.policy is None else self.policy(seen)

    def choose(self, seat: int, rng: Rng) -> int:
        """Return the code of an opponent's answer."""
        player, game = self.playing[seat], self._game
        if isinstance(player, Bot):
            return player.choose(Decision(game.run.game, game.run.state, seat), rng)
        while True:
            code, _ = game.take(seat, player(game.observation(seat, game.legal(seat))))
            if code is not None:
                return code


def _ready(wanted: Opponent) -> Opponent:
    """Return an opponent with its bots made, and only `SELF` left as a name."""
    if isinstance(wanted, Pool):
        return Pool(*map(_ready, wanted.opponents))
    if isinstance(wanted, str):
        return wanted if wanted == SELF else make_bot(wanted)
    if isinstance(wanted, Bot) or callable(wanted):
        return wanted
    raise ValueError(f"an opponent is the name of a bot, a bot, a function or a Pool, not {wanted!r}")
