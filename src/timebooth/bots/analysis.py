"""For people: what to answer and with what chances; and, after a game, where it turned."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from timebooth.bots.bot import Budget, Sight
from timebooth.bots.search_bot import think
from timebooth.bots.worth import Mind, chances
from timebooth.kernel.chance import Dice
from timebooth.kernel.codes import Codes
from timebooth.kernel.game import Game
from timebooth.kernel.instinct import Instinct
from timebooth.kernel.match import Match, replay
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.record import Given, Record
from timebooth.kernel.state import State

PLAYOUTS = 64  # lines played on from every moment of a finished game
AHEAD = 80  # real choices in each
LOOKS = 2  # options looked at for each
GAMES = 4  # played to their end by instinct instead of each line: cheaper, and one alone says less
SWING = 0.15  # a chance that changes by less is not called a turn
TURNS = 5


class Estimate(msgspec.Struct, frozen=True):
    """An answer, the chance of winning with it, and how often it was tried."""

    answer: int
    chance: float
    visits: int


def explain(sight: Sight, rng: Dice, budget: Budget) -> list[Estimate]:
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
    """A moment whose answers, and what chance made of them, moved somebody's prospects most."""

    moment: int
    seat: int
    change: float


class Course(msgspec.Struct, frozen=True):
    """A finished game as the chance of winning over time."""

    outcome: Outcome | None
    moments: tuple[Moment, ...]
    turns: tuple[Turn, ...]


def analyse(
    game: Game, record: Record, seed: int = 0, playouts: int = PLAYOUTS, each: Callable[[int], None] | None = None
) -> Course:
    """Play a record again and judge every moment with open cards; what was still to be drawn stays unknown.

    `each` hears how many answers are behind us.
    """
    mind = Mind(seed, game.cooperative)
    found: list[Moment] = []

    def judge(match: Match) -> None:
        state = match.state
        if any(len(state.options(seat)) > 1 for seat in state.asked()):
            at = len(match.record.given)
            found.append(Moment(at, _chances(mind, game.instinct, state, playouts), told=_told(match)))
            if each is not None:
                each(at)

    match = replay(game, record, each=judge)
    given = match.record.given
    ends = [moment.at for moment in found[1:]] + [len(given)]
    moments = [
        msgspec.structs.replace(moment, given=tuple(given[moment.at : end]))
        for moment, end in zip(found, ends, strict=True)
    ]
    moments.append(Moment(len(given), _chances(mind, game.instinct, match.state, playouts), told=_told(match)))
    return Course(match.state.outcome(), tuple(moments), turning_points(moments))


def _told(match: Match) -> int:
    return 0 if match.journal is None else len(match.journal)


def _chances(mind: Mind, instinct: Instinct | None, state: State, playouts: int) -> tuple[float, ...]:
    """How games end, or stand, that go on from here: by instinct to their end, where the game has one."""
    if state.asking == 0:
        return tuple(chances(state, mind.cooperative))
    options, answers = Codes(), Codes()
    lines = playouts if instinct is None else playouts * GAMES
    whole = [0.0] * state.seats
    for _ in range(lines):
        line = state.copy()
        if instinct is None:
            mind.play_on(line, AHEAD, LOOKS)
        else:
            instinct.play_out(line, mind.rng, options, answers)
        whole = [a + b for a, b in zip(whole, chances(line, mind.cooperative), strict=True)]
    return tuple(total / lines for total in whole)


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
