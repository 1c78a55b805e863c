"""Nothing overlaps, is cut or leaves the window: measured at every size, in moments of each game, with long names.

The deals are fixed, so that a change of the layout is all that can change the result. To look for faults in other ones:

LAYOUT_DEALS=2 python -m pytest tests/browser/test_layout.py
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.conftest import Server
from tests.browser.measuring import MEASURE, SCROLLS_SIDEWAYS
from tests.browser.people import SETTLED, Person

Make = Callable[..., Person]
SERVER = "server_with_fixed_deals"

SIZES = [(1280, 720), (1024, 768), (820, 1180), (390, 844), (844, 390), (360, 640), (1920, 1080), (2560, 1440)]
SEATS = {"back-to-the-future": 6, "excellent-boardgame": 4, "riff-in-time": 4}
LONGEST = "Maximilienne-Alexandrine"  # as long as a name may be
GUIDED = f"localStorage.timebooth = JSON.stringify({{ speed: 'off', guided: {list(SEATS)} }})"
MOMENTS = 4  # each at half of the sizes
APART = {"back-to-the-future": 5, "excellent-boardgame": 2, "riff-in-time": 6}  # own answers between two of them
LARGE_HAND = 14  # cards, in three rows
CLOSE_LISTS = "document.querySelectorAll('[data-all-answers][aria-expanded=true]').forEach((one) => one.click())"
RETRIES = 8  # a tenth of a second apart: the boards are drawn again for a new size


@pytest.fixture(scope="session")
def server_with_fixed_deals(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server"), deals=os.environ.get("LAYOUT_DEALS", "1"))
    yield found
    found.stop()


def table(someone: Person, game: str, *, shared: bool) -> None:
    places: list[dict[str, str]] = [{"kind": "host"}, *[{"kind": "bot", "bot": "novice"}] * (SEATS[game] - 1)]
    if shared:
        # Every seat at the screen fetches its log at once; a table can be played without it.
        someone.expected.append("429 (Too Many Requests)")
        names = [LONGEST[: -len(str(i))] + str(i) for i in range(SEATS[game])]
        places = [{"kind": "host", "name": name} for name in names]
    someone.page.context.add_init_script(GUIDED)
    someone.comes()
    path, _ = someone.opens({"game": game, "places": places})
    someone.comes(path)


def waits(someone: Person) -> None:
    """Wait for a question, a curtain or the end; lift a curtain."""
    someone.page.wait_for_selector(f"[data-curtain], {SETTLED}")
    lift = someone.page.locator("[data-lift]")
    if lift.count() > 0:
        lift.first.click()
        someone.page.wait_for_selector(SETTLED)


def measured(someone: Person, size: tuple[int, int]) -> list[str]:
    someone.page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    found: list[str] = []
    for _ in range(RETRIES):
        someone.page.wait_for_timeout(100)
        found = someone.page.evaluate(MEASURE)
        if someone.page.evaluate(SCROLLS_SIDEWAYS):
            found.append("the page scrolls sideways")
        if not found:
            break
    return [f"{size[0]}x{size[1]} {someone.prompt()}: {one}" for one in found]


@pytest.mark.parametrize("shared", [False, True], ids=["against-bots", "long-names"])
@pytest.mark.parametrize("game", SEATS)
def test_nothing_overlaps_or_is_cut_at_any_size(person: Make, game: str, shared: bool) -> None:
    someone = person("fr")
    table(someone, game, shared=shared)
    rng = random.Random(f"{game} {shared}")
    found: list[str] = []
    for moment in range(MOMENTS):
        for _ in range(rng.randrange(1, APART[game] + 1)):
            waits(someone)
            if not someone.is_over():
                someone.answers(rng)
        waits(someone)
        someone.page.evaluate(CLOSE_LISTS)
        for size in SIZES[moment % 2 :: 2]:
            found += measured(someone, size)
        someone.page.set_viewport_size(ViewportSize(width=1440, height=900))
    assert not found, "\n".join(found)


def test_a_large_hand_never_covers_the_board(person: Make) -> None:
    someone = person(width=1280, height=720)
    someone.page.context.add_init_script(GUIDED)
    someone.comes()
    path, _ = someone.opens(
        {"game": "back-to-the-future", "places": [{"kind": "host"}, {"kind": "bot", "bot": "novice"}]}
    )
    someone.comes(path)
    hand = someone.page.locator("[data-lesson=hand] [data-card]")
    for _ in range(80):
        someone.waits_for_a_question()
        if hand.count() >= LARGE_HAND or someone.is_over():
            break
        draw = someone.page.get_by_role("button", name="Draw a card instead of playing")
        (draw if draw.count() > 0 else someone.options()).first.click()
    for opened in someone.page.locator("[data-all-answers][aria-expanded=true]").all():
        opened.click()

    assert hand.count() >= LARGE_HAND
    assert measured(someone, (1280, 720)) == []
