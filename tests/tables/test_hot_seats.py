"""Several people at one screen: each has a name of their own, and windows wait until the screen has gone round."""

from __future__ import annotations

from tests.tables.fixtures import BEN, TableWithoutStore
from timebooth.registry import find_game
from timebooth.tables import facts
from timebooth.tables.deadlines import deadlines_of
from timebooth.tables.messages import waiting
from timebooth.tables.wire import Answer, Clock, Place, Settings, Sit

SHARED = Settings("objection", (Place("host"), Place("host"), Place("bot", "random")))


def names(table: TableWithoutStore) -> list[str]:
    return [chair.name for chair in table.table.summary().chairs]


def test_only_the_first_seat_at_a_screen_has_the_name_of_its_guest() -> None:
    table = TableWithoutStore(Settings("fingers", (Place("host"), Place("host"), Place("host", name="Bea"))))

    assert names(table) == ["Ada", "", "Bea"]


def test_somebody_who_sits_down_twice_names_the_second_player_or_leaves_it_to_the_seat() -> None:
    table = TableWithoutStore(Settings("fingers", (Place("host"), *[Place("open")] * 4)), seated=False)
    for seat, name in ((1, ""), (2, ""), (3, "Bea")):
        table.act(BEN, Sit(seat, name=name))

    assert names(table) == ["Ada", "Ben", "", "Bea", ""]


def test_a_window_waits_for_a_shared_screen() -> None:
    table = at_a_window(SHARED)

    assert waiting(table.table).closes is None
    assert table.table.window_closes() is None
    assert {each.kind for each in deadlines_of(table.table)} <= {"bot"}


def test_a_window_closes_by_itself_where_everybody_has_a_screen() -> None:
    table = at_a_window(Settings("objection", (Place("host"), Place("open"), Place("bot", "random"))))

    assert waiting(table.table).closes is not None
    assert "window" in {each.kind for each in deadlines_of(table.table)}


def test_a_clock_also_ends_the_windows_of_a_shared_screen() -> None:
    table = at_a_window(Settings("objection", SHARED.places, clock=Clock(60.0)))

    assert table.table.window_closes() == table.table.asked_at + 60.0


def test_a_table_says_whether_its_players_have_secrets() -> None:
    assert TableWithoutStore(SHARED).table.summary().secrets
    riff = find_game("riff-in-time")
    assert not riff.has_secrets(riff.read_options({}))
    assert riff.has_secrets(riff.read_options({"open_peek": False}))


def at_a_window(settings: Settings) -> TableWithoutStore:
    """Return a table at which somebody has just claimed something, so that everybody may object."""
    table = TableWithoutStore(settings)
    while not table.table.window:
        seat = table.table.asked()[0]
        person = table.table.seats[seat].person
        code = table.state.options(seat)[0]
        answer = table.table.game.answers.names(code)
        if person is None:
            table.append(facts.Answered(seat, answer, by="bot"))
        else:
            table.act(person, Answer(seat, table.moment, answer))
    return table
