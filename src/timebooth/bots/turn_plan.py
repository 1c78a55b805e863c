"""Plans to the end of the own turn, for cooperative games.

A beam search follows answers that need no chance; an answer that needs chance, a gamble, is tried a few times. A line
is worth the evaluation at the end of the turn, before chance decides what comes next.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.bots.bot import Decision
from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.state import State

BEAM_WIDTH: Final = 8  # lines that are followed at the same time
MAX_LENGTH: Final = 12  # answers in a line
SAMPLES: Final = 6  # tries of a gamble: a single die shows every side once
FIRST_SAMPLES: Final = 3  # tries of each of many gambles, followed by one line each
MAX_GAMBLES: Final = 3  # that are tried with all samples
NO_SEED: Final = 0  # if the results of chance do not matter

Line = tuple[int, int, State]
"""The evaluation, the first answer, and the state that the line has led to."""

End = tuple[int, int, State, int]
"""The evaluation at the end of the turn, the first answer, the state before the last answer, and the last answer."""


class TurnRng(Rng):
    """Notices whether chance is used within the turn or after it, and evaluates the state in between.

    The first result within the turn is spread evenly over the samples.
    """

    def __init__(self, state: State, seat: int, sample: int, seed: int) -> None:
        self.state = state
        self.seat = seat
        self.sample = sample
        self.seed = seed
        self.rng: Rng | None = None
        self.turn = state.turn_number()
        self.used = False  # within the turn
        self.turn_over = False
        self.evaluation = 0  # at the end of the turn

    def below(self, n: i64) -> i64:
        if not self.turn_over and self.state.turn_number() != self.turn:
            self.turn_over = True
            self.evaluation = self.state.evaluate(self.seat)
        if not self.used and not self.turn_over:
            self.used = True
            if self.seed != NO_SEED:
                self.rng = FastRng(self.seed)
                return (self.sample * n + self.rng.below(n)) // SAMPLES
        return 0 if self.rng is None else self.rng.below(n)


class Trial:
    """One answer, tried in a copy of a state."""

    def __init__(self, state: State, seat: int, option: int, sample: int = 0, seed: int = NO_SEED) -> None:
        self.state = state.copy()
        rng = TurnRng(self.state, seat, sample, seed)
        self.state.play([option], rng)
        self.by_chance = rng.used
        self.turn_over = self.state.asked() != (seat,) or self.state.turn_number() != state.turn_number()
        self.evaluation = rng.evaluation if rng.turn_over else self.state.evaluate(seat)


class TurnPlan:
    """Values the options of one decision by the end of the turn that they lead to."""

    def __init__(self, decision: Decision, rng: Rng, width: int = BEAM_WIDTH) -> None:
        """`width`: lines that are followed at the same time."""
        self.seat = decision.seat
        self.width = width
        self.worlds: list[State] = []
        self.seeds: list[int] = []
        for _ in range(SAMPLES):
            self.worlds.append(decision.sample_world(rng))
            self.seeds.append(1 + rng.below(1 << 30))
        self.gambles: set[int] = set()  # answers that needed chance once are assumed to need it always
        self.found: list[End] = []  # without chance
        self.known: dict[tuple[int, ...], int] = {}

    def best(self, options: list[int]) -> int:
        """Return the option that leads to the best end of the turn."""
        return best_in(self.values(options))

    def values(self, options: list[int]) -> dict[int, int]:
        """Return the values of the most promising options, summed over all samples."""
        values: dict[int, int] = {}
        lines: list[Line] = []
        over: list[End] = []
        gambles: list[int] = []
        for option in options:
            trial = Trial(self.worlds[0], self.seat, option, 0, self.seeds[0])
            if trial.by_chance:
                self.gambles.add(option)
                gambles.append(option)
            elif trial.turn_over:
                values[option] = trial.evaluation * SAMPLES
                over.append((trial.evaluation, option, self.worlds[0], option))
            else:
                lines.append((trial.evaluation, option, trial.state))
        self.found = over + ends(lines, self.seat, self.width, self.gambles)
        for evaluation, option, _, _ in self.found:
            values[option] = max(values.get(option, 0), evaluation * SAMPLES)
        if not values:  # every line needs chance before the turn ends
            for evaluation, option, _ in lines:
                values[option] = evaluation * SAMPLES
        if len(gambles) > MAX_GAMBLES:
            ranked = sorted([(-self.gamble(option, FIRST_SAMPLES, 1), option) for option in gambles])
            gambles = [option for _, option in ranked[:MAX_GAMBLES]]
        self.known.clear()
        for option in gambles:
            values[option] = self.gamble(option, SAMPLES, self.width)
        return values

    def gamble(self, option: int, samples: int, width: int) -> int:
        """Return the sum of the values of a gamble over some samples, each played well to the end of the turn.

        If the seat can gamble again, a bad result counts as the average: it need not be accepted.
        """
        found: list[tuple[int, bool]] = []
        total = 0
        for sample in range(0, SAMPLES, SAMPLES // samples):
            trial = Trial(self.worlds[sample], self.seat, option, sample, self.seeds[sample])
            value = trial.evaluation
            again = False
            if not trial.turn_over:
                value = self.value(trial, width)
                again = self.can_gamble(trial.state)
            found.append((value, again))
            total += value
        average = total // samples
        return sum([max(value, average) if again else value for value, again in found])

    def value(self, trial: Trial, width: int) -> int:
        """Return the best end of the turn without further chance; cached, as many gambles lead to the same state."""
        key = tuple(trial.state.numbers())
        if key not in self.known:
            found = ends([(trial.evaluation, 0, trial.state)], self.seat, width, self.gambles)
            self.known[key] = max([end[0] for end in found]) if found else trial.evaluation
        return self.known[key]

    def can_gamble(self, state: State) -> bool:
        for option in state.options(self.seat):
            if option in self.gambles:
                return True
        return False


def ends(lines: list[Line], seat: int, width: int, gambles: set[int]) -> list[End]:
    """Return the ends of the turn that these lines lead to without chance; a beam of `width` lines is followed."""
    found: list[End] = []
    seen: set[tuple[int, ...]] = set()
    for _ in range(MAX_LENGTH):
        longer: list[Line] = []
        for _, first, state in lines:
            for option in state.options(seat):
                if option in gambles:
                    continue
                trial = Trial(state, seat, option)
                if trial.by_chance:
                    gambles.add(option)
                elif trial.turn_over:
                    found.append((trial.evaluation, first, state, option))
                else:
                    key = tuple(trial.state.numbers())
                    if key not in seen:
                        seen.add(key)
                        longer.append((trial.evaluation, first, trial.state))
        if len(longer) > width:
            longer.sort(key=lambda line: -line[0])
            longer = longer[:width]
        lines = longer
        if not lines:
            break
    return found


def best_in(values: dict[int, int]) -> int:
    """Return the option with the highest value; of several, the smallest code."""
    highest = max(values.values())
    return min([option for option in values if values[option] == highest])
