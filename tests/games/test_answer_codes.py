"""The codes that the rules compile in are those of the catalogues."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from timebooth.kernel.answer import Answer, Block, Catalogue

TOOLS = Path(__file__).parents[2] / "tools"


class Wave(Answer, frozen=True, tag="wave"):
    """Wave at a seat."""

    seat: int


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(TOOLS))
    return import_module("answer_codes")


def test_codes_are_what_the_answers_say(tool: Any) -> None:
    stale = [str(path) for path, text in tool.sources().items() if path.read_text(encoding="utf-8") != text]

    assert stale == [], "run tools/answer_codes.py"


def test_a_block_of_several_answers_has_an_end(tool: Any) -> None:
    blocks = [Block("WAVE_BACK", [Wave(9)]), Block("WAVE", [Wave(0), Wave(1)], "seat")]

    lines = tool.written(Catalogue.of(blocks)).splitlines()

    assert lines[-4:] == [
        "WAVE_BACK: Final[i64] = 0",
        "WAVE: Final[i64] = 1  # + seat",
        "WAVE_END: Final[i64] = 3",
        "CODES: Final[i64] = 3",
    ]
