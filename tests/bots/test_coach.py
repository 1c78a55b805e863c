"""The coach: what was decided, what was luck, and what the others did."""

from __future__ import annotations

import msgspec
import pytest

from tests.tiny.objection import Objection
from timebooth.bots.analysis import Course, Moment
from timebooth.bots.bot import Decision
from timebooth.bots.coach import Parts, Review, review, verdict
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.match import Match
from timebooth.kernel.record import Given, Record
from timebooth.lab.statistics import mean
from timebooth.registry import find_game
from timebooth.testing.play import random_match


def beginning(match: Match, answers: int) -> Record:
    """Return the record of the first answers: a whole game takes long to review if the rules are interpreted."""
    return Record(match.record.header, match.record.given[:answers], None)


def adds_up(found: Review) -> bool:
    """Return whether the parts of every swing and of the whole game add up to the line of every seat."""
    line = [found.before, *[moment.chances for moment in found.course.moments]]
    for number, swing in enumerate([found.deal, *found.swings]):
        for seat, parts in enumerate(swing):
            change = line[number + 1][seat] - line[number][seat]
            if parts.decision + parts.luck + parts.others != pytest.approx(change, abs=1e-12):
                return False
    return all(
        found.before[seat] + parts.decision + parts.luck + parts.others == pytest.approx(line[-1][seat], abs=1e-9)
        for seat, parts in enumerate(found.totals)
    )


@pytest.mark.parametrize(("key", "seats"), [("back-to-the-future", 3), ("excellent-boardgame", 2), ("riff-in-time", 1)])
def test_the_parts_add_up_to_the_outcome_of_every_seat(key: str, seats: int) -> None:
    game = find_game(key)
    match = random_match(game, seats, seed=2)
    outcome = match.state.outcome()

    found = review(game, match.record, worlds=1, repeats=1, seconds=0.0)

    assert adds_up(found)
    assert outcome is not None
    assert found.course.moments[-1].chances == tuple(float(seat in outcome.winners) for seat in range(seats))
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found


def test_luck_is_0_on_average() -> None:
    """`tools/coach.py` does the same with 10,000 games of every game."""
    game = Objection()
    luck = [review(game, random_match(game, 2, seed).record, worlds=1, repeats=2).totals[0].luck for seed in range(40)]

    found = mean(luck)

    assert found is not None
    _, low, high = found
    assert low < 0.0 < high
    assert any(luck)


@pytest.mark.parametrize(
    ("key", "answers", "worlds"),
    [("back-to-the-future", 40, 2), ("excellent-boardgame", 18, 4), ("riff-in-time", 30, 2)],
)
def test_a_stronger_bot_loses_less_by_its_decisions(key: str, answers: int, worlds: int) -> None:
    """`tools/coach.py` does the same with whole games.

    In a sealed round few answers are clearly better than others, so it takes more answers and worlds to find one.
    """
    game = find_game(key)
    match = Match.new(game, 2, seed=1)
    rng = FastRng(2)
    bots = [make_bot("regular"), make_bot("random")]
    while match.choices < answers:
        match.play([bots[seat].choose(Decision(game, match.state, seat), rng) for seat in match.state.asked()])
    choices = [sum(given.seat == seat for given in match.given()) for seat in range(2)]

    found = review(game, match.record, worlds, repeats=1)
    strong, weak = (parts.decision for parts in found.totals)

    assert found.complete
    assert adds_up(found)
    assert weak / choices[1] < strong / choices[0] <= 0.0


def test_luck_can_be_measured_without_judging_decisions() -> None:
    game = find_game("back-to-the-future")
    record = beginning(random_match(game, 2, seed=3), 40)

    found = review(game, record, worlds=2, repeats=1, judge=False)

    judged = review(game, record, worlds=2, repeats=1)
    assert [parts.luck for parts in found.totals] == [parts.luck for parts in judged.totals]
    assert [parts.decision for parts in found.totals] == [0.0, 0.0]
    assert any(parts.decision for parts in judged.totals)
    assert not found.lessons
    assert adds_up(found)


def test_lessons_are_the_most_expensive_decisions_of_each_seat() -> None:
    game = find_game("back-to-the-future")
    found = review(game, beginning(random_match(game, 2, seed=3), 40), worlds=2, repeats=1)

    assert found.complete
    assert found.lessons
    losses = [lesson.loss for lesson in found.lessons]
    assert losses == sorted(losses, reverse=True)
    for seat in range(2):
        assert sum(lesson.seat == seat for lesson in found.lessons) <= 3
    for lesson in found.lessons:
        assert lesson.given != lesson.better
        assert found.swings[lesson.moment][lesson.seat].decision == -lesson.loss
        assert found.course.moments[lesson.moment].chances[lesson.seat] == lesson.chance


@pytest.mark.parametrize(
    ("decision", "luck", "said"),
    [
        (-0.05, -0.3, "coach.well.unlucky"),
        (-0.6, 0.3, "coach.so_so.lucky"),  # little on average, but one great mistake
        (-2.5, 0.0, "coach.so_so.even"),
        (-4.0, 0.0, "coach.badly.even"),
    ],
)
def test_the_verdict_counts_mistakes_on_average_and_in_all(decision: float, luck: float, said: str) -> None:
    given = tuple(Given(0, {}) for _ in range(100))
    course = Course(None, (Moment(0, (0.5, 0.5), given),), ())
    totals = (Parts(decision, luck), Parts())

    assert verdict(Review(course, (0.5, 0.5), (), (), totals, (), True), 0) == said


def test_a_review_without_time_still_adds_up_and_says_that_it_is_not_complete() -> None:
    game = Objection()
    heard: list[float] = []

    found = review(game, random_match(game, 3, seed=4).record, worlds=1, seconds=0.0, each=heard.append)

    assert not found.complete
    assert not found.lessons
    assert adds_up(found)
    assert heard[-1] == 1.0
