"""Hints for a decision and analyses of finished games, each kind in a process of its own."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from timebooth.bots import analysis, coach
from timebooth.bots.bot import Budget, Decision
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import Refused
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match, replay
from timebooth.kernel.position import unpack
from timebooth.kernel.record import Record, read_record
from timebooth.registry import find_game
from timebooth.server.problems import Refusal
from timebooth.server.protocol import CourseOfGame, CoursePoint, Estimate, LessonOfGame, SeatParts, Swing
from timebooth.server.studies.fair_lock import FairLock
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.bot_jobs import BotJob, bot_job
from timebooth.tables.facts import Person
from timebooth.tables.tables import Tables

T = TypeVar("T")

HINT_SECONDS = 1.5
MAX_ESTIMATES = 5
COURSE_SECONDS = 20.0  # then the rest of the game is no longer split into luck and skill
MAX_COURSES = 64  # in the cache
MAX_HINTS_WAITING = 8
"""People who wait for a hint, one each; the last of them waits about twelve seconds."""
MAX_COURSES_WAITING = 12
MAX_COURSES_EACH = 3
"""Games that wait to be analysed, in all and of one person."""


def compute_hint(job: BotJob, seconds: float) -> list[analysis.Estimate]:
    """Return the best answers. Runs in the other process; the job holds only what the seat knows."""
    game = find_game(job.game, job.edition)
    state = unpack(game, job.seats, game.read_options(job.options), job.world)
    return analysis.explain(Decision(game, state, job.seat), FastRng(job.chance), Budget(seconds=seconds))[
        :MAX_ESTIMATES
    ]


def compute_course(record: str, seconds: float) -> CourseOfGame:
    """Return the analysis of a record, and what was luck or skill. Runs in the other process."""
    read = read_record(record)
    game = find_game(read.header.game, read.header.edition)
    review = coach.review(game, read, seconds=seconds)
    course = review.course
    moments = moments_of(record)
    at = [moments[moment.at] for moment in course.moments]
    return CourseOfGame(
        points=tuple(CoursePoint(at[i], moment.chances) for i, moment in enumerate(course.moments)),
        turns=tuple(Swing(at[turn.moment], turn.seat, turn.change) for turn in course.turns),
        parts=tuple(
            SeatParts(parts.decision, parts.luck, parts.others, coach.verdict(review, seat))
            for seat, parts in enumerate(review.totals)
        ),
        lessons=tuple(_lesson(game, read, at[lesson.moment], lesson) for lesson in review.lessons),
    )


def _lesson(game: Game, record: Record, moment: int, lesson: coach.Lesson) -> LessonOfGame:
    prompt = replay(game, record, rounds=moment).state.question(lesson.seat).prompt
    given, better = game.answers.names(lesson.given), game.answers.names(lesson.better)
    keys = game.answer_key(given, prompt), game.answer_key(better, prompt)
    return LessonOfGame(moment, lesson.seat, given, better, *keys, lesson.chance, lesson.loss)


def moments_of(record: str) -> dict[int, int]:
    """Return the moment of a game by how many answers had been recorded; forced answers are not."""
    read = read_record(record)
    game = find_game(read.header.game, read.header.edition)
    found: dict[int, int] = {}

    def note(match: Match) -> None:
        found[match.choices] = match.moment

    last = replay(game, read, each=note)
    found[last.choices] = last.moment
    return found


class Studies:
    """Computes hints and analyses in two processes, each started when it is first needed."""

    def __init__(self, hint_seconds: float = HINT_SECONDS, course_seconds: float = COURSE_SECONDS) -> None:
        self.hint_seconds = hint_seconds
        self.course_seconds = course_seconds
        self._closed = False
        self._pools: dict[str, ProcessPoolExecutor] = {}
        self._thinking: set[str] = set()
        self._hint_lock = FairLock("hint.busy", MAX_HINTS_WAITING, 1)
        self._course_lock = FairLock("course.busy", MAX_COURSES_WAITING, MAX_COURSES_EACH)
        self._courses: OrderedDict[str, asyncio.Task[CourseOfGame]] = OrderedDict()

    async def hint(self, tables: Tables, person: Person, table: str, seat: int) -> tuple[Estimate, ...]:
        """Return the best answers to a seat's question, from what the seat knows."""
        live = await tables.admit(table, person, seat, "")
        playing = live.table.match
        if playing is None:
            raise NotAllowed("table.not_begun")
        if seat not in playing.state.asked():
            raise Refused("refused.not_asked", seat=seat)
        if person.id in self._thinking:
            raise Refusal(429, "hint.one_at_a_time")
        self._thinking.add(person.id)
        try:
            self._hint_lock.check(person.id)
            job = bot_job(live.table, seat, "expert")
            async with self._hint_lock.hold(person.id):
                found = await self._run("hints", compute_hint, job, self.hint_seconds)
        finally:
            self._thinking.discard(person.id)
        names = live.table.game.answers.names
        return tuple(Estimate(names(each.answer), each.chance, each.visits) for each in found)

    async def course(self, table: str, record: str, person: str = "") -> CourseOfGame:
        """Return the analysis of a finished game; it is computed once and cached."""
        task = self._courses.get(table)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            self._course_lock.check(person)
            task = self._courses[table] = asyncio.create_task(self._course(record, person))
            while len(self._courses) > MAX_COURSES:
                self._courses.popitem(last=False)[1].cancel()
        return await asyncio.shield(task)

    async def _course(self, record: str, person: str) -> CourseOfGame:
        async with self._course_lock.hold(person):
            return await self._run("courses", compute_course, record, self.course_seconds)

    async def _run(self, pool: str, work: Callable[..., T], /, *args: object) -> T:
        if self._closed:
            raise Refusal(503, "server.stopping")
        if pool not in self._pools:
            self._pools[pool] = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pools[pool], work, *args)
        except BrokenProcessPool:
            self._pools.pop(pool, None)
            raise Refusal(503, "server.stopping" if self._closed else "server.failed") from None

    def close(self) -> None:
        """Stop both processes at once."""
        self._closed = True
        for pool in self._pools.values():
            for process in tuple((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=True, cancel_futures=True)
        self._pools.clear()
