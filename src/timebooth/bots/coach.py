"""Splits a finished game into decisions, luck and what the others did, and finds the moments worth learning from.

A seat's line is its chance of winning, by what it knew, from before the deal to the outcome. Between two moments the
line changes by three parts:

- the *decision* of the seat: its answer against the best one, both tried in the same worlds sampled for this seat. An
  answer that is not clearly worse counts as good;
- *luck*: the chance that followed, against the mean over the same answers with other cards and dice, and for the deal
  against the mean over other deals. It is 0 on average, however good the estimates are;
- *the others*: all the rest, which is what the others answered and revealed.

A seat that plays alone has no others: there, the rest counts as its decisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from math import inf
from time import perf_counter
from typing import Final

import msgspec

from timebooth.bots.analysis import Course, Reached, course_of, moments_of
from timebooth.bots.chances import WORLDS, Chances, anchored, compare
from timebooth.bots.decision import Decision
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.match import Round
from timebooth.kernel.record import Record
from timebooth.kernel.state import State

REPEATS: Final = 4  # with other cards and dice, to know what was to be expected
DEALS: Final = 4  # times as many other deals
MAX_LESSONS: Final = 3  # for each seat
MAX_REASONS: Final = 2  # sentences for each lesson
GOOD_LOSS: Final = 0.01  # of a decision on average, up to which a seat played well
MAX_GOOD_LOSS: Final = 0.25  # of all its decisions: one great mistake in a long game is one
FAIR_LOSS: Final = 0.03
NOTABLE_LUCK: Final = 0.05
MIN_LOSS: Final = 0.02  # of a decision that is worth a lesson


class Parts(msgspec.Struct, frozen=True):
    """What changed a seat's chance of winning."""

    decision: float = 0.0
    luck: float = 0.0
    others: float = 0.0


class Lesson(msgspec.Struct, frozen=True):
    """An answer that cost a seat some of its chance, and the best answer."""

    moment: int
    """Index of the moment in the course."""
    seat: int
    given: int
    better: int
    chance: float
    """With the better answer."""
    loss: float
    """How much less the chance is with the given answer."""


class Review(msgspec.Struct, frozen=True):
    """The course of a game with its changes split into parts."""

    course: Course
    before: tuple[float, ...]
    """The chances before the deal; with all parts of a seat they add up to the outcome."""
    deal: tuple[Parts, ...]
    """The parts of each seat between `before` and the first moment."""
    swings: tuple[tuple[Parts, ...], ...]
    """The parts of each seat between each moment and the next one."""
    totals: tuple[Parts, ...]
    """The sums of each seat's parts."""
    lessons: tuple[Lesson, ...]
    """At most a few for each seat, the most expensive first."""
    complete: bool
    """False if the time ran out: what came later was split without looking at decisions and luck."""


def review(
    game: Game,
    record: Record,
    worlds: int = WORLDS,
    repeats: int = REPEATS,
    seconds: float = inf,
    each: Callable[[float], None] | None = None,
    judge: bool = True,
) -> Review:
    """Replay a record and split every change of every seat's chance.

    `each` is called with the share of the work that is done. After so many `seconds`, the rest is no longer split. To
    measure luck alone, which takes far less time, do not `judge` the decisions: they count as the others' doing.
    """
    end = perf_counter() + seconds
    reached, rounds, match = moments_of(game, record)
    chances = Chances(game, worlds)
    line = [chances.of_each(one.state) for one in reached]
    seed = _seed(record)
    before, deal = _deal(game, record, chances, _rngs(seed, DEALS * repeats), line[0])
    swings: list[tuple[Parts, ...]] = []
    lessons: list[Lesson] = []
    complete = True
    for number in range(len(reached) - 1):
        one = reached[number]
        decisions = [0.0] * one.state.seats
        expected = line[number + 1]
        complete = complete and perf_counter() < end
        if complete:
            answers = rounds[one.rounds]
            for lesson in _judge(game, chances, one, answers, number, line[number]) if judge else ():
                decisions[lesson.seat] = -lesson.loss
                if lesson.loss >= MIN_LOSS:
                    lessons.append(lesson)
            if any(each_round.chance for each_round in rounds[one.rounds : reached[number + 1].rounds]):
                expected = _expect(chances, one.state, answers.codes, _rngs(seed + number + 1, repeats))
        swings.append(_parts(line[number], line[number + 1], decisions, expected))
        if each is not None:
            each((number + 1) / (len(reached) - 1))
    totals = tuple([_sum([deal[seat], *[swing[seat] for swing in swings]]) for seat in range(match.state.seats)])
    return Review(
        course_of(reached, match, line), before, deal, tuple(swings), totals, _most_expensive(lessons), complete
    )


def verdict(found: Review, seat: int) -> str:
    """Return the key of the sentence that sums a seat's game up: how well it decided, and whether it was lucky."""
    parts = found.totals[seat]
    choices = sum(given.seat == seat for moment in found.course.moments for given in moment.given)
    loss = -parts.decision / max(1, choices)
    good = loss < GOOD_LOSS and -parts.decision < MAX_GOOD_LOSS
    played = "well" if good else "so_so" if loss < FAIR_LOSS else "badly"
    luck = "lucky" if parts.luck > NOTABLE_LUCK else "unlucky" if parts.luck < -NOTABLE_LUCK else "even"
    return f"coach.{played}.{luck}"


def reasons(game: Game, state: State, seat: int, code: int) -> list[tuple[str, dict[str, object]]]:
    """Return keys and arguments of sentences that say what an answer would do, as far as the game can foresee it."""
    foreseen = game.preview(state, seat, game.answers.names(code))
    if foreseen is not None:
        return [foreseen]
    events = game.project(state, seat, code)
    many = Counter(type(event) for event in events)
    rarest = sorted(range(len(events)), key=lambda number: (many[type(events[number])], number))[:MAX_REASONS]
    seen = [events[number].seen_by(seat) for number in sorted(rarest)]
    return [(game.event_key(each), each) for each in seen]


def _deal(
    game: Game, record: Record, chances: Chances, rngs: list[FastRng], first: tuple[float, ...]
) -> tuple[tuple[float, ...], tuple[Parts, ...]]:
    """Return the chances before the deal, and the luck of it; a game that begins with a position has none."""
    header = record.header
    if header.position is not None:
        return first, tuple([Parts() for _ in first])
    options = game.read_options(header.options)
    deals = [chances.of_each(_next_choice(game.start(header.seats, options, rng), rng)) for rng in rngs]
    before = _mean(deals)
    return before, _parts(before, first, [0.0] * len(first), before)


def _judge(
    game: Game, chances: Chances, one: Reached, answers: Round, number: int, line: tuple[float, ...]
) -> list[Lesson]:
    """Return for each seat whose answer was clearly not the best one what it lost."""
    found: list[Lesson] = []
    for seat, code, chose in zip(answers.asked, answers.codes, answers.chose, strict=True):
        if not chose:
            continue
        compared = compare(chances.of_answers(Decision(game, one.state, seat), code), code)
        if compared.better != code:
            loss = line[seat] - anchored(line[seat], compared.chance, compared.best)
            found.append(Lesson(number, seat, code, compared.better, line[seat], loss))
    return found


def _expect(chances: Chances, state: State, codes: tuple[int, ...], rngs: list[FastRng]) -> tuple[float, ...]:
    """Return the mean chances at the next moment, if the same answers are given with other cards and dice."""
    found: list[tuple[float, ...]] = []
    for rng in rngs:
        again = state.copy()
        again.play(codes, rng)
        found.append(chances.of_each(_next_choice(again, rng)))
    return _mean(found)


def _next_choice(state: State, rng: FastRng) -> State:
    """Give all forced answers, until somebody has a choice or the game is over."""
    while asked := state.asked():
        options = [state.options(seat) for seat in asked]
        if any(len(each) > 1 for each in options):
            break
        state.play([each[0] for each in options], rng)
    return state


def _parts(
    before: tuple[float, ...], after: tuple[float, ...], decisions: list[float], expected: tuple[float, ...]
) -> tuple[Parts, ...]:
    """Split the change of each seat's chance; `expected` is equal to `after` if chance was not used."""
    found: list[Parts] = []
    for seat in range(len(before)):
        luck = after[seat] - expected[seat]
        rest = after[seat] - before[seat] - luck
        if len(before) == 1:
            found.append(Parts(rest, luck, 0.0))
        else:
            found.append(Parts(decisions[seat], luck, rest - decisions[seat]))
    return tuple(found)


def _sum(parts: list[Parts]) -> Parts:
    return Parts(
        sum([each.decision for each in parts]), sum([each.luck for each in parts]), sum([each.others for each in parts])
    )


def _mean(rows: list[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple([sum(column) / len(rows) for column in zip(*rows, strict=True)])


def _seed(record: Record) -> int:
    """Return a seed that is different for every game and independent of its own chance."""
    digest = blake2b((record.seed() or "").encode(), digest_size=8, person=b"timebooth.coach").digest()
    return int.from_bytes(digest, "big") << 32


def _rngs(seed: int, many: int) -> list[FastRng]:
    return [FastRng((seed << 16) + number) for number in range(many)]


def _most_expensive(lessons: list[Lesson]) -> tuple[Lesson, ...]:
    """Return the greatest losses of each seat, the greatest of all first."""
    found: list[Lesson] = []
    for lesson in sorted(lessons, key=lambda lesson: -lesson.loss):
        if sum(other.seat == lesson.seat for other in found) < MAX_LESSONS:
            found.append(lesson)
    return tuple(found)
