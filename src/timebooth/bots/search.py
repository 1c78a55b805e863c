"""Information-set Monte Carlo tree search: every iteration imagines another state and plays one line in it.

The tree is open-loop: a node stands for the answers that led there, whatever was hidden and however chance fell.
Where several seats are asked at once, each chooses by its own statistics; a seat with one option costs nothing and
leaves no trace.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log, sqrt
from time import perf_counter
from typing import Final, final

from mypy_extensions import i64

from timebooth.bots.lookahead import Lookahead, estimate_win_chances
from timebooth.bots.tree import FIELDS, HOPE, LOOKS, ROOT, SEEN, TOTAL, VISITS, Tree
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.playout import playout_with
from timebooth.kernel.state import State

# Chosen by a few dozen games of each kind against greedy bots: guides, not truths.
CURIOSITY: Final[float] = 0.25  # how much a rarely tried answer is worth trying
WEIGHT: Final[float] = 30.0  # visits that a look one step deep counts as
MOST_LOOKS: Final[float] = 16.0  # looks at an answer before its hope is settled
AHEAD: Final[i64] = 12  # real choices played on beyond the tree
CARE: Final = 3  # options looked at for each of these

# A tree that knows how large it will get need not grow again and again.
AT_ONCE: Final[i64] = 1000  # iterations that room is made for
EACH: Final[i64] = 4  # answers and nodes that are new in one of them, more or less

# Where nothing is looked at.
UCT: Final[float] = 1.4
READY_MADE: Final[i64] = 4096
# A logarithm takes long.
SPREADS: Final = vec[float]([0.0] + [UCT * UCT * log(float(seen)) for seen in range(1, READY_MADE)])


@final
class Search:
    """One seat's thoughts about one decision."""

    def __init__(self, seat: int, options: list[int], seed: int, cooperative: bool, care: int = CARE) -> None:
        """`care`: options looked at for each answer beyond the tree; none, and games are played to their end at random,
        and no answer is looked at before it is tried.
        """
        self.seat: i64 = seat
        self.options: list[int] = options
        self.mind: Lookahead = Lookahead(seed, cooperative)
        self.care: i64 = care
        self.tree: Tree = Tree()
        self.iterations: i64 = 0
        self.choices: i64 = 0  # made in all iterations together, where games are played to their end
        self.won: float = 0.0  # the seat's chances of all iterations together
        self._own: Codes = Codes()  # its options: the first answers in the tree, in this order
        self._options: Codes = Codes()
        self._drawn: Codes = Codes()
        self._answers: Codes = Codes()
        self._path: Codes = Codes()
        self._seats: Codes = Codes()
        for code in options:
            self._own.add(code)
            self.tree.reserve(1)
            self.tree.find(ROOT, seat, code)

    def run(
        self, imagine: Callable[[Rng], State], iterations: int, seconds: float, cancelled: Callable[[], bool] | None
    ) -> None:
        """Iterate until the budget is spent; at least once."""
        end = perf_counter() + seconds
        timed = seconds < inf  # who has time does not look at the clock
        left: i64 = iterations
        self.tree.reserve(min(left, AT_ONCE) * EACH)
        while True:
            self._iterate(imagine(self.mind.rng))
            self.iterations += 1
            left -= 1
            if left <= 0 or (timed and perf_counter() >= end):
                return
            if cancelled is not None and cancelled():
                return

    def _iterate(self, world: State) -> None:
        rng = self.mind.rng
        answers = self._answers
        path = self._path
        tree = self.tree
        path.clear()
        self._seats.clear()
        node = ROOT
        while world.asking != 0:
            step = world.step
            if step.skip(world):
                world.advance(rng, None)
                continue
            answers.clear()
            choices = path.size
            for seat in range(world.seats):
                if world.asking & bit(seat) != 0:
                    answers.add(self._choose(node, world, seat))
            step.answer(world, answers, rng, None)
            world.advance(rng, None)
            if path.size > choices:
                tree.reserve(1)
                nodes = tree.nodes
                node = tree.after(path, choices)
                if node == nodes:
                    break
        if self.care == 0:
            self.choices += path.size + playout_with(world, rng, self._options, answers)
        else:
            self.mind.play_on(world, AHEAD, self.care)
        self._learn(estimate_win_chances(world, self.mind.cooperative))

    def _choose(self, node: i64, world: State, seat: i64) -> i64:
        """What a seat answers at a node; where it has a choice, the answer is on the path now."""
        if node == ROOT and seat == self.seat and self._own.size > 1:
            return self._choose_own(world)
        if self.care == 0:
            return self._try(node, world, seat)
        options = self._options
        options.clear()
        world.step.options(world, seat, options)
        if options.size == 1:
            return options.at(0)
        return self._select(node, world, seat, options)

    def _choose_own(self, world: State) -> i64:
        """UCB1 for the seat that searches: its options are the same in every state, and their numbers side by side."""
        stats = self.tree.stats
        own = self._own.size
        seen = float(self.iterations + 1)
        spread = _spread(seen)
        best: i64 = 0
        most = -1.0
        i = self.mind.rng.below(own)
        for _time in range(own):
            at = i * FIELDS
            if self.care != 0:
                worth = self._hoped(stats, at, seen, world, self.seat, self._own.at(i))
            elif stats[at + VISITS] == 0.0:
                best = i
                break
            else:
                worth = _tried(stats, at, spread)
            if worth > most:
                best = i
                most = worth
            i += 1
            if i == own:
                i = 0
        self._note(best * FIELDS, self.seat)
        return self._own.at(best)

    def _try(self, node: i64, world: State, seat: i64) -> i64:
        """An option at random if it was never tried here: most are not, and then the others need not be listed."""
        drawn = self._drawn
        drawn.clear()
        options = self._options
        chose = world.step.pick(world, seat, self.mind.rng, options, drawn)
        code = drawn.at(0)
        if not chose:
            return code
        tree = self.tree
        tree.reserve(1)
        at = tree.find(node, seat, code)
        stats = tree.stats
        if stats[at + VISITS] == 0.0:
            stats[at + SEEN] += 1.0
            self._note(at, seat)
            return code
        options.clear()
        world.step.options(world, seat, options)
        return self._select(node, world, seat, options)

    def _select(self, node: i64, world: State, seat: i64, options: Codes) -> i64:
        """UCB1 over the options of this state; whatever was never tried comes first.

        Where to look first is drawn: a low number is no merit.
        """
        tree = self.tree
        tree.reserve(options.size)
        stats = tree.stats
        best: i64 = -1
        most = -1.0
        chosen: i64 = 0
        i = self.mind.rng.below(options.size)
        for _time in range(options.size):
            code = options.at(i)
            at = tree.find(node, seat, code)
            seen = stats[at + SEEN] + 1.0
            stats[at + SEEN] = seen
            if self.care != 0:
                worth = self._hoped(stats, at, seen, world, seat, code)
            elif stats[at + VISITS] == 0.0:
                best = code
                chosen = at
                break
            else:
                worth = _tried(stats, at, _spread(seen))
            if worth > most:
                best = code
                most = worth
                chosen = at
            i += 1
            if i == options.size:
                i = 0
        self._note(chosen, seat)
        return best

    def _note(self, at: i64, seat: i64) -> None:
        """This answer is on the path, and learns from how the game ends."""
        self._path.add(at)
        self._seats.add(seat)

    def _hoped(self, stats: vec[float], at: i64, seen: float, world: State, seat: i64, code: i64) -> float:
        """A look one step deep counts as so many visits.

        The seat that searches knows the same in every imagined state, so its looks are averaged; what the others hope
        for depends on what they hold, and is looked at anew.
        """
        hope = stats[at + HOPE]
        if seat != self.seat or stats[at + LOOKS] < MOST_LOOKS:
            found = self.mind.hope(world, seat, code)
            stats[at + LOOKS] += 1.0
            hope += (found - hope) / stats[at + LOOKS]
            stats[at + HOPE] = hope
            if seat != self.seat:
                hope = found
        visits = stats[at + VISITS]
        worth = (stats[at + TOTAL] + WEIGHT * hope) / (visits + WEIGHT)
        return worth + CURIOSITY * sqrt(log(seen + 1.0) / (visits + 1.0))

    def _learn(self, found: vec[float]) -> None:
        self.won += found[self.seat]
        stats = self.tree.stats
        for i in range(self._path.size):
            at = self._path.at(i)
            stats[at + VISITS] += 1.0
            stats[at + TOTAL] += found[self._seats.at(i)]

    def best(self) -> int:
        """The answer that was tried most; of several, the one that did best."""
        found = self.estimates()
        return max(found, key=lambda estimate: (estimate[2], estimate[1]))[0]

    def estimates(self) -> list[tuple[int, float, int]]:
        """Of each answer: its code, the chance of winning with it, and how often it was tried.

        An only answer is never weighed: it was played in every iteration.
        """
        if len(self.options) == 1:
            return [(self.options[0], self.won / float(self.iterations), self.iterations)]
        found: list[tuple[int, float, int]] = []
        for code in self.options:
            self.tree.reserve(1)
            at = self.tree.find(ROOT, self.seat, code)
            stats = self.tree.stats
            visits = stats[at + VISITS]
            chance = stats[at + TOTAL] / visits if visits > 0.0 else stats[at + HOPE]
            found.append((code, chance, int(visits)))
        return found


def _spread(seen: float) -> float:
    i = i64(seen)
    return SPREADS[i] if i < READY_MADE else UCT * UCT * log(seen)


def _tried(stats: vec[float], at: i64, spread: float) -> float:
    """UCB1, with one division: they take long, too."""
    part = 1.0 / stats[at + VISITS]
    return stats[at + TOTAL] * part + sqrt(spread * part)
