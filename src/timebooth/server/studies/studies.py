"""Hints for a decision and analyses of finished games, each kind in a process of its own."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TYPE_CHECKING, TypeVar

from timebooth.bots import analysis, coach
from timebooth.bots.bot import Budget, Decision
from timebooth.bots.loss_warning import LossWarning, warning_of
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
from timebooth.tables.authorisation import NotAllowed, check_coaching
from timebooth.tables.bot_jobs import BotJob, bot_job
from timebooth.tables.facts import Person
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Told

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

T = TypeVar("T")

HINT_SECONDS = 1.5
MAX_ESTIMATES = 5
COURSE_SECONDS = 20.0  # then the rest of the game is no longer split into luck and skill
MAX_COURSES = 64  # in the cache
MAX_HINTS_WAITING = 8
"""People who wait for a hint, one each; the last of them waits about twelve seconds."""
MAX_COURSES_WAITING = 12
MAX_COURSES_EACH = 3
_PROCESSES = get_context("spawn")
"""Games that wait to be analysed, in all and of one person."""


def compute_hint(job: BotJob, seconds: float) -> list[analysis.Estimate]:
    """Return the best answers. Runs in the other process; the job holds only what the seat knows."""
    game = find_game(job.game, job.edition)
    state = unpack(game, job.seats, game.read_options(job.options), job.world)
    return analysis.explain(Decision(game, state, job.seat), FastRng(job.chance), Budget(seconds=seconds))[
        :MAX_ESTIMATES
    ]


def compute_warning(job: BotJob, code: int, seconds: float) -> LossWarning | None:
    """Return a warning if this answer gives away a lot. Runs in the other process, as a hint does."""
    game = find_game(job.game, job.edition)
    state = unpack(game, job.seats, game.read_options(job.options), job.world)
    return warning_of(Decision(game, state, job.seat), code, FastRng(job.chance), Budget(seconds=seconds))


class _Progress:
    """What the other process says of its analysis; there is one at a time."""

    shared: Synchronized[float] | None = None


def _keep_progress(shared: Synchronized[float]) -> None:
    _Progress.shared = shared


def _note_progress(share: float) -> None:
    if _Progress.shared is not None:
        _Progress.shared.value = share


def compute_course(record: str, seconds: float) -> CourseOfGame:
    """Return the analysis of a record: chances over time, and what was luck or skill. Runs in the other process."""
    read = read_record(record)
    game = find_game(read.header.game, read.header.edition)
    review = coach.review(game, read, seconds=seconds, each=_note_progress)
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
        complete=review.complete,
    )


def _lesson(game: Game, record: Record, moment: int, lesson: coach.Lesson) -> LessonOfGame:
    state = replay(game, record, rounds=moment).state
    prompt = state.question(lesson.seat).prompt
    given, better = game.answers.names(lesson.given), game.answers.names(lesson.better)
    keys = game.answer_key(given, prompt), game.answer_key(better, prompt)
    why = tuple(Told(key, args) for key, args in coach.reasons(game, state, lesson.seat, lesson.better))
    return LessonOfGame(moment, lesson.seat, given, better, *keys, lesson.chance, lesson.loss, why)


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
        self._analysed = ""  # the table whose game is being analysed
        self._progress: Synchronized[float] = _PROCESSES.Value("d", 0.0)

    async def hint(self, tables: Tables, person: Person, table: str, seat: int) -> tuple[Estimate, ...]:
        """Return the best answers to a seat's question, from what the seat knows."""
        live = await tables.admit(table, person, seat, "")
        match = live.table.match
        if match is None:
            raise NotAllowed("table.not_begun")
        if seat not in match.state.asked():
            raise Refused("refused.not_asked", seat=seat)
        found = await self._advise(person, compute_hint, bot_job(live.table, seat, "expert"), self.hint_seconds)
        names = live.table.game.answers.names
        return tuple(Estimate(names(each.answer), each.chance, each.visits) for each in found)

    async def warn(
        self, tables: Tables, person: Person, table: str, seat: int, moment: int, answer: dict[str, object]
    ) -> LossWarning | None:
        """Return a warning if this answer would give away a lot, from what the seat knows; never among people."""
        live = await tables.admit(table, person, seat, "")
        code = check_coaching(live.table, person, seat, moment, answer)
        return await self._advise(person, compute_warning, bot_job(live.table, seat, "expert"), code, self.hint_seconds)

    async def _advise(self, person: Person, work: Callable[..., T], job: BotJob, *args: object) -> T:
        """Think for a person in the process for hints: one thing at a time, and people take turns."""
        if person.id in self._thinking:
            raise Refusal(429, "hint.one_at_a_time")
        self._thinking.add(person.id)
        try:
            async with self._hint_lock.hold(person.id):
                return await self._run("hints", work, job, *args)
        finally:
            self._thinking.discard(person.id)

    async def course(self, table: str, record: str, person: str = "") -> CourseOfGame:
        """Return the analysis of a finished game; it is computed once and cached."""
        task = self._courses.get(table)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            self._course_lock.check(person)
            task = self._courses[table] = asyncio.create_task(self._course(table, record, person))
            while len(self._courses) > MAX_COURSES:
                self._courses.popitem(last=False)[1].cancel()
        return await asyncio.shield(task)

    def progress(self, table: str) -> float:
        """Return which share of the analysis of a game is done: 0 if it waits for its turn or nobody wants it."""
        task = self._courses.get(table)
        if task is not None and task.done():
            return 1.0
        return float(self._progress.value) if table == self._analysed else 0.0

    async def _course(self, table: str, record: str, person: str) -> CourseOfGame:
        async with self._course_lock.hold(person):
            self._progress.value = 0.0
            self._analysed = table
            try:
                return await self._run("courses", compute_course, record, self.course_seconds)
            finally:
                self._analysed = ""

    async def _run(self, pool: str, work: Callable[..., T], /, *args: object) -> T:
        if self._closed:
            raise Refusal(503, "server.stopping")
        if pool not in self._pools:
            self._pools[pool] = ProcessPoolExecutor(
                1, mp_context=_PROCESSES, initializer=_keep_progress, initargs=(self._progress,)
            )
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
