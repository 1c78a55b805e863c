"""Measure how much more often the expert would win with perfect choices, round by round.

    python tools/regret.py [--seats 4] [--moments 16] [--games 400] [--seed 1] [--round 5]

One seat of the Excellent Boardgame is an expert among greedy bots. At some moments its best answers are tried in many
sampled worlds, each with the same hands, answers and seed for all of them, and played to the end: the others stay
greedy, the seat goes on as a quick expert. The answer that wins most in one half of the games is compared with the
expert's own choice in the other half, and the other way round, so that luck is not counted as skill. Differences
smaller than the noise of half the games are not found; more games find more. The sum over all rounds estimates how far
the expert is from the best possible play, given how it goes on. The seat changes from moment to moment.
"""

from __future__ import annotations

import argparse
import sys

from timebooth.bots.bot import Bot, Decision
from timebooth.bots.greedy_bot import GreedyBot
from timebooth.bots.roster import make_bot
from timebooth.bots.sealed_round import SealedRound
from timebooth.bots.thinking import think
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.state import State
from timebooth.lab.statistics import mean
from timebooth.registry import find_game

GAME = "excellent-boardgame"
CONTENDERS = 6  # answers to try
EXPERT = make_bot("expert:1000")
QUICK = make_bot("expert:6")
OTHERS = GreedyBot()


def answers_of(game: Game, state: State, seat: int, bot: Bot, rng: FastRng) -> dict[int, int]:
    """Return everybody's answers: this seat's by its bot, the others' by greedy bots."""
    return {each: (bot if each == seat else OTHERS).choose(Decision(game, state, each), rng) for each in state.asked()}


def play_on(game: Game, state: State, answers: dict[int, int], seat: int, rng: FastRng) -> bool:
    """Give these answers and play to the end; return whether this seat won."""
    while answers:
        state.play([answers[each] for each in state.asked()], rng)
        answers = answers_of(game, state, seat, QUICK, rng)
    outcome = state.outcome()
    return outcome is not None and seat in outcome.winners


def contenders(game: Game, state: State, seat: int, rng: FastRng) -> list[int]:
    """Return the expert's best answers, its choice first."""
    thoughts = think(Decision(game, state, seat), rng, EXPERT.budget)
    assert isinstance(thoughts, SealedRound)
    ranked = sorted(thoughts.estimates(), key=lambda estimate: (-estimate[2], -estimate[1]))
    best = thoughts.best()
    return [best, *(code for code, _, _ in ranked if code != best)][:CONTENDERS]


def regret(game: Game, state: State, seat: int, games: int, rng: FastRng) -> float:
    """Return the share of games that a perfect choice among the contenders would win more."""
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
    """Return a game after so many rounds, before the next one is planned."""
    state = game.start(seats, None, rng)
    while played > 0 or len(state.asked()) < seats:
        played -= len(state.asked()) == seats
        answers = answers_of(game, state, seat, QUICK, rng)
        state.play([answers[each] for each in state.asked()], rng)
    return state


def at_least_one(args: str) -> int:
    if int(args) < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {args}")
    return int(args)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, choices=find_game(GAME).seats, default=4)
    parser.add_argument("--moments", type=at_least_one, default=16, help="of each round")
    parser.add_argument("--games", type=at_least_one, default=400, help="playouts at each moment")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--round", type=int, action="append", help="only this round; may be repeated")
    args = parser.parse_args()
    game = find_game(GAME)
    rounds = game.start(args.seats, None, FastRng(0)).rounds  # type: ignore[attr-defined]
    for played in range(rounds):
        if args.round and played + 1 not in args.round:
            continue
        found = []
        for number in range(args.moments):
            rng = FastRng((args.seed << 32) + (number << 8) + played)
            seat = number % args.seats
            found.append(regret(game, moment(game, args.seats, seat, played, rng), seat, args.games, rng))
            print(f"\rround {played + 1}: {number + 1} of {args.moments}", end="", file=sys.stderr, flush=True)
        interval = mean(found)
        assert interval is not None
        middle, low, high = interval
        print(f"\rround {played + 1} of {rounds}: {middle:+.1%} [{low:+.1%} to {high:+.1%}]", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
