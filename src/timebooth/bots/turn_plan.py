"""Looks to the end of one's own turn: for games in which all win or lose together.

Answers that need no chance are tried one after the other, the most promising lines kept. An answer that needs chance
is tried a few times. What a line is worth is how one stands when the turn is over, before chance decides what is next.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.bots.bot import Decision
from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.state import State

LINES: Final = 8  # lines of answers that are followed at the same time
FIRST_LOOK: Final = 3  # samples for a first look at many gambles, one line each
LENGTH: Final = 12  # answers in a line
SAMPLES: Final = 6  # how often chance is tried: a die that is rolled alone shows every side once
FINALISTS: Final = 3  # gambles that are worth a second look
NO_SEED: Final = 0  # where it does not matter how the dice fall

Line = tuple[int, int, State]
"""How one stands, the first answer, and where it has led."""

End = tuple[int, int, State, int]
"""How one stands when the turn is over, the first answer, the state before the last answer, and that one."""


class WatchfulRng(Rng):
    """Tells chance within the turn from what comes after it, and remembers how a seat stood in between.

    The first throw is spread evenly over the samples.
    """

    def __init__(self, state: State, seat: int, sample: int, seed: int) -> None:
        self.state = state
        self.seat = seat
        self.sample = sample
        self.seed = seed
        self.dice: Rng | None = None
        self.turn = state.turn_number()
        self.thrown = False  # within the turn
        self.turn_over = False
        self.evaluation = 0  # when the turn was over

    def below(self, n: i64) -> i64:
        if not self.turn_over and self.state.turn_number() != self.turn:
            self.turn_over = True
            self.evaluation = self.state.evaluate(self.seat)
        if not self.thrown and not self.turn_over:
            self.thrown = True
            if self.seed != NO_SEED:
                self.dice = FastRng(self.seed)
                return (self.sample * n + self.dice.below(n)) // SAMPLES
        return 0 if self.dice is None else self.dice.below(n)


class Trial:
    """One answer, tried on one state that might be the true one."""

    def __init__(self, state: State, seat: int, option: int, sample: int = 0, seed: int = NO_SEED) -> None:
        self.state = state.copy()
        dice = WatchfulRng(self.state, seat, sample, seed)
        self.state.play([option], dice)
        self.by_chance = dice.thrown
        self.turn_over = self.state.asked() != (seat,) or self.state.turn_number() != state.turn_number()
        self.evaluation = dice.evaluation if dice.turn_over else self.state.evaluate(seat)


class TurnPlan:
    """What the options of one decision are worth."""

    def __init__(self, sight: Decision, rng: Rng) -> None:
        self.seat = sight.seat
        self.worlds: list[State] = []
        self.seeds: list[int] = []
        for _ in range(SAMPLES):
            self.worlds.append(sight.sample_world(rng))
            self.seeds.append(1 + rng.below(1 << 30))
        self.chancy: set[int] = set()  # options that needed chance once are taken to need it again
        self.found: list[End] = []  # without chance
        self.known: dict[tuple[int, ...], int] = {}

    def best(self, options: list[int]) -> int:
        """The option from which the turn can be brought to the best end."""
        return best_in(self.worths(options))

    def worths(self, options: list[int]) -> dict[int, int]:
        """What the options are worth that are worth a second look, added up over all samples."""
        worth: dict[int, int] = {}
        lines: list[Line] = []
        over: list[End] = []
        gambles: list[int] = []
        for option in options:
            trial = Trial(self.worlds[0], self.seat, option, 0, self.seeds[0])
            if trial.by_chance:
                self.chancy.add(option)
                gambles.append(option)
            elif trial.turn_over:
                worth[option] = trial.evaluation * SAMPLES
                over.append((trial.evaluation, option, self.worlds[0], option))
            else:
                lines.append((trial.evaluation, option, trial.state))
        self.found = over + ends(lines, self.seat, LINES, self.chancy)
        for standing, option, _, _ in self.found:
            worth[option] = max(worth.get(option, 0), standing * SAMPLES)
        if not worth:  # chance comes before the end of the turn, whatever is answered
            for standing, option, _ in lines:
                worth[option] = standing * SAMPLES
        if len(gambles) > FINALISTS:
            first_look = [(-self.gamble(option, FIRST_LOOK, 1), option) for option in gambles]
            gambles = [option for _, option in sorted(first_look)[:FINALISTS]]
        self.known.clear()
        for option in gambles:
            worth[option] = self.gamble(option, SAMPLES, LINES)
        return worth

    def gamble(self, option: int, samples: int, width: int) -> int:
        """What comes of an answer with different dice, played well to the end of the turn.

        Where chance can be tried again, no result need be worse than the average.
        """
        found: list[tuple[int, bool]] = []
        total = 0
        for sample in range(0, SAMPLES, SAMPLES // samples):
            trial = Trial(self.worlds[sample], self.seat, option, sample, self.seeds[sample])
            worth = trial.evaluation
            again = False
            if not trial.turn_over:
                worth = self.worth(trial, width)
                again = self.can_gamble(trial.state)
            found.append((worth, again))
            total += worth
        average = total // samples
        return sum([max(worth, average) if again else worth for worth, again in found])

    def worth(self, trial: Trial, width: int) -> int:
        """The best end of the turn from here on without chance; many gambles lead to the same state."""
        key = tuple(trial.state.numbers())
        if key not in self.known:
            found = ends([(trial.evaluation, 0, trial.state)], self.seat, width, self.chancy)
            self.known[key] = max([end[0] for end in found]) if found else trial.evaluation
        return self.known[key]

    def can_gamble(self, state: State) -> bool:
        for option in state.options(self.seat):
            if option in self.chancy:
                return True
        return False


def ends(lines: list[Line], seat: int, width: int, chancy: set[int]) -> list[End]:
    """The ends of the turn that these lines lead to without chance; only the most promising are followed."""
    found: list[End] = []
    seen: set[tuple[int, ...]] = set()
    for _ in range(LENGTH):
        longer: list[Line] = []
        for _, first, state in lines:
            for option in state.options(seat):
                if option in chancy:
                    continue
                trial = Trial(state, seat, option)
                if trial.by_chance:
                    chancy.add(option)
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


def best_in(worth: dict[int, int]) -> int:
    """The option that is worth most; of several, the first."""
    most = max(worth.values())
    return min([option for option in worth if worth[option] == most])


def best_of_turn(sight: Decision, rng: Rng) -> int:
    """The option from which the turn can be brought to the best end."""
    return TurnPlan(sight, rng).best(sight.options)
