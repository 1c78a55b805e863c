"""The tool that fits weights recovers the weights by which winners were drawn."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import fit_bttf_win_chances
import fit_riff_win_chances
import numpy as np
import pytest
from fit_excellent_win_chances import gather
from fitting import fit, written_by

from timebooth.games.back_to_the_future.bot import win_chances as bttf
from timebooth.games.excellent_boardgame.bot.win_chances import MARKS, WEIGHTS
from timebooth.games.excellent_boardgame.game import ROUNDS
from timebooth.games.riff_in_time.bot import win_chances as riff


def test_weights_are_found_again() -> None:
    true = np.array([0.8, -0.3, 0.0])
    rng = np.random.default_rng(1)
    marks = rng.integers(0, 4, (20_000, 3, 3)).astype(np.float32)
    luck = -np.log(-np.log(rng.random((20_000, 3))))  # the largest sum wins with the chance that the weights give it
    winners = (marks @ true + luck).argmax(axis=1)
    first = np.array([np.roll(moment, -winner, axis=0) for moment, winner in zip(marks, winners, strict=True)])

    assert fit(first) == pytest.approx(true, abs=0.05)


def test_moments_are_gathered_round_by_round_with_the_winner_first() -> None:
    found = gather(2, 3, 1, 5)

    assert len(found) == ROUNDS[2]
    assert all(marks.shape == (3, 2, MARKS) for marks in found)
    assert not found[0][:, :, 0].any()  # nobody holds anything yet
    last = found[-1]
    assert last[:, 0, 0].sum() > last[:, 1, 0].sum()


def test_every_round_of_every_number_of_players_has_its_weights() -> None:
    assert {seats: len(weights) // MARKS for seats, weights in WEIGHTS.items()} == ROUNDS


@pytest.mark.parametrize(
    ("module", "tool"), [(bttf, fit_bttf_win_chances), (riff, fit_riff_win_chances)], ids=["bttf", "riff"]
)
def test_the_weights_were_written_by_the_tool_with_its_defaults(module: ModuleType, tool: ModuleType) -> None:
    assert module.__file__ is not None
    written = Path(module.__file__).with_name("win_chances.toml").read_text(encoding="utf-8").splitlines()

    assert written_by(f"{tool.__name__}.py", tool.arguments().parse_args([])) in written
