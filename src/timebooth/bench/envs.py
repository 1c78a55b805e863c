"""Time the steps of our PettingZoo environments, beside those of PettingZoo's own Connect Four, and of our Gymnasium
environments against regular bots.

A step is a real choice with its observation. All environments are played at random by the same code.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib.util import find_spec
from time import process_time
from typing import Any

from timebooth.bench.measure import SEED, Measure, Slice
from timebooth.kernel.chance import FastRng

PEER = "PettingZoo connect_four"
RAW = "PettingZoo connect_four, unwrapped"
OPPONENTS = "regular"


def missing() -> str | None:
    """Return the extra that has to be installed for this benchmark, if any; the peer always imports pygame."""
    for package, extra in (("pettingzoo", "rl"), ("pygame", "peers")):
        if find_spec(package) is None:
            return extra
    return None


def environment_measures(game: str, seats: tuple[int, ...]) -> list[Measure]:
    """Return the measures of one of our games at some numbers of seats."""
    from timebooth.envs.aec import SeatsInTurn
    from timebooth.envs.one_seat import OneSeat

    found = [Measure(f"{game} ({k})", "environment", "steps", _steps(SeatsInTurn(game, k), play)) for k in seats]
    against = [OneSeat(game, k, bots=OPPONENTS) for k in seats]
    steps = zip(seats, against, strict=True)
    return found + [Measure(f"{game} ({k})", "one_seat", "steps", _steps(env, play_one_seat)) for k, env in steps]


def peer_environment_measures() -> list[Measure]:
    """Return the measures of the peer, with and without the wrappers that check every action."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3
    make: Any = connect_four_v3
    wrapped, bare = make.env(), make.raw_env()
    return [
        Measure(PEER, "environment", "steps", _steps(wrapped, play), peer=True),
        Measure(RAW, "environment", "steps", _steps(bare, play), peer=True),
    ]


def _steps(env: Any, play_game: Callable[[Any, FastRng], int]) -> Slice:
    def run(seconds: float) -> float:
        rng = FastRng(SEED)
        steps = 0
        begin = process_time()
        while True:
            steps += play_game(env, rng)
            spent = process_time() - begin
            if spent >= seconds:
                return steps / spent

    return run


def play(env: Any, rng: FastRng) -> int:
    """Play a whole game at random; return the number of steps."""
    env.reset(seed=int(rng.below(1_000_000)))
    steps = 0
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        (legal,) = seen["action_mask"].view(bool).nonzero()  # numpy searches booleans faster than integers
        env.step(legal[rng.below(len(legal))])
        steps += 1
    return steps


def play_one_seat(env: Any, rng: FastRng) -> int:
    """Play a whole game of one seat at random; return the number of steps."""
    seen, _ = env.reset(seed=int(rng.below(1_000_000)))
    steps, over = 0, False
    while not over:
        (legal,) = seen["action_mask"].view(bool).nonzero()
        seen, _, terminated, truncated, _ = env.step(legal[rng.below(len(legal))])
        over = terminated or truncated
        steps += 1
    return steps
