"""Events, questions and answers as sentences of a game."""

from __future__ import annotations

from collections.abc import Mapping

from timebooth.kernel.question import Question
from timebooth.words import Words


def event_text(words: Words, seen: Mapping[str, object]) -> str:
    """Return the sentence of an event, as far as its reader saw it."""
    assert words.game is not None
    return words.say(words.game.event_key(seen), **words.named(seen))


def answer_text(words: Words, named: Mapping[str, object], prompt: str) -> str:
    """Return the sentence of an answer that can be chosen."""
    assert words.game is not None
    return words.say(words.game.answer_key(named, prompt), **words.named(named))


def question_text(words: Words, question: Question) -> str:
    """Return the sentence of a question, with its rule."""
    text = words.say(f"prompt.{question.prompt}", **words.named(question.args))
    return f"{text}  [{question.rule}]" if question.rule else text
