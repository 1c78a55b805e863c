"""What every card can do: be announced, take effect, be cancelled."""

from __future__ import annotations

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


class Card:
    """A title of the deck. Whoever announces it names its target; without a target it has no effect."""

    def __init__(self, kind: i64) -> None:
        self.kind: i64 = kind

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        """Add every way in which this seat can play it now; `rest` is the hand without it.  §PLAY §J21"""
        out.add(PLAY + self.kind)

    def resolve(
        self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, rng: Rng, journal: Journal | None
    ) -> None:
        """Do what the card says, after nobody cancelled it."""
        raise NotImplementedError

    def cancel(self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, journal: Journal | None) -> None:
        """Discard it without effect; the play is spent.  §MEMO §J3"""
        if journal is not None:
            journal.add(CardCancelled(seat, KEYS[self.kind]))
        discard(s, card)


def add_flips(s: BttfState, seat: i64, first: i64, out: Codes) -> None:
    """Add an announcement for every linchpin that this seat may change, B-1 too.  §LINCHPIN §TRAVEL §J29

    Nobody needs to be satisfied to try B-1.  §J34
    """
    for linchpin in range(LINCHPINS):
        if s.may_change(seat, linchpin):
            out.add(first + linchpin)


def add_titles(s: BttfState, cards: i64, first: i64, each: i64, out: Codes) -> i64:
    """Add `first + kind * each` for every title among these cards, copies once; return how many."""
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
