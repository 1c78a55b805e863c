"""What every card can do: be announced in one way or several, take effect, be cancelled."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.back_to_the_future.codes import PLAY
from timebooth.games.back_to_the_future.deck.kinds import KEYS
from timebooth.games.back_to_the_future.effects import discard
from timebooth.games.back_to_the_future.events import CardCancelled
from timebooth.games.back_to_the_future.pieces import LINCHPINS
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.kernel.bits import lowest
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal

NOTHING_PAID: Final[i64] = -1


class Card:
    """A title of the deck. Announcing asks what it is aimed at; an announcement without aim has no effect."""

    def __init__(self, kind: i64) -> None:
        self.kind: i64 = kind

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        """Every way in which this seat can play it now; `rest` is the hand without it.  §PLAY §J21"""
        out.add(PLAY + self.kind)

    def resolve(
        self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, rng: Rng, journal: Journal | None
    ) -> None:
        """What it does once nobody cancels it."""
        raise NotImplementedError

    def cancel(self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, journal: Journal | None) -> None:
        """It is discarded without effect; the play is spent.  §MEMO §J3"""
        if journal is not None:
            journal.add(CardCancelled(seat, KEYS[self.kind]))
        discard(s, card)


def add_flips(s: BttfState, seat: i64, first: i64, out: Codes) -> None:
    """One announcement for every linchpin that this seat may change.  §LINCHPIN §J29"""
    for linchpin in range(LINCHPINS):
        if s.may_change(seat, linchpin):
            out.add(first + linchpin)


def add_titles(s: BttfState, cards: i64, first: i64, each: i64, out: Codes) -> i64:
    """One option for every title among these cards, copies once: `first` and `each` by its kind; says how many."""
    found: i64 = 0
    last: i64 = -1
    while cards != 0:
        kind = s.box.kind_of[lowest(cards)]
        cards &= cards - 1
        if kind != last:
            out.add(first + kind * each)
            found += 1
            last = kind
    return found
