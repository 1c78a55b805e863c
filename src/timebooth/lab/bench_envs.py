"""Environment steps, ours beside those of PettingZoo's own Connect Four; `bench` times them in turns.

A step is a real choice with its observation. All play at random, picking from the mask in the same way.
"""

from __future__ import annotations

import warnings
from time import process_time
from typing import Any

from timebooth.kernel.chance import FastDice
from timebooth.lab.bench import SEED, Measure, Slice

PEER = "PettingZoo connect_four"


def measures_of_environments(game: str, seats: tuple[int, ...]) -> list[Measure]:
    """One of our games at some numbers of seats, and the peer as its makers hand it out."""
    from timebooth.envs.aec import SeatsInTurn

    ours = [Measure(f"{game} ({k})", "environment", "steps", _steps(SeatsInTurn(game, k))) for k in seats]
    return [*ours, Measure(PEER, "environment", "steps", _steps(_connect_four()), peer=True)]


def _connect_four() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import connect_four_v3
    make: Any = connect_four_v3.env
    return make()


def _steps(env: Any) -> Slice:
    def run(seconds: float) -> float:
        dice = FastDice(SEED)
        steps = 0
        begin = process_time()
        while True:
            steps += play(env, dice)
            spent = process_time() - begin
            if spent >= seconds:
                return steps / spent

    return run


def play(env: Any, dice: FastDice) -> int:
    """A whole game at random; how many steps it had."""
    env.reset(seed=int(dice.below(1_000_000)))
    steps = 0
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        (legal,) = seen["action_mask"].nonzero()
        env.step(legal[dice.below(len(legal))])
        steps += 1
    return steps
