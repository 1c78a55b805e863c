"""What the server says about a game: its course, and what was luck or skill."""

from __future__ import annotations

from math import inf

from tests.contract import random_match
from timebooth.kernel.match import replay
from timebooth.kernel.record import Record
from timebooth.registry import find_game
from timebooth.server.studies.studies import compute_course


def test_a_lesson_names_both_answers_as_they_were_offered() -> None:
    game = find_game("back-to-the-future")
    whole = random_match(game, 2, seed=3).record
    record = Record(whole.header, whole.given[:14], None)

    course = compute_course(record.lines(), inf)

    assert len(course.parts) == 2
    assert course.lessons
    for lesson in course.lessons:
        state = replay(game, record, rounds=lesson.moment).state
        options = [game.answers.names(code) for code in state.options(lesson.seat)]
        prompt = state.question(lesson.seat).prompt
        assert lesson.given in options
        assert lesson.better in options
        assert lesson.better_key == game.answer_key(lesson.better, prompt)
        assert 0.0 < lesson.loss <= lesson.chance
