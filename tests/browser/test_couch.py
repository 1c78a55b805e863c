"""A television for the room and a phone for each player: the board on the one, hand, goal and question on the others.

The television must get and show nothing that a spectator does not get.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import ROOT
from tests.browser.people import ASKED, Person
from timebooth.registry import find_game
from timebooth.words import catalogue

Make = Callable[..., Person]

GAMES = ("back-to-the-future", "excellent-boardgame", "riff-in-time")
TELEVISIONS = ((1280, 720), (1920, 1080), (3840, 2160))
PHONES = ((390, 844), (360, 640), (844, 390), (640, 360))
LEAST_TYPE = 15  # pixels at 1280 by 720, where the stage is two thirds of its size
DECISIONS = 24
PARTS = ".seats, [data-story], [data-join], .event, .areas li"
SERVER_TEXT = ROOT / "src/timebooth/server/text/en.json"

OUTSIDE = """(selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1)
    .filter(([, box]) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
    .map(([one]) => one.outerHTML.slice(0, 120))"""

CUT = """() => [...document.querySelectorAll('[data-story] p, p.name, .count, [data-join] h2, [data-join] p')]
    .filter((one) => one.scrollWidth > one.clientWidth + 2 || one.scrollHeight > one.clientHeight + 8)
    .map((one) => one.outerHTML.slice(0, 160))"""

SMALL = """(least) => {
    const scale = document.querySelector('[data-stage]').getBoundingClientRect().width / 1920
    const stage = document.createTreeWalker(document.querySelector('[data-tv]'), NodeFilter.SHOW_TEXT)
    const found = []
    for (let node = stage.nextNode(); node; node = stage.nextNode()) {
        const one = node.parentElement
        if (!node.data.trim() || one.closest('.sr, svg, .areas') || !one.checkVisibility()) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const box = range.getBoundingClientRect()
        // What a box is high, not what its style says: the board is scaled as a whole.
        if (box.height > 1 && box.height < least) found.push(`${Math.round(box.height)} ${node.data.slice(0, 60)}`)
    }
    return found
}"""


RECORD = """
    window.seen = new Set()
    const record = () => {
        const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const text = node.data.replace(/\\d+/g, '#').trim()
            if (/\\p{L}/u.test(text) && !node.parentElement.closest('head, script')) window.seen.add(text)
        }
    }
    new MutationObserver(record).observe(document, { subtree: true, childList: true, characterData: true })
"""
"""Collects every text of a page. Numbers all count alike: one page may skip a step of a count that another shows."""


class Wire:
    """What a page asks of the server over its socket, and what it receives."""

    def __init__(self, page: Page) -> None:
        self.listened: list[Any] = []
        self.messages: dict[int, str] = {}
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, frame: str | bytes) -> None:
        for call in _each(frame):
            if call.get("type") == "listen":
                self.listened.append(call.get("seat"))

    def _received(self, frame: str | bytes) -> None:
        for said in _each(frame):
            message = said.get("message")
            if message is not None:
                assert said.get("seat") is None, said
                assert "own" not in message, said
                self.messages[message["number"]] = json.dumps(message, sort_keys=True)


def _each(frame: str | bytes) -> list[dict[str, Any]]:
    said = json.loads(frame)
    return said if isinstance(said, list) else [said]


class Couch:
    """A television that opened a table, a spectator elsewhere, and one phone for each seat but those of bots."""

    def __init__(self, person: Make, game: str, phones: int, bots: int = 0, lang: str = "en") -> None:
        self.person, self.lang = person, lang
        self.tv, self.spectator = person(lang, width=1920, height=1080), person(lang)
        self.wire, self.others_wire = Wire(self.tv.page), Wire(self.spectator.page)
        for one in (self.tv, self.spectator):
            one.page.add_init_script(RECORD)
        self.tv.comes()
        places = [{"kind": "open"}] * phones + [{"kind": "bot", "bot": "novice"}] * bots
        self.path, self.invitation = self.tv.opens({"game": game, "places": places, "visibility": "invitation"})
        self.tv.page.goto(f"{self.tv.address}{self.path}/tv#{self.invitation}")
        self.spectator.page.goto(f"{self.tv.address}{self.path}#{self.invitation}")
        self.tv.page.wait_for_selector("[data-tv]")
        self.phones: list[Person] = []

    def code(self) -> str:
        """Return the address in the QR code."""
        return self.tv.page.locator("[data-join]").get_attribute("data-join") or ""

    def joins(self, name: str) -> Person:
        """Let somebody scan the code, write a name and sit down."""
        phone = self.person(self.lang, width=390, height=844, has_touch=True, is_mobile=True)
        phone.page.goto(self.code())
        phone.page.locator("[data-name]").fill(name)
        phone.page.locator("[data-sit]").tap()
        phone.page.wait_for_selector("[data-seated], [data-goal]")
        self.phones.append(phone)
        return phone

    def whoever_is_asked(self) -> Person | None:
        """Return a phone that is asked, or nobody once the game is over."""
        while not any(phone.is_over() for phone in self.phones):
            for phone in self.phones:
                if phone.is_asked():
                    return phone
            self.tv.page.wait_for_timeout(50)
        return None


def sat_down(person: Make, game: str, phones: int = 2, lang: str = "en") -> Couch:
    couch = Couch(person, game, phones, lang=lang)
    for name in ("Ada", "Bea", "Maximiliane-Charlotte XXIV")[:phones]:
        couch.joins(name)
    couch.tv.page.wait_for_selector("[data-tv][data-moment]")
    return couch


def interface(game: str) -> set[str]:
    """Return every text that is the same in all games of a kind, and so tells nothing about this one."""
    said = json.loads(SERVER_TEXT.read_text(encoding="utf-8")) | catalogue("en", find_game(game))
    fixed = {text for key, text in said.items() if key.startswith(("ui.", "game.", "board.tv_"))}
    return {re.sub(r"\d+", "#", part).strip() for text in fixed for part in re.split(r"[{}]", text)}


def test_three_phones_and_a_cold_television_come_to_the_first_answer(person: Make) -> None:
    started = time.monotonic()
    steps = 0
    tv = person(width=1920, height=1080)
    tv.comes()
    tv.page.get_by_role("button", name="Invite friends: Back to the Future: The Card Game").click()
    tv.page.locator("[data-open-tv]").click()
    steps += 2
    tv.page.wait_for_selector("[data-tv]")
    expect(tv.page.locator("[data-join] img")).to_have_js_property("complete", True)
    assert tv.page.locator("[data-join] img").evaluate("image => image.naturalWidth") > 0

    phones = []
    for name in ("Ada", "Bea", "Cleo"):
        phone = person(width=390, height=844, has_touch=True, is_mobile=True)
        phone.page.goto(tv.page.locator("[data-join]").get_attribute("data-join") or "")
        phone.page.locator("[data-name]").fill(name)
        phone.page.locator("[data-sit]").tap()
        steps += 3
        expect(tv.page.locator("[data-tv]")).to_contain_text(name)
        phones.append(phone)
    for phone in phones:
        phone.page.wait_for_selector(ASKED)
        expect(phone.page.locator("[data-goal]")).to_be_visible()
        expect(phone.page.locator("[data-hand]")).to_be_visible()
        expect(phone.page.get_by_label("Board", exact=True)).to_have_count(0)
    phones[0].options().first.tap()
    steps += 1
    phones[0].page.wait_for_selector(f"{ASKED}", state="detached")

    expect(tv.page.locator(".ready")).to_have_count(1)
    print(f"{steps} steps, {time.monotonic() - started:.1f} s from a cold television to the first answer")
    assert steps == 12
    assert tv.breaches() == []
    assert phones[1].breaches() == []


@pytest.mark.parametrize("game", GAMES)
def test_a_television_receives_and_shows_what_a_spectator_does(person: Make, game: str) -> None:
    couch = sat_down(person, game)
    rng = random.Random(game)
    for _ in range(DECISIONS):
        phone = couch.whoever_is_asked()
        if phone is None:
            break
        phone.answers(rng)
    moment = couch.tv.page.locator("[data-tv]").get_attribute("data-moment")
    reached = "moment => Number(document.querySelector('[data-moment]')?.dataset.moment) >= Number(moment)"
    couch.spectator.page.wait_for_function(reached, arg=moment)

    tv, theirs = couch.wire, couch.others_wire
    assert set(tv.listened) == set(theirs.listened) == {None}
    both = tv.messages.keys() & theirs.messages.keys()
    assert len(both) > 3
    # The first message of each is a snapshot of the moment at which it began to listen.
    snapshots = {min(tv.messages), min(theirs.messages)}
    for number in both - snapshots:
        assert tv.messages[number] == theirs.messages[number]
    ours, public = (set(one.page.evaluate("[...window.seen]")) for one in (couch.tv, couch.spectator))
    extra = ours - public - interface(game)
    assert not extra
    assert len(ours & public) > 20


@pytest.mark.parametrize(("game", "lang"), [(game, lang) for game in GAMES for lang in ("en", "fr")])
def test_everything_fits_on_televisions_and_phones(person: Make, game: str, lang: str) -> None:
    couch = sat_down(person, game, 3 if game != "riff-in-time" else 2, lang)
    rng = random.Random(3)
    for turn in range(6):
        phone = couch.whoever_is_asked()
        assert phone is not None
        if turn in (0, 5):
            for width, height in TELEVISIONS:
                couch.tv.page.set_viewport_size({"width": width, "height": height})
                assert couch.tv.still(f"() => ({OUTSIDE})('{PARTS}')") == [], (width, height)
                assert couch.tv.still(CUT) == [], (width, height)
                least = LEAST_TYPE * width / 1280
                assert couch.tv.still(f"() => ({SMALL})({least})") == [], (width, height)
            for width, height in PHONES:
                phone.page.set_viewport_size({"width": width, "height": height})
                assert not phone.scrolls_sideways(), (width, height)
                assert phone.still(f"() => ({OUTSIDE})('[data-asked] .acts, [data-asked] h2, header.bar')") == []
            phone.page.set_viewport_size({"width": 390, "height": 844})
        phone.answers(rng)


def test_a_phone_that_slept_goes_on_where_the_game_is(person: Make) -> None:
    couch = sat_down(person, "back-to-the-future")
    ada = couch.phones[0]
    ada.expected.append("net::ERR_INTERNET_DISCONNECTED")
    ada.page.wait_for_selector(ASKED)
    ada.page.context.set_offline(True)
    couch.phones[1].options().first.tap()
    couch.phones[1].page.wait_for_selector(ASKED, state="detached")
    ada.page.context.set_offline(False)
    ada.page.wait_for_selector(ASKED)
    ada.options().first.tap()

    expect(couch.tv.page.locator("[data-tv]")).not_to_have_attribute("data-moment", "0")
    assert ada.page.locator("[data-goal]").count() == 1


def test_a_phone_shows_the_board_and_covers_its_seat_on_demand(person: Make) -> None:
    couch = sat_down(person, "back-to-the-future")
    page = couch.phones[0].page
    secret = couch.phones[0].text("[data-goal] h2")

    page.locator("[data-show-board]").tap()
    expect(page.get_by_label("Board", exact=True)).to_be_visible()
    expect(page.locator("[data-goal]")).to_have_count(0)
    page.locator("[data-show-board]").tap()
    page.locator("[data-cover]").tap()

    expect(page.locator("[data-goal], [data-hand]")).to_have_count(0)
    assert secret not in page.locator("main").inner_text()
    page.get_by_text("Covered. Tap to uncover.").tap()
    expect(page.locator("[data-goal]")).to_be_visible()


def test_the_host_shows_a_waiting_table_on_a_television_and_moves_to_a_phone(person: Make) -> None:
    host = person().comes()
    path, invitation = host.opens(
        {"game": "excellent-boardgame", "places": [{"kind": "host"}, {"kind": "open"}], "visibility": "invitation"}
    )
    host.comes(f"{path}#{invitation}")
    host.page.get_by_role("link", name="Show on a TV").click()
    host.page.wait_for_url(f"**{path}/tv#*")
    expect(host.page.locator("[data-seat] .open, .open[data-seat]")).to_have_count(1)

    host.page.locator("[data-free]").click()

    expect(host.page.locator(".open[data-seat]")).to_have_count(2)
    expect(host.page.locator("[data-free]")).to_have_count(0)
    phone = person(width=390, height=844, has_touch=True, is_mobile=True)
    phone.page.goto(host.page.locator("[data-join]").get_attribute("data-join") or "")
    phone.page.locator("[data-sit]").tap()
    phone.page.wait_for_selector("[data-seated]")
    host.page.locator("[data-fill]").click()
    phone.page.wait_for_selector(ASKED)
    host.page.wait_for_selector("[data-tv][data-moment]")
