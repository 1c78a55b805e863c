"""The second action of a DoubleBack.  §DOUBLEBACK.SECOND"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.back_to_the_future.codes import FLIP_FOR_CASH, PASS
from timebooth.games.back_to_the_future.deck.doublebacks import add_second_flips
from timebooth.games.back_to_the_future.deck.kinds import DOUBLEBACK, EMERGENCY_CASH, KEYS
from timebooth.games.back_to_the_future.effects import (
    discard,
    discard_item,
)
from timebooth.games.back_to_the_future.state import bttf
from timebooth.games.back_to_the_future.steps.announcing import begin_action
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step


class SecondFlip(Step):
    """The optional second action of a DoubleBack; its item is lost even if it is cancelled.  §DOUBLEBACK.SECOND §J9"""

    def asked(self, state: State) -> i64:
        return bit(state.arg(1))

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = bttf(state)
        out.add(PASS)
        add_second_flips(s, seat, s.box.kind_of[s.arg(2)], out)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        seat = s.arg(1)
        card = s.arg(2)
        code = answers.at(0)
        s.done()
        if code == PASS:
            discard(s, card)
            return
        kind = s.box.kind_of[card]
        spent = s.box.doubleback_item[kind - DOUBLEBACK]
        if code >= FLIP_FOR_CASH:
            spent = EMERGENCY_CASH
        discard_item(s, seat, spent, journal)
        begin_action(s, seat, code, card, -1, kind, journal)

    def question(self, state: State, seat: i64) -> Question:
        s = bttf(state)
        kind = s.box.kind_of[s.arg(2)]
        args: dict[str, object] = {"card": KEYS[kind], "item": KEYS[s.box.doubleback_item[kind - DOUBLEBACK]]}
        return Question("play", "second_flip", args, False, "§DOUBLEBACK.SECOND")
