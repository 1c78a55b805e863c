"""Studies find what is unfair, and do not take chance for it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from timebooth.kernel.errors import BadSetup
from timebooth.kernel.game import Trait
from timebooth.lab.balance import Games, balance
from timebooth.lab.comparison import compare
from timebooth.lab.simulate import Plan, Played, simulate
from timebooth.lab.statistics import mean_p_value, significant, two_sided
from timebooth.lab.study import Study, study_variants
from timebooth.lab.variants import variants
from timebooth.registry import find_game, game_types

BTTF = find_game("back-to-the-future")
RIFF = find_game("riff-in-time")


def duels(winners: Iterable[int], first: str = "marty", second: str = "biff") -> Games:
    """Return games of two in which each seat always has its own identity."""
    people = (Trait("identity", first, 0), Trait("identity", second, 1))
    return {
        2: [
            Played(i, (winner,), "won_on_turn", 10 + i % 3, 5, {"satisfied": 1.0}, traits=people)
            for i, winner in enumerate(winners)
        ]
    }


def test_even_games_are_called_fair() -> None:
    (table,) = balance(BTTF, duels([0, 1] * 50)).tables

    assert table.odd_seats == ()
    assert [share.wins for share in table.by_seat] == [50, 50]


def test_a_seat_that_wins_far_too_often_stands_out() -> None:
    found = balance(BTTF, duels([0, 0, 0, 1] * 50))

    assert found.tables[0].odd_seats == (0, 1)
    identities = next(kind for kind in found.kinds if kind.kind == "identity")
    assert [(row.value, round(row.ratio, 9), row.stands_out) for row in identities.rows] == [
        ("marty", 1.5, True),
        ("biff", 0.5, True),
    ]
    assert all(row.low < row.ratio < row.high for row in identities.rows)


def test_the_fair_share_follows_the_number_of_seats() -> None:
    games = duels([0, 1])
    people = tuple(Trait("identity", "marty" if seat == 0 else "biff", seat) for seat in range(4))
    games[4] = [Played(i, (i,), "won_on_turn", 9, traits=people, figures={"satisfied": 1.0}) for i in range(4)]

    identities = next(kind for kind in balance(BTTF, games).kinds if kind.kind == "identity")

    assert {row.value: (row.trials, row.wins, round(row.ratio, 9)) for row in identities.rows} == {
        "marty": (6, 2, 1.0),
        "biff": (14, 4, 1.0),
    }


def test_a_cooperative_game_is_measured_by_how_often_it_is_won() -> None:
    def played(i: int) -> Played:
        """Return a game that is won whenever Ted is in the band, else every other time."""
        ted = i % 2 == 0
        traits = (Trait("band", "ted" if ted else "bill"),)
        winners = (0, 1) if ted or i % 4 == 1 else ()
        return Played(i, winners, "rifts_closed" if winners else "riff_deck_empty", 50, traits=traits)

    found = balance(RIFF, {2: [played(i) for i in range(400)]})

    assert found.tables[0].won.share == pytest.approx(0.75)
    band = next(kind for kind in found.kinds if kind.kind == "band")
    assert [(row.value, row.stands_out) for row in band.rows] == [("ted", True), ("bill", True)]
    assert band.rows[0].ratio == pytest.approx(4 / 3)


def test_a_cooperative_game_that_is_never_won_says_nothing() -> None:
    lost = [Played(i, (), "riff_deck_empty", 50, traits=(Trait("band", "ted"),)) for i in range(30)]

    band = next(kind for kind in balance(RIFF, {2: lost}).kinds if kind.kind == "band")

    assert not any(row.stands_out for row in band.rows)


def test_the_same_games_show_no_difference() -> None:
    games = duels([0, 1, 1] * 20)

    found = compare(BTTF, BTTF, "again", games, games)

    assert found.games == 60
    assert not any(change.stands_out for change in found.changes)
    assert all(change.difference.mean == 0 for change in found.changes)


def test_a_difference_on_the_same_seeds_stands_out() -> None:
    found = compare(BTTF, BTTF, "other", duels([0, 1] * 100), duels([0, 0] * 100))

    odd = {change.figure: change.difference.mean for change in found.changes if change.stands_out}
    assert odd == {"seat.1": pytest.approx(0.5), "seat.2": pytest.approx(-0.5)}
    assert {shift.value: shift.stands_out for shift in found.shifts} == {"marty": True, "biff": True}


def test_one_odd_result_among_many_is_chance() -> None:
    assert significant([0.03] + [0.5] * 20) == [False] * 21
    assert significant([0.0001, 0.5, 0.001]) == [True, False, True]
    assert significant([]) == []


def test_a_p_value_falls_as_a_result_moves_away_from_the_expected_one() -> None:
    assert two_sided(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert mean_p_value([0.0, 0.0]) == 1.0
    assert mean_p_value([2.0, 2.0]) == 0.0
    assert mean_p_value([-1.0, 1.0, -2.0, 2.1]) > 0.9


def test_every_value_of_an_option_but_the_current_one_is_tried() -> None:
    assert variants(RIFF, ["harder", "open_peek"], {}) == [
        *({"harder": harder} for harder in range(1, 6)),
        {"open_peek": False},
    ]
    assert {"characters": "chosen"} in variants(RIFF, ["all"], {})


def test_an_option_that_does_not_exist_cannot_be_varied() -> None:
    with pytest.raises(BadSetup):
        variants(RIFF, ["dinosaurs"], {})


def test_the_standard_variant_is_played_first_and_options_in_fewer_games() -> None:
    study = Study("riff-in-time", ("random",), (2,), 40, vary=("open_peek",), against="standard")

    assert [(way.label, way.games) for way in study_variants(study)] == [
        ("", 40),
        ("standard", 40),
        ("open_peek = false", 10),
    ]


@pytest.mark.parametrize("key", game_types())
def test_every_game_has_traits(key: str) -> None:
    game = find_game(key)
    seats = game.seats[-1]
    plan = Plan(key, "standard", {}, ("random",) * seats, 1, 5, 100_000, traits=True)

    (played,) = simulate(plan)

    assert {trait.kind for trait in played.traits} <= set(game.trait_words)
    assert len(played.traits) > seats
    said = [(trait.kind, trait.value, trait.seat) for trait in played.traits]
    assert len(set(said)) == len(said)
    assert all(trait.seat is None or 0 <= trait.seat < seats for trait in played.traits)
