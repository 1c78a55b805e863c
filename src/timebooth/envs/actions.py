"""What a learner's actions stand for: the codes of answers, as they are or in one of two other forms.

Relative actions count the seats from the one that acts, as relative observations do. In two steps, the first action
chooses the kind of an answer and its first field, the second one the rest: far fewer actions than answers.
"""

from __future__ import annotations

from functools import cache

from timebooth.envs.features import seat_fields
from timebooth.kernel.answer import Word
from timebooth.kernel.game import Game

Part = tuple[tuple[str, Word], ...]
"""Some fields of an answer with their values."""


class Actions:
    """The codes of the answers themselves."""

    begun: dict[int, int]
    """The first step of each seat that has still to take its second one."""

    def __init__(self, game: Game) -> None:
        self.size = len(game.answers)
        self.firsts: list[str] = []
        """The names of the first steps, if there are two."""
        self.begun = {}

    def legal(self, seat: int, options: list[int]) -> list[int]:
        """Return the actions that a seat has, in ascending order."""
        return options

    def take(self, seat: int, action: int, options: list[int]) -> int | None:
        """Return the code that a legal action gives; None if a second step has to follow."""
        return action


class RelativeActions(Actions):
    """The codes of the answers, with the seats in them counted from the one that acts."""

    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game)
        self._tables = [_rotated(game, seats, seat) for seat in range(seats)]

    def legal(self, seat: int, options: list[int]) -> list[int]:
        relative = self._tables[seat][0]
        return sorted([relative[code] for code in options])

    def take(self, seat: int, action: int, options: list[int]) -> int | None:
        return self._tables[seat][1][action]


class TwoSteps(Actions):
    """First steps, then second steps: each has a number of its own. A second step without a choice is skipped."""

    def __init__(self, game: Game, whole: Actions) -> None:
        super().__init__(game)
        self._whole = whole
        firsts: dict[Part, int] = {}
        seconds: dict[Part, int] = {}
        self._first: list[int] = []
        self._second: list[int] = []
        for code in range(whole.size):
            first, second = _halves(game, code)
            self._first.append(firsts.setdefault(first, len(firsts)))
            self._second.append(seconds.setdefault(second, len(seconds)))
        self.firsts = [" ".join(f"{field}={word}" for field, word in part) for part in firsts]
        self._second = [len(firsts) + second for second in self._second]
        self.size = len(firsts) + len(seconds)

    def legal(self, seat: int, options: list[int]) -> list[int]:
        codes = self._whole.legal(seat, options)
        if seat in self.begun:
            return sorted([self._second[code] for code in codes if self._first[code] == self.begun[seat]])
        return sorted({self._first[code] for code in codes})

    def take(self, seat: int, action: int, options: list[int]) -> int | None:
        codes = self._whole.legal(seat, options)
        if seat in self.begun:
            first = self.begun.pop(seat)
            codes = [code for code in codes if self._first[code] == first and self._second[code] == action]
        else:
            codes = [code for code in codes if self._first[code] == action]
            if len(codes) > 1:
                self.begun[seat] = action
                return None
        return self._whole.take(seat, codes[0], options)


def make_actions(game: Game, seats: int, relative: bool, two_steps: bool) -> Actions:
    """Return the actions of a game in the form that a learner wants."""
    whole = RelativeActions(game, seats) if relative else Actions(game)
    return TwoSteps(game, whole) if two_steps else whole


def _halves(game: Game, code: int) -> tuple[Part, Part]:
    """Return the type and the first field of an answer, and the rest of its fields."""
    fields = tuple((field, str(word)) for field, word in game.answers.names(code).items())
    return fields[:2], fields[2:]


@cache
def _rotated(game: Game, seats: int, first: int) -> tuple[list[int], list[int]]:
    """Return for each code the relative one, as the seat `first` counts, and for each relative code the code."""
    fields = seat_fields(game)
    relative: list[int] = []
    for code in range(len(game.answers)):
        named = game.answers.names(code)
        for field, word in named.items():
            if field in fields and isinstance(word, int) and word < seats:
                named[field] = (word - first) % seats
        relative.append(game.answers.read(named))
    absolute = [0] * len(relative)
    for code, other in enumerate(relative):
        absolute[other] = code
    return relative, absolute
