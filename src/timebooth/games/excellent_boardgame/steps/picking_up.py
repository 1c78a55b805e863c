"""Picking up characters: several at once are laid down in the order that their collector chooses.  §PICKUP.SEVERAL"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.codes import PLACE_NEXT
from timebooth.games.excellent_boardgame.effects import pick_up
from timebooth.games.excellent_boardgame.state import excellent
from timebooth.kernel.bits import bit, count, lowest, nth
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step


class PlaceCharacters(Step):
    """Place one after another, each to the left of the last; the final one needs no choice.  §PICKUP.SEVERAL §J19"""

    def asked(self, state: State) -> i64:
        return bit(excellent(state).turn)

    def options(self, state: State, seat: i64, out: Codes) -> None:
        found = state.arg(1)
        while found != 0:
            out.add(PLACE_NEXT + lowest(found))
            found &= found - 1

    def pick(self, state: State, seat: i64, rng: Rng, listed: Codes, answers: Codes) -> bool:
        found = state.arg(1)
        answers.add(PLACE_NEXT + nth(found, rng.below(count(found))))
        return True

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = excellent(state)
        kind = answers.at(0) - PLACE_NEXT
        left = s.arg(1) & ~bit(kind)
        s.set_arg(1, left)
        pick_up(s, s.turn, kind, journal)
        if left & (left - 1) == 0:  # only one
            s.done()
            pick_up(s, s.turn, lowest(left), journal)

    def question(self, state: State, seat: i64) -> Question:
        s = excellent(state)
        space = s.box.space_names[s.booth_at(seat)]
        return Question("choose", "place", {"space": space, "count": count(s.arg(1))}, False, "§PICKUP.SEVERAL")
