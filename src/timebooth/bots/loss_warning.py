"""The gentle coach: says before an answer is sent that it would give away a lot of the win chance.

Everything is judged by what the seat knows, with the estimate of `chances`, as in a hint and in a review.
"""

from __future__ import annotations

from typing import Final

import msgspec

from timebooth.bots.bot import Budget, Decision
from timebooth.bots.chances import WORLDS, Chances, anchored, compare
from timebooth.bots.thinking_bot import ExpertBot
from timebooth.kernel.chance import Rng

MIN_LOSS: Final = 0.1  # of the win chance that is worth a warning


class LossWarning(msgspec.Struct, frozen=True):
    """An answer that would give away a lot."""

    chance: float
    """Of winning, with the best answer."""
    left: float
    """Of winning, with the answer that the seat is about to give."""


def warning_of(decision: Decision, code: int, rng: Rng, budget: Budget, worlds: int = WORLDS) -> LossWarning | None:
    """Return a warning if this answer is clearly worse than another one, and much worse than the expert's answer.

    The chances are those of a hint: a player who asks what the expert would choose sees the same numbers.
    """
    if len(decision.options) < 2:
        return None
    chances = Chances(decision.game, worlds)
    chance = chances.of_seat(decision)
    if chance <= MIN_LOSS:
        return None
    found = chances.of_answers(decision, code)
    compared = compare(found, code)
    if chance - anchored(chance, compared.chance, compared.best) <= MIN_LOSS:
        return None
    best = ExpertBot(budget).choose(decision, rng)
    if best not in found:
        found.update(chances.of_answers(decision, best))
    left = anchored(chance, _mean(found[code]), _mean(found[best]))
    return LossWarning(chance, left) if chance - left > MIN_LOSS else None


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
