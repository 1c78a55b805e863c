"""The rulebook's verbs. Each changes the state and tells the journal, if there is one."""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.back_to_the_future import events
from timebooth.games.back_to_the_future.deck.kinds import KEYS
from timebooth.games.back_to_the_future.knowledge import note_left_hand, note_shown_to_all
from timebooth.games.back_to_the_future.state import ENDINGS, WON_BY_ANOTHER, WON_ON_TURN, BttfState
from timebooth.games.back_to_the_future.turn import BEFORE_THE_TURN, END_OF_TURN
from timebooth.kernel.bits import bit, count, lowest, members_of, nth
from timebooth.kernel.chance import Rng
from timebooth.kernel.journal import Journal


def title(s: BttfState, card: i64) -> str:
    """Return the key of a card's title."""
    return KEYS[s.box.kind_of[card]]


# Cards


def draw_card(s: BttfState, seat: i64, rng: Rng, journal: Journal | None) -> None:
    """Take the top card of the draw pile; only if there is none, shuffle the discard pile first.  §DRAW §RESHUFFLE

    Each card is a draw of its own (§J43), and there is no limit to a hand (§J36).
    """
    if s.draw_size == 0:
        if not s.can_draw():  # §J42
            if journal is not None:
                journal.add(events.NothingToDraw(seat))
            return
        reshuffle(s, journal)
    card = nth(s.draw, rng.below(s.draw_size))
    s.draw ^= bit(card)
    s.draw_size -= 1
    s.hand[seat] |= bit(card)
    s.hand_size[seat] += 1
    if journal is not None:
        journal.add(events.CardDrawn(seat, title(s, card)))


def reshuffle(s: BttfState, journal: Journal | None) -> None:
    """Turn the discard pile into the draw pile; a card being played is not in it.  §RESHUFFLE §J44

    Once in a turn at most, or two Lucky Days could fetch each other for ever.  §J62
    """
    s.reshuffled = True
    s.draw = s.discard
    s.draw_size = s.discard_size
    s.discard = 0
    s.discard_size = 0
    if journal is not None:
        journal.add(events.PileReshuffled(s.draw_size))


def discard(s: BttfState, card: i64) -> None:
    """Put a card that is nowhere else on top of the discard pile."""
    s.in_play &= ~bit(card)
    s.discard |= bit(card)
    s.discard_order[s.discard_size] = card
    s.discard_size += 1


def take_from_discard(s: BttfState, card: i64) -> None:
    """Take a card out of the discard pile; the others keep their order."""
    at: i64 = 0
    while s.discard_order[at] != card:
        at += 1
    s.discard_size -= 1
    while at < s.discard_size:
        s.discard_order[at] = s.discard_order[at + 1]
        at += 1
    s.discard ^= bit(card)


def take_from_hand(s: BttfState, seat: i64, kind: i64) -> i64:
    """Take a card of this kind out of a hand, for all to see."""
    card = s.card_of(s.hand[seat], kind)
    s.hand[seat] ^= bit(card)
    s.hand_size[seat] -= 1
    note_left_hand(s, seat, card)
    return card


def return_to_hand(s: BttfState, seat: i64, card: i64, journal: Journal | None) -> None:
    """Put a card that was announced into a hand, for all to see."""
    s.in_play &= ~bit(card)
    s.hand[seat] |= bit(card)
    s.hand_size[seat] += 1
    note_shown_to_all(s, seat, card)
    if journal is not None:
        journal.add(events.CardReturned(seat, title(s, card)))


def discard_from_hand(s: BttfState, seat: i64, kind: i64, journal: Journal | None) -> None:
    """Discard a card from a hand, face up."""
    discard(s, take_from_hand(s, seat, kind))
    if journal is not None:
        journal.add(events.CardDiscarded(seat, KEYS[kind]))


def discard_item(s: BttfState, seat: i64, kind: i64, journal: Journal | None) -> i64:
    """Discard an item from a table."""
    card = s.card_of(s.table[seat], kind)
    s.table[seat] ^= bit(card)
    discard(s, card)
    if journal is not None:
        journal.add(events.ItemDiscarded(seat, KEYS[kind]))
    return card


def take_item(s: BttfState, seat: i64, owner: i64, kind: i64, journal: Journal | None) -> None:
    """Move an item from one table to another."""
    card = s.card_of(s.table[owner], kind)
    s.table[owner] ^= bit(card)
    s.table[seat] |= bit(card)
    if journal is not None:
        journal.add(events.ItemTaken(seat, owner, KEYS[kind]))


# History


def flip(s: BttfState, seat: i64, linchpin: i64, rng: Rng, journal: Journal | None) -> bool:
    """Flip a linchpin and let history ripple; at B-1, try to un-invent time travel.  §FLIP

    Returns whether the turn goes on.
    """
    s.changed = True  # at B-1 too, whichever card is revealed: §HITCH.B1 §J23
    if linchpin == s.box.b1:
        return uninvent_time_travel(s, seat, rng, journal)
    before = s.box.altered[s.history]
    s.history ^= bit(linchpin)
    if journal is not None:
        place = s.box.linchpins[linchpin]
        ripples = [i for i in members_of(before ^ s.box.altered[s.history]) if s.box.positions[i] != place]
        rippled = tuple([headline(s, i) for i in ripples])
        journal.add(events.HistoryChanged(seat, place, headline(s, s.box.positions.index(place)), rippled))
    return True


def headline(s: BttfState, position: i64) -> str:
    """Return the headline that a position shows now, such as `A-5.altered`."""
    side = "altered" if s.box.altered[s.history] & bit(position) != 0 else "original"
    return s.box.positions[position] + "." + side


def uninvent_time_travel(s: BttfState, seat: i64, rng: Rng, journal: Journal | None) -> bool:
    """Turn over the top card at B-1: a dud is set aside, the real one may end the game.  §B1

    Headlines count only now (§WIN.CLAIM §J30), first those of the player on turn (§J31). Returns whether the turn goes
    on.
    """
    if rng.below(s.duds + 1) > 0:  # §B1.DUD
        s.duds -= 1
        s.duds_aside += 1
        if journal is not None:
            journal.add(events.MysteriousForces(seat, s.duds + 1))
        return True
    satisfied: i64 = 0
    for player in range(s.seats):
        if s.is_satisfied(player):
            satisfied |= bit(player)
    if journal is not None:
        journal.add(events.ClockHung(seat))
    if satisfied & bit(s.turn) != 0:  # §WIN.TURN
        win(s, s.turn, WON_ON_TURN, journal)
    elif count(satisfied) == 1:  # §WIN.OTHER
        win(s, lowest(satisfied), WON_BY_ANOTHER, journal)
    else:  # §WIN.NOBODY; earlier flips stand: §J32
        if journal is not None:
            journal.add(events.UninventionFailed(seat, s.duds + 1))
        end_turn_at_once(s, journal)
    return False


def win(s: BttfState, seat: i64, ending: i64, journal: Journal | None) -> None:
    """End the game at once; nothing can stop victory itself.  §END §MEMO.END §J30"""
    s.winner = seat
    s.ending = ending
    s.end_game()
    if journal is not None:
        journal.add(events.GameWon(seat, s.box.identities[s.identity[seat]], ENDINGS[ending - 1]))


# The turn


def begin_turn(s: BttfState, seat: i64, journal: Journal | None) -> None:
    """Begin a turn at the first step of TURN.  §TURN"""
    s.turn = seat
    s.plays = 1
    s.changed = False
    s.fusion_used = False
    s.reshuffled = False
    s.go_to(BEFORE_THE_TURN)
    if journal is not None:
        journal.add(events.TurnBegan(seat))


def end_turn_at_once(s: BttfState, journal: Journal | None) -> None:
    """End the turn at once: not even the free power of an item may be used.  §WIN.NOBODY §ENGINE_TROUBLE"""
    s.plays = 0
    s.go_to(END_OF_TURN)
    s.set_arg(1, 1)
    if journal is not None:
        journal.add(events.TurnCutShort(s.turn))


def gain_a_play(s: BttfState, journal: Journal | None) -> None:
    """Give the player on turn one more play."""
    s.plays += 1
    if journal is not None:
        journal.add(events.ExtraPlayGained(s.turn))
