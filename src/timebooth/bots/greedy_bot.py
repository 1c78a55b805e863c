"""Tries every option in a few sampled worlds and takes the one with the best evaluation."""

from __future__ import annotations

from timebooth.bots.bot import Bot, Decision
from timebooth.bots.turn_plan import TurnPlan
from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.state import State

WORLDS = 4  # in which each option is tried
MAX_ROUNDS = 24  # to play on until the bot's own next decision


class GreedyBot(Bot):
    """Looks one step ahead, as if the others passed, or answered at random if they cannot pass.

    In cooperative games it looks to the end of its own turn.
    """

    name = "greedy"

    def choose(self, decision: Decision, rng: Rng) -> int:
        if len(decision.options) == 1:
            return decision.options[0]
        if decision.game.cooperative:
            return TurnPlan(decision, rng).best(decision.options)
        worlds = [(decision.sample_world(rng), rng.below(1 << 30)) for _ in range(WORLDS)]
        best = decision.options[0]
        best_value = -1
        for option in decision.options:
            value = sum(self._value(world, decision.seat, option, seed) for world, seed in worlds)
            if value > best_value:
                best, best_value = option, value
        return best

    def _value(self, world: State, seat: int, option: int, seed: int) -> int:
        state = world.copy()
        rng = FastRng(seed)
        first = {seat: option}
        for _ in range(MAX_ROUNDS):
            asked = state.asked()
            if not asked:
                break
            options = {other: state.options(other) for other in asked}
            if not first and len(options.get(seat, ())) > 1:
                break
            answers = [first.get(other, pass_or_random(options[other], rng)) for other in asked]
            first = {}
            state.play(answers, rng)
        return state.evaluate(seat)


def pass_or_random(options: list[int], rng: Rng) -> int:
    """Return the option to pass, which has the smallest code of a catalogue; without it, a random option."""
    return options[0] if options[0] == 0 else options[rng.below(len(options))]
