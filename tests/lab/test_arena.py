"""Arenas: fair seatings, ratings with their intervals, and nothing played twice."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from timebooth.kernel.errors import BadRecord, BadSetup
from timebooth.lab.arena import THE_GAME, Duel, Plan, arena, levels, lineups, summarise
from timebooth.lab.jobs import Processes
from timebooth.lab.ratings import Contest, measure_step, rate
from timebooth.lab.results import Played
from timebooth.registry import find_game

PLAN = Plan("back-to-the-future", ("random", "novice"), seats=2, games=2, seed=5)


def test_each_bot_sits_in_every_seat_among_each_other_kind_on_the_same_seeds() -> None:
    tables = lineups(Plan("back-to-the-future", ("random", "greedy"), seats=3, games=1))

    assert [lineup.bots for lineup in tables] == [
        ("random", "greedy", "greedy"),
        ("greedy", "random", "greedy"),
        ("greedy", "greedy", "random"),
        ("greedy", "random", "random"),
        ("random", "greedy", "random"),
        ("random", "random", "greedy"),
    ]
    assert {lineup.index for lineup in tables} == {0}


def test_two_seats_are_played_once_each_way() -> None:
    assert [lineup.bots for lineup in lineups(PLAN)] == [("random", "novice"), ("novice", "random")] * 2


def test_what_was_played_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = tmp_path / "arena.jsonl"
    whole = list(arena(PLAN, results))
    said = results.read_text()
    results.write_text("".join(said.splitlines(keepends=True)[:3]) + '{"lineup":{"bo')

    again = list(arena(PLAN, results))

    assert again == whole
    assert results.read_text() == said
    monkeypatch.setattr("timebooth.lab.arena.play", None)
    assert list(arena(PLAN, results)) == whole


def test_any_number_of_processes_plays_the_same_games() -> None:
    alone = list(arena(PLAN))

    together = list(arena(PLAN, jobs=Processes(2)))

    assert sorted(together, key=alone.index) == alone
    assert summarise(PLAN, together) == summarise(PLAN, alone)


def test_a_cooperative_game_is_played_by_teams_of_one_kind_and_rated_by_their_share_of_wins() -> None:
    plan = Plan("riff-in-time", ("random", "novice"), seats=2, games=2)
    tables = lineups(plan)
    lost = [Played(lineup, (), "deck_ran_out") for lineup in tables[:3]]

    table = summarise(plan, [*lost, Played(tables[3], (0, 1), "won")])

    assert [lineup.bots for lineup in tables] == [("random", "random"), ("novice", "novice")] * 2
    assert [(duel.bot, duel.games, duel.wins) for duel in table.duels if duel.against == THE_GAME] == [
        ("novice", 2, 1),
        ("random", 2, 0),
    ]


def test_an_arena_needs_two_bots() -> None:
    with pytest.raises(BadSetup):
        list(arena(Plan("back-to-the-future", ("random",), seats=2, games=1)))


def test_a_file_that_is_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary,\nno newline at the end")

    with pytest.raises(BadRecord):
        list(arena(PLAN, path))

    assert path.read_text() == "Dear diary,\nno newline at the end"


def test_results_of_another_setting_are_refused(tmp_path: Path) -> None:
    results = tmp_path / "arena.jsonl"
    list(arena(PLAN, results))
    short = Plan(PLAN.game, PLAN.bots, PLAN.seats, PLAN.games, PLAN.seed, options={"b1_cards": 2})

    with pytest.raises(BadRecord):
        list(arena(short, results))


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    results = tmp_path / "arena.jsonl"
    list(arena(PLAN, results))
    lines = results.read_text().splitlines(keepends=True)
    results.write_text("".join([*lines[:2], "flux\n", *lines[3:]]))

    with pytest.raises(BadRecord) as refusal:
        list(arena(PLAN, results))

    assert refusal.value.args_by_name["line"] == 3


def test_an_unknown_bot_is_refused_before_anything_is_played() -> None:
    with pytest.raises(BadSetup):
        list(arena(Plan("back-to-the-future", ("random", "hal"), seats=2, games=1)))


def test_a_table_holds_the_ratings_and_each_pairings_share_of_wins() -> None:
    games = list(arena(PLAN))
    wins = sum(played.lineup.bots[played.winners[0]] == "novice" for played in games)

    table = summarise(PLAN, games)

    assert {rating.name for rating in table.ratings} == {"novice", "random"}
    assert [(duel.bot, duel.against, duel.games, duel.wins) for duel in table.duels] == [
        ("novice", "random", 4, wins),
        ("random", "novice", 4, 4 - wins),
    ]
    assert all(isinstance(duel, Duel) and duel.low <= duel.wins / duel.games <= duel.high for duel in table.duels)


def test_ten_times_the_wins_are_four_hundred_points() -> None:
    contests = [Contest(i, ("a", "b"), (int(i % 11 == 0),)) for i in range(1100)]

    strong, weak = rate(contests)

    assert (strong.name, weak.name) == ("a", "b")
    assert strong.elo - weak.elo == pytest.approx(400, abs=5)
    assert strong.low < strong.elo < strong.high
    assert weak.high < strong.low


def test_among_three_equals_at_four_seats_a_quarter_is_an_even_rating() -> None:
    contests = [Contest(i, ("a", "b", "b", "b"), (i % 4,)) for i in range(400)]

    assert [rating.elo for rating in rate(contests)] == pytest.approx([0.0, 0.0], abs=1e-6)


def test_a_bot_that_never_lost_has_a_finite_rating() -> None:
    best, worst = rate([Contest(i, ("a", "b"), (0,)) for i in range(20)])

    assert 400 < best.elo - worst.elo < 1600
    assert best.low + 100 < best.elo < best.high - 100


def test_more_games_make_intervals_narrower() -> None:
    few, many = (rate([Contest(i, ("a", "b"), (i % 2,)) for i in range(games)])[0] for games in (10, 1000))

    assert many.high - many.low < (few.high - few.low) / 5


def test_on_a_ladder_only_neighbours_meet() -> None:
    plan = Plan("back-to-the-future", levels(find_game("back-to-the-future"), 20), seats=2, games=1, ladder=True)

    met = {tuple(sorted(lineup.bots, key=plan.bots.index)) for lineup in lineups(plan)}

    assert plan.bots == ("novice", "casual", "regular", "expert:20", "merciless:100")
    assert met == set(pairwise(plan.bots))


def test_a_step_is_measured_by_the_games_of_two_bots_alone() -> None:
    games = [Contest(i, ("a", "b"), (i % 4 == 0,)) for i in range(80)]  # a wins three of four
    games += [Contest(i, ("b", "c"), (1,)) for i in range(80)]

    step = measure_step(games, "b", "a")

    assert (step.weaker, step.stronger) == ("b", "a")
    assert step.low < step.elo < step.high
    assert 180 < step.elo < 195  # odds of three to one


def test_in_a_cooperative_game_a_step_is_the_ratio_of_the_odds_against_the_game() -> None:
    plan = Plan("riff-in-time", ("novice", "regular"), seats=2, games=10, ladder=True)
    wins = {"novice": 2, "regular": 5}
    games = [Played(lineup, (0, 1) if lineup.index < wins[lineup.bots[0]] else (), "ended") for lineup in lineups(plan)]

    (step,) = summarise(plan, games).steps

    assert 150 < step.elo < 260  # odds of one to one against one to four are 240 points; the prior pulls them together
