"""What makes a table a place with company: bots with names, faces and remarks, and reactions of people."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.test_couch import Couch, sat_down
from timebooth.bots.bot_names import bot_name

Make = Callable[..., Person]

GREETINGS = (
    "Clocks wound. Off we go!",
    "Good luck, everybody.",
    "I brought spare batteries.",
    "Greetings from last Tuesday.",
)


def chance(text: str) -> int:
    """Return the number that the page computes from a text."""
    found = 2166136261
    for letter in text:
        found = ((found ^ ord(letter)) * 16777619) % 2**32
    return found ^ (found >> 15)


def test_bots_have_names_and_faces_that_tell_their_level(person: Make) -> None:
    someone = person().comes()
    levels = ("novice", "merciless")
    places = [{"kind": "host"}, {"kind": "open"}, *({"kind": "bot", "bot": level} for level in levels)]
    path, invitation = someone.opens({"game": "excellent-boardgame", "places": places, "visibility": "invitation"})
    names = [bot_name(path.removeprefix("/t/"), seat) for seat in (2, 3)]

    someone.comes(f"{path}#{invitation}")
    for name in names:
        expect(someone.page.locator("main")).to_contain_text(name)
    assert {face.get_attribute("data-face") for face in someone.page.locator("main [data-face]").all()} == set(levels)
    someone.page.locator("[data-fill]").click()
    someone.waits_for_a_question()

    for seat, name, level in zip((2, 3), names, levels, strict=True):
        chair = someone.page.locator(f"[data-seat='{seat}']")
        expect(chair.locator("[data-name]")).to_contain_text(name)
        expect(chair.locator(f"[data-face={level}]")).to_be_visible()
    expect(someone.page.locator("[data-log]")).to_contain_text(names[0])
    assert someone.page.locator("[data-log] [data-face=novice]").count() > 0
    assert someone.breaches() == []


def test_a_bot_greets_now_and_then_unless_it_is_switched_off(person: Make) -> None:
    someone = person().comes()
    places = [{"kind": "host"}, {"kind": "bot", "bot": "novice"}, {"kind": "bot", "bot": "novice"}]
    greets = ""
    while not greets or chance(f"{greets}/0") // 7 % 2 != 0:
        path, _ = someone.opens({"game": "back-to-the-future", "places": places})
        greets = path.removeprefix("/t/")
    seat = (1, 2)[chance(f"{greets}/0") % 2]
    greeting = GREETINGS[chance(f"{greets}/0") // 70 % len(GREETINGS)]

    someone.comes(path)
    expect(someone.page.locator(f"[data-bubble='{seat}']")).to_have_text(greeting)
    expect(someone.page.get_by_role("status").filter(has_text=greeting)).to_contain_text(bot_name(greets, seat))
    someone.page.get_by_role("button", name="More").click()
    someone.page.get_by_role("button", name="Settings").click()
    someone.page.locator("[data-bot-remarks]").get_by_text("Off").click()

    someone.page.reload()
    someone.waits_for_a_question()
    expect(someone.page.locator("[data-bubble]")).to_have_count(0)
    assert someone.page.get_by_role("status").filter(has_text=greeting).count() == 0


def reaction(person: Person, name: str) -> None:
    person.page.locator(f"[data-react={name}]").tap()


def test_a_reaction_is_shown_at_its_seat_on_every_screen(person: Make) -> None:
    couch = sat_down(person, "excellent-boardgame")
    ada = couch.phones[0]

    reaction(ada, "bravo")

    for screen in (couch.tv, couch.spectator, ada):
        bubble = screen.page.locator("[data-bubble='0']")
        expect(bubble).to_have_text("Well played!")
        expect(screen.page.get_by_role("status").filter(has_text="Ada: Well played!")).to_have_count(1)
    assert couch.tv.still("() => document.querySelector('[data-bubble]') !== null") is False
    assert couch.spectator.page.get_by_role("log").filter(has_text="Well played!").count() == 0


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_reactions_have_labels_and_can_be_sent_by_keyboard(person: Make, lang: str) -> None:
    someone = person(lang).comes()
    path, _ = someone.opens({"game": "riff-in-time", "places": [{"kind": "host"}, {"kind": "bot", "bot": "novice"}]})
    someone.comes(path)
    someone.waits_for_a_question()
    someone.page.keyboard.press("c")

    button = someone.page.get_by_role("button", name={"en": "Thanks!", "fr": "Merci\u00a0!"}[lang], exact=True)
    button.focus()
    someone.page.keyboard.press("Enter")

    expect(someone.page.locator("[data-bubble='0']")).to_be_visible()
    assert someone.breaches() == []


def test_whoever_is_muted_sends_no_reactions(person: Make) -> None:
    couch = Couch(person, "excellent-boardgame", 2)
    ada, bea = couch.joins("Ada"), couch.joins("Bea")
    ada.page.wait_for_selector("[data-react]")
    couch.tv.page.goto(f"{couch.tv.address}{couch.path}#{couch.invitation}")
    couch.tv.page.get_by_role("button", name="More").click()
    couch.tv.page.get_by_role("button", name="Mute or remove people").click()
    couch.tv.page.get_by_role("button", name="Mute Ada").click()

    expect(ada.page.locator("[data-react]")).to_have_count(0)
    reaction(bea, "wow")
    expect(couch.tv.page.locator("[data-bubble='1']")).to_be_visible()
