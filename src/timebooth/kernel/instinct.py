"""How a game is played without thinking: cheap enough for bots to play imagined games to their end by it."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from timebooth.kernel.codes import Codes
from timebooth.kernel.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Instinct:
    """Every answer has an urge, in points; it is followed where it is strongest."""

    def urge(self, state: State, seat: i64, code: i64) -> i64:
        """How much this seat would like to answer so, by what it knows itself."""
        raise NotImplementedError

    def answer(self, state: State, seat: i64, options: Codes) -> i64:
        """The option with the strongest urge; of several, the first."""
        best = options.at(0)
        most = self.urge(state, seat, best)
        for i in range(1, options.size):
            code = options.at(i)
            felt = self.urge(state, seat, code)
            if felt > most:
                most = felt
                best = code
        return best

    def credence(self, state: State, seat: i64) -> float:
        """How well an imagined state explains what the others are doing, from 0 to 1."""
        return 1.0
