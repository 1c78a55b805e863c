"""Looks to the end of one's own turn: for games in which all win or lose together.

Answers that need no chance are tried one after the other, the most promising lines kept. An answer that needs chance
is tried a few times. Who ends the turn stands as before: what comes then is the same for every line.
"""

from __future__ import annotations

from timebooth.bots.bot import Sight
from timebooth.kernel.chance import Dice, FastDice
from timebooth.kernel.state import State

LINES = 6  # lines of answers that are followed at the same time
LENGTH = 10  # answers in a line
SAMPLES = 6  # how often chance is tried
TRIES = 24  # lines that all tries together may follow


class CountingDice(Dice):
    """Says whether chance was needed."""

    def __init__(self, seed: int) -> None:
        self.dice = FastDice(seed)
        self.thrown = 0

    def below(self, n: int) -> int:
        self.thrown += 1
        return self.dice.below(n)


class Trial:
    """One answer, tried on one state that might be the true one."""

    def __init__(self, state: State, seat: int, option: int, seed: int) -> None:
        dice = CountingDice(seed)
        self.state = state.copy()
        self.state.play([option], dice)
        self.by_chance = dice.thrown > 0
        self.turn_over = self.state.asked() != (seat,) or self.state.turn_number() != state.turn_number()

    def worth(self, before: State, seat: int) -> int:
        """What it is to stand here; when only the turn is over, as before."""
        over = self.state.asking == 0
        return before.standing(seat) if self.turn_over and not over else self.state.standing(seat)


def best_of_turn(sight: Sight, rng: Dice) -> int:
    """The option from which the turn can be brought to the best end."""
    seat = sight.seat
    worlds = [(sight.imagine(rng), rng.below(1 << 30)) for _ in range(SAMPLES)]
    world, seed = worlds[0]
    worth: dict[int, int] = {}
    lines: list[tuple[int, int, State]] = []
    gambles: list[int] = []
    for option in sight.options:
        trial = Trial(world, seat, option, seed)
        if trial.by_chance and not trial.turn_over:
            gambles.append(option)
            continue
        worth[option] = trial.worth(world, seat) * SAMPLES
        if not trial.turn_over:
            lines.append((worth[option] // SAMPLES, option, trial.state))
    for option, most in _follow(lines, seat, LINES).items():
        worth[option] = most * SAMPLES
    if gambles:
        width = max(1, min(LINES // 2, TRIES // len(gambles)))
        for option in gambles:
            worth[option] = sum(_gamble(state, seat, option, chance, width) for state, chance in worlds)
    return max(sight.options, key=lambda option: worth[option])


def _gamble(state: State, seat: int, option: int, seed: int, width: int) -> int:
    """What comes of an answer with these dice, played well to the end of the turn."""
    trial = Trial(state, seat, option, seed)
    worth = trial.worth(state, seat)
    if trial.turn_over:
        return worth
    return max(worth, _follow([(worth, option, trial.state)], seat, width)[option])


def _follow(lines: list[tuple[int, int, State]], seat: int, width: int) -> dict[int, int]:
    """The best that each first answer leads to without chance, before the turn is over."""
    best = {option: worth for worth, option, _ in lines}
    seen: set[tuple[int, ...]] = set()
    for _ in range(LENGTH):
        lines.sort(key=lambda line: -line[0])
        longer: list[tuple[int, int, State]] = []
        for _, first, state in lines[:width]:
            for option in state.options(seat):
                trial = Trial(state, seat, option, 0)
                if trial.turn_over or trial.by_chance:
                    continue
                key = tuple(trial.state.numbers())
                if key in seen:
                    continue
                seen.add(key)
                worth = trial.state.standing(seat)
                best[first] = max(best[first], worth)
                longer.append((worth, first, trial.state))
        if not longer:
            break
        lines = longer
    return best
