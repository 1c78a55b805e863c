"""The documentation in a browser: from the lobby to a chapter, with a search, and without a word from the browser."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.people import Person

Make = Callable[..., Person]


def test_the_lobby_leads_to_the_documentation_and_its_search_to_a_chapter(person: Make) -> None:
    ada = person("fr")
    ada.comes()

    ada.page.get_by_role("link", name="Documentation (en anglais)").click()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Timebooth#")
    ada.page.get_by_role("searchbox").fill("backups")
    ada.page.get_by_role("link", name="Backups Hosting").click()

    expect(ada.page).to_have_url(f"{ada.address}/docs/hosting.html#backups")
    expect(ada.page.get_by_role("heading", name="Backups")).to_be_in_viewport()


def test_the_chapters_are_folded_away_on_a_phone_and_nothing_is_cut(person: Make) -> None:
    ada = person(width=390, height=844)

    ada.page.goto(f"{ada.address}/docs/http-api.html")

    chapter = ada.page.get_by_role("link", name="Hosting", exact=True)
    expect(chapter).not_to_be_visible()
    ada.page.get_by_text("Chapters", exact=True).click()
    expect(chapter).to_be_visible()
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= 390
