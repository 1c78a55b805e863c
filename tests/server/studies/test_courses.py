"""What the server says about a game: its course, and what was luck or skill."""

from __future__ import annotations

import asyncio
from math import inf

from timebooth.kernel.match import replay
from timebooth.kernel.record import Record
from timebooth.registry import find_game
from timebooth.server.studies.studies import Studies, compute_course
from timebooth.testing.play import random_match
from timebooth.words import catalogue


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
        assert all(why.key in catalogue("en", game) for why in lesson.why)
    assert any(lesson.why for lesson in course.lessons)
    assert course.complete


def test_a_course_without_time_says_that_it_is_not_complete() -> None:
    game = find_game("back-to-the-future")
    whole = random_match(game, 2, seed=3).record

    assert not compute_course(Record(whole.header, whole.given[:6], None).lines(), 0.0).complete


def test_the_progress_of_an_analysis_is_shared_with_the_other_process() -> None:
    async def test() -> None:
        studies = Studies(course_seconds=0.0)
        game = find_game("back-to-the-future")
        whole = random_match(game, 2, seed=3).record
        assert studies.progress("table") == 0.0
        try:
            await studies.course("table", Record(whole.header, whole.given[:6], None).lines())
            assert studies.progress("table") == 1.0
            assert studies._progress.value == 1.0  # as the other process said
            assert studies.progress("another") == 0.0
        finally:
            studies.close()

    asyncio.run(test())
