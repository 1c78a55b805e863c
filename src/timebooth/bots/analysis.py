"""Hints and analysis for people: the chances of each answer, and the turning points of a finished game."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter

import msgspec

from timebooth.bots.bot import Budget, Decision
from timebooth.bots.lookahead import Lookahead, estimate_win_chances
from timebooth.bots.thinking import think
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match, replay
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.policy import Policy
from timebooth.kernel.record import Given, Record

PLAYOUTS = 64  # games played on from every moment of a finished game
AHEAD = 80  # real choices in each
CANDIDATES = 2  # options compared for each of these
POLICY_GAMES = 4  # played by the policy in place of each such game: cheaper, but each says less
MIN_SWING = 0.15  # change of a chance at a turning point
MAX_TURNS = 5


class Estimate(msgspec.Struct, frozen=True):
    """An answer, the chance of winning with it, and how often it was tried."""

    answer: int
    chance: float
    visits: int


def explain(decision: Decision, rng: Rng, budget: Budget) -> list[Estimate]:
    """Return the options that were searched, the best one first."""
    search = think(decision, rng, budget)
    best = search.best()
    found = [Estimate(*each) for each in search.estimates()]
    return sorted(
        found, key=lambda estimate: (estimate.answer != best, -estimate.visits, -estimate.chance, estimate.answer)
    )


class Moment(msgspec.Struct, frozen=True):
    """The chances of all seats before a round of answers, and these answers; none at the end."""

    at: int
    """How many answers of the record came before."""
    chances: tuple[float, ...]
    given: tuple[Given, ...] = ()
    told: int = 0
    """How many events of the journal came before."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A moment whose answers, together with chance, changed the win chance of a seat by a lot."""

    moment: int
    seat: int
    change: float


class Course(msgspec.Struct, frozen=True):
    """The win chances in the course of a finished game."""

    outcome: Outcome | None
    moments: tuple[Moment, ...]
    turns: tuple[TurningPoint, ...]


class _Sampled:
    """A moment of a game, and the results of games that were played on from it."""

    def __init__(self, match: Match) -> None:
        self.state = match.state.copy()
        self.at = match.choices
        self.told = len(match.journal)
        self.totals = [0.0] * match.state.seats
        self.games = 0

    def play_on(self, lookahead: Lookahead, policy: Policy | None) -> None:
        """Play on once, or with a policy a few games to their end."""
        if self.games > 0 and self.state.asking == 0:
            return
        options, answers = Codes(), Codes()
        for _ in range(1 if policy is None else POLICY_GAMES):
            state = self.state.copy()
            if policy is None:
                lookahead.play_on(state, AHEAD, CANDIDATES)
            else:
                policy.play_out(state, lookahead.rng, options, answers)
            self.totals = [
                a + b for a, b in zip(self.totals, estimate_win_chances(state, lookahead.cooperative), strict=True)
            ]
            self.games += 1

    def moment(self, given: list[Given]) -> Moment:
        return Moment(self.at, tuple(total / self.games for total in self.totals), tuple(given), self.told)


def analyse(
    game: Game,
    record: Record,
    seed: int = 0,
    playouts: int = PLAYOUTS,
    seconds: float = inf,
    each: Callable[[float], None] | None = None,
) -> Course:
    """Replay a record and estimate the win chances at every moment, with all hands open.

    Games are played on from all moments in turn, `playouts` times or until the seconds are used up, but at least once.
    `each` is called with the share of the work that is done.
    """
    sampled: list[_Sampled] = []

    def note(match: Match) -> None:
        if any(len(match.state.options(seat)) > 1 for seat in match.state.asked()):
            sampled.append(_Sampled(match))

    match = replay(game, record, each=note)
    sampled.append(_Sampled(match))
    lookahead = Lookahead(seed, game.cooperative)
    end = perf_counter() + seconds
    for done in range(playouts):
        for one in sampled:
            one.play_on(lookahead, game.policy)
        if each is not None:
            each((done + 1) / playouts)
        if perf_counter() >= end:
            break
    given = match.given()
    ends = [one.at for one in sampled[1:]] + [len(given)]
    moments = [one.moment(given[one.at : end]) for one, end in zip(sampled, ends, strict=True)]
    return Course(match.state.outcome(), tuple(moments), turning_points(moments))


def turning_points(moments: list[Moment], most: int = MAX_TURNS) -> tuple[TurningPoint, ...]:
    """Return the moments with the greatest changes, in the order of the game."""
    found: list[TurningPoint] = []
    for i in range(len(moments) - 1):
        changes = [b - a for a, b in zip(moments[i].chances, moments[i + 1].chances, strict=True)]
        seat = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
        if abs(changes[seat]) >= MIN_SWING:
            found.append(TurningPoint(i, seat, changes[seat]))
    greatest = sorted(found, key=lambda turn: -abs(turn.change))[:most]
    return tuple(sorted(greatest, key=lambda turn: turn.moment))
