"""How a game ends, on a desk, a phone and a television: everything that is told there can be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import ROOT
from tests.browser.measuring import MEASURE
from tests.browser.people import Person

Make = Callable[..., Person]

ENDS = (
    "back-to-the-future/six_seats",
    "excellent-boardgame/four_seats",
    "riff-in-time/lost_san_dimas",
    "riff-in-time/won",
)
SIZES = ((1440, 900), (1280, 720), (390, 844), (844, 390))
CUT = f"() => ({MEASURE})().filter((one) => one.startsWith('cut'))"


def finished(someone: Person, record: str) -> str:
    """Import a finished game; return the path of its table."""
    folder = ROOT / "tests/goldens"
    path, _ = someone.comes().imports((folder / f"{record}.record.jsonl").read_text(encoding="utf-8"))
    return path


@pytest.mark.parametrize("record", ENDS)
def test_nothing_is_cut_at_the_end(person: Make, record: str) -> None:
    someone = person("fr")
    someone.expected.append("429 (Too Many Requests)")  # it fetches the same log twice at once
    path = finished(someone, record)

    someone.comes(path)
    someone.page.wait_for_selector("[data-verdict], [data-over]")
    for width, height in SIZES:
        someone.page.set_viewport_size({"width": width, "height": height})
        assert someone.still(CUT) == [], (width, height)

    someone.page.set_viewport_size({"width": 1920, "height": 1080})
    someone.page.goto(f"{someone.address}{path}/tv")
    someone.page.wait_for_selector("[data-verdict]")
    assert someone.still(CUT) == []
