"""A name that somebody typed cannot hide, reorder or break what stands around it."""

from __future__ import annotations

import unicodedata

import pytest

from timebooth.kernel.record import Header
from timebooth.names import MAX_NAME, clean_name
from timebooth.server.tables.routes import settings_of
from timebooth.words import Words


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Ada", "Ada"),
        ("  Ada \t\n L  ", "Ada L"),
        ("Ada\u2028Ben\u00a0C", "Ada Ben C"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Ad\u202ea\u2066\u200b\u200d\ufeff", "Ada"),
        ("A\x00d\x1b[31ma\x7f", "Ad[31ma"),
        ("A\ud800da", "Ada"),
        ("\u3164\u2800", ""),
        ("\u200b", ""),
        ("", ""),
        ("x" * 41, "x" * 40),
        ("Ａｄａ", "Ａｄａ"),
        ("\u0645\u0631\u062d\u0628\u0627", "\u0645\u0631\u062d\u0628\u0627"),
        ("🦊 Fox", "🦊 Fox"),
    ],
)
def test_a_typed_name_becomes_one_that_others_can_read(typed: str, read: str) -> None:
    assert clean_name(typed) == read


def test_marks_do_not_pile_up() -> None:
    assert len(clean_name("a" + "\u0331" * 30 + "b")) <= 4


def test_every_code_point_gives_a_name_that_stays_as_it_is() -> None:
    for number in range(0x11000):
        once = clean_name(f"x{chr(number)}y")
        assert clean_name(once) == once
        assert once.encode()
        assert len(once) <= MAX_NAME
        assert not any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") for letter in once)


def test_names_in_a_record_that_somebody_brings_are_cleaned() -> None:
    odd = "A\u202ed\u200ba\n\x1b"
    header = Header(1, "fingers", 1, "standard", "", 2, {}, "keyed", names=(odd, "x" * 5000))

    assert [place.name for place in settings_of(header).places] == ["Ada", "x" * MAX_NAME]
    assert Words("en", names=(odd,)).seat(0) == "Ada"
