"""What a person is told about a decision, and about a game that is over."""

from __future__ import annotations

import msgspec

from tests.tiny.objection import CLAIM, WAIT, Objection, ObjectionState
from timebooth.bots.analysis import Course, Moment, analyse, explain, turning_points
from timebooth.bots.bot import Budget, Decision
from timebooth.kernel.chance import FastRng
from timebooth.testing.play import random_match


def test_a_hint_names_the_best_option_first_with_its_chance() -> None:
    state = Objection().start(2, None, FastRng(1))
    assert isinstance(state, ObjectionState)
    state.scores, state.held, state.aside = [2, 2], [0, 0], 0

    told = explain(Decision(Objection(), state, 0), FastRng(1), Budget(playouts=40))

    assert [estimate.answer for estimate in told] == [CLAIM, WAIT]
    assert told[0].chance > told[1].chance


def test_the_course_of_a_game_runs_from_its_first_choice_to_its_outcome() -> None:
    game = Objection()
    match = random_match(game, 3, seed=4)

    heard: list[float] = []
    course = analyse(game, match.record, worlds=2, each=heard.append)

    assert course.outcome is not None
    assert course.outcome == match.state.outcome()
    assert course.moments[0].at == 0
    assert course.moments[-1].chances == tuple(float(seat in course.outcome.winners) for seat in range(3))
    assert all(0.0 < chance < 1.0 for moment in course.moments[:-1] for chance in moment.chances)
    assert heard[-1] == 1.0
    given = [given for moment in course.moments for given in moment.given]
    assert given == match.record.given
    assert msgspec.json.decode(msgspec.json.encode(course), type=Course) == course


def test_turning_points_are_where_a_chance_changes_most() -> None:
    shares = (0.5, 0.52, 0.2, 0.21, 0.6, 1.0)
    moments = [Moment(i, (share, 1 - share)) for i, share in enumerate(shares)]

    turns = turning_points(moments, most=2)

    assert [(turn.moment, turn.seat, round(turn.change, 2)) for turn in turns] == [(3, 0, 0.39), (4, 0, 0.4)]
