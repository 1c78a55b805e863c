"""`verify`: whether a recorded game was played by the rules."""

from __future__ import annotations

import typer

from timebooth.cli.language import language
from timebooth.cli.output import say, say_error
from timebooth.cli.record_files import EditionOfRecord, RecordFile, known_deal, load
from timebooth.kernel import match
from timebooth.kernel.errors import BadRecord
from timebooth.registry import game_of
from timebooth.words import Words

EXIT_INVALID = 1
CANNOT_BE_CHECKED = frozenset({"record.other_game", "record.other_rules", "record.other_edition", "record.no_seed"})


def verify(ctx: typer.Context, file: RecordFile, edition: EditionOfRecord = None) -> None:
    """Check a record: the seed against its commitment, and every answer and the outcome against the rules."""
    record = load(file)
    game = game_of(record, edition)
    words = Words(language(ctx), game, record.header.names)
    try:
        match.verify(game, record)
    except BadRecord as problem:
        if problem.key in CANNOT_BE_CHECKED:
            raise
        say_error(words.say("verify.false", reason=words.error(problem)))
        raise typer.Exit(EXIT_INVALID) from None
    seed = "keyed" if record.header.chance == "keyed" else "fast"
    how = "finished" if record.end is not None else "unfinished"
    say(words.say("verify.good", answers=len(record.given), seed=seed, how=how))
    for part in record.header.parts:
        say(words.say("verify.parts", rounds=record.header.earlier, rules=part.header.rules))
    for line in known_deal(words, record.header):
        say(line)
