"""Measure how often a bot would win if it knew more: upper bounds for bots that simulate a sealed round.

    python tools/ceiling.py [--knows hands] [--seats 4] [--games 400] [--seed 1]

One seat of the Excellent Boardgame plays against greedy bots and looks at hidden information, which no real bot may do.
It plays the round with each of its answers and many random seeds, and takes the answer with the best
`State.win_chances`. It knows only that the others are greedy bots (`minds`), or also their hands (`hands`), or even
their coming answers (`answers`). The seat changes from game to game.
"""

from __future__ import annotations

import argparse
import sys

from timebooth.bots.bot import Decision
from timebooth.bots.greedy_bot import GreedyBot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.state import State
from timebooth.lab.statistics import wilson
from timebooth.registry import find_game

GAME = "excellent-boardgame"
KNOWLEDGE = ("minds", "hands", "answers")
SAMPLES = 16  # more do not win more
OTHERS = GreedyBot()

Answers = dict[int, int]


class Seer:
    """The seat that looks at hidden information."""

    def __init__(self, game: Game, seat: int, knows: str, rng: FastRng) -> None:
        self.game = game
        self.seat = seat
        self.knows = knows
        self.rng = rng

    def choose(self, state: State, coming: Answers) -> int:
        """Return the best answer, if the others are about to give the answers `coming`."""
        options = state.options(self.seat)
        totals = [0.0] * len(options)
        for _ in range(SAMPLES):
            world = state.sample_world(self.seat, self.rng) if self.knows == "minds" else state
            theirs = coming if self.knows == "answers" else self.expected(world)
            chance = self.rng.below(1 << 30)
            for i, option in enumerate(options):
                totals[i] += win_chance(world, {**theirs, self.seat: option}, self.seat, FastRng(chance))
        return options[totals.index(max(totals))]

    def expected(self, world: State) -> Answers:
        """Return answers of the others, drawn with another rng than their real ones."""
        return {
            seat: OTHERS.choose(Decision(self.game, world, seat), self.rng)
            for seat in world.asked()
            if seat != self.seat
        }


def win_chance(world: State, answers: Answers, seat: int, chance: FastRng) -> float:
    """Return how likely a seat is to win after the round."""
    state = world.copy()
    state.play([answers[each] for each in state.asked()], chance)
    while 0 < len(state.asked()) < state.seats:
        state.play([state.options(each)[0] for each in state.asked()], chance)
    return state.win_chances()[seat]


def wins(game: Game, seats: int, seat: int, knows: str, seed: int) -> bool:
    """Return whether the seat that knows more wins a game."""
    rng, bot_rng = FastRng(seed), FastRng(seed + 1)
    seer = Seer(game, seat, knows, FastRng(seed + 2))
    state = game.start(seats, None, rng)
    while asked := state.asked():
        answers = {each: OTHERS.choose(Decision(game, state, each), bot_rng) for each in asked if each != seat}
        if seat in asked:
            answers[seat] = seer.choose(state, answers)
        state.play([answers[each] for each in asked], rng)
    outcome = state.outcome()
    return outcome is not None and seat in outcome.winners


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--knows", choices=KNOWLEDGE, default="hands")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = find_game(GAME)
    won = 0
    for number in range(args.games):
        won += wins(game, args.seats, number % args.seats, args.knows, (args.seed << 32) + 4 * number)
        low, high = wilson(won, number + 1)
        print(f"\r{won} of {number + 1} [{low:.0%}-{high:.0%}]", end="", file=sys.stderr, flush=True)
    share = f"{won / args.games:.1%} [{low:.0%}-{high:.0%}]"
    print(f"\nknows {args.knows}, {args.seats} seats: {won} of {args.games}, {share}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
