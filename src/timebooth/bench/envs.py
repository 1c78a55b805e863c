"""Environment steps, ours beside those of PettingZoo's own Connect Four; `bench` times them in turns.

A step is a real choice with its observation. All play at random, picking from the mask in the same way.
"""

from __future__ import annotations

import warnings
from importlib.util import find_spec
from time import process_time
from typing import Any

from timebooth.bench.measure import SEED, Measure, Slice
from timebooth.kernel.chance import FastRng

PEER = "PettingZoo connect_four"
RAW = "PettingZoo connect_four, unwrapped"


def missing() -> str | None:
    """What has to be installed for this bench, if anything; the peer draws with pygame, also where nobody looks."""
    for package, extra in (("pettingzoo", "rl"), ("pygame", "peers")):
        if find_spec(package) is None:
            return extra
    return None


def environment_measures(game: str, seats: tuple[int, ...]) -> list[Measure]:
    """One of our games at some numbers of seats."""
    from timebooth.envs.aec import SeatsInTurn

    return [Measure(f"{game} ({k})", "environment", "steps", _steps(SeatsInTurn(game, k))) for k in seats]


def peer_environment_measures() -> list[Measure]:
    """The peer as its makers hand it out, and without the wrappers that check every action."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3
    make: Any = connect_four_v3
    wrapped, bare = make.env(), make.raw_env()
    return [
        Measure(PEER, "environment", "steps", _steps(wrapped), peer=True),
        Measure(RAW, "environment", "steps", _steps(bare), peer=True),
    ]


def _steps(env: Any) -> Slice:
    def run(seconds: float) -> float:
        dice = FastRng(SEED)
        steps = 0
        begin = process_time()
        while True:
            steps += play(env, dice)
            spent = process_time() - begin
            if spent >= seconds:
                return steps / spent

    return run


def play(env: Any, dice: FastRng) -> int:
    """A whole game at random; how many steps it had."""
    env.reset(seed=int(dice.below(1_000_000)))
    steps = 0
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        (legal,) = seen["action_mask"].view(bool).nonzero()  # numpy searches truths faster than numbers
        env.step(legal[dice.below(len(legal))])
        steps += 1
    return steps
