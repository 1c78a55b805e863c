"""The guided first game of each game, played to its last lesson as somebody does who presses what is highlighted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person

Make = Callable[..., Person]

GAMES = ("back-to-the-future", "excellent-boardgame", "riff-in-time")
LESSONS = {"back-to-the-future": 7, "excellent-boardgame": 8, "riff-in-time": 8}
SCREENS = {"desk": (1440, 900), "phone": (390, 844)}
CARD = ".tutorial:not([style*='hidden'])"
LIT = "[data-lesson=hand] .opt, [data-lesson=board] .opt, main :is(.opt, .lit, .pick, button.open):not([data-log] *)"


def step(someone: Person) -> int:
    """Return the number of the lesson that is shown, or 0 if the tutorial is over."""
    said = someone.page.evaluate("document.querySelector('.tutorial .eyebrow')?.textContent ?? ''")
    return int(said.split()[0]) if said else 0


def does_as_told(someone: Person) -> None:
    """Press the button of the lesson; without one, an option, or a piece and then the button that confirms."""
    page = someone.page
    onward = page.locator(".tutorial [data-next].primary")
    confirm = page.locator("[data-confirm]:enabled")
    few = page.locator("[data-asked=true] .acts [data-option]:enabled")
    lit = page.locator(LIT)
    button = page.locator("[data-lesson=hand] .btn.primary:enabled, [data-lesson=dice] .btn.primary:enabled")
    for found in (onward, confirm, few, button, lit):
        if found.count() > 0 and found.first.is_visible():
            found.first.click(timeout=5_000)
            return


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", GAMES)
def test_the_guided_first_game_comes_to_its_last_lesson(person: Make, game: str, screen: str, lang: str) -> None:
    width, height = SCREENS[screen]
    touch = {"has_touch": True, "is_mobile": True} if screen == "phone" else {}
    someone = person(lang, width=width, height=height, **touch).comes()
    someone.page.locator("article.game").nth(GAMES.index(game)).locator(".btn.primary").click()
    someone.page.wait_for_url("**/t/**guided**")
    someone.page.wait_for_selector(CARD)

    steps = [step(someone)]
    for _ in range(200):
        does_as_told(someone)
        someone.page.wait_for_timeout(100)
        now = step(someone)
        assert someone.page.locator("[data-asked] [role=timer]").count() == 0
        if now == 0:
            break
        if now != steps[-1]:
            someone.page.wait_for_timeout(300)  # until the lesson's button has its colour
            assert someone.breaches() == [], now
            assert not someone.scrolls_sideways(), now
            steps.append(now)

    assert steps[0] == 1
    assert steps[-1] == LESSONS[game]
    expect(someone.page.locator(".tutorial")).to_have_count(0)
