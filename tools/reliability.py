"""Print how reliable the estimated win chances are: by number of seats and phase, over fresh games between bots.

    python tools/reliability.py GAME [--games 200] [--seats 2,4] [--bots regular] [--seed 1] [--every 6] [--curves]

`gain` is the share of the error (Brier score) of always saying the base rate that the estimates avoid; `slope` is 1 if
the odds of winning follow the estimated ones. Both are followed by the margin of their 95 % interval. With `--curves`
each line is followed by its reliability curve: what was estimated, and how often it came true.
"""

from __future__ import annotations

import argparse
import sys

from timebooth.lab.jobs import InProcess
from timebooth.lab.reliability import EVERY, Sample, margins, reliabilities, sample, samplings
from timebooth.registry import find_game


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", default="")
    parser.add_argument("--bots", default="regular")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=EVERY, help="moments on average, one estimate")
    parser.add_argument("--curves", action="store_true")
    args = parser.parse_args()
    for seats in [int(each) for each in args.seats.split(",") if each] or find_game(args.game).seats:
        tasks = samplings(args.game, "standard", seats, args.bots.split(","), args.games, args.seed, args.every)
        found: list[list[Sample]] = []
        for number, samples in enumerate(sample(tasks, InProcess()), start=1):
            found.append(samples)
            print(f"\r{seats} seats: {number} of {len(tasks)} games", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        for each in reliabilities(seats, [one for samples in found for one in samples]):
            gain, slope = margins(found, each.phase)
            print(
                f"{seats} seats, {each.phase:<6} {each.moments:>6} moments, base rate {each.base_rate:4.0%}, "
                f"Brier {each.brier:.3f} against {each.base_brier:.3f}, gain {each.gain:4.0%} ±{gain:.0%}, "
                f"slope {each.slope:.2f} ±{slope:.2f}"
            )
            for row in each.bins if args.curves else ():
                bar = "█" * round(row.won * 40)
                print(f"    {row.estimated:4.0%} came true in {row.won:4.0%} of {row.moments:>5}  {bar}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
