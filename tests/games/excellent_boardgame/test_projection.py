"""Where a plan would lead."""

from __future__ import annotations

from tests.games.excellent_boardgame.builders import IDLE, dropped, path, picked_up, table
from timebooth.games.excellent_boardgame.answers import Plan
from timebooth.kernel.chance import FastRng


def test_a_projection_is_the_way_the_booth_goes_if_nothing_else_moves() -> None:
    """§PROJECT"""
    board = {"C4": ["napoleon"], "D3": ["beethoven"]}
    t = table((21, 55), IDLE, booths=("C5 north", "A1 north"), rows=[["sigmund_freud F TR"]], board=board)
    before = t.state.numbers()

    projected = t.game.project(t.state, 0, t.game.answers.code(Plan(21, 55)))

    assert t.state.numbers() == before
    played = t.plan((21, 55), IDLE)
    assert path(projected, 0) == path(played, 0)
    assert picked_up(projected) == picked_up(played)


def test_a_projection_shows_what_an_evil_dude_would_cost() -> None:
    """§PROJECT §J12"""
    t = table((21, 22), IDLE, booths=("C5 north", "A1 north"), rows=[["socrates TR"]], knight="D5 east")

    assert dropped(t.game.project(t.state, 0, t.game.answers.code(Plan(21, 22)))) == [(0, "socrates", "D5")]


def test_a_projection_goes_on_where_several_characters_would_be_placed() -> None:
    """§PROJECT"""
    board = {"C4": ["napoleon", "socrates"]}
    t = table((21, 22), IDLE, booths=("C5 north", "A1 north"), board=board)

    projected = t.game.project(t.state, 0, t.game.answers.code(Plan(21, 22)))

    assert path(projected, 0) == ["C4 north", "C3 north", "C3 east", "C3 south"]


def test_a_projection_uses_only_what_the_seat_knows() -> None:
    """§PROJECT §HIDDEN"""
    t = table((21, 22), IDLE, booths=("C5 north", "A1 north"), board={"C4": ["napoleon"]}, hands=[[], [1, 2, 3]])
    code = t.game.answers.code(Plan(21, 22))
    imagined = t.state.copy()
    imagined.resample(0, FastRng(6))

    assert t.game.project(imagined, 0, code) == t.game.project(t.state, 0, code)


def test_only_a_plan_can_be_projected() -> None:
    """§PROJECT"""
    board = {"C4": ["napoleon", "socrates"]}
    t = table((21, 22), IDLE, booths=("C5 north", "A1 north"), board=board)
    t.plan((21, 22), IDLE)

    assert t.game.project(t.state, 0, t.state.options(0)[0]) == []


def test_a_plan_is_offered_with_where_it_would_lead() -> None:
    """§PROJECT"""
    board = {"C4": ["napoleon"]}
    t = table(
        (21, 22), IDLE, booths=("C5 north", "D1 north"), rows=[[], ["joan_of_arc F"]], board=board, knight="D7 east"
    )
    plan: dict[str, object] = {"type": "plan", "first": 21, "second": 22}

    mine = t.game.preview(t.state, 0, plan)
    theirs = t.game.preview(t.state, 1, {"type": "plan", "first": 36, "second": 51})

    assert mine == ("preview.plan.more", {"space": "C3", "facing": "south", "count": 1})
    assert theirs == ("preview.plan.fewer", {"space": "D7", "facing": "north", "count": 1})
    assert t.game.preview(t.state, 0, {"type": "plan", "first": 21}) is None
