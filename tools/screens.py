"""Take screenshots of the lobby and of every game, from a real server.

    python tools/screens.py FOLDER [GAME…]

For each game: every kind of question when it is first asked, the middle and the end; also a table that waits for
friends, and the middle on a television. Each moment at 1440 and 390 px, dark and light, and dark in other sizes. Look
at every one.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.browser.chromium import launch
from tests.browser.conftest import Server
from tests.browser.people import Person

Theme = Literal["dark", "light"]
BOTH: tuple[Theme, ...] = ("dark", "light")
DARK: tuple[Theme, ...] = ("dark",)
SIZES = {(1440, 900): BOTH, (390, 844): BOTH, (1280, 720): DARK, (820, 1180): DARK, (844, 390): DARK}
TELEVISION = {(1920, 1080): DARK}
GAMES = ("back-to-the-future", "excellent-boardgame", "riff-in-time")
KNOWS_THE_GAMES = json.dumps({"guided": GAMES, "speed": "off"})
MIDDLE = {"back-to-the-future": 14, "excellent-boardgame": 3, "riff-in-time": 14}  # own answers
MAX_ANSWERS = 1000
ANALYSIS_TIMEOUT = 600_000  # milliseconds
SETTLE = 300  # milliseconds until animations have ended


def somebody(browser: Browser, server: Server) -> Person:
    context = browser.new_context(reduced_motion="reduce", locale="en-GB")
    context.add_init_script(f"localStorage.setItem('timebooth', '{KNOWS_THE_GAMES}')")
    return Person(context.new_page(), server.address)


def looks(one: Person, sizes: dict[tuple[int, int], tuple[Theme, ...]]) -> Iterator[str]:
    """Show the same page in every size and theme."""
    for (width, height), themes in sizes.items():
        one.page.set_viewport_size({"width": width, "height": height})
        for theme in themes:
            one.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            one.page.wait_for_timeout(SETTLE)
            yield f"{width}-{theme}"


def take(one: Person, folder: Path, name: str, sizes: dict[tuple[int, int], tuple[Theme, ...]] = SIZES) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for look in looks(one, sizes):
        path = folder / f"{name}-{look}.png"
        one.page.screenshot(path=path, animations="disabled")
        print(path, flush=True)


def close_the_list(one: Person) -> None:
    """Close the list of all answers, as for a person who clicks on the board."""
    for button in one.page.locator("[data-all-answers][aria-expanded=true]").all():
        button.click()


def play(one: Person, folder: Path, game: str) -> None:
    bots = [{"kind": "bot", "bot": "regular"} for _ in range(1 if game == "riff-in-time" else 3)]
    path, _ = one.opens({"game": game, "places": [{"kind": "host"}, *bots]})
    one.comes(path)
    rng = random.Random(7)
    asked: set[str] = set()
    for answer in range(MAX_ANSWERS):
        one.waits_for_a_question()
        if one.is_over():
            one.page.wait_for_selector("[data-working]", state="detached", timeout=ANALYSIS_TIMEOUT)
            take(one, folder, "end")
            return
        if answer == MIDDLE[game]:
            close_the_list(one)
            take(one, folder, "middle")
            television = Person(one.page.context.new_page(), one.address)
            television.page.goto(f"{one.address}{path}/tv")
            television.page.wait_for_selector("[data-tv][data-moment]")
            take(television, folder, "television", TELEVISION)
            television.page.close()
        prompt = one.prompt()
        if prompt not in asked:
            asked.add(prompt)
            close_the_list(one)
            take(one, folder, "asked-" + prompt.replace(".", "-"))
        if one.is_asked():
            one.answers(rng)
        one.page.wait_for_timeout(30)


def wait_for_friends(one: Person, folder: Path) -> None:
    path, _ = one.opens({"game": GAMES[0], "places": [{"kind": "host"}, {"kind": "open"}, {"kind": "open"}]})
    one.comes(path)
    take(one, folder, "waiting-room")


def main() -> None:
    folder, games = Path(sys.argv[1]), sys.argv[2:] or list(GAMES)
    server = Server(Path(tempfile.mkdtemp()))
    with ExitStack() as at_last, sync_playwright() as playwright:
        at_last.callback(server.stop)
        browser = launch(playwright)
        one = somebody(browser, server).comes()
        take(one, folder, "lobby")
        wait_for_friends(one, folder)
        for game in games:
            play(one, folder / game, game)
        take(one.comes(), folder, "lobby-after")
        browser.close()


if __name__ == "__main__":
    main()
