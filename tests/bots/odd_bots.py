"""Bots that do what no bot should; named as `tests.bots.odd_bots:Class`."""

from __future__ import annotations

from timebooth.bots.bot import Bot, Decision
from timebooth.kernel.chance import Rng


class Fine(Bot):
    name = "fine"

    def choose(self, decision: Decision, rng: Rng) -> int:
        print("I choose the last one")
        return decision.options[-1]


class Raising(Bot):
    name = "raising"

    def choose(self, decision: Decision, rng: Rng) -> int:
        raise ValueError("no\nidea")


class Unmakeable(Fine):
    name = "unmakeable"

    def __init__(self, budget: object = None) -> None:
        raise RuntimeError("not today")


class Leaving(Bot):
    name = "leaving"

    def choose(self, decision: Decision, rng: Rng) -> int:
        raise SystemExit(3)


class Illegal(Bot):
    name = "illegal"

    def choose(self, decision: Decision, rng: Rng) -> int:
        return 10**6


class Wordy(Bot):
    name = "wordy"

    def choose(self, decision: Decision, rng: Rng) -> int:
        return "the first one"  # type: ignore[return-value]


class Endless(Bot):
    name = "endless"

    def choose(self, decision: Decision, rng: Rng) -> int:
        while True:
            try:
                while True:
                    pass
            except Exception:
                continue


class Peeking(Bot):
    """Answers by what it finds in the state that it was given: by the true one, if that is in reach."""

    name = "peeking"

    def choose(self, decision: Decision, rng: Rng) -> int:
        return decision.options[sum(decision._state.numbers()) % len(decision.options)]


class Lazy(Bot):
    """Does not say how it chooses."""

    name = "lazy"


NO_BOT = 5
