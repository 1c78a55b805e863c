"""Bots have names that stay the same and differ at one table."""

from __future__ import annotations

from timebooth.bots.bot_names import NAMES, bot_name
from timebooth.names import clean_name

MOST_SEATS = 16


def test_all_bots_of_a_table_have_different_names_that_stay_the_same() -> None:
    for table in ("a", "b", "kq3v9x"):
        named = [bot_name(table, seat) for seat in range(MOST_SEATS)]
        assert len(set(named)) == MOST_SEATS
        assert named == [bot_name(table, seat) for seat in range(MOST_SEATS)]


def test_tables_differ_in_the_names_of_their_bots() -> None:
    assert len({bot_name(str(table), 0) for table in range(500)}) == len(NAMES)


def test_names_are_short_words_that_a_person_could_have_typed() -> None:
    assert len(set(NAMES)) == len(NAMES)
    for name in NAMES:
        assert name == clean_name(name)
        assert name.isalpha()
        assert len(name) <= 9  # fits a seat of a phone
