"""`hint`: the best answers to a question, with their estimated chances."""

from __future__ import annotations

from textwrap import fill
from typing import Annotated

import typer

from timebooth.bots.analysis import explain
from timebooth.bots.bot import Budget, Decision
from timebooth.cli.language import language
from timebooth.cli.output import say
from timebooth.cli.record_files import EditionOfRecord, RecordFile, load
from timebooth.cli.terminal import Terminal
from timebooth.kernel import match
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.game import Game
from timebooth.kernel.state import State
from timebooth.registry import game_of
from timebooth.sentences import answer_text
from timebooth.words import Words

MAX_SHOWN = 5
SEED = 1  # fixed, so that the same question gets nearly the same hint


def hint(
    ctx: typer.Context,
    file: RecordFile,
    at: Annotated[
        int | None, typer.Option(min=0, help="After this many answers; by default at the end of the record.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(help="The player to advise, counted from 1; by default the one who is asked.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to think.")] = 1.0,
    edition: EditionOfRecord = None,
) -> None:
    """Show the best answers at a moment of a game, with their chances, from what the player may know."""
    record = load(file)
    game = game_of(record, edition)
    words = Words(language(ctx), game, record.header.names)
    if at is not None and at > len(record.given):
        raise BadSetup("replay.at", at=at, most=len(record.given))
    state = match.replay(game, record, until=len(record.given) if at is None else at).state
    deciding = [asked for asked in state.asked() if len(state.options(asked)) > 1]
    if not deciding:
        raise BadSetup("hint.over", file=str(file))
    chosen = deciding[0] if seat is None else seat - 1
    if chosen not in deciding:
        raise BadSetup("hint.seat", seat=chosen + 1, asked=", ".join(str(asked + 1) for asked in deciding))
    say(words.say("line", label=words.seat(chosen), text=words.say("hint.thinking", seconds=seconds)))
    print_hint(game, state, chosen, words, seconds, Terminal().width)


def print_hint(game: Game, state: State, seat: int, words: Words, seconds: float, width: int) -> None:
    """Search for some seconds, and print the best few answers."""
    decision = Decision(game, state, seat)
    estimates = explain(decision, FastRng(SEED), Budget(seconds=seconds))[:MAX_SHOWN]
    prompt = state.question(seat).prompt
    for number, estimate in enumerate(estimates, start=1):
        text = answer_text(words, game.answers.names(estimate.answer), prompt)
        line = words.say("hint.option", number=number, chance=estimate.chance, text=text)
        say(fill(line, width, initial_indent="  ", subsequent_indent="     "))
    if len(decision.options) > len(estimates):
        say("  " + words.say("hint.others", count=len(decision.options) - len(estimates)))
    say(fill(words.say("hint.how"), width))
