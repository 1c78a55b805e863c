"""How often one round of foresight would win, were less hidden: ceilings for bots that rehearse a sealed round.

    python tools/ceiling.py [--knows hands] [--seats 4] [--games 400] [--seed 1]

One seat of the Excellent Boardgame plays with open eyes against greedy bots; no bot may do any of this. It plays the
round with every answer of its own, with many chances, and takes the one after which `State.win_chances` gives it most.
It knows nothing but how greedy bots think; or what the others hold, too; or even what they are about to answer.
Every seat has its turn.
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
CHANCES = 16  # more do not win more
OTHERS = GreedyBot()

Answers = dict[int, int]


class Seer:
    """The seat that knows more than it may."""

    def __init__(self, game: Game, seat: int, knows: str, rng: FastRng) -> None:
        self.game = game
        self.seat = seat
        self.knows = knows
        self.rng = rng

    def choose(self, state: State, coming: Answers) -> int:
        """The best answer where the others are about to answer so."""
        options = state.options(self.seat)
        totals = [0.0] * len(options)
        for _ in range(CHANCES):
            world = state.sample_world(self.seat, self.rng) if self.knows == "minds" else state
            theirs = coming if self.knows == "answers" else self.expected(world)
            chance = self.rng.below(1 << 30)
            for i, option in enumerate(options):
                totals[i] += prospect(world, {**theirs, self.seat: option}, self.seat, FastRng(chance))
        return options[totals.index(max(totals))]

    def expected(self, world: State) -> Answers:
        """What the others would answer if they thought of it now: not with the same chance as they will."""
        return {
            seat: OTHERS.choose(Decision(self.game, world, seat), self.rng)
            for seat in world.asked()
            if seat != self.seat
        }


def prospect(world: State, answers: Answers, seat: int, chance: FastRng) -> float:
    """How likely this seat is to win when the round has come to its end."""
    state = world.copy()
    state.play([answers[each] for each in state.asked()], chance)
    while 0 < len(state.asked()) < state.seats:
        state.play([state.options(each)[0] for each in state.asked()], chance)
    return state.win_chances()[seat]


def wins(game: Game, seats: int, seat: int, knows: str, seed: int) -> bool:
    """Whether the seat that knows more wins a game."""
    rng, mind = FastRng(seed), FastRng(seed + 1)
    seer = Seer(game, seat, knows, FastRng(seed + 2))
    state = game.start(seats, None, rng)
    while asked := state.asked():
        answers = {each: OTHERS.choose(Decision(game, state, each), mind) for each in asked if each != seat}
        if seat in asked:
            answers[seat] = seer.choose(state, answers)
        state.play([answers[each] for each in asked], rng)
    outcome = state.outcome()
    return outcome is not None and seat in outcome.winners


def main() -> int:
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--knows", choices=KNOWLEDGE, default="hands")
    wanted.add_argument("--seats", type=int, default=4)
    wanted.add_argument("--games", type=int, default=400)
    wanted.add_argument("--seed", type=int, default=1)
    said = wanted.parse_args()
    game = find_game(GAME)
    won = 0
    for number in range(said.games):
        won += wins(game, said.seats, number % said.seats, said.knows, (said.seed << 32) + 4 * number)
        low, high = wilson(won, number + 1)
        print(f"\r{won} of {number + 1} [{low:.0%}-{high:.0%}]", end="", file=sys.stderr, flush=True)
    share = f"{won / said.games:.1%} [{low:.0%}-{high:.0%}]"
    print(f"\nknows {said.knows}, {said.seats} seats: {won} of {said.games}, {share}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
