"""A table at which every seat is taken."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.test_table import at_a_table

Make = Callable[..., Person]


def test_nobody_is_invited_to_a_full_table(person: Make) -> None:
    someone = at_a_table(person())

    someone.page.get_by_role("button", name="More").click()

    expect(someone.page.get_by_role("button", name="Settings")).to_be_visible()
    expect(someone.page.get_by_role("button", name="Invite somebody")).to_have_count(0)


def test_the_log_names_people_and_their_characters_together(person: Make) -> None:
    someone = at_a_table(person(), {"game": "riff-in-time", "places": [{"kind": "host"}]})

    expect(someone.page.locator("[data-log]")).to_contain_text("(you)")
