"""Actions: do what the card says, then discard it.  §ACTION"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.back_to_the_future.codes import (
    ERASE_ITEM,
    FADE,
    FLIP_HITCH,
    NEW_SELF,
    PASS_LEFT,
    PASS_RIGHT,
    PLAY,
    TAKE_ITEM,
    TRADE,
)
from timebooth.games.back_to_the_future.deck.card import Card, add_flips, add_titles
from timebooth.games.back_to_the_future.deck.kinds import (
    ALPHA_RHYTHM,
    CLOCK_TOWER,
    DISCONTINUITY,
    ERASED,
    FADING_AWAY,
    HITCH_A_RIDE,
    ITEM,
    NOT_YOURSELF,
    SHOPPING_SPREE,
    SO_GULLIBLE,
    TIME_VORTEX,
    TRADE_HANDS,
)
from timebooth.games.back_to_the_future.effects import discard, discard_item, flip, take_item
from timebooth.games.back_to_the_future.events import HandsPassed, HandsShuffled, HandsTraded, IdentityChanged
from timebooth.games.back_to_the_future.knowledge import forget_reaches, note_hand_passed, note_hands_mixed
from timebooth.games.back_to_the_future.pieces import SEATS, SPECTATOR
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.games.back_to_the_future.turn import DISCARD_DOWN, GIVE_CARDS, LOSE_AN_ITEM, SPREE
from timebooth.kernel.bits import bit, count, members_of, nth
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal

HAND_AFTER_ALPHA: Final[i64] = 3  # §ALPHA
SPREE_ITEMS: Final[i64] = 3  # §SPREE


class Action(Card):
    """Discarded as it takes effect; without a target it has none.  §ACTION"""

    def resolve(
        self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, rng: Rng, journal: Journal | None
    ) -> None:
        discard(s, card)
        self.act(s, seat, code, rng, journal)

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        raise NotImplementedError


class HitchARide(Action):
    """If the previous player changed the TimeLine, flip any linchpin.  §HITCH §J22"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        if s.previous_changed:
            add_flips(s, seat, FLIP_HITCH, out)
        else:
            out.add(PLAY + self.kind)

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        if code != PLAY + self.kind:
            flip(s, seat, s.box.answer_linchpin[code], rng, journal)


class SoGullible(Action):
    """Move any one item from another player's table to yours.  §GULLIBLE §J45"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        if add_items(s, s.others(seat), TAKE_ITEM, out) == 0:
            out.add(PLAY + self.kind)

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        if code != PLAY + self.kind:
            take_item(s, seat, s.box.answer_owner[code], s.box.answer_item[code], journal)


class NotYourself(Action):
    """You or another player: the ID goes face up under the ID stack, the top one is taken.  §NOT_YOURSELF §J50"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        for target in range(s.seats):
            out.add(NEW_SELF + target)

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        target = code - NEW_SELF
        old = s.identity[target]
        new = nth(s.fresh_ids, rng.below(count(s.fresh_ids)))
        s.identity[target] = new
        forget_reaches(s, target)
        s.fresh_ids ^= bit(new)
        s.spent_ids |= bit(old)
        if s.fresh_ids == 0:  # only face-up ones are left: shuffle them
            s.fresh_ids = s.spent_ids
            s.spent_ids = 0
        if journal is not None:
            journal.add(IdentityChanged(target, s.box.identities[old], s.box.identities[new]))


class Erased(Action):
    """Discard any one item from any table, your own too.  §ERASED"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        if add_items(s, bit(s.seats) - 1, ERASE_ITEM, out) == 0:
            out.add(PLAY + self.kind)

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        if code != PLAY + self.kind:
            owner = s.box.answer_owner[code]
            kind = s.box.answer_item[code]
            if s.has_on_table(owner, kind):  # §J14: a Memo item may have been used against this card, in vain
                discard_item(s, owner, kind, journal)


class FadingAway(Action):
    """An opponent discards an item of their choice and a random card; what they lack is skipped.  §FADING §J46"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        add_opponents(s, seat, FADE, out)

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        s.push(LOSE_AN_ITEM, code - FADE)


class TradeHands(Action):
    """Swap your whole remaining hand with another player's; an empty one too.  §TRADE §J47"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        add_opponents(s, seat, TRADE, out)

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        other = code - TRADE
        mine = s.hand[seat]
        held = s.hand_size[seat]
        s.hand[seat] = s.hand[other]
        s.hand_size[seat] = s.hand_size[other]
        s.hand[other] = mine
        s.hand_size[other] = held
        note_hand_passed(s, seat, other)
        note_hand_passed(s, other, seat)
        if journal is not None:
            journal.add(HandsTraded(seat, other))


class Discontinuity(Action):
    """Every player passes the whole hand to the left, or to the right.  §DISCONTINUITY §J49"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        out.add(PASS_LEFT)
        out.add(PASS_RIGHT)

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        left = code == PASS_LEFT
        hands = [s.hand[giver] for giver in range(s.seats)]
        sizes = [s.hand_size[giver] for giver in range(s.seats)]
        for giver in range(s.seats):
            receiver = neighbour(s, giver, left)
            s.hand[receiver] = hands[giver]
            s.hand_size[receiver] = sizes[giver]
        for giver in range(s.seats):
            note_hand_passed(s, giver, neighbour(s, giver, left))
        if journal is not None:
            journal.add(HandsPassed("left" if left else "right"))


class TimeVortex(Action):
    """Collect all hands, shuffle, and deal out one at a time from yourself to the left.  §VORTEX §J48"""

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        before = [s.hand[player] for player in range(s.seats)]
        pool: i64 = 0
        for player in range(s.seats):
            pool |= s.hand[player]
            s.hand[player] = 0
            s.hand_size[player] = 0
        cards = members_of(pool)
        rng.shuffle(cards)
        player = seat
        for card in cards:
            s.hand[player] |= bit(card)
            s.hand_size[player] += 1
            player = (player + 1) % s.seats
        for seer in range(s.seats):
            note_hands_mixed(s, seer, before[seer], s.hand[seer])
        note_hands_mixed(s, SPECTATOR, 0, 0)
        if journal is not None:
            journal.add(HandsShuffled(len(cards)))


class ClockTower(Action):
    """Every other player with a card gives you one of their choice.  §CLOCK_TOWER §J46"""

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        s.push(GIVE_CARDS, seat, self.kind)


class AlphaRhythm(Action):
    """Every other player with more than three cards discards down to three, own choice.  §ALPHA"""

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        s.push(DISCARD_DOWN, seat)


class ShoppingSpree(Action):
    """At once play three items from your hand, one after another; all, if you have fewer.  §SPREE §J54"""

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        s.push(SPREE, seat, SPREE_ITEMS)


def add_items(s: BttfState, owners: i64, first: i64, out: Codes) -> i64:
    """Add an announcement for every item on these tables; return how many."""
    found: i64 = 0
    for owner in range(s.seats):
        if owners & bit(owner) != 0:
            found += add_titles(s, s.table[owner], first - ITEM * SEATS + owner, SEATS, out)
    return found


def add_opponents(s: BttfState, seat: i64, first: i64, out: Codes) -> None:
    """Add an announcement for every other player."""
    for target in range(s.seats):
        if target != seat:
            out.add(first + target)


def neighbour(s: BttfState, seat: i64, left: bool) -> i64:
    """Return the seat to the left, which is the next one, or to the right."""
    if left:
        return (seat + 1) % s.seats
    return (seat + s.seats - 1) % s.seats


def actions() -> list[Card]:
    """Return all actions, by kind."""
    return [
        HitchARide(HITCH_A_RIDE),
        SoGullible(SO_GULLIBLE),
        NotYourself(NOT_YOURSELF),
        Erased(ERASED),
        FadingAway(FADING_AWAY),
        TradeHands(TRADE_HANDS),
        Discontinuity(DISCONTINUITY),
        TimeVortex(TIME_VORTEX),
        ClockTower(CLOCK_TOWER),
        AlphaRhythm(ALPHA_RHYTHM),
        ShoppingSpree(SHOPPING_SPREE),
    ]
