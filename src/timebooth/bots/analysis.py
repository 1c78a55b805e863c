"""Hints and analysis for people: the chances of each answer, and the turning points of a finished game."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from timebooth.bots.bot import Budget, Decision
from timebooth.bots.chances import WORLDS, Chances, anchored
from timebooth.bots.thinking_bot import ExpertBot
from timebooth.kernel.chance import Rng
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match, Round, replay
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.record import Given, Record
from timebooth.kernel.state import State

MIN_SWING = 0.15  # change of a chance at a turning point
MAX_TURNS = 5


class Estimate(msgspec.Struct, frozen=True):
    """An answer, the chance of winning with it, and in how many sampled worlds it was tried."""

    answer: int
    chance: float
    visits: int


def explain(decision: Decision, rng: Rng, budget: Budget, worlds: int = WORLDS) -> list[Estimate]:
    """Return the promising answers: the one that the expert would give, then the others from good to bad.

    The chance of the first is the seat's chance of winning; the others have less, or as much.
    """
    best = ExpertBot(budget).choose(decision, rng)
    chances = Chances(decision.game, worlds)
    chance = chances.of_seat(decision)
    if len(decision.options) == 1:
        return [Estimate(best, chance, worlds)]
    found = {answer: sum(values) / len(values) for answer, values in chances.of_answers(decision, best).items()}
    estimates = [
        Estimate(answer, chance if answer == best else anchored(chance, value, found[best]), worlds)
        for answer, value in found.items()
    ]
    return sorted(estimates, key=lambda estimate: (estimate.answer != best, -estimate.chance, estimate.answer))


class Moment(msgspec.Struct, frozen=True):
    """The chance of each seat, by what it knew, before a round of answers, and these answers; none at the end."""

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


class Reached:
    """A moment of a replayed game at which somebody had a choice, or its end."""

    def __init__(self, match: Match) -> None:
        self.state: State = match.state.copy()
        self.at = match.choices
        self.told = len(match.journal)
        self.rounds = len(match.rounds)


def moments_of(game: Game, record: Record) -> tuple[list[Reached], list[Round], Match]:
    """Return the moments of a record at which somebody had a choice, then its end; all rounds; and the last state."""
    reached: list[Reached] = []

    def note(match: Match) -> None:
        if any(len(match.state.options(seat)) > 1 for seat in match.state.asked()):
            reached.append(Reached(match))

    match = replay(game, record, each=note)
    if not reached or reached[-1].rounds < len(match.rounds):  # an unfinished game ends with a choice
        reached.append(Reached(match))
    return reached, match.rounds, match


def analyse(game: Game, record: Record, worlds: int = WORLDS, each: Callable[[float], None] | None = None) -> Course:
    """Replay a record and estimate each seat's chance at every moment, by what this seat knew then.

    The same estimate is part of a hint. `each` is called with the share of the work that is done.
    """
    reached, _, match = moments_of(game, record)
    chances = Chances(game, worlds)
    found: list[tuple[float, ...]] = []
    for number, one in enumerate(reached, start=1):
        found.append(chances.of_each(one.state))
        if each is not None:
            each(number / len(reached))
    return course_of(reached, match, found)


def course_of(reached: list[Reached], match: Match, chances: list[tuple[float, ...]]) -> Course:
    """Return the course of a game from its moments and the chances at each."""
    given = match.given()
    ends = [one.at for one in reached[1:]] + [len(given)]
    moments = [
        Moment(one.at, estimate, tuple(given[one.at : end]), one.told)
        for one, estimate, end in zip(reached, chances, ends, strict=True)
    ]
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
