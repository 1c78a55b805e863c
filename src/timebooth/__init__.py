"""Three time-travel tabletop games on one rules core: play them, simulate them, learn from them.

A whole game between bots:

    >>> import timebooth
    >>> match = timebooth.new_match("back-to-the-future", seats=3, seed=1955)
    >>> timebooth.play_bots(match, ["greedy", "random", "random"])
    >>> match.state.outcome()
    Outcome(winners=(0,), ending='won_on_turn')

Games       game_types, find_game, Game, Answer, Event, Question, Outcome
Playing     new_match, play_bots, make_bot, Match, State, FastRng, KeyedRng
Bots        Bot, Budget, Decision
Reading     view_json, view_text, question_text, option_texts, Words
Records     read_record, game_of, positions, replay, verify, Record
Experiments simulate, arena, decisions, dataset
Errors      TimeboothError and its subclasses; `str` gives a sentence, `key` is for programs

A state knows the rules and everything hidden; `view_json(state, seat)` is what that seat may see. Answers are numbers
(codes) in a state, and named everywhere else: `game.answers[code]`.
"""

from __future__ import annotations

from importlib import import_module

from timebooth.kernel import errors
from timebooth.version import VERSION as __version__

TYPE_CHECKING = False  # as type checkers know it: importing `typing` would take most of the time
if TYPE_CHECKING:
    from timebooth.bots.bot import Bot, Budget
    from timebooth.bots.decision import Decision
    from timebooth.bots.roster import make_bot
    from timebooth.kernel.answer import Answer
    from timebooth.kernel.chance import FastRng, KeyedRng
    from timebooth.kernel.errors import BadEdition, BadPlugin, BadRecord, BadSetup, Refused, TimeboothError, UnknownGame
    from timebooth.kernel.game import Game
    from timebooth.kernel.journal import Event
    from timebooth.kernel.match import Match, positions, replay, verify
    from timebooth.kernel.outcome import Outcome
    from timebooth.kernel.question import Question
    from timebooth.kernel.record import Record, read_record
    from timebooth.kernel.state import State
    from timebooth.library.experiments import arena, dataset, decisions, simulate
    from timebooth.library.playing import new_match, play_bots
    from timebooth.library.reading import option_texts, question_text, view_json, view_text
    from timebooth.registry import find_game, game_of, game_types
    from timebooth.words import Words

__all__ = [
    "Answer",
    "BadEdition",
    "BadPlugin",
    "BadRecord",
    "BadSetup",
    "Bot",
    "Budget",
    "Decision",
    "Event",
    "FastRng",
    "Game",
    "KeyedRng",
    "Match",
    "Outcome",
    "Question",
    "Record",
    "Refused",
    "State",
    "TimeboothError",
    "UnknownGame",
    "Words",
    "__version__",
    "arena",
    "dataset",
    "decisions",
    "find_game",
    "game_of",
    "game_types",
    "make_bot",
    "new_match",
    "option_texts",
    "play_bots",
    "positions",
    "question_text",
    "read_record",
    "replay",
    "simulate",
    "verify",
    "view_json",
    "view_text",
]

_MODULES = {
    "bots.bot": ("Bot", "Budget"),
    "bots.decision": ("Decision",),
    "bots.roster": ("make_bot",),
    "kernel.answer": ("Answer",),
    "kernel.chance": ("FastRng", "KeyedRng"),
    "kernel.errors": ("BadEdition", "BadPlugin", "BadRecord", "BadSetup", "Refused", "TimeboothError", "UnknownGame"),
    "kernel.game": ("Game",),
    "kernel.journal": ("Event",),
    "kernel.match": ("Match", "positions", "replay", "verify"),
    "kernel.outcome": ("Outcome",),
    "kernel.question": ("Question",),
    "kernel.record": ("Record", "read_record"),
    "kernel.state": ("State",),
    "library.experiments": ("arena", "dataset", "decisions", "simulate"),
    "library.playing": ("new_match", "play_bots"),
    "library.reading": ("option_texts", "question_text", "view_json", "view_text"),
    "registry": ("find_game", "game_of", "game_types"),
    "words": ("Words",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def _load(name: str) -> object:
    """Import a public name when it is first used, so that `import timebooth` stays fast."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = found
    return found


if not TYPE_CHECKING:  # a type checker would then accept any name
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _sentence(problem: errors.TimeboothError) -> str:
    from timebooth.words import english_error

    return english_error(problem)


errors.sentence = _sentence
