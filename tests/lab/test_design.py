"""What a report says to designers: what it could have seen, pace and skill, and what would change most."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from tests.cli.command import timebooth
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadEdition
from timebooth.lab.balance import Balance, Kind, Row, balance
from timebooth.lab.comparison import compare
from timebooth.lab.correction import corrected
from timebooth.lab.numbers import changed_editions
from timebooth.lab.pace import Pace
from timebooth.lab.simulate import Plan, Played, simulate
from timebooth.lab.statistics import smallest_effect
from timebooth.registry import find_game

EXCELLENT = find_game("excellent-boardgame")
SHORT = ("lab", "excellent-boardgame", "--games", "10", "--seats", "2", "--bots", "random", "--jobs", "1")


def test_a_study_sees_half_as_small_a_difference_with_four_times_as_many_games() -> None:
    few, many = smallest_effect(0.5, 100, 1), smallest_effect(0.5, 400, 1)

    assert few == pytest.approx(2 * many)
    assert few == pytest.approx(0.5 * (1.96 + 0.8416) / 10, rel=1e-3)
    assert smallest_effect(0.5, 100, 200) > few
    assert smallest_effect(0.5, 0, 1) == float("inf")


def row(doubt: float) -> Row:
    return Row("card", 10, 5, 1.0, 0.5, 1.5, doubt, False)


def test_what_stands_out_alone_need_not_among_all_results_of_a_report() -> None:
    alone = Balance((), (Kind("card", (row(0.01),)),))
    among = Balance((), (Kind("card", (row(0.01),)), Kind("dealt", tuple(row(0.5) for _ in range(50)))))

    marked, _, tests = corrected(alone, ())
    assert (marked.kinds[0].rows[0].stands_out, tests) == (True, 1)
    marked, _, tests = corrected(among, ())
    assert (marked.kinds[0].rows[0].stands_out, tests) == (False, 51)


def games(winner: int) -> dict[int, list[Played]]:
    return {2: [Played(i, (winner,), "won_on_turn", 10 + i % 3, 5) for i in range(60)]}


def test_a_comparison_is_marked_with_the_rest_of_the_report_and_says_what_it_could_have_seen() -> None:
    game = find_game("back-to-the-future")
    found = compare(game, game, "other", games(0), games(1))

    _, (marked,), _ = corrected(balance(game, games(0)), (found,))

    by_figure = {change.figure: change for change in marked.changes}
    assert by_figure["seat.1"].stands_out
    assert not by_figure["decisions"].stands_out
    assert [change.doubt for change in marked.changes] == [change.doubt for change in found.changes]


def test_the_pace_of_a_game_is_measured() -> None:
    state = EXCELLENT.start(3, None, FastRng(1))
    pace = Pace(EXCELLENT, 3)
    rounds = 0
    while state.asked():
        pace.watch(state)
        rounds += 1
        state.play([state.options(seat)[0] for seat in state.asked()], FastRng(rounds))
    outcome = state.outcome()
    assert outcome is not None

    figures = pace.figures(outcome.winners)

    assert figures["choices"] == pytest.approx(pace.choices / 3)
    assert figures["options"] > 1
    assert 0 <= figures["forced"] < 1
    assert figures["lead_changes"] <= rounds
    assert figures["halfway_leader"] in (0.0, 1.0)


def test_a_cooperative_game_has_no_leader() -> None:
    (played,) = simulate(Plan("riff-in-time", "standard", {}, ("random", "random"), 1, 1, traits=True))

    assert "choices" in played.figures
    assert "lead_changes" not in played.figures


def test_the_numbers_of_an_edition_are_tried_one_more_and_one_less() -> None:
    found = changed_editions("riff-in-time", "standard")

    assert "standard#board.dial.1.start=4" in found
    assert "standard#board.dial.1.start=6" in found
    assert not [each for each in found if each.startswith("standard#dice")]  # the rules fix their counts
    changed = find_game("riff-in-time", found[0]).edition
    assert changed.name == found[0]
    assert changed.hash != find_game("riff-in-time").edition.hash


@pytest.mark.parametrize("change", ["", "board", "board.dial.9.start=6", "board.dial.1.of=6", "board.dial.1.start=x"])
def test_a_number_that_is_not_there_is_refused(change: str) -> None:
    with pytest.raises(BadEdition, match=r"edition\.no_number"):
        find_game("riff-in-time", f"standard#{change}")


def test_a_report_says_what_would_change_most_and_how_much_skill_decides(tmp_path: Path) -> None:
    path = tmp_path / "page.html"

    said = timebooth(*SHORT, "--numbers", "4", "--out", path)

    assert said.code == 0
    text = re.sub(r"<[^>]*>", " ", path.read_text(encoding="utf-8"))
    for title in ("What would change most", "How much skill decides", "four times out of five", "could see"):
        assert title in text
    assert "board.board.1.width=8" in text
    assert "--numbers 4" in text
    assert not re.search(r"\b(report|figure|arena)\.[a-z_]+\b", text)


def test_findings_as_json_have_skill_numbers_and_how_many_results_they_were_corrected_for() -> None:
    told = json.loads(timebooth(*SHORT, "--no-skill", "--numbers", "2", "--json").out)

    assert told["tests"] > 50
    assert told["skill"] == []
    assert len(told["numbers"]) == 3
    assert msgspec.convert(told["balance"], Balance).tables[0].doubts
