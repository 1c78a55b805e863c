"""Tries every answer in a few worlds that its seat thinks possible, and takes the one after which it stands best."""

from __future__ import annotations

from timebooth.bots.bot import Bot, Decision
from timebooth.kernel.chance import Rng
from timebooth.kernel.state import State

WORLDS = 4  # in which every answer is tried


class MyBot(Bot):
    name = "my-bot"

    def choose(self, decision: Decision, rng: Rng) -> int:
        """Return one of `decision.options`. A decision holds only what the seat may know."""
        worlds = [decision.sample_world(rng) for _ in range(WORLDS)]
        values = [sum(value(world, decision.seat, option, rng) for world in worlds) for option in decision.options]
        return decision.options[values.index(max(values))]


def value(world: State, seat: int, option: int, rng: Rng) -> int:
    """Return how well a seat stands after an answer, if all others who are asked answer at random."""
    after = world.copy()
    lists = [[option] if each == seat else after.options(each) for each in after.asked()]
    after.play([options[rng.below(len(options))] for options in lists], rng)
    return after.evaluate(seat)
