"""A connection that breaks: the page says so at once, and never claims what is not true."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.test_table import at_a_table

Make = Callable[..., Person]

WORDS = """() => {
    window.heard = new Set()
    const record = () => window.heard.add(document.querySelector('[data-asked] .who')?.textContent.trim() ?? '')
    new MutationObserver(record).observe(document.body, { subtree: true, childList: true, characterData: true })
}"""


def test_the_page_says_at_once_that_it_is_offline_and_nothing_is_called_sent(person: Make) -> None:
    someone = at_a_table(person())
    someone.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket"]
    someone.page.evaluate(WORDS)

    someone.page.context.set_offline(True)

    expect(someone.page.get_by_text("Connection lost.")).to_be_visible(timeout=20_000)
    someone.answers(random.Random(1))
    expect(someone.page.get_by_text("Not sent yet: you are offline")).to_be_visible()
    assert someone.breaches() == []
    assert "Sent" not in someone.page.evaluate("[...window.heard]")

    someone.page.context.set_offline(False)

    expect(someone.page.get_by_text("Connection lost.")).to_have_count(0)
    someone.waits_for_a_question()
    expect(someone.page.get_by_text("Not sent yet")).to_have_count(0)
