"""What a page owes its reader: little to load, nothing that jumps, nothing cut, nothing too small to hit."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.browser.people import Person

Make = Callable[..., Person]

GAMES = ("back-to-the-future", "excellent-boardgame", "riff-in-time")
MOST_SCRIPT = 150_000  # bytes as they are sent
MOST_SHIFT = 0.02  # of the page, by the measure of the browser: 0.1 counts as good
TOUCH = 44  # pixels
SCREENS = ((390, 844), (844, 390), (820, 1180), (1180, 820), (1280, 720), (1440, 900))

SENT = """() => performance.getEntriesByType('resource')
    .filter((one) => new URL(one.name).pathname.endsWith('.js'))
    .reduce((sum, one) => sum + one.encodedBodySize, 0)"""

WATCH_SHIFTS = """
    window.shifted = 0
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
"""

TOO_SMALL = """(least) => [...document.querySelectorAll('button, a[href], input, select, [role=button]')]
    .filter((one) => !one.disabled && one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one, (one.closest('label') ?? one).getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.width < least - 0.5 || box.height < least - 0.5))
    .map(([one, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${one.outerHTML.slice(0, 120)}`)"""

CUT = """() => [...document.querySelectorAll('button, h1, h2, [data-asked] p')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.left < -1 || box.right > innerWidth + 1))
    .map(([one]) => one.outerHTML.slice(0, 120))"""

COVERED = """() => {
    const hand = document.querySelector('.hand-place').getBoundingClientRect()
    return [...document.querySelectorAll('.ground button')]
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([, box]) => box.width > 1 && box.bottom > hand.top + 1 && box.right > hand.left)
        .map(([one]) => one.outerHTML.slice(0, 120))
}"""


def at_a_table(someone: Person, game: str) -> Person:
    someone.comes()
    path, _ = someone.opens({"game": game, "places": [{"kind": "host"}, {"kind": "bot", "bot": "novice"}]})
    someone.comes(path)
    someone.waits_for_a_question()
    return someone


def test_the_first_page_loads_little(person: Make) -> None:
    someone = person().comes()
    someone.page.wait_for_load_state("networkidle")

    assert 0 < someone.page.evaluate(SENT) < MOST_SCRIPT


@pytest.mark.parametrize("game", GAMES)
def test_a_table_comes_without_jumping(person: Make, game: str) -> None:
    someone = person()
    someone.page.add_init_script(WATCH_SHIFTS)
    at_a_table(someone, game)
    someone.page.wait_for_load_state("networkidle")

    assert someone.page.evaluate("window.shifted") < MOST_SHIFT


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_can_hit_everything(person: Make, game: str) -> None:
    someone = at_a_table(person(width=390, height=844, has_touch=True, is_mobile=True), game)

    assert someone.page.evaluate(TOO_SMALL, TOUCH) == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_on_any_screen(person: Make, game: str) -> None:
    someone = at_a_table(person(), game)
    for width, height in SCREENS:
        someone.page.set_viewport_size({"width": width, "height": height})
        assert not someone.scrolls_sideways(), (width, height)
        assert someone.still(CUT) == [], (width, height)


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_all_answers_pushes_nothing_over_the_hand(person: Make, game: str) -> None:
    someone = at_a_table(person(width=1280, height=720), game)
    rng = random.Random(6)
    while someone.page.locator("[data-all-answers]").count() == 0:
        someone.answers(rng)
        someone.waits_for_a_question()
    for closed in someone.page.locator("[data-all-answers][aria-expanded=false]").all():
        closed.click()

    assert someone.still(COVERED) == []


def test_a_finger_can_hit_everything_in_the_lobby(person: Make) -> None:
    someone = person(width=390, height=844, has_touch=True, is_mobile=True).comes()

    assert someone.page.evaluate(TOO_SMALL, TOUCH) == []
