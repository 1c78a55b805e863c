"""Items: they lie face up on your table; using the power of one is not a play.  §ITEM"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.back_to_the_future.codes import (
    PLAY,
    USE_DUST_JACKET,
    USE_FUSION,
    USE_FUSION_END,
    USE_LIGHTNING,
)
from timebooth.games.back_to_the_future.deck.card import Card
from timebooth.games.back_to_the_future.deck.kinds import (
    ALMANAC,
    DUST_JACKET,
    ITEM,
    ITEMS,
    KEYS,
    LIGHTNING_PREDICTION,
    MR_FUSION,
    PIZZA_HYDRATOR,
)
from timebooth.games.back_to_the_future.effects import draw_card, take_item
from timebooth.games.back_to_the_future.events import CardCancelled, ItemPlaced
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.games.back_to_the_future.turn import GIVE_CARDS
from timebooth.kernel.bits import bit, lowest
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal

FUSION_DRAWS: i64 = 2  # §FUSION
HYDRATOR_DRAWS: i64 = 5  # §HYDRATOR


class Item(Card):
    """Put on your table when it is played.  §ITEM"""

    def resolve(
        self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, rng: Rng, journal: Journal | None
    ) -> None:
        if code != PLAY + self.kind:
            self.use(s, seat, code, rng, journal)
            return
        s.in_play ^= bit(card)
        s.table[seat] |= bit(card)
        if journal is not None:
            journal.add(ItemPlaced(seat, KEYS[self.kind]))

    def use(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        """Use the item's power; what it costs was discarded when it was announced."""
        raise NotImplementedError

    def cancel(self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, journal: Journal | None) -> None:
        """Discard an item that is being played; one that is used is lost already.  §J11 §J12"""
        if code == PLAY + self.kind:
            super().cancel(s, seat, code, card, paid, journal)
        elif journal is not None:
            journal.add(CardCancelled(seat, KEYS[self.kind]))


class LightningPrediction(Item):
    """Discard it: every other player with a card gives you one of their choice.  §LIGHTNING"""

    def use(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        s.push(GIVE_CARDS, seat, self.kind)


class DustJacket(Item):
    """Discard it to move the Almanac from another table to yours.  §DUST_JACKET"""

    def use(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        take_item(s, seat, code - USE_DUST_JACKET, ALMANAC, journal)


class MrFusion(Item):
    """Once in your turn, discard another item from your table to draw two cards.  §FUSION"""

    def use(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        for _ in range(FUSION_DRAWS):
            draw_card(s, seat, rng, journal)


class PizzaHydrator(Item):
    """The promo card: if it was on your table last turn, discard it instead of playing and draw five.  §HYDRATOR"""

    def use(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        for _ in range(HYDRATOR_DRAWS):
            draw_card(s, seat, rng, journal)


def add_powers(s: BttfState, seat: i64, out: Codes) -> None:
    """Add the powers that are free on one's own turn, if they can do something.  §ITEM.POWER §J51 §J55"""
    if s.table[seat] & s.box.power_items == 0:
        return
    if s.has_on_table(seat, LIGHTNING_PREDICTION) and someone_else_has_cards(s, seat):
        out.add(USE_LIGHTNING)
    if s.has_on_table(seat, DUST_JACKET):
        for owner in range(s.seats):
            if owner != seat and s.has_on_table(owner, ALMANAC):
                out.add(USE_DUST_JACKET + owner)
    if can_feed_fusion(s, seat):
        fed = s.table[seat] & ~s.box.copies[MR_FUSION]
        while fed != 0:
            out.add(USE_FUSION + s.box.kind_of[lowest(fed)] - ITEM)
            fed &= fed - 1


def has_power(s: BttfState, seat: i64) -> bool:
    """Return whether a free power can be used now; everybody can see that."""
    if s.table[seat] & s.box.power_items == 0:
        return False
    if can_feed_fusion(s, seat):
        return True
    if s.has_on_table(seat, LIGHTNING_PREDICTION) and someone_else_has_cards(s, seat):
        return True
    if s.has_on_table(seat, DUST_JACKET):
        for owner in range(s.seats):
            if owner != seat and s.has_on_table(owner, ALMANAC):
                return True
    return False


def can_feed_fusion(s: BttfState, seat: i64) -> bool:
    """Return whether Mr. Fusion is unused this turn and another item is there for it.  §FUSION"""
    if s.fusion_used or not s.has_on_table(seat, MR_FUSION):
        return False
    return s.table[seat] & ~s.box.copies[MR_FUSION] != 0


def can_hydrate(s: BttfState, seat: i64) -> bool:
    """Return whether the Pizza Hydrator is on this table since the end of the seat's previous turn.  §HYDRATOR"""
    return s.hydrator_ready & bit(seat) != 0 and s.has_on_table(seat, PIZZA_HYDRATOR)


def someone_else_has_cards(s: BttfState, seat: i64) -> bool:
    """Return whether the Lightning Prediction would get a card.  §LIGHTNING"""
    for other in range(s.seats):
        if other != seat and s.hand_size[other] > 0:
            return True
    return False


def is_power(code: i64) -> bool:
    """Return whether the code uses an item's power."""
    return USE_LIGHTNING <= code < USE_FUSION_END


def spent_item(s: BttfState, code: i64) -> i64:
    """Return the item that using a power discards: itself, or what Mr. Fusion is fed."""
    if code >= USE_FUSION:
        return s.box.answer_spend[code]
    return s.box.answer_card[code]


def items() -> list[Card]:
    """Return all items, by kind."""
    found: list[Card] = []
    for i in range(ITEMS):
        kind = ITEM + i
        if kind == LIGHTNING_PREDICTION:
            found.append(LightningPrediction(kind))
        elif kind == DUST_JACKET:
            found.append(DustJacket(kind))
        elif kind == MR_FUSION:
            found.append(MrFusion(kind))
        elif kind == PIZZA_HYDRATOR:
            found.append(PizzaHydrator(kind))
        else:
            found.append(Item(kind))  # no power: §PIE_PAN §HOVERBOARD §BOOK §GUITAR §VEST §TELESCOPE
    return found
