"""Golden games replay to the same journal, byte for byte."""

from __future__ import annotations

import pytest

from tests.goldens.golden import Golden, goldens, paths
from timebooth.kernel.match import verify
from timebooth.kernel.record import read_record
from timebooth.registry import find_game, game_types

CASES = [pytest.param(game, name, golden, id=f"{game}-{name}") for game, name, golden in goldens()]


@pytest.mark.parametrize(("game", "name", "golden"), CASES)
def test_a_golden_game_replays_to_its_journal_and_shows_what_it_is_there_for(
    game: str, name: str, golden: Golden
) -> None:
    record, journal = paths(game, name)

    match = verify(find_game(game), read_record(record.read_text(encoding="utf-8")))

    assert match.journal.lines() == journal.read_text(encoding="utf-8")
    assert golden.fits(match)


@pytest.mark.parametrize("key", list(game_types()))
def test_every_ending_has_a_golden_game(key: str) -> None:
    shown = {golden.ending for game, _, golden in goldens() if game == key}

    assert set(game_types()[key].endings) <= shown
