"""The keyboard alone: Enter chooses and confirms, and the focus is at the next question before anybody looks for it."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import ASKED, Person

Make = Callable[..., Person]

GAMES = ("back-to-the-future", "excellent-boardgame", "riff-in-time")
PLACES = [{"kind": "host"}, {"kind": "bot", "bot": "novice"}]
ROUNDS = 8  # of questions
MAX_PIECES = 8  # to point at before an answer is ready
AT_THE_QUESTION = f"() => document.activeElement?.closest('{ASKED}') !== null"
READY = "[data-confirm]:enabled"
NEXT_PIECE = """() => {
    const roll = '[data-lesson=hand] .btn.primary:enabled'
    const lit = 'main :is(.opt, .lit, .open, .pick):is(button, [role=button]):not(.prompt *, [aria-pressed=true])'
    const found = [...document.querySelectorAll(roll), ...document.querySelectorAll(lit)]
    const piece = found.find((one) => one.checkVisibility() && !one.disabled)
    piece?.focus()
    return piece !== undefined
}"""


def at_a_table(someone: Person, game: str) -> Person:
    someone.comes()
    path, _ = someone.opens({"game": game, "places": PLACES})
    someone.comes(path)
    someone.waits_for_a_question()
    return someone


def moment(someone: Person) -> int:
    return int(someone.page.locator("[data-moment]").get_attribute("data-moment") or 0)


def waits_after(someone: Person, before: int) -> None:
    later = "before => Number(document.querySelector('[data-moment]')?.dataset.moment) > before"
    someone.page.wait_for_function(later, arg=before)
    someone.waits_for_a_question()


def chooses_by_enter(someone: Person) -> bool:
    """Press Enter on highlighted pieces until the answer is given; return whether it was confirmed by Enter."""
    before = moment(someone)
    for _ in range(MAX_PIECES):
        if not someone.page.evaluate(NEXT_PIECE):
            someone.answers(random.Random(before))  # nothing on the board stands for it
            return False
        someone.page.keyboard.press("Enter")
        if someone.page.locator(READY).count() > 0:
            someone.page.keyboard.press("Enter")
            return True
        if moment(someone) > before or someone.page.locator(ASKED).count() == 0:
            return False  # what is clear is done at once
    raise AssertionError("Enter gives no answer")


@pytest.mark.parametrize("game", GAMES)
def test_enter_on_a_piece_chooses_it_and_enter_again_confirms(person: Make, game: str) -> None:
    someone = at_a_table(person(), game)
    confirmed: list[bool] = []
    while not any(confirmed) and len(confirmed) < ROUNDS:
        before = moment(someone)
        confirmed.append(chooses_by_enter(someone))
        waits_after(someone, before)

    assert any(confirmed) or game == "riff-in-time"


@pytest.mark.parametrize("game", GAMES)
def test_after_an_answer_by_keyboard_the_focus_is_at_the_next_question(person: Make, game: str) -> None:
    someone = at_a_table(person(), game)
    for _ in range(5):
        before = moment(someone)
        someone.page.keyboard.press("a")
        someone.page.wait_for_function("() => document.activeElement?.matches('[data-option]')")
        someone.page.keyboard.press("Enter")
        waits_after(someone, before)
        if someone.is_over():
            break
        someone.page.wait_for_function(AT_THE_QUESTION)
    assert moment(someone) > 0


@pytest.mark.parametrize("game", GAMES)
def test_without_motion_every_step_still_gets_its_caption(person: Make, game: str) -> None:
    someone = at_a_table(person(), game)
    someone.animates("fast")
    someone.page.evaluate("""() => {
        window.captions = new Set()
        const look = () => {
            const said = document.querySelector('.prompt .now')?.textContent.trim()
            if (said) window.captions.add(said)
        }
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    }""")
    lines = someone.page.locator("[data-log] li")
    known = lines.count()
    before = moment(someone)

    someone.options().first.press("Enter")
    waits_after(someone, before)

    expect(lines.nth(known)).to_be_attached()
    told = {line.strip() for line in lines.all_inner_texts()[: lines.count() - known]}
    captions = set(someone.page.evaluate("[...window.captions]"))
    assert told & captions, (told, captions)
