"""Who knows where a card is, and what a seat cannot know.

Cards change hands in the open and in secret. `known` remembers, for each seat, the cards in other hands whose
holder it can name; `elsewhere` those it only knows to be in some other hand. Both may forget, never guess: copies
of one title look alike, so when one leaves a hand, a seat that knew of some there knows of one fewer, whichever it was.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.back_to_the_future.box import HISTORIES, IDENTITIES, LINCHPINS
from timebooth.games.back_to_the_future.codes import DOUBLE_BACK, FLIP, FLIP_ANOTHER, FLIP_V4, TAKE_ITEM
from timebooth.games.back_to_the_future.state import NO_ENDING, SPECTATOR, BttfState
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import BIT, count, lowest, members_of
from timebooth.kernel.chance import Dice

# A flip that leads one linchpin nearer to an identity makes it three times as likely, one that leads away a third.
MOST_LEANING: Final[i64] = 7
LIKELY: Final = vec[i64]([3**n for n in range(15)])
AT_B1: Final[i64] = 3  # flips that an attempt at B-1 tells as much as


def shown_to_all(s: BttfState, holder: i64, card: i64) -> None:
    """Everybody saw this card go into a hand."""
    for seer in range(SPECTATOR + 1):
        if seer != holder:
            s.known[seer] |= BIT[card]
    s.traced |= BIT[card]


def left_the_hand(s: BttfState, holder: i64, card: i64) -> None:
    """Everybody saw this card leave a hand (it has left it already)."""
    alike = s.box.copies[s.box.kind_of[card]]
    if s.traced & alike == 0:
        return
    traced: i64 = 0
    for seer in range(SPECTATOR + 1):
        if seer != holder:
            _saw_leave(s, seer, holder, card, alike)
        traced |= s.known[seer] | s.elsewhere[seer]
    s.traced = traced


def _saw_leave(s: BttfState, seer: i64, holder: i64, card: i64, alike: i64) -> None:
    here = s.known[seer] & alike & (s.hand[holder] | BIT[card])
    somewhere = s.elsewhere[seer] & alike
    if here != 0:
        gone = one_of(here, card)
        s.known[seer] ^= gone
        if somewhere & BIT[card] != 0:  # this copy was known of elsewhere: the one it is taken for stands in for it
            s.elsewhere[seer] ^= BIT[card] | gone
    elif somewhere != 0:
        s.elsewhere[seer] ^= one_of(somewhere, card)


def one_of(alike: i64, card: i64) -> i64:
    """This card if it is among these, else another copy that looks like it; as a set."""
    if alike & BIT[card] != 0:
        return BIT[card]
    return BIT[lowest(alike)]


def given(s: BttfState, giver: i64, receiver: i64, card: i64) -> None:
    """A card went from hand to hand, seen by these two only (it has arrived)."""
    for seer in range(SPECTATOR + 1):
        if seer == giver or seer == receiver:
            continue
        unsure = s.known[seer] & (s.hand[giver] | BIT[card])
        s.known[seer] ^= unsure
        s.elsewhere[seer] |= unsure
    _saw_leave(s, receiver, giver, card, s.box.copies[s.box.kind_of[card]])
    s.known[giver] |= BIT[card]
    s.traced |= BIT[card]


def hands_passed(s: BttfState, giver: i64, receiver: i64) -> None:
    """A whole hand went from one player to another: the giver knows it, the receiver has seen it."""
    hand = s.hand[receiver]
    s.known[giver] |= hand
    s.known[receiver] &= ~hand
    s.traced |= hand
    while hand != 0:
        alike = s.box.copies[s.box.kind_of[lowest(hand)]]
        s.elsewhere[giver] &= ~alike
        s.elsewhere[receiver] &= ~alike
        hand &= hand - 1


def hands_mixed(s: BttfState, seer: i64, had: i64, has: i64) -> None:
    """All hands were shuffled and dealt again: what this seat knew of is in some hand, perhaps its own."""
    pool = s.elsewhere[seer] | s.known[seer] | had
    while has != 0:
        pool &= ~s.box.copies[s.box.kind_of[lowest(has)]]
        has &= has - 1
    s.known[seer] = 0
    s.elsewhere[seer] = pool
    s.traced |= pool


def searched_the_pile(s: BttfState, seat: i64) -> None:
    """A seat that saw the whole draw pile knows what the other hands hold together.  §QUICK_TRIP"""
    pool: i64 = 0
    for other in range(s.seats):
        if other != seat:
            pool |= s.hand[other]
    s.elsewhere[seat] |= pool & ~s.known[seat]
    s.traced |= pool


def resample(s: BttfState, seat: int, rng: Dice) -> None:
    """Redraw hands, draw pile and identities as far as this seat does not know them.  §HIDDEN"""
    if s.ending != NO_ENDING:
        return
    me: i64 = seat
    known = s.known[me]
    certain = s.elsewhere[me]
    pile = s.draw
    slots: i64 = 0
    for other in range(s.seats):
        if other != me:
            pile |= s.hand[other] & ~known
            slots += s.hand_size[other] - count(s.hand[other] & known)
    in_hands = members_of(certain)
    rest = members_of(pile & ~certain)
    rng.shuffle(rest)
    drawn: i64 = slots - len(in_hands)
    for i in range(drawn):
        in_hands.append(rest[i])
    rng.shuffle(in_hands)
    s.draw = 0
    for i in range(drawn, len(rest)):
        s.draw |= BIT[rest[i]]
    at: i64 = 0
    for other in range(s.seats):
        if other == me:
            continue
        hand = s.hand[other] & known
        for _ in range(s.hand_size[other] - count(hand)):
            hand |= BIT[in_hands[at]]
            at += 1
        s.hand[other] = hand
    _resample_identities(s, me, rng)
    _resample_memories(s, me)


def _resample_identities(s: BttfState, me: i64, rng: Dice) -> None:
    """Who is who: any identity that lies hidden, likelier one that the seat's own flips have led towards."""
    pool = s.fresh_ids
    others: list[int] = []
    for other in range(s.seats):
        if other != me:
            pool |= BIT[s.identity[other]]
            others.append(other)
    rng.shuffle(others)
    for other in others:
        identity = _likely_identity(s, other, pool, rng)
        s.identity[other] = identity
        pool ^= BIT[identity]
    s.fresh_ids = pool


def _likely_identity(s: BttfState, seat: i64, pool: i64, rng: Dice) -> i64:
    total: i64 = 0
    left = pool
    while left != 0:
        total += LIKELY[MOST_LEANING + s.leaning[seat * IDENTITIES + lowest(left)]]
        left &= left - 1
    at = rng.below(total)
    left = pool
    identity = lowest(left)
    at -= LIKELY[MOST_LEANING + s.leaning[seat * IDENTITIES + identity]]
    while at >= 0:
        left &= left - 1
        identity = lowest(left)
        at -= LIKELY[MOST_LEANING + s.leaning[seat * IDENTITIES + identity]]
    return identity


def note_aim(s: BttfState, seat: i64, code: i64) -> None:
    """Everybody heard this seat announce a change of history: where it leads tells who the seat may be."""
    linchpin = aim(s, code)
    if linchpin < 0:
        return
    after = s.history ^ BIT[linchpin]
    for identity in range(IDENTITIES):
        row = identity * HISTORIES
        if linchpin != s.box.b1:
            _lean(s, seat, identity, s.box.distances[row + s.history] - s.box.distances[row + after])
        elif s.box.distances[row + s.history] == 0:
            _lean(s, seat, identity, AT_B1)
        else:
            _lean(s, seat, identity, -AT_B1)


def aim(s: BttfState, code: i64) -> i64:
    """The linchpin that an announcement would change; -1 for none."""
    if code < FLIP or code >= TAKE_ITEM:
        return -1
    if code < FLIP_V4:
        return (code - FLIP) % LINCHPINS
    if code < DOUBLE_BACK:
        return (code - FLIP_V4) % LINCHPINS
    if code >= FLIP_ANOTHER:
        return (code - FLIP_ANOTHER) % LINCHPINS
    linchpin = s.box.doubleback_linchpin[(code - DOUBLE_BACK) // 2]
    if s.is_altered(linchpin) == ((code - DOUBLE_BACK) % 2 == 1):
        return -1
    return linchpin


def _lean(s: BttfState, seat: i64, identity: i64, change: i64) -> None:
    leaning = s.leaning[seat * IDENTITIES + identity] + change
    if leaning > MOST_LEANING:
        leaning = MOST_LEANING
    if leaning < -MOST_LEANING:
        leaning = -MOST_LEANING
    s.leaning[seat * IDENTITIES + identity] = leaning


def forget_leaning(s: BttfState, seat: i64) -> None:
    """This seat is somebody else now."""
    for identity in range(IDENTITIES):
        s.leaning[seat * IDENTITIES + identity] = 0


def _resample_memories(s: BttfState, me: i64) -> None:
    """Of what the others know, a seat knows what everybody knows and what they know of its own hand."""
    in_hands: i64 = 0
    for holder in range(s.seats):
        in_hands |= s.hand[holder]
    for other in range(s.seats):
        if other != me:
            theirs = s.hand[other]
            s.known[other] = (s.known[SPECTATOR] | (s.known[other] & s.hand[me])) & ~theirs
            s.elsewhere[other] = s.elsewhere[SPECTATOR] & in_hands & ~theirs & ~s.known[other]
