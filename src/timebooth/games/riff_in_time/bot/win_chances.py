"""How likely the band is to win, fitted to the outcomes of games: the chance that people are told. Not a rule.

The features of a state are called marks; `win_chances.toml` has the weight of each by the number of players, fitted by
`tools/fit_riff_win_chances.py` to the outcomes of games between bots.
"""

from __future__ import annotations

import tomllib
from math import exp, log
from pathlib import Path
from typing import Final

from mypy_extensions import i64

from timebooth.games.riff_in_time.bot.evaluation import BEST, evaluate
from timebooth.games.riff_in_time.kinds import POOL, RIFF_CARDS
from timebooth.games.riff_in_time.state import NO_ENDING, WON, RiffState
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import count

# The log odds of the evaluation, the same times the share of the deck that was drawn, and times its square; that share
# and its square; whether the dice of the turn are still to be rolled; and the share of the pool that can still be used.
NAMES: Final = (
    "bias",
    "evaluation",
    "evaluation_late",
    "evaluation_last",
    "late",
    "last",
    "before_roll",
    "unused_dice",
)
MARKS: Final[i64] = 8
ALMOST: Final = 0.0001  # no evaluation is trusted closer to 0 or 1


def read_weights(players: str) -> vec[float]:
    """Return the weights of all marks, in the order of NAMES."""
    text = (Path(__file__).parent / "win_chances.toml").read_text(encoding="utf-8")
    weights = tomllib.loads(text)[players]
    return vec[float]([float(weights[name]) for name in NAMES])


WEIGHTS: Final = {1: read_weights("one"), 2: read_weights("two"), 3: read_weights("three"), 4: read_weights("four")}


def marks_of(s: RiffState) -> vec[float]:
    """Return the marks of a state, in the order of NAMES."""
    share = evaluate(s) / BEST
    log_odds = log((share + ALMOST) / (1.0 - share + ALMOST))
    late = 1.0 - float(s.deck_size()) / float(RIFF_CARDS)
    last = late * late
    before_roll = 1.0 if s.dice == 0 else 0.0
    unused_dice = float(count(s.unused_dice())) / float(POOL)
    return vec[float]([1.0, log_odds, log_odds * late, log_odds * last, late, last, before_roll, unused_dice])


def win_chances(s: RiffState) -> list[float]:
    """Return how likely each seat is to win: all win or lose together.  §COOPERATIVE"""
    chance = 1.0 if s.ending == WON else 0.0
    if s.ending == NO_ENDING:
        weights = WEIGHTS[s.players]
        marks = marks_of(s)
        score = 0.0
        for i in range(MARKS):
            score += weights[i] * marks[i]
        chance = 1.0 / (1.0 + exp(-score))
    return [chance] * s.seats
