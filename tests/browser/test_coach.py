"""The coach: a warning before an answer that gives away a lot, and what it says after the game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import ASKED, Person
from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.match import Match
from timebooth.registry import find_game

Make = Callable[..., Person]

# A game of Riff in Time that regular bots begin with this seed. Then the second player must keep a roll, which gives
# away a third of the chance, or roll again.
SEED, CHOICES, SEAT, KEEP = 2, 3, 1, {"type": "keep_roll"}


def begun() -> str:
    """Return the record of the game up to that choice, in which a person plays the second seat."""
    game = find_game("riff-in-time")
    match = Match.new(game, 2, seed=SEED, bots=("regular", ""), names=("Bot", "Ann"))
    bot, rng = make_bot("regular"), FastRng(5)
    seen = 0
    while True:
        (seat,) = match.state.asked()
        decision = Decision(game, match.state, seat)
        if len(decision.options) > 1:
            if seen == CHOICES:
                break
            seen += 1
        match.play([bot.choose(decision, rng)])
    assert seat == SEAT
    assert KEEP in [game.answers.names(code) for code in decision.options]
    return match.record.lines()


def at_the_choice(someone: Person) -> Person:
    someone.comes()
    path, _ = someone.imports(begun())
    someone.comes(path)
    someone.waits_for_a_question()
    return someone


def keep(someone: Person) -> None:
    keeps = {"en": "Keep", "fr": "Garder"}
    someone.options().filter(has_text=keeps[someone.lang()]).first.click()


def switch_on(someone: Person) -> None:
    """Switch the coach on in the settings of the table, with the keyboard."""
    page = someone.page
    page.locator("button[popovertarget]").last.click()
    page.locator(".menu .item", has_text={"en": "Settings", "fr": "Réglages"}[someone.lang()]).click()
    off, on = (page.locator("[data-coach-setting] input").nth(number) for number in range(2))
    expect(off).to_be_checked()
    off.focus()
    page.keyboard.press("ArrowRight")
    expect(on).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.parametrize(("lang", "width"), [("en", 1440), ("fr", 390)])
def test_the_coach_warns_before_an_answer_that_gives_away_a_lot(person: Make, lang: str, width: int) -> None:
    someone = at_the_choice(person(lang, width=width, height=844))
    page = someone.page
    asked = page.locator(ASKED)
    warning = page.locator("dialog [data-objection]")
    switch_on(someone)

    keep(someone)
    expect(warning).to_contain_text({"en": "would fall from", "fr": "passerait de"}[lang])
    assert someone.breaches() == []
    page.keyboard.press("Escape")
    expect(warning).to_have_count(0)
    expect(asked).to_have_count(1)  # nothing was sent

    keep(someone)
    said = warning.inner_text()
    warning.locator("[data-expert]").click()
    best = page.locator("dialog ol li").first
    expect(best).to_be_visible()
    assert best.locator(".num").inner_text().strip() in said, "the hint has another chance than the warning"
    page.keyboard.press("Escape")

    keep(someone)
    warning.locator("[data-coach-off]").click()
    expect(warning).to_have_count(0)
    moment = page.locator("[data-moment]").first.get_attribute("data-moment")
    keep(someone)
    expect(page.locator(f"[data-moment='{moment}']")).to_have_count(0)  # it was sent without a word


def test_an_answer_is_played_anyway_by_keyboard(person: Make) -> None:
    someone = at_the_choice(person())
    page = someone.page
    switch_on(someone)
    kept = someone.options().filter(has_text="Keep").first
    moment = page.locator("[data-moment]").first.get_attribute("data-moment")

    kept.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog [data-objection]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(f"{ASKED} [data-option]:focus")).to_have_count(1)  # back at the choice

    kept.focus()
    page.keyboard.press("Enter")
    page.locator("dialog [data-anyway]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-moment='{moment}']")).to_have_count(0)
    assert page.locator("dialog[open]").count() == 0
