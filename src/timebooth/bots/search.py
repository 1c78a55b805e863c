"""Information-set Monte Carlo tree search: every playout samples a world and plays one line in it.

The tree is open-loop: a node stands for the answers that led to it, regardless of hidden cards and of chance.
If several seats are asked at once, each chooses by its own statistics. A forced answer adds nothing to the tree.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final, final

from mypy_extensions import i64

from timebooth.bots.decision import Decision
from timebooth.bots.lookahead import Lookahead, estimate_win_chances
from timebooth.bots.thinker import Clock, Thinker
from timebooth.bots.tree import FIELDS, PRIOR, PRIOR_SAMPLES, ROOT, SEEN, TOTAL, VISITS, Tree
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit
from timebooth.kernel.codes import Codes
from timebooth.kernel.playout import playout_with
from timebooth.kernel.state import State

# Tuned on a few dozen games of each kind against greedy bots.
EXPLORATION: Final[float] = 0.25
PRIOR_VISITS: Final[float] = 30.0  # visits that the prior, a value one step ahead, counts as
MAX_PRIOR_SAMPLES: Final[float] = 16.0  # after which the prior of one of the seat's own answers is no longer updated
AHEAD: Final[i64] = 12  # real choices played on beyond the tree
CANDIDATES: Final = 3  # options compared for each of these

# Without priors.
UCT: Final[float] = 1.4
PRECOMPUTED: Final[i64] = 4096
# log() is slow.
UCT_TERMS: Final = vec[float]([0.0] + [UCT * UCT * log(float(seen)) for seen in range(1, PRECOMPUTED)])


@final
class Search(Thinker):
    """Thinks by a tree of answers, with the game's evaluation at its leaves."""

    def __init__(self, decision: Decision, seed: int, candidates: int = CANDIDATES) -> None:
        """`candidates`: options compared for each choice beyond the tree; 0: random playouts to the end, no priors."""
        super().__init__(decision)
        self.lookahead: Lookahead = Lookahead(seed, decision.game.cooperative)
        self.candidates: i64 = candidates
        self.tree: Tree = Tree()
        self.choices: i64 = 0  # made in all playouts, if games are played to their end
        self.won: float = 0.0  # the sum of the seat's chances over all playouts
        self._own: Codes = Codes()  # the options of the seat: the first answers in the tree, in this order
        self._options: Codes = Codes()
        self._drawn: Codes = Codes()
        self._answers: Codes = Codes()
        self._path: Codes = Codes()
        self._seats: Codes = Codes()
        for code in self.options:
            self._own.add(code)
            self.tree.reserve(1)
            self.tree.find(ROOT, self.seat, code)

    def think(self, clock: Clock) -> None:
        """Play lines until the clock is up."""
        while True:
            self._play_line(self.decision.sample_world(self.lookahead.rng))
            self.playouts += 1
            if clock.is_up(self.playouts):
                return

    def _play_line(self, world: State) -> None:
        rng = self.lookahead.rng
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
                node = tree.child(path, choices)
                if node == nodes:
                    break
        if self.candidates == 0:
            self.choices += path.size + playout_with(world, rng, self._options, answers)
        else:
            self.lookahead.play_on(world, AHEAD, self.candidates)
        self._update(estimate_win_chances(world, self.lookahead.cooperative))

    def _choose(self, node: i64, world: State, seat: i64) -> i64:
        """Return what a seat answers at a node; an answer that was not forced is added to the path."""
        if node == ROOT and seat == self.seat and self._own.size > 1:
            return self._choose_own(world)
        if self.candidates == 0:
            return self._try_random(node, world, seat)
        options = self._options
        options.clear()
        world.step.options(world, seat, options)
        if options.size == 1:
            return options.at(0)
        return self._select(node, world, seat, options)

    def _choose_own(self, world: State) -> i64:
        """UCB1 for the seat that searches: its options are the same in every world, and their statistics adjacent."""
        stats = self.tree.stats
        own = self._own.size
        seen = float(self.playouts + 1)
        uct_term = _uct_term(seen)
        best: i64 = 0
        best_value = -1.0
        i = self.lookahead.rng.below(own)
        for _time in range(own):
            at = i * FIELDS
            if self.candidates != 0:
                value = self._ucb_with_prior(stats, at, seen, world, self.seat, self._own.at(i))
            elif stats[at + VISITS] == 0.0:
                best = i
                break
            else:
                value = _ucb(stats, at, uct_term)
            if value > best_value:
                best = i
                best_value = value
            i += 1
            if i == own:
                i = 0
        self._extend_path(best * FIELDS, self.seat)
        return self._own.at(best)

    def _try_random(self, node: i64, world: State, seat: i64) -> i64:
        """Return a random option if it is new at this node, otherwise select by UCB1.

        Most are new, and then the other options need not be listed.
        """
        drawn = self._drawn
        drawn.clear()
        options = self._options
        chose = world.step.pick(world, seat, self.lookahead.rng, options, drawn)
        code = drawn.at(0)
        if not chose:
            return code
        tree = self.tree
        tree.reserve(1)
        at = tree.find(node, seat, code)
        stats = tree.stats
        if stats[at + VISITS] == 0.0:
            stats[at + SEEN] += 1.0
            self._extend_path(at, seat)
            return code
        options.clear()
        world.step.options(world, seat, options)
        return self._select(node, world, seat, options)

    def _select(self, node: i64, world: State, seat: i64, options: Codes) -> i64:
        """UCB1 over the options of this world; an option that was never tried comes first.

        Starts at a random option to avoid a bias to low codes.
        """
        tree = self.tree
        tree.reserve(options.size)
        stats = tree.stats
        best: i64 = -1
        best_value = -1.0
        chosen: i64 = 0
        i = self.lookahead.rng.below(options.size)
        for _time in range(options.size):
            code = options.at(i)
            at = tree.find(node, seat, code)
            seen = stats[at + SEEN] + 1.0
            stats[at + SEEN] = seen
            if self.candidates != 0:
                value = self._ucb_with_prior(stats, at, seen, world, seat, code)
            elif stats[at + VISITS] == 0.0:
                best = code
                chosen = at
                break
            else:
                value = _ucb(stats, at, _uct_term(seen))
            if value > best_value:
                best = code
                best_value = value
                chosen = at
            i += 1
            if i == options.size:
                i = 0
        self._extend_path(chosen, seat)
        return best

    def _extend_path(self, at: i64, seat: i64) -> None:
        """Add an answer to the path: its statistics are updated when the playout ends."""
        self._path.add(at)
        self._seats.add(seat)

    def _ucb_with_prior(self, stats: vec[float], at: i64, seen: float, world: State, seat: i64, code: i64) -> float:
        """UCB1 with a prior: the value one step ahead, which counts as some visits.

        The seat that searches knows the same in every world, so its priors are averaged. The priors of the others
        depend on what they hold in this world, so they are computed anew.
        """
        prior = stats[at + PRIOR]
        if seat != self.seat or stats[at + PRIOR_SAMPLES] < MAX_PRIOR_SAMPLES:
            found = self.lookahead.value(world, seat, code)
            stats[at + PRIOR_SAMPLES] += 1.0
            prior += (found - prior) / stats[at + PRIOR_SAMPLES]
            stats[at + PRIOR] = prior
            if seat != self.seat:
                prior = found
        visits = stats[at + VISITS]
        value = (stats[at + TOTAL] + PRIOR_VISITS * prior) / (visits + PRIOR_VISITS)
        return value + EXPLORATION * sqrt(log(seen + 1.0) / (visits + 1.0))

    def _update(self, found: vec[float]) -> None:
        self.won += found[self.seat]
        stats = self.tree.stats
        for i in range(self._path.size):
            at = self._path.at(i)
            stats[at + VISITS] += 1.0
            stats[at + TOTAL] += found[self._seats.at(i)]

    def best(self) -> int:
        """Return the answer that was tried most often; of several, the one with the best result."""
        found = self.estimates()
        return max(found, key=lambda estimate: (estimate[2], estimate[1]))[0]

    def estimates(self) -> list[tuple[int, float, int]]:
        """Return the estimates of all options; a forced answer has no statistics, it was played in every playout."""
        if len(self.options) == 1:
            return [(self.options[0], self.won / float(self.playouts), self.playouts)]
        found: list[tuple[int, float, int]] = []
        for code in self.options:
            self.tree.reserve(1)
            at = self.tree.find(ROOT, self.seat, code)
            stats = self.tree.stats
            visits = stats[at + VISITS]
            chance = stats[at + TOTAL] / visits if visits > 0.0 else stats[at + PRIOR]
            found.append((code, chance, int(visits)))
        return found


def _uct_term(seen: float) -> float:
    i = i64(seen)
    return UCT_TERMS[i] if i < PRECOMPUTED else UCT * UCT * log(seen)


def _ucb(stats: vec[float], at: i64, uct_term: float) -> float:
    """UCB1 with a single division, because divisions are slow."""
    part = 1.0 / stats[at + VISITS]
    return stats[at + TOTAL] * part + sqrt(uct_term * part)
