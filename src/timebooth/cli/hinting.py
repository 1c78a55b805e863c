"""A hint: the best answers to a question with their estimated chances, from what the seat knows."""

from __future__ import annotations

from textwrap import fill

from timebooth.bots.analysis import explain
from timebooth.bots.bot import Budget, Decision
from timebooth.cli.speaking import say
from timebooth.cli.telling import offer
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.state import State
from timebooth.words import Words

SHOWN = 5
SEED = 1  # the same question gets the same hint, as far as time allows


def tell_hint(game: Game, state: State, seat: int, words: Words, seconds: float, width: int) -> None:
    """Think for a while and name the best few answers."""
    estimates = explain(Decision(game, state, seat), FastRng(SEED), Budget(seconds=seconds))
    prompt = state.question(seat).prompt
    for number, estimate in enumerate(estimates[:SHOWN], start=1):
        text = offer(words, game.answers.names(estimate.answer), prompt)
        said = words.say("hint.option", number=number, chance=estimate.chance, text=text, visits=estimate.visits)
        say(fill(said, width, initial_indent="  ", subsequent_indent="     "))
    if len(estimates) > SHOWN:
        say("  " + words.say("hint.others", count=len(estimates) - SHOWN))
    say(fill(words.say("hint.how"), width))
