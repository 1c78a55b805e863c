"""What the docs name is there: files, links between pages, and the commands of the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
LINK = re.compile(r"\]\(([^)#:]+)(#[^)]*)?\)")
PATH = re.compile(r"`((?:[a-z_]+/)+[A-Za-z_.]+\.(?:py|ts|toml|md))`")
PLACES = (ROOT, ROOT / "src/timebooth", ROOT / "client/src", ROOT / "src/timebooth/games/back_to_the_future")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_files_that_a_page_names_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")

    missing = [link for link, _ in LINK.findall(text) if not (page.parent / link).exists()]
    missing += [path for path in PATH.findall(text) if not any((place / path).exists() for place in PLACES)]

    assert missing == []
