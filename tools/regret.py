"""How much more often the expert would win if it judged its answers without fault, round by round.

    python tools/regret.py [--seats 4] [--moments 16] [--games 400] [--seed 1] [--round 5]

One seat of the Excellent Boardgame is an expert among greedy bots. At some moment its best answers are tried in many
imagined games, each with the same hands, answers and chance for all of them, and played to the end: the others stay
greedy, the seat goes on as a quick expert. What wins most in one half of the games is held against the expert's own
choice in the other half, and the other way round, so luck does not count as insight. What is better by less than luck
decides in half of the games is not found either: more games find more. The sum over all rounds tells how far the expert
is from the best that its way of going on allows. Every seat has its turn.
"""

from __future__ import annotations

import argparse
import sys

from timebooth.bots.bot import Bot, Decision
from timebooth.bots.greedy_bot import GreedyBot
from timebooth.bots.roster import make_bot
from timebooth.bots.sealed_round import SealedRound
from timebooth.bots.search_bot import think
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.state import State
from timebooth.lab.statistics import mean
from timebooth.registry import find_game

GAME = "excellent-boardgame"
CONTENDERS = 6  # answers that are tried
EXPERT = make_bot("expert:1000")
QUICK = make_bot("expert:6")
OTHERS = GreedyBot()


def answers_of(game: Game, state: State, seat: int, bot: Bot, rng: FastRng) -> dict[int, int]:
    """What everybody answers now: this seat by its bot, the others greedily."""
    return {each: (bot if each == seat else OTHERS).choose(Decision(game, state, each), rng) for each in state.asked()}


def play_on(game: Game, state: State, answers: dict[int, int], seat: int, rng: FastRng) -> bool:
    """Answer so and play to the end; says whether this seat won."""
    while answers:
        state.play([answers[each] for each in state.asked()], rng)
        answers = answers_of(game, state, seat, QUICK, rng)
    outcome = state.outcome()
    return outcome is not None and seat in outcome.winners


def contenders(game: Game, state: State, seat: int, rng: FastRng) -> list[int]:
    """The expert's best answers, its choice first."""
    thoughts = think(Decision(game, state, seat), rng, EXPERT.budget)
    assert isinstance(thoughts, SealedRound)
    ranked = sorted(thoughts.estimates(), key=lambda told: (-told[2], -told[1]))
    best = thoughts.best()
    return [best, *(code for code, _, _ in ranked if code != best)][:CONTENDERS]


def regret(game: Game, state: State, seat: int, games: int, rng: FastRng) -> float:
    """The share of games that a faultless choice among the contenders would win more."""
    codes = contenders(game, state, seat, rng)
    halves = [[0] * len(codes), [0] * len(codes)]
    for number in range(games):
        world = state.sample_world(seat, rng)
        theirs = answers_of(game, world, seat, QUICK, rng)
        chance = rng.below(1 << 30)
        for i, code in enumerate(codes):
            halves[number % 2][i] += play_on(game, world.copy(), {**theirs, seat: code}, seat, FastRng(chance))
    gained = 0
    for here, there in (halves, halves[::-1]):
        gained += there[here.index(max(here))] - there[0]
    return gained / games


def moment(game: Game, seats: int, seat: int, played: int, rng: FastRng) -> State:
    """A game after so many rounds, about to be planned."""
    state = game.start(seats, None, rng)
    while played > 0 or len(state.asked()) < seats:
        played -= len(state.asked()) == seats
        answers = answers_of(game, state, seat, QUICK, rng)
        state.play([answers[each] for each in state.asked()], rng)
    return state


def at_least_one(said: str) -> int:
    if int(said) < 1:
        raise argparse.ArgumentTypeError(f"at least one, not {said}")
    return int(said)


def main() -> int:
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--seats", type=int, choices=find_game(GAME).seats, default=4)
    wanted.add_argument("--moments", type=at_least_one, default=16, help="of each round")
    wanted.add_argument("--games", type=at_least_one, default=400, help="imagined at each moment")
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--round", type=int, action="append", help="only this one; may be said again")
    said = wanted.parse_args()
    game = find_game(GAME)
    rounds = game.start(said.seats, None, FastRng(0)).rounds  # type: ignore[attr-defined]
    for played in range(rounds):
        if said.round and played + 1 not in said.round:
            continue
        found = []
        for number in range(said.moments):
            rng = FastRng((said.seed << 32) + (number << 8) + played)
            seat = number % said.seats
            found.append(regret(game, moment(game, said.seats, seat, played, rng), seat, said.games, rng))
            print(f"\rround {played + 1}: {number + 1} of {said.moments}", end="", file=sys.stderr, flush=True)
        told = mean(found)
        assert told is not None
        middle, low, high = told
        print(f"\rround {played + 1} of {rounds}: {middle:+.1%} [{low:+.1%} to {high:+.1%}]", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
