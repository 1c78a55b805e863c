"""Benchmarks of search, processes, bots and peers count the right things; how long they take is not tested."""

from __future__ import annotations

import pytest

from tests.tiny.objection import Objection
from timebooth.bench import openspiel, rlcard
from timebooth.bench.bots import TABLES, summed_up, time_bots
from timebooth.bench.processes import Span, process_measures, rate_of_work, steady_rate
from timebooth.bench.search import decisions_of, peer_search_measures, search_measures
from timebooth.registry import find_game

GAME = find_game("excellent-boardgame")


def test_only_real_choices_are_searched() -> None:
    decisions = decisions_of(GAME, 3, many=5)

    assert len(decisions) == 5
    assert all(len(state.options(seat)) > 1 for state, seat in decisions)


def test_choices_of_the_search_and_decisions_of_the_bot_are_counted() -> None:
    searched, decided = search_measures(GAME, playouts=1)

    assert (searched.way, searched.unit, searched.peer) == ("search", "choices", False)
    assert (decided.way, decided.unit, decided.peer) == ("bots", "decisions", False)
    assert searched.run(0.01) > 0
    assert decided.run(0.01) > 0


@pytest.mark.skipif(not openspiel.installed(), reason="OpenSpiel has no wheel for this Python")
def test_the_peers_search_is_counted_in_answers_and_decisions() -> None:
    searched, decided = peer_search_measures(playouts=2)

    assert (searched.way, searched.unit, searched.peer) == ("search", "answers", True)
    assert (decided.way, decided.unit, decided.peer) == ("bots", "decisions", True)
    assert searched.run(0.01) > decided.run(0.01) > 0


@pytest.mark.skipif(not rlcard.installed(), reason="RLCard is not installed")
def test_rlcards_answers_are_counted() -> None:
    (measure,) = rlcard.rlcard_measures()

    assert measure.run(0.01) > 0


def test_only_the_time_while_all_processes_work_counts() -> None:
    alone = [Span(1, 0.0, 1.0, 10, 0.5), Span(1, 1.0, 2.0, 10, 0.5), Span(1, 4.0, 5.0, 10, 0.5)]
    late = [Span(2, 1.0, 2.0, 10, 0.5), Span(2, 2.0, 4.0, 20, 0.5)]

    assert steady_rate(alone[:2]) == pytest.approx(10)
    assert steady_rate(alone + late) == pytest.approx((10 + 10 + 20) / 3)


def test_inter_process_traffic_counts_as_work() -> None:
    assert rate_of_work([Span(1, 0.0, 4.0, 10, 1.5), Span(2, 0.0, 9.0, 20, 1.5)], 1.0) == pytest.approx(7.5)


def test_two_processes_are_compared_with_one() -> None:
    two, one, by_work, ones_work = process_measures(GAME.key, 2)

    assert [measure.way for measure in (two, one, by_work, ones_work)] == ["processes"] * 2 + ["cpu"] * 2
    assert [measure.peer for measure in (two, one, by_work, ones_work)] == [False, True] * 2
    assert one.run(0.05) > 0
    assert ones_work.run(0.05) > 0


def test_times_are_summed_up_by_their_median_and_their_99th_percentile() -> None:
    thought = summed_up("game", "bot", [0.1] * 60 + [0.2] * 39 + [5.0], [0.1] * 100, 1.0)

    assert (thought.half, thought.nearly_all, thought.budget) == (0.1, 5.0, 1.0)
    assert thought.ten_tables == pytest.approx(TABLES * 0.1)


def test_every_bot_answers_as_often_as_asked() -> None:
    found = list(time_bots([Objection()], ["random", "novice"], 4))

    assert [(thought.bot, thought.answers) for thought in found] == [("random", 4), ("novice", 4)]
