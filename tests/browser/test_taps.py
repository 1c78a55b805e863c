"""Every tap means one thing, on a phone too: the prompt stays in its place, titles name what is missing, nobody is
asked for nothing."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import ASKED, Person

Make = Callable[..., Person]

GAMES = ("back-to-the-future", "excellent-boardgame", "riff-in-time")
HOST, BOT = {"kind": "host"}, {"kind": "bot", "bot": "novice"}
PLACE = """() => {
    const { top, height } = document.querySelector('.prompt').getBoundingClientRect()
    const ground = document.querySelector('section.ground').getBoundingClientRect()
    return [top, height, ground.top].map(Math.round)
}"""
ANSWERS = 8
MAX_ANSWERS = 300


def at_a_table(someone: Person, game: str, bots: int = 1) -> Person:
    someone.comes()
    path, _ = someone.opens({"game": game, "places": [HOST, *[BOT] * bots]})
    someone.comes(path)
    someone.waits_for_a_question()
    return someone


def close_the_list(someone: Person) -> None:
    for opened in someone.page.locator("[data-all-answers][aria-expanded=true]").all():
        opened.click()


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_prompt_keeps_its_place_and_the_board_never_moves(person: Make, game: str) -> None:
    someone = at_a_table(person("fr", width=390, height=844), game)
    places = set()
    for answer in range(ANSWERS):
        someone.waits_for_a_question()
        if someone.is_over():
            break
        close_the_list(someone)
        someone.page.evaluate("scrollTo(0, 0)")
        places.add(tuple(someone.page.evaluate(PLACE)))
        someone.answers(random.Random(answer))
    assert len(places) == 1, places


def test_a_choice_of_several_parts_names_the_part_that_is_missing(person: Make) -> None:
    someone = at_a_table(person(), "excellent-boardgame")
    someone.page.locator("[data-lesson=hand] .mv").first.click()

    expect(someone.page.locator(f"{ASKED} [data-missing]")).to_contain_text("second card")


def test_against_bots_only_nobody_is_asked_to_react_with_nothing_to_react_with(person: Make) -> None:
    someone = at_a_table(person(), "back-to-the-future", bots=2)
    rng = random.Random(5)
    windows = 0
    for _ in range(MAX_ANSWERS):
        someone.waits_for_a_question()
        if someone.is_over() or windows == 2:
            break
        if someone.prompt() in ("react", "before_the_turn"):
            windows += 1
            assert someone.options().count() > 1
        someone.answers(rng)
    assert someone.page.locator("[data-log] li").count() > 0


def test_a_bot_plays_for_me_only_once_i_have_confirmed_and_a_banner_says_so(person: Make) -> None:
    someone = at_a_table(person(), "excellent-boardgame")
    someone.page.locator(".top [popovertarget]").last.click()
    someone.page.get_by_text("Let a bot play for me").click()
    expect(someone.page.locator("[data-replaced]")).to_have_count(0)
    someone.page.locator("[data-hand-over]").click()

    expect(someone.page.locator("[data-replaced], [data-over]").first).to_be_visible()
