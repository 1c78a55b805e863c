"""Information-set Monte Carlo tree search: every iteration imagines another state and plays one line in it.

The tree is open-loop: a node stands for the answers that led there, whatever was hidden and however chance fell.
Where several seats are asked at once, each chooses by its own statistics; a seat with one option costs nothing and
leaves no trace.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from time import perf_counter
from typing import Final, final

from mypy_extensions import i64

from timebooth.bots.worth import Mind, chances
from timebooth.kernel.bits import BIT
from timebooth.kernel.chance import Dice
from timebooth.kernel.codes import Codes
from timebooth.kernel.state import State

SPAN: Final[i64] = 1_000_000  # more than any catalogue has codes
PRIME: Final[i64] = 1_000_003
MODULUS: Final[i64] = 4_611_686_018_427

# Chosen by a few dozen games of each kind against greedy bots: guides, not truths.
CURIOSITY: Final[float] = 0.25  # how much a rarely tried answer is worth trying
WEIGHT: Final[float] = 30.0  # visits that a look one step deep counts as
LOOKS: Final[float] = 16.0  # looks at an answer before its hope is settled
AHEAD: Final[i64] = 12  # real choices played on beyond the tree
CARE: Final[i64] = 3  # options looked at for each of these


@final
class Stat:
    """How one answer of one seat has done at one node."""

    def __init__(self) -> None:
        self.seen: float = 0.0  # iterations in which it was an option
        self.visits: float = 0.0
        self.total: float = 0.0
        self.looks: float = 0.0
        self.hope: float = 0.0  # what it looked worth one step deep, on the average


@final
class Node:
    def __init__(self) -> None:
        self.stats: dict[int, Stat] = {}
        self.children: dict[int, Node] = {}


@final
class Search:
    """One seat's thoughts about one decision."""

    def __init__(self, seat: int, cooperative: bool, seed: int) -> None:
        self.seat: i64 = seat
        self.mind: Mind = Mind(seed, cooperative)
        self.root: Node = Node()
        self.iterations: i64 = 0
        self.won: float = 0.0  # the seat's chances of all iterations together
        self._options: Codes = Codes()
        self._answers: Codes = Codes()
        self._path: list[Stat] = []
        self._seats: list[int] = []

    def run(
        self, imagine: Callable[[Dice], State], iterations: int, seconds: float, cancelled: Callable[[], bool] | None
    ) -> None:
        """Iterate until the budget is spent; at least once."""
        end = perf_counter() + seconds
        left: i64 = iterations
        while True:
            self._iterate(imagine(self.mind.rng))
            self.iterations += 1
            left -= 1
            if left <= 0 or perf_counter() >= end:
                return
            if cancelled is not None and cancelled():
                return

    def _iterate(self, world: State) -> None:
        rng = self.mind.rng
        answers = self._answers
        self._path.clear()
        self._seats.clear()
        node = self.root
        while world.asking != 0:
            step = world.step
            if step.skip(world):
                world.go_on(rng, None)
                continue
            answers.clear()
            key: i64 = 0
            options = self._options
            for seat in range(world.seats):
                if world.asking & BIT[seat] != 0:
                    options.clear()
                    step.options(world, seat, options)
                    if options.size > 1:
                        code = self._select(node, world, seat, options)
                        key = (key * PRIME + seat * SPAN + code + 1) % MODULUS
                        answers.add(code)
                    else:
                        answers.add(options.at(0))
            step.answer(world, answers, rng, None)
            world.go_on(rng, None)
            if key != 0:
                child = node.children.get(key)
                if child is None:
                    node.children[key] = Node()
                    break
                node = child
        self.mind.play_on(world, AHEAD, CARE)
        self._learn(chances(world, self.mind.cooperative))

    def _select(self, node: Node, world: State, seat: i64, options: Codes) -> i64:
        """UCB1 over the options of this state, a look one step deep counting as so many visits.

        The seat that searches knows the same in every imagined state, so its looks are averaged; what the others hope
        for depends on what they hold, and is looked at anew.
        """
        best: i64 = -1
        most = -1.0
        chosen: Stat | None = None
        others = seat != self.seat
        for i in range(options.size):
            code = options.at(i)
            where = seat * SPAN + code
            stat = node.stats.get(where)
            if stat is None:
                stat = Stat()
                node.stats[where] = stat
            stat.seen += 1.0
            hope = stat.hope
            if others or stat.looks < LOOKS:
                hope = self.mind.hope(world, seat, code)
                stat.looks += 1.0
                stat.hope += (hope - stat.hope) / stat.looks
                if not others:
                    hope = stat.hope
            worth = (stat.total + WEIGHT * hope) / (stat.visits + WEIGHT)
            worth += CURIOSITY * sqrt(log(stat.seen + 1.0) / (stat.visits + 1.0))
            if worth > most:
                best = code
                most = worth
                chosen = stat
        assert chosen is not None
        self._path.append(chosen)
        self._seats.append(seat)
        return best

    def _learn(self, found: list[float]) -> None:
        self.won += found[self.seat]
        for i in range(len(self._path)):
            stat = self._path[i]
            stat.visits += 1.0
            stat.total += found[self._seats[i]]

    def best(self, options: list[int]) -> int:
        """The answer that was tried most; of several, the one that did best."""
        found = self.estimates(options)
        return max(found, key=lambda estimate: (estimate[2], estimate[1]))[0]

    def estimates(self, options: list[int]) -> list[tuple[int, float, int]]:
        """Of each answer: its code, the chance of winning with it, and how often it was tried.

        An only answer is never weighed: it was played in every iteration.
        """
        if len(options) == 1:
            return [(options[0], self.won / float(self.iterations), self.iterations)]
        found: list[tuple[int, float, int]] = []
        for code in options:
            stat = self.root.stats[self.seat * SPAN + code]
            chance = stat.total / stat.visits if stat.visits > 0.0 else stat.hope
            found.append((code, chance, int(stat.visits)))
        return found
