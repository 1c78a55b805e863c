"""`replay`: what happened in a recorded game."""

from __future__ import annotations

from typing import Annotated

import typer

from timebooth.cli.language import language
from timebooth.cli.output import say
from timebooth.cli.record_files import EditionOfRecord, RecordFile, known_deal, load
from timebooth.kernel import match
from timebooth.kernel.errors import BadSetup
from timebooth.registry import game_of
from timebooth.sentences import event_text
from timebooth.words import Words


def replay(
    ctx: typer.Context,
    file: RecordFile,
    at: Annotated[int | None, typer.Option(min=0, help="Stop after this many answers, and show the table.")] = None,
    seat: Annotated[int | None, typer.Option(help="Show only what this player could know, counted from 1.")] = None,
    edition: EditionOfRecord = None,
) -> None:
    """Print what happened in a recorded game."""
    record = load(file)
    if seat is not None and not 1 <= seat <= record.header.seats:
        raise BadSetup("replay.seat", seat=seat, most=record.header.seats)
    if at is not None and at > len(record.given):
        raise BadSetup("replay.at", at=at, most=len(record.given))
    game = game_of(record, edition)
    words = Words(language(ctx), game, record.header.names)
    played = match.replay(game, record, until=at)
    for line in known_deal(words, record.header):
        say(line)
    viewer = None if seat is None else seat - 1
    for event in played.journal:
        say(event_text(words, event.seen_by(viewer, over=viewer is None and record.end is not None)))
    if at is not None:
        say()
        say(game.screen(played.state, viewer, words.say_named))
