"""Screenshots of the lobby and of every game at its start, in the middle and at its end, from a real server.

    python tools/screens.py FOLDER [GAME…]

At 1440 and 390 px, dark and light. Look at every one of them.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.browser.chromium import launch
from tests.browser.conftest import House
from tests.browser.people import Person

SIZES = ((1440, 900), (390, 844))
THEMES = ("dark", "light")
GAMES = ("back-to-the-future", "excellent-boardgame", "riff-in-time")
KNOWS_THE_GAMES = json.dumps({"guided": GAMES})
MIDDLE = 14  # answers of mine
MOST = 400
STILL = 700  # milliseconds until nothing moves


def lookers(browser: Browser, house: House) -> Iterator[tuple[str, Person]]:
    """Somebody for every size and theme, and what their pictures are called."""
    for width, height in SIZES:
        for theme in THEMES:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=theme,  # type: ignore[arg-type]
                reduced_motion="reduce",
                locale="en-GB",
            )
            context.add_init_script(f"localStorage.setItem('timebooth', '{KNOWS_THE_GAMES}')")
            yield f"{width}-{theme}", Person(context.new_page(), house.address)
            context.close()


def take(one: Person, folder: Path, name: str) -> None:
    one.page.wait_for_timeout(STILL)
    one.page.screenshot(path=folder / f"{name}.png")
    print(folder / f"{name}.png", flush=True)


def play(one: Person, folder: Path, game: str, name: str) -> None:
    bots = [{"kind": "bot", "bot": "novice"} for _ in range(1 if game == "riff-in-time" else 3)]
    path, _ = one.opens({"game": game, "places": [{"kind": "host"}, *bots]})
    one.comes(path)
    rng = random.Random(7)
    for answer in range(MOST):
        one.waits_for_a_question()
        if answer == 0:
            take(one, folder, f"{game}-start-{name}")
        if answer == MIDDLE:
            take(one, folder, f"{game}-middle-{name}")
        if one.is_over():
            take(one, folder, f"{game}-end-{name}")
            return
        if one.is_asked():
            one.answers(rng)
        one.page.wait_for_timeout(30)


def main() -> None:
    folder, games = Path(sys.argv[1]), sys.argv[2:] or list(GAMES)
    folder.mkdir(parents=True, exist_ok=True)
    house = House(Path(tempfile.mkdtemp()))
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, one in lookers(browser, house):
            one.comes()
            take(one, folder, f"lobby-{name}")
            for game in games:
                play(one.comes(), folder, game, name)
        browser.close()
    house.stop()


if __name__ == "__main__":
    main()
