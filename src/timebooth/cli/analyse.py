"""`analyse`: everybody's chances of winning over a recorded game, its turning points, and what was luck or skill."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from timebooth.cli.chart import chart
from timebooth.cli.language import language
from timebooth.cli.output import say, say_json
from timebooth.cli.record_files import EditionOfRecord, RecordFile, known_deal, load, named_in_commands
from timebooth.cli.terminal import Terminal
from timebooth.kernel import match
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.journal import Event
from timebooth.registry import game_of
from timebooth.sentences import answer_text, event_text
from timebooth.words import Words

if TYPE_CHECKING:
    from timebooth.bots.analysis import Course
    from timebooth.bots.coach import Review
    from timebooth.kernel.game import Game
    from timebooth.kernel.record import Record

EVENTS_SHOWN = 5
WORLDS = 16
MAX_LESSONS = 3
BAR = 20  # blocks for a chance of 100 %


def analyse(
    ctx: typer.Context,
    file: RecordFile,
    picture: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Draw the chances as a picture.")] = None,
    worlds: Annotated[
        int, typer.Option(min=1, help="Sampled worlds for each estimate; more are slower and more precise.")
    ] = WORLDS,
    seat: Annotated[int | None, typer.Option(help="The player to coach, counted from 1; by default everybody.")] = None,
    edition: EditionOfRecord = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for a program to read.")] = False,
) -> None:
    """Show how a game went: everybody's chances over time, the turning points, luck and skill, and what to learn."""
    record = load(file)
    game = game_of(record, edition)
    words = Words(language(ctx), game, record.header.names)
    if seat is not None and not 1 <= seat <= record.header.seats:
        raise BadSetup("analyse.seat", seat=seat, seats=record.header.seats)
    review = _review(game, record, worlds)
    course = review.course
    names = [words.seat(seat) for seat in range(record.header.seats)]
    if game.cooperative:
        names = [words.say("analyse.everybody")]
    if picture is not None:
        from timebooth.lab.course_picture import course_picture
        from timebooth.lab.drawing import write_picture

        write_picture(picture, course_picture(course, names, words))
    if as_json:
        say_json({"names": names, **_as_json(game, review)})
        return
    _print(game, record, course, names, words)
    _print_parts(review, words, seat)
    _print_lessons(game, record, review, words, seat, file)
    if picture is not None:
        say(words.say("picture.drawn", file=str(picture)))


def _review(game: Game, record: Record, worlds: int) -> Review:
    from timebooth.bots.coach import review as coach_review

    if not sys.stderr.isatty():
        return coach_review(game, record, worlds)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(game.key, total=1.0)
        return coach_review(game, record, worlds, each=lambda share: progress.update(bar, completed=share))


def _as_json(game: Game, review: Review) -> dict[str, object]:
    """Return the course, the parts and the lessons, with answers by their names."""
    found: dict[str, object] = {**msgspec.to_builtins(review), **msgspec.to_builtins(review.course)}
    del found["course"]
    found["lessons"] = [
        {
            **msgspec.to_builtins(lesson),
            "given": game.answers.names(lesson.given),
            "better": game.answers.names(lesson.better),
        }
        for lesson in review.lessons
    ]
    return found


def _print_parts(review: Review, words: Words, seat: int | None) -> None:
    """Print a bar for each part of each player's game."""
    from timebooth.bots.coach import verdict

    say()
    say(words.say("coach.title"))
    for number, parts in enumerate(review.totals):
        if seat is not None and number != seat - 1:
            continue
        say(words.say("line", label=words.seat(number), text=words.say(verdict(review, number))))
        for name in ("decision", "luck", "others"):
            if name == "others" and len(review.totals) == 1:
                continue
            share: float = getattr(parts, name)
            label = words.say(f"coach.{name}")
            say(f"  {label:<22} {words.say('coach.points', points=100 * share):>6}  {_bar(share)}".rstrip())


def _bar(share: float) -> str:
    """Return a bar that goes left from the middle for a loss, and right for a gain."""
    blocks = min(BAR, round(abs(share) * BAR))
    return f"{'█' * blocks:>{BAR}}│" if share < 0 else f"{'':>{BAR}}│{'█' * blocks}"


def _print_lessons(game: Game, record: Record, review: Review, words: Words, seat: int | None, file: Path) -> None:
    """Print the moments worth learning from: what was answered, what was better, and why."""
    from timebooth.bots.coach import reasons

    width = Terminal().width
    lessons = [lesson for lesson in review.lessons if seat is None or lesson.seat == seat - 1][:MAX_LESSONS]
    say()
    say(words.say("coach.lessons" if lessons else "coach.no_lessons"))
    for number, lesson in enumerate(lessons, start=1):
        at = review.course.moments[lesson.moment].at
        state = match.replay(game, record, until=at).state
        prompt = state.question(lesson.seat).prompt
        line = words.say(
            "coach.lesson",
            number=number,
            at=at + 1,
            name=words.seat(lesson.seat),
            given=answer_text(words, game.answers.names(lesson.given), prompt),
            better=answer_text(words, game.answers.names(lesson.better), prompt),
            chance=lesson.chance,
            left=lesson.chance - lesson.loss,
        )
        say(fill(line, width, subsequent_indent="   "))
        for key, args in reasons(game, state, lesson.seat, lesson.better):
            text = words.say(key, **words.named(args))
            say(fill("   • " + text, width, subsequent_indent="     "))
    if lessons:
        at = review.course.moments[lessons[0].moment].at
        say(words.say("coach.replay", at=at, named=named_in_commands(file, game)))


def _print(game: Game, record: Record, course: Course, names: list[str], words: Words) -> None:
    width = Terminal().width
    say(fill(words.say("analyse.course", title=words.say("game.title"), answers=len(record.given)), width))
    for line in known_deal(words, record.header):
        say(fill(line, width))
    for line in chart(course, names, words, width):
        say(line)
    say()
    if course.outcome is None:
        say(words.say("analyse.unfinished"))
    if not course.turns:
        say(words.say("analyse.no_turns"))
        return
    say(words.say("analyse.turns"))
    journal = match.replay(game, record).journal
    for number, turn in enumerate(course.turns, start=1):
        before, after = course.moments[turn.moment], course.moments[turn.moment + 1]
        seat = 0 if game.cooperative else turn.seat
        line = words.say(
            "analyse.turn",
            number=number,
            at=before.at + 1,
            name=names[seat],
            way="up" if turn.change > 0 else "down",
            before=before.chances[seat],
            after=after.chances[seat],
        )
        say(fill(line, width, subsequent_indent="   "))
        events = journal.events[before.told : after.told]
        for event in _rarest(events, journal.events):
            text = event_text(words, event.seen_by(None, over=course.outcome is not None))
            say(fill("   • " + text, width, subsequent_indent="     "))


def _rarest(events: list[Event], all_events: list[Event]) -> list[Event]:
    """Return the few events of the kinds that are rarest in this game, in their order."""
    times = Counter(type(event) for event in all_events)
    chosen = sorted(range(len(events)), key=lambda i: (times[type(events[i])], i))[:EVENTS_SHOWN]
    return [events[i] for i in sorted(chosen)]
