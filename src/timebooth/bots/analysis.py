"""For people: what to answer and with what chances; and, after a game, where it turned."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter

import msgspec

from timebooth.bots.bot import Budget, Decision
from timebooth.bots.lookahead import Lookahead, estimate_win_chances
from timebooth.bots.search_bot import think
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match, replay
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.policy import Policy
from timebooth.kernel.record import Given, Record

PLAYOUTS = 64  # lines played on from every moment of a finished game
AHEAD = 80  # real choices in each
LOOKS = 2  # options looked at for each
GAMES = 4  # played to their end by policy instead of each line: cheaper, and one alone says less
SWING = 0.15  # a chance that changes by less is not called a turn
TURNS = 5


class Estimate(msgspec.Struct, frozen=True):
    """An answer, the chance of winning with it, and how often it was tried."""

    answer: int
    chance: float
    visits: int


def explain(sight: Decision, rng: Rng, budget: Budget) -> list[Estimate]:
    """The options of a decision that were thought about, the one to take first."""
    thoughts = think(sight, rng, budget)
    best = thoughts.best()
    found = [Estimate(*each) for each in thoughts.estimates()]
    return sorted(
        found, key=lambda estimate: (estimate.answer != best, -estimate.visits, -estimate.chance, estimate.answer)
    )


class Moment(msgspec.Struct, frozen=True):
    """The chances of all seats before some answers, and these; none after the last."""

    at: int
    """Answers of the record that came before."""
    chances: tuple[float, ...]
    given: tuple[Given, ...] = ()
    told: int = 0
    """Events of the journal that came before."""


class Turn(msgspec.Struct, frozen=True):
    """A moment whose answers, and what chance made of them, moved somebody's win_chances most."""

    moment: int
    seat: int
    change: float


class Course(msgspec.Struct, frozen=True):
    """A finished game as the chance of winning over time."""

    outcome: Outcome | None
    moments: tuple[Moment, ...]
    turns: tuple[Turn, ...]


class _Judged:
    """A moment of a game, and how games ended, or stood, that were played on from it."""

    def __init__(self, match: Match) -> None:
        self.state = match.state.copy()
        self.at = len(match.record.given)
        self.told = 0 if match.journal is None else len(match.journal)
        self.whole = [0.0] * match.state.seats
        self.games = 0

    def play_on(self, mind: Lookahead, policy: Policy | None) -> None:
        """One line, or a few games by policy to their end, where the game has one."""
        if self.games > 0 and self.state.asking == 0:
            return
        options, answers = Codes(), Codes()
        for _ in range(1 if policy is None else GAMES):
            line = self.state.copy()
            if policy is None:
                mind.play_on(line, AHEAD, LOOKS)
            else:
                policy.play_out(line, mind.rng, options, answers)
            self.whole = [a + b for a, b in zip(self.whole, estimate_win_chances(line, mind.cooperative), strict=True)]
            self.games += 1

    def moment(self, given: list[Given]) -> Moment:
        return Moment(self.at, tuple(total / self.games for total in self.whole), tuple(given), self.told)


def analyse(
    game: Game,
    record: Record,
    seed: int = 0,
    playouts: int = PLAYOUTS,
    seconds: float = inf,
    each: Callable[[float], None] | None = None,
) -> Course:
    """Play a record again and judge every moment with open cards; what was still to be drawn stays unknown.

    All moments are played on from by turns, as often as there is time for, once at least. `each` hears what share of it
    is done.
    """
    judged: list[_Judged] = []

    def note(match: Match) -> None:
        if any(len(match.state.options(seat)) > 1 for seat in match.state.asked()):
            judged.append(_Judged(match))

    match = replay(game, record, each=note)
    judged.append(_Judged(match))
    mind = Lookahead(seed, game.cooperative)
    end = perf_counter() + seconds
    for done in range(playouts):
        for one in judged:
            one.play_on(mind, game.policy)
        if each is not None:
            each((done + 1) / playouts)
        if perf_counter() >= end:
            break
    given = match.record.given
    ends = [one.at for one in judged[1:]] + [len(given)]
    moments = [one.moment(given[one.at : end]) for one, end in zip(judged, ends, strict=True)]
    return Course(match.state.outcome(), tuple(moments), turning_points(moments))


def turning_points(moments: list[Moment], most: int = TURNS) -> tuple[Turn, ...]:
    """The greatest swings, in the order of the game."""
    found: list[Turn] = []
    for i in range(len(moments) - 1):
        changes = [b - a for a, b in zip(moments[i].chances, moments[i + 1].chances, strict=True)]
        seat = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
        if abs(changes[seat]) >= SWING:
            found.append(Turn(i, seat, changes[seat]))
    greatest = sorted(found, key=lambda turn: -abs(turn.change))[:most]
    return tuple(sorted(greatest, key=lambda turn: turn.moment))
