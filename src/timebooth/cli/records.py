"""`replay` and `verify`: what happened in a game, and whether it was all right."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from timebooth.cli.files import game_of, load
from timebooth.cli.speaking import language, say, say_error
from timebooth.cli.telling import speaker, tell
from timebooth.kernel import match
from timebooth.kernel.errors import BadRecord, BadSetup
from timebooth.kernel.record import Header
from timebooth.words import Words

FALSE = 1
CANNOT_BE_JUDGED = frozenset({"record.other_game", "record.other_rules", "record.other_edition", "record.no_seed"})

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record, as `timebooth play` writes it.")]
EditionOfRecord = Annotated[
    str | None, typer.Option("--edition", help="The folder of your own edition that the game was played with.")
]


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
    assert played.journal is not None
    for line in known_deal(words, record.header):
        say(line)
    seer = None if seat is None else seat - 1
    for event in played.journal:
        say(tell(words, event.seen_by(seer, over=seer is None and record.end is not None)))
    if at is not None:
        say()
        say(game.screen(played.state, seer, speaker(words)))


def verify(ctx: typer.Context, file: RecordFile, edition: EditionOfRecord = None) -> None:
    """Check a record: the seed against its promise, every answer and the outcome against the rules."""
    record = load(file)
    game = game_of(record, edition)
    words = Words(language(ctx), game, record.header.names)
    try:
        match.verify(game, record)
    except BadRecord as problem:
        if problem.key in CANNOT_BE_JUDGED:
            raise
        say_error(words.say("verify.false", reason=words.error(problem)))
        raise typer.Exit(FALSE) from None
    seed = "keyed" if record.header.chance == "keyed" else "fast"
    how = "finished" if record.end is not None else "unfinished"
    say(words.say("verify.good", answers=len(record.given), seed=seed, how=how))
    for line in known_deal(words, record.header):
        say(line)


def known_deal(words: Words, header: Header) -> list[str]:
    """Return what has to be said of a game that goes on from another one; nothing for a fresh deal."""
    found = [words.say("record.from_position")] if header.position is not None else []
    if header.forks:
        found.append(words.say("record.forked", after=header.forks[-1].after))
    return found
