"""Looks to the end of one's own turn: for games in which all win or lose together.

Answers that need no chance are tried one after the other, the most promising lines kept. An answer that needs chance
is tried a few times. What a line is worth is how one stands when the turn is over, before chance decides what is next.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.bots.bot import Sight
from timebooth.kernel.chance import Dice, FastDice
from timebooth.kernel.state import State

LINES: Final = 8  # lines of answers that are followed at the same time
FIRST_LOOK: Final = 3  # samples for a first look at many gambles, one line each
LENGTH: Final = 12  # answers in a line
SAMPLES: Final = 6  # how often chance is tried: a die that is rolled alone shows every side once
FINALISTS: Final = 3  # gambles that are worth a second look
NO_SEED: Final = 0  # where it does not matter how the dice fall

Line = tuple[int, int, State]
"""How one stands, the first answer, and where it has led."""


class WatchfulDice(Dice):
    """Remembers how a seat stood when chance was first needed, and spreads the first throw evenly over the samples."""

    def __init__(self, state: State, seat: int, sample: int, seed: int) -> None:
        self.state = state
        self.seat = seat
        self.sample = sample
        self.seed = seed
        self.dice: Dice | None = None
        self.thrown = False
        self.before = 0

    def below(self, n: i64) -> i64:
        if not self.thrown:
            self.thrown = True
            self.before = self.state.standing(self.seat)
            if self.seed != NO_SEED:
                self.dice = FastDice(self.seed)
                return (self.sample * n + self.dice.below(n)) // SAMPLES
        return 0 if self.dice is None else self.dice.below(n)


class Trial:
    """One answer, tried on one state that might be the true one."""

    def __init__(self, state: State, seat: int, option: int, sample: int = 0, seed: int = NO_SEED) -> None:
        self.state = state.copy()
        dice = WatchfulDice(self.state, seat, sample, seed)
        self.state.play([option], dice)
        self.by_chance = dice.thrown
        self.turn_over = self.state.asked() != (seat,) or self.state.turn_number() != state.turn_number()
        self.standing = dice.before if self.turn_over and self.by_chance else self.state.standing(seat)


class TurnPlan:
    """What the options of one decision are worth."""

    def __init__(self, sight: Sight, rng: Dice) -> None:
        self.seat = sight.seat
        self.worlds: list[State] = []
        self.seeds: list[int] = []
        for _ in range(SAMPLES):
            self.worlds.append(sight.imagine(rng))
            self.seeds.append(1 + rng.below(1 << 30))
        self.chancy: set[int] = set()  # options that needed chance once are taken to need it again
        self.known: dict[tuple[int, ...], int] = {}

    def best(self, options: list[int]) -> int:
        """The option from which the turn can be brought to the best end."""
        worth: dict[int, int] = {}
        lines: list[Line] = []
        gambles: list[int] = []
        for option in options:
            trial = Trial(self.worlds[0], self.seat, option, 0, self.seeds[0])
            if trial.by_chance and not trial.turn_over:
                self.chancy.add(option)
                gambles.append(option)
                continue
            if trial.turn_over:
                worth[option] = trial.standing * SAMPLES
            else:
                lines.append((trial.standing, option, trial.state))
        for option, most in self.ends(lines, LINES).items():
            worth[option] = most * SAMPLES
        if not worth:  # chance comes before the end of the turn, whatever is answered
            for standing, option, _ in lines:
                worth[option] = standing * SAMPLES
        if len(gambles) > FINALISTS:
            first_look = [(-self.gamble(option, FIRST_LOOK, 1), option) for option in gambles]
            gambles = [option for _, option in sorted(first_look)[:FINALISTS]]
        self.known.clear()
        for option in gambles:
            worth[option] = self.gamble(option, SAMPLES, LINES)
        best = max(worth.values())
        return min([option for option in worth if worth[option] == best])

    def gamble(self, option: int, samples: int, width: int) -> int:
        """What comes of an answer with different dice, played well to the end of the turn.

        Where chance can be tried again, no result need be worse than the average.
        """
        found: list[tuple[int, bool]] = []
        total = 0
        for sample in range(0, SAMPLES, SAMPLES // samples):
            trial = Trial(self.worlds[sample], self.seat, option, sample, self.seeds[sample])
            worth = trial.standing
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
            self.known[key] = self.ends([(trial.standing, 0, trial.state)], width).get(0, trial.standing)
        return self.known[key]

    def can_gamble(self, state: State) -> bool:
        for option in state.options(self.seat):
            if option in self.chancy:
                return True
        return False

    def ends(self, lines: list[Line], width: int) -> dict[int, int]:
        """The best end of the turn that each first answer leads to without chance, where it leads to one."""
        best: dict[int, int] = {}
        seen: set[tuple[int, ...]] = set()
        for _ in range(LENGTH):
            longer: list[Line] = []
            for _, first, state in lines:
                for option in state.options(self.seat):
                    if option in self.chancy:
                        continue
                    trial = Trial(state, self.seat, option)
                    if trial.turn_over:
                        best[first] = max(best.get(first, 0), trial.standing)
                    elif trial.by_chance:
                        self.chancy.add(option)
                    else:
                        key = tuple(trial.state.numbers())
                        if key not in seen:
                            seen.add(key)
                            longer.append((trial.standing, first, trial.state))
            if len(longer) > width:
                longer.sort(key=lambda line: -line[0])
                longer = longer[:width]
            lines = longer
            if not lines:
                break
        return best


def best_of_turn(sight: Sight, rng: Dice) -> int:
    """The option from which the turn can be brought to the best end."""
    return TurnPlan(sight, rng).best(sight.options)
