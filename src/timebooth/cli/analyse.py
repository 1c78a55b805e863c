"""`analyse`: everybody's chances of winning over a recorded game, and its turning points."""

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
from timebooth.cli.output import say
from timebooth.cli.record_files import EditionOfRecord, RecordFile, game_of, known_deal, load
from timebooth.cli.sentences import event_text
from timebooth.cli.terminal import Terminal
from timebooth.kernel import match
from timebooth.kernel.journal import Event
from timebooth.words import Words

if TYPE_CHECKING:
    from timebooth.bots.analysis import Course
    from timebooth.kernel.game import Game
    from timebooth.kernel.record import Record

EVENTS_SHOWN = 5
PLAYOUTS = 64


def analyse(
    ctx: typer.Context,
    file: RecordFile,
    picture: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Draw the chances as a picture.")] = None,
    playouts: Annotated[
        int, typer.Option(min=1, help="Playouts from every moment; more are slower and more precise.")
    ] = PLAYOUTS,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same estimates.")] = 0,
    edition: EditionOfRecord = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for a program to read.")] = False,
) -> None:
    """Show how a game went: everybody's chances of winning over time, and the turning points."""
    record = load(file)
    game = game_of(record, edition)
    words = Words(language(ctx), game, record.header.names)
    course = _course(game, record, seed, playouts)
    names = [words.seat(seat) for seat in range(record.header.seats)]
    if game.cooperative:
        names = [words.say("analyse.everybody")]
    if picture is not None:
        from timebooth.lab.course_picture import course_picture
        from timebooth.lab.drawing import write_picture

        write_picture(picture, course_picture(course, names, words))
    if as_json:
        say(msgspec.json.encode({"names": names, **msgspec.to_builtins(course)}).decode())
        return
    _print(game, record, course, names, words)
    if picture is not None:
        say(words.say("picture.drawn", file=str(picture)))


def _course(game: Game, record: Record, seed: int, playouts: int) -> Course:
    from timebooth.bots.analysis import analyse as judge

    if not sys.stderr.isatty():
        return judge(game, record, seed, playouts)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(game.key, total=1.0)
        return judge(game, record, seed, playouts, each=lambda share: progress.update(bar, completed=share))


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
    many = Counter(type(event) for event in all_events)
    chosen = sorted(range(len(events)), key=lambda i: (many[type(events[i])], i))[:EVENTS_SHOWN]
    return [events[i] for i in sorted(chosen)]
