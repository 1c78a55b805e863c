"""What the docs name is there: files and links between pages. Their examples in Python are true."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
LINK = re.compile(r"\]\(([^)#:]+)(#[^)]*)?\)")
PYTHON = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
PATH = re.compile(r"`((?:[a-z_]+/)+[A-Za-z_.]+\.(?:py|ts|toml|md))`")
PLACES = (ROOT, ROOT / "src/timebooth", ROOT / "client/src", ROOT / "src/timebooth/games/back_to_the_future")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_files_that_a_page_names_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")

    missing = [link for link, _ in LINK.findall(text) if not (page.parent / link).exists()]
    missing += [path for path in PATH.findall(text) if not any((place / path).exists() for place in PLACES)]

    assert missing == []


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "README.md"], ids=lambda page: page.name)
def test_the_examples_of_a_page_are_true(page: Path) -> None:
    found = doctest.testfile(str(page), module_relative=False, encoding="utf-8")

    assert found.failed == 0
    for block in PYTHON.findall(page.read_text(encoding="utf-8")):
        if ">>>" not in block:
            ast.parse(block)  # a part of a file


@pytest.mark.parametrize("name", ["tutorial", "agents"])
def test_the_chapters_on_the_library_have_examples(name: str) -> None:
    blocks = PYTHON.findall((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8"))

    assert blocks
    assert all(">>>" in block for block in blocks)
