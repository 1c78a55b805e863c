"""Time RLCard's Uno, driven from Python at random: a peer for our games driven in the same way."""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import Any

from timebooth.bench.measure import SEED, Measure

GAME = "uno"
PEER = f"RLCard {GAME}"


def installed() -> bool:
    return find_spec("rlcard") is not None


def rlcard_measures() -> list[Measure]:
    return [Measure(PEER, "python", "answers", run, peer=True)]


def run(seconds: float) -> float:
    """Drive whole games, including the deal; RLCard makes an observation in every step."""
    library: Any = import_module("rlcard")
    env = library.make(GAME, config={"seed": SEED})
    chance = random.Random(SEED)
    answers = 0
    begin = process_time()
    while True:
        seen, _ = env.reset()
        while not env.is_over():
            legal = list(seen["legal_actions"])
            seen, _ = env.step(legal[int(chance.random() * len(legal))])
            answers += 1
        spent = process_time() - begin
        if spent >= seconds:
            return answers / spent
