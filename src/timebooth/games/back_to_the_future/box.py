"""What is printed on the components of one edition, as compact tables."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from timebooth.games.back_to_the_future.answers import SIDES, indices
from timebooth.games.back_to_the_future.deck.kinds import (
    DOUBLEBACK,
    DUST_JACKET,
    ENGINE_TROUBLE,
    FAX,
    ITEM,
    ITEMS,
    KEYS,
    KINDS,
    LIGHTNING_PREDICTION,
    MEMO,
    MR_FUSION,
    NEWSPAPER,
    POWER,
    SCIENCE_EXPERIMENT,
    STEAL_MY_STUFF,
    TELEGRAM,
    TRUCK,
)
from timebooth.games.back_to_the_future.pieces import SEATS
from timebooth.kernel._vec import vec
from timebooth.kernel.answer import Catalogue
from timebooth.kernel.bits import bit


@final
class Box:
    """Cards are numbered through the deck, copies of a title side by side; a set of cards is a number, one bit each."""

    def __init__(
        self,
        counts: list[int],
        positions: tuple[str, ...],
        linchpins: tuple[str, ...],
        doubleback_linchpins: list[int],
        doubleback_items: list[int],
        almanac_locks: int,
        altered: list[int],
        satisfied: list[int],
        distances: list[int],
        identities: tuple[str, ...],
        goals: tuple[tuple[str, tuple[str, str]], ...],
        catalogue: Catalogue,
    ) -> None:
        kinds: list[int] = []
        copies: list[int] = []
        for kind in range(len(counts)):
            mask: i64 = 0
            for _ in range(counts[kind]):
                mask |= bit(len(kinds))
                kinds.append(kind)
            copies.append(mask)
        self.cards: i64 = len(kinds)
        self.kind_of: vec[i64] = vec[i64](kinds)
        self.copies: vec[i64] = vec[i64](copies)
        self.deck: i64 = self.between(0, KINDS)
        self.items: i64 = self.between(ITEM, ITEM + ITEMS)
        self.powers: i64 = self.between(POWER, KINDS)
        self.memos: i64 = self.copies[MEMO]
        self.memo_items: i64 = self.copies[NEWSPAPER] | self.copies[TELEGRAM] | self.copies[FAX]  # §J1
        self.reactions: i64 = (
            self.copies[MEMO]
            | self.copies[ENGINE_TROUBLE]
            | self.copies[SCIENCE_EXPERIMENT]
            | self.copies[STEAL_MY_STUFF]
        )
        self.responses: i64 = (  # cards that only respond, never played on one's own turn: §J20
            self.copies[MEMO] | self.copies[ENGINE_TROUBLE] | self.copies[TRUCK] | self.copies[STEAL_MY_STUFF]
        )
        self.power_items: i64 = self.copies[LIGHTNING_PREDICTION] | self.copies[DUST_JACKET] | self.copies[MR_FUSION]
        self.trucks: i64 = self.copies[TRUCK]
        self.positions: tuple[str, ...] = positions
        self.linchpins: tuple[str, ...] = linchpins
        self.b1: i64 = linchpins.index("B-1")
        self.doubleback_linchpin: vec[i64] = vec[i64](doubleback_linchpins)
        self.doubleback_item: vec[i64] = vec[i64](doubleback_items)
        self.almanac_locks: i64 = almanac_locks
        # One entry for each history: which positions show their altered side, and which identities are satisfied.
        self.altered: vec[i64] = vec[i64](altered)
        self.satisfied: vec[i64] = vec[i64](satisfied)
        # How many linchpins an identity (a row of HISTORIES) still has to flip.
        self.distances: vec[i64] = vec[i64](distances)
        self.identities: tuple[str, ...] = identities
        self.goals: tuple[tuple[str, tuple[str, str]], ...] = goals
        self.catalogue: Catalogue = catalogue
        # What each answer names, by its code; -1 if nothing.
        cards = indices(catalogue, KEYS, "card", "item")
        sides = indices(catalogue, SIDES, "side")
        aims = indices(catalogue, linchpins, "linchpin")
        for code in range(len(sides)):
            if sides[code] >= 0:
                aims[code] = doubleback_linchpins[cards[code] - DOUBLEBACK]
        self.answer_card: vec[i64] = vec[i64](cards)  # the kind that is played, used, given or lost
        self.answer_side: vec[i64] = vec[i64](sides)
        self.answer_linchpin: vec[i64] = vec[i64](aims)  # named, or that of the DoubleBack
        self.answer_item: vec[i64] = vec[i64](indices(catalogue, KEYS, "item"))
        self.answer_owner: vec[i64] = vec[i64](indices(catalogue, range(SEATS), "owner"))
        self.answer_spend: vec[i64] = vec[i64](indices(catalogue, KEYS, "spend", "feed"))

    def between(self, first: i64, end: i64) -> i64:
        """Return all cards of the kinds from `first` up to but not including `end`."""
        mask: i64 = 0
        for kind in range(first, end):
            mask |= self.copies[kind]
        return mask
