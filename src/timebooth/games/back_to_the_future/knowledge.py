"""Hidden knowledge: which cards a seat knows to be where, and how to redraw the rest.  §HIDDEN

`known` holds, for each seat, the cards in other hands whose holder it can name; `elsewhere` those that it knows to be
in some other hand. Both may forget but never guess. Copies of one title look alike: when one leaves a hand, a seat that
knew of some there knows of one fewer, whichever copy it was.
"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.back_to_the_future.pieces import COUNT_BITS, HISTORIES, IDENTITIES, MAX_COUNT, SPECTATOR
from timebooth.games.back_to_the_future.state import NO_ENDING, BttfState
from timebooth.kernel.bits import bit, count, lowest
from timebooth.kernel.chance import Rng, some_of


def note_shown_to_all(s: BttfState, holder: i64, card: i64) -> None:
    """Note that everybody saw this card go into a hand."""
    for seer in range(SPECTATOR + 1):
        if seer != holder:
            s.known[seer] |= bit(card)
    s.traced |= bit(card)


def note_left_hand(s: BttfState, holder: i64, card: i64) -> None:
    """Note that everybody saw this card leave a hand; it has left already."""
    alike = s.box.copies[s.box.kind_of[card]]
    if s.traced & alike == 0:
        return
    traced: i64 = 0
    for seer in range(SPECTATOR + 1):
        if seer != holder:
            _note_seen_leaving(s, seer, holder, card, alike)
        traced |= s.known[seer] | s.elsewhere[seer]
    s.traced = traced


def _note_seen_leaving(s: BttfState, seer: i64, holder: i64, card: i64, alike: i64) -> None:
    here = s.known[seer] & alike & (s.hand[holder] | bit(card))
    somewhere = s.elsewhere[seer] & alike
    if here != 0:
        gone = _one_like(here, card)
        s.known[seer] ^= gone
        if somewhere & bit(card) != 0:  # known elsewhere: the copy removed above takes its place
            s.elsewhere[seer] ^= bit(card) | gone
    elif somewhere != 0:
        s.elsewhere[seer] ^= _one_like(somewhere, card)


def _one_like(alike: i64, card: i64) -> i64:
    """Return, as a set, this card if it is among these copies, else another of them."""
    if alike & bit(card) != 0:
        return bit(card)
    return bit(lowest(alike))


def note_given(s: BttfState, giver: i64, receiver: i64, card: i64) -> None:
    """Note that a card went from hand to hand, seen by these two only; it has arrived already."""
    for seer in range(SPECTATOR + 1):
        if seer == giver or seer == receiver:
            continue
        unsure = s.known[seer] & (s.hand[giver] | bit(card))
        s.known[seer] ^= unsure
        s.elsewhere[seer] |= unsure
    _note_seen_leaving(s, receiver, giver, card, s.box.copies[s.box.kind_of[card]])
    s.known[giver] |= bit(card)
    s.traced |= bit(card)


def note_hand_passed(s: BttfState, giver: i64, receiver: i64) -> None:
    """Note that a whole hand went to another player, who now holds it; the giver still knows it."""
    hand = s.hand[receiver]
    s.known[giver] |= hand
    s.known[receiver] &= ~hand
    s.traced |= hand
    while hand != 0:
        alike = s.box.copies[s.box.kind_of[lowest(hand)]]
        s.elsewhere[giver] &= ~alike
        s.elsewhere[receiver] &= ~alike
        hand &= hand - 1


def note_hands_mixed(s: BttfState, seer: i64, had: i64, has: i64) -> None:
    """Note that all hands were shuffled and dealt again: what `seer` knew is in some hand, perhaps its own."""
    pool = s.elsewhere[seer] | s.known[seer] | had
    while has != 0:
        pool &= ~s.box.copies[s.box.kind_of[lowest(has)]]
        has &= has - 1
    s.known[seer] = 0
    s.elsewhere[seer] = pool
    s.traced |= pool


def note_pile_searched(s: BttfState, seat: i64) -> None:
    """Note that a seat saw the whole draw pile: it knows what the other hands hold together.  §QUICK_TRIP"""
    pool: i64 = 0
    for other in range(s.seats):
        if other != seat:
            pool |= s.hand[other]
    s.elsewhere[seat] |= pool & ~s.known[seat]
    s.traced |= pool


def resample(s: BttfState, seat: int, rng: Rng) -> None:
    """Redraw the hands, draw pile and identities that this seat does not know.  §HIDDEN"""
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
    rest = pile & ~certain
    drawn = some_of(rest, slots - count(certain), rng)
    s.draw = rest ^ drawn
    in_hands = certain | drawn
    for other in range(s.seats):
        if other != me:
            hand = s.hand[other] & known
            unknown = some_of(in_hands, s.hand_size[other] - count(hand), rng)
            s.hand[other] = hand | unknown
            in_hands ^= unknown
    _resample_identities(s, me, rng)
    _resample_knowledge(s, me)


def _resample_identities(s: BttfState, me: i64, rng: Rng) -> None:
    pool = s.fresh_ids
    for other in range(s.seats):
        if other != me:
            pool |= bit(s.identity[other])
    for other in range(s.seats):
        if other != me:
            person = some_of(pool, 1, rng)
            s.identity[other] = lowest(person)
            pool ^= person
    s.fresh_ids = pool


def _resample_knowledge(s: BttfState, me: i64) -> None:
    """Keep of the others' knowledge what this seat can tell: what everybody knows, and what they know of its hand."""
    in_hands: i64 = 0
    for holder in range(s.seats):
        in_hands |= s.hand[holder]
    for other in range(s.seats):
        if other != me:
            theirs = s.hand[other]
            s.known[other] = (s.known[SPECTATOR] | (s.known[other] & s.hand[me])) & ~theirs
            s.elsewhere[other] = s.elsewhere[SPECTATOR] & in_hands & ~theirs & ~s.known[other]


# What everybody saw the players reach for. Bots read it (`bot/belief.py`).


def note_reach(s: BttfState, seat: i64, linchpin: i64) -> None:
    """Note that a seat announced a flip: which identities it does not help.  §FLIP §B1.ANNOUNCE"""
    b1 = linchpin == s.box.b1
    for person in range(IDENTITIES):
        row: i64 = person * HISTORIES
        before = s.box.distances[row + s.history]
        if b1:
            if before > 0:
                s.reached_early[seat] = one_more(s.reached_early[seat], person)
            continue
        after = s.box.distances[row + (s.history ^ bit(linchpin))]
        if after == before:
            s.reached_past[seat] = one_more(s.reached_past[seat], person)
        elif after > before:
            s.reached_away[seat] = one_more(s.reached_away[seat], person)


def one_more(counts: i64, person: i64) -> i64:
    """Return the counts of all identities with one more for this one, up to MAX_COUNT."""
    place: i64 = person * COUNT_BITS
    if (counts >> place) & MAX_COUNT == MAX_COUNT:
        return counts
    return counts + bit(place)


def forget_reaches(s: BttfState, seat: i64) -> None:
    """Forget what a seat reached for before it got a new identity.  §NOT_YOURSELF"""
    s.reached_past[seat] = 0
    s.reached_away[seat] = 0
    s.reached_early[seat] = 0
