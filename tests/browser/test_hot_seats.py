"""Several people at one screen: nobody ever reads there what another person must not know.

A spectator watches the same game in another browser. Whenever no curtain is lifted, the shared screen must not contain
a single text, label or picture description that the spectator's page does not contain at the same moment.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import ASKED, Person

Make = Callable[..., Person]

ADA, BEA, BOT = {"kind": "host"}, {"kind": "host", "name": "Bea"}, {"kind": "bot", "bot": "regular"}
GAMES: dict[str, dict[str, Any]] = {
    "back-to-the-future": {"places": [ADA, BEA, BOT, BOT], "options": {"b1_cards": 2}},
    "excellent-boardgame": {"places": [ADA, BEA, BOT]},
    "riff-in-time": {"places": [ADA, BEA], "options": {"open_peek": False}},
}
ANIMATED = 8  # answers whose events are animated; the rest of the game goes faster
MAX_DECISIONS = 3000  # of a game that does not end
PARTS = ("[data-lesson=board]", "[data-lesson=hand]", "[data-goal]", "[data-lesson=seats] ul", "[data-log]")

RECORD = """
    window.seen = new Map()
    const ATTRIBUTES = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'data-card', 'data-name']
    // Captions follow the pointer, which is nowhere in the spectator's page; nobody counts themselves as a spectator.
    // What a bot says follows from public events, and stays for some seconds, on one page longer than on the other.
    const APART =
        '.top, .tabs, [data-asked], .rewind, .toast, .caption, [data-spectators], [data-bubble], [data-bubbles]'
    // Likewise the line that reads out an event or an item, but only while the pointer is on one.
    const readable = '[data-at]:hover, [data-lesson=seats] button:hover'
    const apart = (node) => node.matches(APART) || (node.matches('.reader') && document.querySelector(readable))
    const record = () => {
        const prompt = document.querySelector('[data-asked]')
        if (!prompt) return
        const key = `${prompt.dataset.looking ?? 'spectator'} ${prompt.dataset.moment}`
        const strings = window.seen.get(key) ?? new Set()
        window.seen.set(key, strings)
        const add = (text) => text.trim() && strings.add(text.trim())
        const kept = (node) =>
            node.nodeType === 1 && apart(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT
        const kinds = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT
        const walker = document.createTreeWalker(document.body, kinds, kept)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (node.nodeType === 3) add(node.data)
            else for (const name of ATTRIBUTES) if (node.hasAttribute(name)) add(node.getAttribute(name))
        }
        const told = `prompt of ${key}`
        window.seen.set(told, new Set([...(window.seen.get(told) ?? []), prompt.innerText]))
    }
    new MutationObserver(record).observe(document, {
        subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ATTRIBUTES,
    })
"""


def seen_by(someone: Person) -> dict[str, set[str]]:
    """Return every string that was in the page, by who looked and by moment."""
    found = someone.page.evaluate("[...window.seen].map(([key, strings]) => [key, [...strings]])")
    return {key: set(strings) for key, strings in found}


def tree(part: Locator) -> str:
    """Return a part of the page as a screen reader gets it."""
    return part.first.aria_snapshot() if part.count() > 0 else ""


def public_at(public: dict[str, set[str]], moment: int, game: str) -> set[str]:
    """Return what the spectator could read at a moment.

    In Riff, rifts are counted up and down one by one, and each page skips other steps of that if the machine is busy:
    there, whatever was public up to the next moment counts. Its only secret is a card before it is drawn.
    """
    if game != "riff-in-time":
        return public[f"spectator {moment}"]
    return set[str]().union(*(public.get(f"spectator {each}", set()) for each in range(moment + 2)))


class Screen:
    """A screen that Ada and Bea share, and a spectator at the same table."""

    def __init__(self, person: Make, game: str) -> None:
        self.screen, self.spectator = person(), person()
        for one in (self.screen, self.spectator):
            one.page.add_init_script(RECORD)
            one.comes()
        self.animates(True)
        path, _ = self.screen.opens({"game": game, **GAMES[game]})
        self.spectator.comes(path)
        self.screen.comes(path)
        self.goals: dict[str, list[tuple[int, str]]] = {}
        """The goals that somebody read behind their curtain, with the moment; a goal may change."""

    def animates(self, motion: bool) -> None:
        for one in (self.screen, self.spectator):
            one.page.emulate_media(reduced_motion="no-preference" if motion else "reduce")
            one.animates("normal" if motion else "off")

    def waits(self) -> str:
        """Wait until somebody has to do something; return who looks at the screen: a seat, or nobody."""
        self.screen.page.wait_for_selector(f"[data-curtain], {ASKED}, [data-over]", timeout=60_000)
        return self.screen.page.locator("[data-asked]").get_attribute("data-looking") or ""

    def compares_trees(self) -> None:
        """Compare what screen readers get while the curtains are down, if the spectator is at the same moment."""
        page = self.screen.page
        moment = page.locator("[data-asked]").get_attribute("data-moment")
        # A window may close by itself meanwhile, so that the spectator is already further on.
        reached = "moment => Number(document.querySelector('[data-moment]')?.dataset.moment) >= Number(moment)"
        self.spectator.page.wait_for_function(reached, arg=moment)
        page.mouse.move(1, 1)  # what is under the pointer is explained, which the spectator did not ask for
        page.wait_for_timeout(50)
        if self.screen.page.locator("[data-curtain]").count() == 0:
            return
        for part in PARTS:
            mine, theirs = (tree(one.page.locator(part)) for one in (self.screen, self.spectator))
            same = page.locator(f"[data-curtain], [data-moment='{moment}']").count() > 1
            if same and self.spectator.page.locator(f"[data-moment='{moment}']").count() > 0:
                assert mine == theirs, (part, moment)

    def answers(self, rng: random.Random) -> None:
        """Nobody reacts, or somebody lifts their curtain and answers."""
        page = self.screen.page
        nobody = page.locator("[data-nobody], [data-nobody-until]")
        if nobody.count() > 0 and rng.random() < 0.8:
            nobody.nth(rng.randrange(nobody.count())).click()
        else:
            lifts = page.locator("[data-lift]")
            count = lifts.count()
            if count == 0:
                return  # the window has closed meanwhile
            lifts.nth(rng.randrange(count)).click()
            looks = page.locator("[data-asked]").get_attribute("data-looking") or ""
            assert looks.isdigit()
            goal = page.locator("[data-goal] h2")
            if goal.count() > 0:
                moment = int(page.locator("[data-asked]").get_attribute("data-moment") or 0)
                self.goals.setdefault(looks, []).append((moment, goal.first.inner_text()))
            self.screen.answers(rng)
            expect(page.locator("[data-looking=nobody]")).to_be_attached()

    def plays_to_the_end(self, rng: random.Random) -> int:
        """Play the game; return how often a curtain was down for somebody to lift."""
        downs = 0
        while not self.screen.is_over():
            assert downs < MAX_DECISIONS, "the game does not end"
            looks = self.waits()
            if self.screen.is_over():
                break
            assert looks == "nobody", "a hand lies open before a curtain was lifted"
            downs += 1
            self.compares_trees()
            # Both pages have arrived: switched during an animation, only one of them would show its steps.
            if downs == ANIMATED:
                self.animates(False)
            self.answers(rng)
        self.spectator.page.wait_for_selector("[data-over]")
        return downs


@pytest.mark.parametrize("game", GAMES)
def test_nothing_secret_is_on_a_shared_screen_in_a_whole_game(person: Make, game: str) -> None:
    table = Screen(person, game)

    downs = table.plays_to_the_end(random.Random(game))

    assert downs > ANIMATED
    shared, public = seen_by(table.screen), seen_by(table.spectator)
    over = max(int(key.split()[-1]) for key in public)
    compared = 0
    for key, strings in shared.items():
        if key.startswith("nobody ") and int(key.split()[-1]) < over:
            moment = key.split()[-1]
            extra = strings - public_at(public, int(moment), game)
            assert not extra, (moment, {text: [each for each in public if text in public[each]] for text in extra})
            compared += 1
    assert compared > 3
    assert game == "riff-in-time" or leaked_goals(table.goals, shared, public) == []


def leaked_goals(
    goals: dict[str, list[tuple[int, str]]], shared: dict[str, set[str]], public: dict[str, set[str]]
) -> list[tuple[str, str]]:
    """Return where somebody could read the goal of another seat while it had it and before everybody was shown it."""
    found: list[tuple[str, str]] = []
    for seat, read in goals.items():
        for goal in {goal for _, goal in read}:
            held = [moment for moment, each in read if each == goal]
            told = [int(key.split()[-1]) for key, strings in public.items() if goal in strings]
            for key, strings in shared.items():
                looks, moment = key.split()[0], int(key.split()[-1])
                secret = held[0] <= moment <= held[-1] and moment < min(told, default=moment + 1)
                if secret and looks in goals and looks != seat and goal in strings:
                    found.append((key, goal))
    return found


def test_people_at_one_screen_have_names_and_colours_of_their_own(person: Make) -> None:
    host = person().comes()
    host.page.get_by_role("button", name="Invite friends: Bill & Ted’s Excellent Boardgame").click()
    dialog = host.page.locator("dialog")
    dialog.get_by_role("group", name="Players on this device").get_by_role("button", name="More").click()
    dialog.get_by_label("Name of Player 2").fill("Bea")
    dialog.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url("**/t/**")
    host.page.locator("[data-sit]").first.click()
    expect(host.page.get_by_placeholder("Player 3")).to_be_focused()
    assert host.breaches() == []
    host.page.keyboard.press("Enter")

    host.page.wait_for_selector("[data-curtain]")
    seats = host.page.locator("[data-seat]")
    assert [seats.nth(seat).locator(".nm").inner_text().strip() for seat in (1, 2)] == ["Bea", "Player 3"]
    colours = [seats.nth(seat).locator("svg.shape").first.get_attribute("class") for seat in range(3)]
    assert len(set(colours)) == 3
    expect(host.page.get_by_text("(you)")).to_have_count(0)
    expect(host.page.locator("[data-lift]")).to_have_count(3)
    assert host.breaches() == []

    host.page.get_by_role("button", name="I am Bea").click()

    expect(host.page.locator("[data-seat]").filter(has_text="(you)")).to_have_count(1)
    expect(host.page.locator("[data-seat='1'] .nm")).to_contain_text("(you)")


def test_where_nothing_is_secret_the_screen_shows_whoever_is_asked(person: Make) -> None:
    host = person().comes()
    path, _ = host.opens({"game": "riff-in-time", "places": [ADA, BEA]})
    host.comes(path)
    rng = random.Random(8)
    looked: set[str | None] = set()
    while len(looked) < 2:
        host.waits_for_a_question()
        looked.add(host.page.locator("[data-seat]").filter(has_text="(you)").get_attribute("data-seat"))
        host.answers(rng)

    expect(host.page.locator("[data-curtain]")).to_have_count(0)


def test_a_goal_that_was_read_behind_a_curtain_is_gone_with_it(person: Make) -> None:
    host = person().comes()
    path, _ = host.opens({"game": "back-to-the-future", "places": [ADA, BEA]})
    host.comes(path)
    host.page.locator("[data-lift]").first.click()
    goal = host.page.locator("[data-lesson=headlines] li").first
    goal.hover()
    read = host.page.locator(".reader").filter(has_text=goal.locator("b").inner_text())
    expect(read).to_have_count(1)

    host.options().first.press("Enter")  # the pointer stays where it is

    expect(host.page.locator("[data-looking=nobody]")).to_be_attached()
    expect(read).to_have_count(0)
