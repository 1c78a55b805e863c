"""What a seat sees, is asked and may answer: as JSON for programs, as text for people and language models."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from timebooth.bots.decision import Decision
from timebooth.kernel.game import Game
from timebooth.kernel.state import State
from timebooth.sentences import answer_text
from timebooth.sentences import question_text as sentence
from timebooth.words import Words


def view_json(state: State, seat: int | None = None) -> str:
    """Return the view of a seat (None: a spectator) as JSON: all that it may see, and nothing else."""
    return msgspec.json.encode(state.view(seat)).decode()


def view_text(game: Game, state: State, seat: int | None = None, *, lang: str = "en", width: int = 80) -> str:
    """Return the view of a seat (None: a spectator), drawn for a terminal of that width."""
    return game.screen(state, seat, _words(lang, game).say_named, width)


def question_text(decision: Decision, *, lang: str = "en") -> str:
    """Return what a seat is asked as a sentence, with its rule; raise Refused if it is not asked."""
    return sentence(_words(lang, decision.game), decision.question)


def option_texts(decision: Decision, *, lang: str = "en") -> list[str]:
    """Return the options of a decision as sentences, in their order."""
    game, prompt = decision.game, decision.question.prompt
    return [answer_text(_words(lang, game), game.answers.names(code), prompt) for code in decision.options]


@lru_cache(16)
def _words(lang: str, game: Game) -> Words:
    return Words(lang, game)
