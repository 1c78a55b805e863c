"""The tree search finds good answers, keeps its budget, and repeats with its seed."""

from __future__ import annotations

import pytest

from tests.tiny.fingers import ROUNDS, Fingers, FingersState
from tests.tiny.objection import CLAIM, OBJECT, Objection, ObjectionState
from timebooth.bots.analysis import explain
from timebooth.bots.bot import Budget, Decision
from timebooth.bots.lookahead import estimate_win_chances
from timebooth.bots.roster import make_bot
from timebooth.bots.search import Search
from timebooth.bots.thinker import Clock
from timebooth.bots.thinking import think
from timebooth.bots.tree import ROOT, VISITS, Tree
from timebooth.kernel.chance import FastRng
from timebooth.kernel.codes import Codes
from timebooth.kernel.outcome import Outcome
from timebooth.registry import find_game


def objection(scores: list[int], held: list[int]) -> ObjectionState:
    state = Objection().start(len(scores), None, FastRng(1))
    assert isinstance(state, ObjectionState)
    state.scores = scores
    state.held = held
    state.aside = 0
    return state


def test_it_takes_the_point_that_wins() -> None:
    state = objection([2, 2, 2], [0, 0, 0])

    assert make_bot("expert:40").choose(Decision(Objection(), state, 0), FastRng(1)) == CLAIM


def test_it_reacts_if_it_would_lose_otherwise() -> None:
    state = objection([2, 0, 0], [0, 1, 0])
    state.play([CLAIM], FastRng(1))

    assert make_bot("expert:40").choose(Decision(Objection(), state, 1), FastRng(1)) == OBJECT


def test_if_all_answer_at_once_each_seat_chooses_by_its_own_statistics() -> None:
    game = Fingers()
    search = think(Decision(game, game.start(3, None, FastRng(1)), 0), FastRng(1), Budget(playouts=90))

    for seat in range(3):
        search.seat = seat
        assert sum(visits for _, _, visits in search.estimates()) == 90
    search.seat = 0
    assert all(visits > 0 for _, _, visits in search.estimates())


def test_the_same_seed_and_playouts_give_the_same_estimates() -> None:
    state = objection([1, 1, 0], [2, 1, 1])
    decision = Decision(Objection(), state, 0)

    once, again = (think(decision, FastRng(7), Budget(playouts=50)).estimates() for _ in range(2))

    assert once == again


def test_a_search_without_priors_plays_games_to_their_end_and_counts_their_choices() -> None:
    game = Fingers()
    decision = Decision(game, game.start(3, None, FastRng(1)), 0)
    search = Search(decision, 7, candidates=0)

    search.think(Clock(playouts=500))

    assert search.choices == 500 * 3 * ROUNDS
    assert sum(visits for _, _, visits in search.estimates()) == 500


def test_a_search_without_priors_takes_the_point_that_wins() -> None:
    decision = Decision(Objection(), objection([2, 2, 2], [0, 0, 0]), 0)
    search = Search(decision, 7, candidates=0)

    search.think(Clock(playouts=40))

    assert search.best() == CLAIM


def test_a_tree_keeps_its_statistics_when_it_grows() -> None:
    tree = Tree()
    places = []
    for code in range(3000):
        tree.reserve(1 if code != 1000 else 5000)
        places.append(tree.find(ROOT, code % 5, code))
        tree.stats[places[-1] + VISITS] = float(code)

    assert len(set(places)) == 3000
    assert [tree.find(ROOT, code % 5, code) for code in range(3000)] == places
    assert [tree.stats[place + VISITS] for place in places] == list(range(3000))


def test_the_same_answers_lead_to_the_same_node_and_others_to_another() -> None:
    tree = Tree()
    rounds = [[0], [6], [0, 6], [6, 0], [6, 12], [0, 6, 12], [12, 6, 0]]
    nodes = []
    for places in rounds * 2:
        path = Codes()
        path.add(99)  # of an earlier round
        for place in places:
            path.add(place)
        tree.reserve(1)
        nodes.append(tree.child(path, 1))

    assert nodes[: len(rounds)] == nodes[len(rounds) :]
    assert sorted(nodes[: len(rounds)]) == list(range(1, len(rounds) + 1))


def test_a_search_tries_every_answer_before_it_tries_one_again() -> None:
    game = find_game("excellent-boardgame")
    decision = Decision(game, game.start(4, None, FastRng(1)), 0)
    search = Search(decision, 7, candidates=0)

    search.think(Clock(playouts=len(decision.options)))

    assert [visits for _, _, visits in search.estimates()] == [1] * len(decision.options)


def test_a_forced_answer_has_an_estimate_too() -> None:
    state = objection([0, 2, 0], [0, 0, 0])
    state.play([CLAIM], FastRng(1))
    decision = Decision(Objection(), state, 1)
    assert len(decision.options) == 1

    (estimate,) = explain(decision, FastRng(1), Budget(playouts=20))

    assert estimate.answer == decision.options[0]
    assert 0.3 < estimate.chance <= 1.0  # its turn is next, and a point is all it needs


def test_a_budget_of_no_time_is_spent_after_one_playout() -> None:
    decision = Decision(Objection(), objection([0, 0], [1, 1]), 0)

    assert think(decision, FastRng(1), Budget(seconds=0.0)).playouts == 1


def test_the_search_can_be_cancelled() -> None:
    decision = Decision(Objection(), objection([0, 0], [1, 1]), 0)
    asked = 0

    def enough() -> bool:
        nonlocal asked
        asked += 1
        return asked == 3

    assert think(decision, FastRng(1), Budget(seconds=60.0, cancelled=enough)).playouts == 3


def test_an_empty_budget_is_one_playout_for_each_option() -> None:
    decision = Decision(Objection(), objection([0, 0], [1, 1]), 0)

    assert think(decision, FastRng(1), Budget()).playouts == len(decision.options)


@pytest.mark.parametrize(
    ("cooperative", "winners", "expected"),
    [(False, (1,), [0.0, 1.0]), (False, (0, 1), [0.5, 0.5]), (True, (0, 1), [1.0, 1.0]), (True, (), [0.0, 0.0])],
)
def test_the_chances_of_a_finished_game_are_its_outcome(
    cooperative: bool, winners: tuple[int, ...], expected: list[float]
) -> None:
    state = Ended(winners)

    assert list(estimate_win_chances(state, cooperative)) == expected


def test_in_a_cooperative_game_all_have_the_same_chance() -> None:
    state = Fingers().start(3, None, FastRng(1))
    assert isinstance(state, FingersState)
    state.scores = [4, 0, 0]

    assert list(estimate_win_chances(state, True)) == [0.4, 0.4, 0.4]
    competitive = list(estimate_win_chances(state, False))
    assert competitive[0] > competitive[1] == competitive[2]
    assert sum(competitive) == pytest.approx(1.0)


class Ended(FingersState):
    """Nobody is asked any more."""

    def __init__(self, winners: tuple[int, ...]) -> None:
        super().__init__(2)
        self.winners = winners

    def outcome_by_rules(self) -> Outcome:
        return Outcome(self.winners, "counted")
