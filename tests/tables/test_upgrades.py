"""A running game never breaks and a finished one never vanishes when its rules change."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.tables.games import find_game
from tests.tables.released_logs import FOLDER, LOGS, read
from tests.tables.upgrade_logs import KINDS, Kind
from tests.tables.upgrade_run import OneTable, opened, upgrade_many
from timebooth.registry import game_types
from timebooth.tables.upgrading import examine
from timebooth.words import LANGUAGES, Words

TABLES = 12


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", ["back-to-the-future", "excellent-boardgame", "riff-in-time"])
def test_tables_of_older_rules_go_on_and_show_what_they_showed(key: str, kind: Kind) -> None:
    how = asyncio.run(upgrade_many(key, kind, TABLES))
    assert how.total() == TABLES
    assert how["continued"] > 0
    assert how["closed"] == 0


@pytest.mark.parametrize("file", sorted(FOLDER.iterdir()), ids=lambda file: file.name)
def test_the_logs_of_every_released_version_of_the_rules_open_and_none_is_closed(file: Path) -> None:
    logs = read(file)
    assert len(logs) == LOGS
    for log in logs:
        store: Any = OneTable(log)
        how = asyncio.run(examine(store, "t", find_game))
        assert how != "closed"
        table = asyncio.run(opened(store))
        assert not log.over or table.status == "over"


@pytest.mark.parametrize("key", sorted(game_types()))
def test_todays_rules_have_their_logs_among_the_released_ones(key: str) -> None:
    """If this fails, the version of the rules was raised: run tools/released_logs.py before the release."""
    assert (FOLDER / f"{key}-{find_game(key).rules}.json.xz").exists()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", sorted(game_types()))
def test_every_version_of_the_rules_says_what_it_changed(key: str, lang: str) -> None:
    game = find_game(key)
    words = Words(lang, game)
    assert all(words.has(f"rules.{version}") for version in range(2, game.rules + 1))
