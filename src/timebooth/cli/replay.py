"""`replay` and `verify`: what happened in a game, and whether it was all right."""

from __future__ import annotations

from typing import Annotated

import typer

from timebooth.cli.language import language
from timebooth.cli.output import say
from timebooth.cli.record_files import EditionOfRecord, RecordFile, game_of, known_deal, load
from timebooth.cli.sentences import speaker, tell
from timebooth.kernel import match
from timebooth.kernel.errors import BadSetup
from timebooth.words import Words


def replay(
    ctx: typer.Context,
    file: RecordFile,
    at: Annotated[int | None, typer.Option(min=0, help="Stop after this many answers and show the table.")] = None,
    seat: Annotated[int | None, typer.Option(help="Tell only what this player could know, 1 for the first.")] = None,
    edition: EditionOfRecord = None,
) -> None:
    """Tell the story of a recorded game."""
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
    seer = None if seat is None else seat - 1
    for event in played.journal:
        say(tell(words, event.seen_by(seer, over=seer is None and record.end is not None)))
    if at is not None:
        say()
        say(game.screen(played.state, seer, speaker(words)))
