"""The docs and the examples name the environments by their current versions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from timebooth.envs.names import environment, spiel
from timebooth.registry import game_types

ROOT = Path(__file__).parent.parent.parent
FILES = ("README.md", "docs/*.md", "examples/*.py", "src/timebooth/envs/*.py")
PAGES = sorted(page for pattern in FILES for page in ROOT.glob(pattern))
VERSIONED = re.compile(r"timebooth(?:/[a-z-]+-v|_[a-z_]+_v)\d+")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_only_current_versions_are_named(page: Path) -> None:
    current = {name(kind) for kind in game_types().values() for name in (environment, spiel)}

    assert set(VERSIONED.findall(page.read_text(encoding="utf-8"))) <= current
