"""A real server and a real browser for the tests here. They run by `make browser`, apart from all others: Playwright
and asyncio do not share a process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.chromium import launch, program
from tests.browser.people import Person

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "src/timebooth/server/web/index.html"

TIMEOUT = 60_000  # milliseconds; enough even on a busy machine
expect.set_options(timeout=TIMEOUT)

# Bots answer at once and windows close as soon as all have answered: nobody watches them. How long they wait for
# people is tested with a clock of its own in tests/tables.
# With DEALS, every table of a game gets the same cards, dice and bots' choices in every run.
QUICK = """
import os
from functools import partialmethod
from hashlib import blake2b
from timebooth.cli.main import run
from timebooth.tables import clocks, tables
clocks.BOT_PAUSE = 0.02
clocks.WINDOW_HOLD = 0.02
deals = os.environ.get("DEALS", "").encode()
if deals:
    same = lambda length: blake2b(deals, digest_size=length).digest()
    tables.Tables.__init__ = partialmethod(tables.Tables.__init__, entropy=same)
run()
"""

# Events are not shown one by one, and so a page is as far as its server. A test that looks at them changes the speed.
QUIET = "localStorage.timebooth ??= JSON.stringify({ speed: 'off' })"


class Server:
    """A running server: its address, and how to stop and start it."""

    def __init__(self, folder: Path, deals: str = "") -> None:
        self.folder = folder
        self.deals = deals
        self.port = 0
        self.start()

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-c", QUICK, "serve", "--no-open", "--port", str(self.port)]
        command += ["--db", str(self.folder / "tables.db"), "--log-level", "warning", "--lang", "en"]
        with (self.folder / "log").open("ab") as log:
            env = {**os.environ, "DEALS": self.deals}
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=env)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "http://localhost:" in line:
                self.port = int(line.split("http://localhost:")[1].split()[0].strip("/.,"))
                return
        raise AssertionError((self.folder / "log").read_text())

    def stop(self, *, kill: bool = False) -> None:
        if kill:
            self.process.kill()
        else:
            self.process.terminate()
        self.process.wait(TIMEOUT / 1000)
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server"))
    yield found
    found.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if program() is None:
        pytest.skip("NOT TESTED IN A BROWSER: there is no Chromium here and none could be installed")
    if not WEB.exists():
        pytest.fail("the client is not built: run `make browser`")
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


@pytest.fixture
def server_of(request: pytest.FixtureRequest) -> Server:
    """Return the server of a test: a module may name a fixture of its own as `SERVER`."""
    found = request.getfixturevalue(getattr(request.module, "SERVER", "server"))
    assert isinstance(found, Server)
    return found


@pytest.fixture
def person(server_of: Server, browser: Browser) -> Iterator[Callable[..., Person]]:
    """Make people, each with their own browser context; at the end, their pages must have reported no errors."""
    people: list[Person] = []

    def make(lang: str = "en", *, width: int = 1440, height: int = 900, theme: str = "dark", **more: object) -> Person:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale={"en": "en-GB", "fr": "fr-FR"}[lang],
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            **more,  # type: ignore[arg-type]
        )
        context.set_default_timeout(TIMEOUT)
        context.add_init_script(QUIET)
        page: Page = context.new_page()
        people.append(Person(page, server_of.address))
        return people[-1]

    yield make
    for one in people:
        wrong = one.wrong()
        one.page.context.close()
        assert wrong == []
