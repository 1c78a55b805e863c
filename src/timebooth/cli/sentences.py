"""Events, questions and answers in the words of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from timebooth.kernel.question import Question
from timebooth.words import Words


def tell(words: Words, seen: Mapping[str, object]) -> str:
    """An event, as far as its reader saw it."""
    assert words.game is not None
    return words.say(words.game.event_key(seen), **words.named(seen))


def offer(words: Words, named: Mapping[str, object], prompt: str) -> str:
    """An answer that can be given."""
    assert words.game is not None
    return words.say(words.game.answer_key(named, prompt), **words.named(named))


def ask(words: Words, question: Question) -> str:
    """A question, with the rule that it comes from."""
    said = words.say(f"prompt.{question.prompt}", **words.named(question.args))
    return f"{said}  [{question.rule}]" if question.rule else said


def speaker(words: Words) -> Callable[..., str]:
    """For a game that draws its table: words by key, ids among the arguments become names."""
    return lambda key, **args: words.say(key, **words.named(args))
