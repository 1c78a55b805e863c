"""Check the coach on many games between bots: luck is 0 on average, and stronger bots lose less by their decisions.

    python tools/coach.py GAME [--games 10000] [--seats 2] [--bots regular,novice] [--seed 1] [--worlds 1] [--repeats 2]
        [--luck]

Prints, for each bot, the mean luck of a game and the mean loss of a decision, with their 95 % intervals. With `--luck`
decisions are not judged, which takes nearly all the time in Riff in Time. Use the compiled rules.
"""

from __future__ import annotations

import argparse
import sys

from timebooth.bots.bot import Decision
from timebooth.bots.coach import review
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.match import Match
from timebooth.lab.statistics import mean
from timebooth.registry import find_game


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--bots", default="regular,novice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--luck", action="store_true", help="measure luck alone")
    args = parser.parse_args()
    game = find_game(args.game)
    names = args.bots.split(",")
    around = [names[seat % len(names)] for seat in range(args.seats)]
    bots = [make_bot(name) for name in around]
    luck: dict[str, list[float]] = {name: [] for name in names}
    loss: dict[str, list[float]] = {name: [] for name in names}
    for index in range(args.games):
        match = Match.new(game, args.seats, seed=(args.seed << 32) + index)
        rng = FastRng((args.seed << 40) + index)
        while not match.over:
            match.play([bots[seat].choose(Decision(game, match.state, seat), rng) for seat in match.state.asked()])
        found = review(game, match.record, args.worlds, args.repeats, judge=not args.luck)
        for seat, parts in enumerate(found.totals):
            choices = max(1, sum(given.seat == seat for given in match.record.given))
            luck[around[seat]].append(parts.luck)
            loss[around[seat]].append(-parts.decision / choices)
        print(f"\r{index + 1} of {args.games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for name in names:
        measured = [("luck of a game", luck[name])]
        if not args.luck:
            measured.append(("loss of a decision", loss[name]))
        for label, numbers in measured:
            interval = mean(numbers)
            assert interval is not None
            middle, low, high = interval
            print(f"{name:<12} {label:<20} {middle:+.2%} [{low:+.2%} to {high:+.2%}]")
    return 0


if __name__ == "__main__":
    sys.exit(main())
