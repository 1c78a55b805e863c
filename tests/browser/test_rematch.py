"""The same people once more."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.people import Person

Make = Callable[..., Person]

SETTINGS = {"game": "riff-in-time", "places": [{"kind": "host"}, {"kind": "open"}], "visibility": "invitation"}


def test_the_second_player_joins_the_rematch_of_a_table_by_invitation(person: Make) -> None:
    host, guest, watching = person(), person(), person()
    host.comes()
    path, invitation = host.opens({**SETTINGS, "options": {"harder": 5}})
    host.comes(path)
    for one in (guest, watching):
        one.comes(f"{path}#{invitation}")
    guest.page.locator("[data-sit]").first.click()
    rng = random.Random(9)
    while not (host.is_over() and guest.is_over()):
        for one in (host, guest):
            if one.is_asked():
                one.answers(rng)
        host.page.wait_for_timeout(20)
    before = host.page.url
    host.page.locator("[data-rematch]").click()
    host.page.wait_for_url(lambda url: url != before)

    guest.page.get_by_role("button", name="Join the rematch").click()

    for one in (host, guest):
        one.page.wait_for_selector("[data-moment='0']")
        expect(one.page.locator("[data-watching]")).to_have_count(0)
    expect(watching.page.locator("[data-rematch], a[href*='/t/'].primary")).to_have_count(0)
