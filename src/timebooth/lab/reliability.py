"""How reliable the estimated win chances are: by number of seats and phase, over games between bots.

A chance is reliable if, of all moments at which a seat was given 30 %, it won about 30 % of the games. The *slope* says
how the log odds of winning follow the estimated ones: 1 if they do, less if the estimates are too bold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, log

import msgspec

from timebooth.bots.bot import Decision
from timebooth.bots.chances import Chances
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.match import Match
from timebooth.lab.jobs import Jobs, in_order
from timebooth.lab.statistics import jackknife
from timebooth.registry import find_game

PHASES = ("early", "middle", "late")
"""Thirds of `Game.progress`."""
BINS = 10
EVERY = 6  # moments, on average, one estimate
MAX_EACH = 12  # estimates in each phase of a game: a very long game must not outweigh all others
NEWTON_STEPS = 20
GROUPS = 20  # of games, left out one after the other to measure how uncertain a figure is
ALMOST = 1e-4  # chances are not taken for closer to 0 or 1


class Sample(msgspec.Struct, frozen=True, array_like=True):
    """One estimate: the chance of a seat at a moment, by what it knew, and whether it won."""

    phase: int
    chance: float
    won: bool


class Sampling(msgspec.Struct, frozen=True):
    """One game to play and to sample."""

    game: str
    edition: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    every: int = EVERY


class Bin(msgspec.Struct, frozen=True):
    """The estimates of about the same height."""

    estimated: float
    won: float
    moments: int


class Reliability(msgspec.Struct, frozen=True):
    """How good the estimates are for one number of seats in one phase."""

    seats: int
    phase: str
    moments: int
    base_rate: float
    brier: float
    """The mean squared error of the estimates."""
    base_brier: float
    """The same if the base rate is always estimated."""
    slope: float
    bins: tuple[Bin, ...]

    @property
    def gain(self) -> float:
        """Which share of the error of the base rate the estimates avoid."""
        return 1.0 - self.brier / self.base_brier if self.base_brier > 0 else 0.0


def play(sampling: Sampling) -> list[Sample]:
    """Play one game and return the estimates at some of its moments, each for one seat.

    Whether a moment is sampled depends only on what came before it. A share of each game would be wrong: the moments of
    short games would count more, and a game is short because somebody is about to win it.
    """
    game = find_game(sampling.game, sampling.edition)
    match = Match.new(game, sampling.seats, seed=sampling.seed, journal=False)
    bots = [make_bot(name) for name in sampling.bots]
    rng = FastRng((1 << 40) + sampling.seed)
    seen = []
    many = [0] * len(PHASES)
    while not match.over:
        state = match.state
        phase = phase_of(game.progress(state))
        choice = any(len(state.options(seat)) > 1 for seat in state.asked())
        if choice and rng.below(sampling.every) == 0 and many[phase] < MAX_EACH:
            many[phase] += 1
            seen.append((phase, state.copy(), rng.below(sampling.seats)))
        match.play([bots[seat].choose(Decision(game, state, seat), rng) for seat in state.asked()])
    outcome = match.state.outcome()
    winners = () if outcome is None else outcome.winners
    chances = Chances(game)
    return [Sample(phase, chances.of_seat(Decision(game, state, seat)), seat in winners) for phase, state, seat in seen]


def phase_of(progress: float) -> int:
    """Return the index of a phase."""
    return min(len(PHASES) - 1, int(progress * len(PHASES)))


def samplings(
    game: str, edition: str, seats: int, bots: Sequence[str], games: int, seed: int, every: int = EVERY
) -> list[Sampling]:
    """Return the games to play; the bots sit around the table in this order, again and again."""
    around = tuple(bots[seat % len(bots)] for seat in range(seats))
    return [Sampling(game, edition, seats, around, (seed << 24) + index, every) for index in range(games)]


def sample(tasks: list[Sampling], jobs: Jobs) -> Iterator[list[Sample]]:
    """Play all games; yield the samples of each."""
    return in_order(jobs, play, tasks)


def reliabilities(seats: int, samples: Sequence[Sample]) -> list[Reliability]:
    """Return how good the estimates are, phase by phase; phases that no game reached are left out."""
    found = []
    for number, name in enumerate(PHASES):
        some = [each for each in samples if each.phase == number]
        if some:
            found.append(reliability(seats, name, some))
    return found


def reliability(seats: int, phase: str, samples: Sequence[Sample]) -> Reliability:
    """Return how good these estimates are."""
    many = len(samples)
    base = sum(each.won for each in samples) / many
    bins = []
    for number in range(BINS):
        some = [each for each in samples if min(BINS - 1, int(each.chance * BINS)) == number]
        if some:
            estimated = sum(each.chance for each in some) / len(some)
            bins.append(Bin(estimated, sum(each.won for each in some) / len(some), len(some)))
    return Reliability(
        seats,
        phase,
        many,
        base,
        sum((each.chance - each.won) ** 2 for each in samples) / many,
        base * (1.0 - base),
        slope_of(samples),
        tuple(bins),
    )


def margins(games: Sequence[Sequence[Sample]], phase: str) -> tuple[float, float]:
    """Return the margins of the 95 % intervals of gain and slope in a phase, over the samples of each game.

    Whole games are left out, because the moments of one game share its outcome.
    """
    number = PHASES.index(phase)
    some = [[each for each in samples if each.phase == number] for samples in games]
    some = [samples for samples in some if samples]
    groups = min(GROUPS, len(some))
    gains, slopes = [], []
    for left_out in range(groups):
        rest = [each for place, samples in enumerate(some) if place % groups != left_out for each in samples]
        if rest:
            found = reliability(0, phase, rest)
            gains.append(found.gain)
            slopes.append(found.slope)
    return jackknife(gains), jackknife(slopes)


def slope_of(samples: Sequence[Sample]) -> float:
    """Return how the log odds of winning follow the estimated ones, by logistic regression."""
    odds = [log((each.chance + ALMOST) / (1.0 - each.chance + ALMOST)) for each in samples]
    offset, slope = 0.0, 1.0
    for _ in range(NEWTON_STEPS):
        g0 = g1 = h01 = 0.0
        h00 = h11 = 1e-6
        for x, each in zip(odds, samples, strict=True):
            chance = 1.0 / (1.0 + exp(-max(-30.0, min(30.0, offset + slope * x))))
            error = each.won - chance
            weight = chance * (1.0 - chance)
            g0 += error
            g1 += error * x
            h00 += weight
            h01 += weight * x
            h11 += weight * x * x
        whole = h00 * h11 - h01 * h01
        if whole <= 0.0:
            break
        offset += (g0 * h11 - g1 * h01) / whole
        slope += (g1 * h00 - g0 * h01) / whole
    return slope
