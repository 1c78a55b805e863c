"""Render the app's icons as PNG from client/public/icon.svg, with the browser of the tests."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.browser.chromium import launch

PUBLIC = Path(__file__).parent.parent / "client/public"


def main() -> None:
    svg = (PUBLIC / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for size in (192, 512):
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{svg}")
            page.screenshot(path=PUBLIC / f"icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
