"""DoubleBacks: set one linchpin, then discard an item to flip another; these are two game actions.  §DOUBLEBACK"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.back_to_the_future.codes import DOUBLE_BACK, FLIP_ANOTHER, FLIP_FOR_CASH
from timebooth.games.back_to_the_future.deck.card import Card
from timebooth.games.back_to_the_future.deck.kinds import DOUBLEBACK, DOUBLEBACKS, EMERGENCY_CASH
from timebooth.games.back_to_the_future.effects import discard, flip
from timebooth.games.back_to_the_future.events import HistoryLeft
from timebooth.games.back_to_the_future.pieces import LINCHPINS
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.games.back_to_the_future.turn import SECOND_FLIP
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal


class DoubleBack(Card):
    """Set its own linchpin to a side of your choice, even the one that shows.  §DOUBLEBACK §J25"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        number = self.kind - DOUBLEBACK
        linchpin = s.box.doubleback_linchpin[number]
        locked = not s.may_change(seat, linchpin)  # §J27: it may still be played for the second flip
        altered = s.is_altered(linchpin)
        if not (locked and altered):
            out.add(DOUBLE_BACK + number * 2)
        if not (locked and not altered):
            out.add(DOUBLE_BACK + number * 2 + 1)

    def resolve(
        self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, rng: Rng, journal: Journal | None
    ) -> None:
        if code >= FLIP_ANOTHER:
            discard(s, card)
            flip(s, seat, s.box.answer_linchpin[code], rng, journal)
            return
        linchpin = s.box.doubleback_linchpin[self.kind - DOUBLEBACK]
        wanted = s.box.answer_side[code] == 1
        if s.is_altered(linchpin) != wanted:
            flip(s, seat, linchpin, rng, journal)
        elif journal is not None:
            journal.add(HistoryLeft(seat, s.box.linchpins[linchpin]))
        if can_go_back_again(s, seat, self.kind):
            s.push(SECOND_FLIP, seat, card)
        else:
            discard(s, card)


def can_go_back_again(s: BttfState, seat: i64, kind: i64) -> bool:
    """Return whether the item of this DoubleBack, or Emergency Cash, is on the table.  §DOUBLEBACK.SECOND §CASH"""
    return s.has_on_table(seat, s.box.doubleback_item[kind - DOUBLEBACK]) or s.has_on_table(seat, EMERGENCY_CASH)


def add_second_flips(s: BttfState, seat: i64, kind: i64, out: Codes) -> None:
    """Add every other linchpin, B-1 too, for the item and for Emergency Cash.  §DOUBLEBACK.SECOND §J24 §J26"""
    own = s.box.doubleback_linchpin[kind - DOUBLEBACK]
    item = s.has_on_table(seat, s.box.doubleback_item[kind - DOUBLEBACK])
    cash = s.has_on_table(seat, EMERGENCY_CASH)
    for linchpin in range(LINCHPINS):
        if linchpin != own and s.may_change(seat, linchpin):
            if item:
                out.add(FLIP_ANOTHER + linchpin)
            if cash:
                out.add(FLIP_FOR_CASH + linchpin)


def doublebacks() -> list[Card]:
    """Return all DoubleBacks, by kind."""
    return [DoubleBack(DOUBLEBACK + i) for i in range(DOUBLEBACKS)]
