"""Dice that fall as the test says."""

from __future__ import annotations

from timebooth.kernel.chance import Rng


class LoadedRng(Rng):
    """Gives the numbers it was loaded with, then always 0; a number too big for the die is the test's mistake."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)

    def below(self, n: int) -> int:
        if not self.numbers:
            return 0
        number = self.numbers.pop(0)
        assert number < n, f"a {n}-sided die cannot show {number}"
        return number
