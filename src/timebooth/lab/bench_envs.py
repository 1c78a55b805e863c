"""Environment steps a second, ours beside PettingZoo's own: CPU time, taken in turns in one run, told as ratios."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from statistics import median
from typing import Any

import msgspec

from timebooth.kernel.chance import FastDice


class Pace(msgspec.Struct, frozen=True):
    """How many times as fast as the peer, round by round."""

    steps: float
    """Ours, a second."""
    peer_steps: float
    ratios: tuple[float, ...]

    @property
    def ratio(self) -> float:
        return median(self.ratios)


def connect_four() -> Any:
    """PettingZoo's own game, as its makers hand it out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import connect_four_v3
    make: Any = connect_four_v3.env
    return make()


def steps_per_second(env: Any, steps: int, seed: int) -> float:
    """Random play, each step with its observation; legal actions are picked from the mask the same way for all."""
    dice = FastDice(seed)
    done = 0
    started = time.process_time()
    while done < steps:
        env.reset(seed=seed + done)
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = seen["action_mask"].nonzero()[0]
            env.step(legal[dice.below(len(legal))])
            done += 1
    return done / (time.process_time() - started)


def compare(
    ours: Callable[[], Any], peer: Callable[[], Any] = connect_four, rounds: int = 9, steps: int = 2_000
) -> Pace:
    """Both environments in turns, so that a slow moment of the machine meets both."""
    mine, theirs = ours(), peer()
    found = [
        (steps_per_second(mine, steps, seed), steps_per_second(theirs, steps, seed)) for seed in range(1, rounds + 1)
    ]
    return Pace(
        median(mine for mine, _ in found), median(theirs for _, theirs in found), tuple(m / t for m, t in found)
    )
