"""A real Chromium for the tests: the machine's own, or Debian's package, installed where that can be done."""

from __future__ import annotations

import shutil
from functools import cache

from playwright.sync_api import Browser, Playwright

from tests.debian import find_or_install

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@cache
def program() -> str | None:
    """Where it is; on Debian, as root, the package is installed where it is missing."""
    return find_or_install("chromium", _look)


def _look() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=program(), args=["--no-sandbox"])
