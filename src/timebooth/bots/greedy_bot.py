"""Tries every option once on a few states that might be the true one, and takes what leaves it standing best."""

from __future__ import annotations

from timebooth.bots.bot import Bot, Decision
from timebooth.bots.turn_plan import best_of_turn
from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.state import State

WORLDS = 4  # imagined states that each option is tried on
PATIENCE = 24  # rounds of answers until its own next decision is called far enough


class GreedyBot(Bot):
    """One step deep: the others let things pass where they can, and answer at random where they must.

    Where all win or lose together, it looks to the end of its own turn.
    """

    name = "greedy"

    def choose(self, sight: Decision, rng: Rng) -> int:
        if len(sight.options) == 1:
            return sight.options[0]
        if sight.game.cooperative:
            return best_of_turn(sight, rng)
        worlds = [(sight.sample_world(rng), rng.below(1 << 30)) for _ in range(WORLDS)]
        best = sight.options[0]
        most = -1
        for option in sight.options:
            worth = sum(self._worth(world, sight.seat, option, chance) for world, chance in worlds)
            if worth > most:
                best, most = option, worth
        return best

    def _worth(self, world: State, seat: int, option: int, chance: int) -> int:
        state = world.copy()
        dice = FastRng(chance)
        first = {seat: option}
        for _ in range(PATIENCE):
            asked = state.asked()
            if not asked:
                break
            options = {other: state.options(other) for other in asked}
            if not first and len(options.get(seat, ())) > 1:
                break
            answers = [first.get(other, _calmly(options[other], dice)) for other in asked]
            first = {}
            state.play(answers, dice)
        return state.evaluate(seat)


def _calmly(options: list[int], dice: Rng) -> int:
    """Passing has the smallest code of a catalogue; otherwise anything."""
    return options[0] if options[0] == 0 else options[dice.below(len(options))]
