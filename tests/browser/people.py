"""A person at a page: comes to the lobby, sits down, and answers questions by clicking options."""

from __future__ import annotations

import random
import re
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Locator, Page
from playwright.sync_api import TimeoutError as TooLate

ASKED = "[data-asked=true]:not([data-sealed])"
OVER = "[data-over]"
SETTLED = f"{ASKED}, {OVER}"
LIT = "main :is(.opt, .lit, .pick, .open, .strip button):not([data-log] *)"
CLICK = 5_000  # milliseconds: shorter than a window
RETRIES = 600  # a tenth of a second apart; enough even on a busy machine

CAN_POINT = """([asked, lit]) =>
    !document.querySelector(`${asked} [data-all-answers]`) || document.querySelector(lit) !== null"""


class Person:
    """One browser context with one page; remembers what went wrong in it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.expected: list[str] = []
        """Parts of console messages that a test provokes on purpose."""
        self._wrong: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self._wrong.append(f"error: {error}"))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._wrong.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def wrong(self) -> list[str]:
        """Return errors, warnings and breaches of the content policy in the page, without those that were provoked."""
        return [said for said in self._wrong if not any(part in said for part in self.expected)]

    # Navigation

    def comes(self, path: str = "/") -> Person:
        self.page.goto(self.address + path)
        self.page.wait_for_selector(".top")
        return self

    def opens(self, settings: dict[str, Any]) -> tuple[str, str]:
        """Open a table as the lobby does; return its path and its invitation."""
        return self._posts("/api/tables", {"settings": settings})

    def forks(self, path: str, settings: dict[str, Any]) -> tuple[str, str]:
        """Fork the game at a table from its first moment; return the new table's path and invitation."""
        table = path.removeprefix("/t/")
        return self._posts(f"/api/tables/{table}/fork", {"moment": 0, "settings": settings})

    def imports(self, record: str) -> tuple[str, str]:
        """Import a record as the lobby does; return the path of its table and its invitation."""
        return self._posts("/api/records", {"record": record})

    def lang(self) -> str:
        """Return the language of the page."""
        return str(self.page.evaluate("document.documentElement.lang"))

    def _posts(self, address: str, wish: dict[str, Any]) -> tuple[str, str]:
        said = self.page.evaluate(
            """async ([address, wish]) => {
                const headers = { 'Content-Type': 'application/json' }
                const body = JSON.stringify({ command: Math.random().toString(36), ...wish })
                return await (await fetch(address, { method: 'POST', headers, body })).json()
            }""",
            [address, wish],
        )
        assert "table" in said, said
        return f"/t/{said['table']}", said["invitation"]

    # At a table

    def is_asked(self) -> bool:
        return self.page.locator(ASKED).count() > 0

    def prompt(self) -> str:
        """Return the prompt of the question, or nothing if there is none any more."""
        return str(self.page.evaluate("document.querySelector('[data-asked=true]')?.dataset.prompt ?? ''"))

    def is_over(self) -> bool:
        return self.page.locator(OVER).count() > 0

    def waits_for_a_question(self) -> None:
        """Wait for the next question or the end; while an answer is being sent, its own question is none."""
        self.page.wait_for_selector(SETTLED)

    def options(self) -> Locator:
        """Return every option as a button; opens the list of all if it is closed."""
        offered = self.page.locator(f"{ASKED} [data-option]:enabled")
        every = self.page.locator(f"{ASKED} [data-all-answers][aria-expanded=false]")
        if offered.count() == 0 and every.count() > 0:
            every.first.click()
        return offered

    def can_point(self) -> bool:
        """Whether a piece is highlighted, or the bar shows every option, so that nobody needs the list of all.

        Checked in one call, because a window may close at any time, and then nothing is asked.
        """
        opened = self.page.locator(f"{ASKED} [data-all-answers][aria-expanded=true]")
        if opened.count() > 0:
            opened.first.click()
        return bool(self.page.evaluate(CAN_POINT, [ASKED, LIT]))

    def answers(self, rng: random.Random) -> None:
        """Click one of the options; in windows mostly pass, or no game would end.

        A click that comes too late for a window is no answer.
        """
        prompt = self.prompt()
        offered = self.options()
        count = offered.count()
        if count == 0:
            return
        chosen = offered.nth(rng.randrange(count))
        if prompt == "react" and rng.random() < 0.9:
            until = self.page.locator(f"{ASKED} [data-until]")
            chosen = until if until.count() > 0 and rng.random() < 0.5 else offered.first
        try:
            chosen.click(timeout=CLICK)
        except TooLate:
            if self.is_asked() and self.prompt() == prompt:
                raise

    def animates(self, speed: str) -> None:
        """Choose how fast events are shown, as in another tab of the same browser: slow, normal, fast or off."""
        self.page.evaluate(
            """speed => {
                const kept = JSON.parse(localStorage.timebooth ?? '{}')
                localStorage.timebooth = JSON.stringify({ ...kept, speed })
                window.dispatchEvent(new StorageEvent('storage', { key: 'timebooth' }))
            }""",
            speed,
        )

    # Checks

    def breaches(self) -> list[str]:
        """Return what axe finds wrong with the page."""
        found = Axe().run(self.page).response["violations"]
        return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]

    def still(self, wrong: str) -> Any:
        """Return what a function of the page finds wrong, once the page has had time to settle."""
        for _ in range(RETRIES):
            found = self.page.evaluate(wrong)
            if not found:
                break
            self.page.wait_for_timeout(100)
        return found

    def scrolls_sideways(self) -> bool:
        return bool(self.still("() => document.documentElement.scrollWidth > innerWidth"))

    def text(self, selector: str) -> str:
        return re.sub(r"\s+", " ", self.page.locator(selector).first.inner_text()).strip()
