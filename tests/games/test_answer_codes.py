"""The codes that the rules compile in are those of the catalogues."""

from __future__ import annotations

from pathlib import Path

import pytest
from answer_codes import sources, written

from timebooth.kernel.answer import Answer, Block, Catalogue


class Wave(Answer, frozen=True, tag="wave"):
    """Wave at a seat."""

    seat: int


@pytest.mark.parametrize(("path", "text"), sources().items(), ids=lambda part: getattr(part, "parent", Path()).name)
def test_codes_are_what_the_answers_say(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, "run tools/answer_codes.py"


def test_a_block_of_several_answers_has_an_end() -> None:
    blocks = [Block("WAVE_BACK", [Wave(9)]), Block("WAVE", [Wave(0), Wave(1)], "seat")]

    lines = written(Catalogue.of(blocks)).splitlines()

    assert lines[-4:] == [
        "WAVE_BACK: Final[i64] = 0",
        "WAVE: Final[i64] = 1  # + seat",
        "WAVE_END: Final[i64] = 3",
        "CODES: Final[i64] = 3",
    ]
