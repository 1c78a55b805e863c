"""Whole games by clicks: two people in two browsers and two languages, one at a desk, one on a phone, and bots."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person

Make = Callable[..., Person]

HOST, OPEN = {"kind": "host"}, {"kind": "open"}
GAMES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "back-to-the-future": (("regular", "regular"), {"b1_cards": 2}),  # bots that want to win end it soon
    "excellent-boardgame": (("novice",), {}),
    "riff-in-time": (("novice",), {}),
}
MAX_ANSWERS = 3_000  # of both people, after which a game counts as endless
HANGING = 300  # seconds without a question after which the server counts as dead


def table_of(game: str) -> dict[str, Any]:
    bots, options = GAMES[game]
    places = [HOST, OPEN, *({"kind": "bot", "bot": bot} for bot in bots)]
    return {"game": game, "places": places, "visibility": "invitation", "options": options}


def played_out(people: list[Person], rng: random.Random) -> Iterator[tuple[Person, str]]:
    """Everybody answers whatever is asked until the game is over; yields each question once, before its answer."""
    seen: set[tuple[int, str]] = set()
    answers, last = 0, time.monotonic()
    while not all(one.is_over() for one in people):
        assert time.monotonic() < last + HANGING, "nothing is asked any more, and the game is not over"
        for number, one in enumerate(people):
            if one.is_asked():
                prompt = one.prompt()
                if (number, prompt) not in seen:
                    seen.add((number, prompt))
                    yield one, prompt
                if one.is_asked():
                    one.answers(rng)
                    answers, last = answers + 1, time.monotonic()
                    assert answers < MAX_ANSWERS, "the game does not end"
        people[0].page.wait_for_timeout(20)


@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_bots_play_a_whole_game(person: Make, game: str) -> None:
    host = person("en").comes()
    guest = person("fr", width=390, height=844, has_touch=True, is_mobile=True)
    path, invitation = host.opens(table_of(game))
    host.comes(path)
    guest.comes(f"{path}#{invitation}")
    guest.page.locator("[data-sit]").first.click()

    prompts = set()
    for one, prompt in played_out([host, guest], random.Random(game)):
        assert one.breaches() == [], prompt
        assert not one.scrolls_sideways(), prompt
        assert one.can_point(), (prompt, one.options().all_inner_texts())
        prompts.add(prompt)

    assert prompts
    for one in (host, guest):
        assert one.breaches() == []
        expect(one.page.locator("[data-proof=good]")).to_be_attached()
    assert host.text("[data-over]") != guest.text("[data-over]"), "each reads their own language"
