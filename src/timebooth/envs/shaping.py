"""Shaped rewards: what every round changes in each seat's win chance, so that a learner need not wait for the end.

The reward is the difference of a potential, which is the final reward that is to be expected by `bots.chances`; after
the end it is 0 and the final reward follows. So all rewards of a game add up to the final one less the potential of the
deal, and the best policy stays the best one (Ng, Harada and Russell 1999), if rewards are not discounted. The chances
judge the true state: a reward may know more than a seat sees.
"""

from __future__ import annotations

from timebooth.bots.chances import Chances
from timebooth.envs.run import Run


class Shaping:
    """Gives the shaped rewards of one run."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._chances = Chances(run.game)
        self._before = [0.0] * run.seats

    def begin(self) -> None:
        """Note the potentials of a new game."""
        self._before = self._potentials()

    def rewards(self) -> list[float]:
        """Return what each seat gained since the last call; the final reward included, if the game is over."""
        now = self._potentials()
        final = self.run.rewards()
        gained = [reward + after - before for reward, after, before in zip(final, now, self._before, strict=True)]
        self._before = now
        return gained

    def _potentials(self) -> list[float]:
        run = self.run
        if run.over:
            return [0.0] * run.seats
        losing = -1.0 if run.game.cooperative or run.seats == 1 else -1.0 / (run.seats - 1)
        return [losing + (1.0 - losing) * chance for chance in self._chances.of_all(run.state)]
