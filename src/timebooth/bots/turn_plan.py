"""Looks to the end of one's own turn: for games in which all win or lose together.

Answers that need no chance are tried one after the other, the most promising lines kept. An answer that needs chance
is tried a few times. What a line is worth is how one stands when the turn is over, before chance decides what is next.
"""

from __future__ import annotations

from timebooth.bots.bot import Sight
from timebooth.kernel.chance import Dice, FastDice
from timebooth.kernel.state import State

LINES = 6  # lines of answers that are followed at the same time
LENGTH = 10  # answers in a line
SAMPLES = 6  # how often chance is tried
TRIES = 24  # lines that all tries together may follow

Line = tuple[int, int, State]
"""How one stands, the first answer, and where it has led."""


class WatchfulDice(Dice):
    """Remembers how a seat stood when chance was first needed."""

    def __init__(self, state: State, seat: int, seed: int) -> None:
        self.state = state
        self.seat = seat
        self.seed = seed
        self.dice: Dice | None = None  # most answers need none
        self.before = 0

    def below(self, n: int) -> int:
        if self.dice is None:
            self.dice = FastDice(self.seed)
            self.before = self.state.standing(self.seat)
        return self.dice.below(n)


class Trial:
    """One answer, tried on one state that might be the true one."""

    def __init__(self, state: State, seat: int, option: int, seed: int) -> None:
        self.state = state.copy()
        dice = WatchfulDice(self.state, seat, seed)
        self.state.play([option], dice)
        self.by_chance = dice.dice is not None
        self.turn_over = self.state.asked() != (seat,) or self.state.turn_number() != state.turn_number()
        self.standing = dice.before if self.turn_over and self.by_chance else self.state.standing(seat)


def best_of_turn(sight: Sight, rng: Dice) -> int:
    """The option from which the turn can be brought to the best end."""
    seat = sight.seat
    worlds = [(sight.imagine(rng), rng.below(1 << 30)) for _ in range(SAMPLES)]
    world, seed = worlds[0]
    worth: dict[int, int] = {}
    lines: list[Line] = []
    gambles: list[int] = []
    for option in sight.options:
        trial = Trial(world, seat, option, seed)
        if trial.by_chance and not trial.turn_over:
            gambles.append(option)
            continue
        worth[option] = trial.standing * SAMPLES
        if not trial.turn_over:
            lines.append((trial.standing, option, trial.state))
    for option, most in _ends(lines, seat, LINES).items():
        worth[option] = most * SAMPLES
    width = max(1, min(LINES // 2, TRIES // max(1, len(gambles))))
    for option in gambles:
        worth[option] = _gamble(worlds, seat, option, width)
    return max(sight.options, key=lambda option: worth[option])


def _gamble(worlds: list[tuple[State, int]], seat: int, option: int, width: int) -> int:
    """What comes of an answer with different dice, played well to the end of the turn.

    Where chance can be tried again, no result need be worse than the average.
    """
    found: list[tuple[int, bool]] = []
    for world, seed in worlds:
        trial = Trial(world, seat, option, seed)
        worth = trial.standing
        again = False
        if not trial.turn_over:
            worth = _ends([(worth, option, trial.state)], seat, width).get(option, worth)
            again = _can_gamble(trial.state, seat)
        found.append((worth, again))
    average = sum(worth for worth, _ in found) // len(found)
    return sum(max(worth, average) if again else worth for worth, again in found)


def _can_gamble(state: State, seat: int) -> bool:
    for option in state.options(seat):
        trial = Trial(state, seat, option, 0)
        if trial.by_chance and not trial.turn_over:
            return True
    return False


def _ends(lines: list[Line], seat: int, width: int) -> dict[int, int]:
    """The best end of the turn that each first answer leads to without chance, where it leads to one."""
    best: dict[int, int] = {}
    seen: set[tuple[int, ...]] = set()
    for _ in range(LENGTH):
        longer: list[Line] = []
        for _, first, state in lines:
            for option in state.options(seat):
                trial = Trial(state, seat, option, 0)
                if trial.turn_over:
                    best[first] = max(best.get(first, 0), trial.standing)
                elif not trial.by_chance:
                    key = tuple(trial.state.numbers())
                    if key not in seen:
                        seen.add(key)
                        longer.append((trial.standing, first, trial.state))
        lines = sorted(longer, key=lambda line: -line[0])[:width]
        if not lines:
            break
    return best
