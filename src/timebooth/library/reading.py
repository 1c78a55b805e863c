"""What a seat sees, is asked and may answer: as JSON for programs, as text for people and language models."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from timebooth.kernel.game import Game
from timebooth.kernel.state import State
from timebooth.sentences import answer_text, translator
from timebooth.sentences import question_text as sentence
from timebooth.words import Words


def view_json(state: State, seat: int | None = None) -> str:
    """Return the view of a seat (None: a spectator) as JSON: all that it may see, and nothing else."""
    return msgspec.json.encode(state.view(seat)).decode()


def view_text(game: Game, state: State, seat: int | None = None, *, lang: str = "en", width: int = 80) -> str:
    """Return the view of a seat (None: a spectator), drawn for a terminal of that width."""
    return game.screen(state, seat, translator(_words(lang, game)), width)


def question_text(game: Game, state: State, seat: int, *, lang: str = "en") -> str:
    """Return what a seat is asked as a sentence; raise Refused if it is not asked."""
    return sentence(_words(lang, game), state.question(seat))


def option_texts(game: Game, state: State, seat: int, *, lang: str = "en") -> list[str]:
    """Return the options of a seat as sentences, in the order of `state.options(seat)`."""
    words, prompt = _words(lang, game), state.question(seat).prompt
    return [answer_text(words, game.answers.names(code), prompt) for code in state.options(seat)]


@lru_cache(16)
def _words(lang: str, game: Game) -> Words:
    return Words(lang, game)
