"""The rulebook's verbs. Each changes the state and tells the journal, if there is one."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.excellent_boardgame import events
from timebooth.games.excellent_boardgame.box import BUTTON, number
from timebooth.games.excellent_boardgame.pieces import (
    CHARACTERS,
    COWBOY,
    DUDES,
    EVIL_DUDES,
    IN_PLAY_AREA,
    KNIGHT,
    NO_CARD,
    NO_SYMBOL,
    SYMBOLS,
    UNREVEALED,
)
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.games.excellent_boardgame.turn import PLAN_TWO_CARDS
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit, count, lowest, nth
from timebooth.kernel.chance import Rng
from timebooth.kernel.journal import Journal

CARDS_PLAYED: Final[i64] = 2  # §PLAN
DRAWN: Final[i64] = 2  # §TURN_END.DRAW


# Names, for the journal


def symbols_of(table: vec[i64], button: i64) -> tuple[str, ...]:
    """Return the symbols of a card or a token in a table of buttons, left to right.  §CARD.BUTTONS"""
    found: list[str] = []
    at = button * BUTTON
    while table[at] != NO_SYMBOL:
        found.append(SYMBOLS[table[at]])
        at += 1
    return tuple(found)


def numbers_of(cards: i64) -> tuple[int, ...]:
    """Return the printed numbers of a set of cards."""
    found: list[int] = []
    while cards != 0:
        found.append(number(lowest(cards)))
        cards &= cards - 1
    return tuple(found)


# Entering a space


def enter(s: ExcellentState, seat: i64, journal: Journal | None) -> bool:
    """A booth moved into a space: each evil dude there makes it drop one character and bars all picking up.

    Return whether there are several characters to pick up, in an order that is still to be chosen.
    §PICKUP §PICKUP.SEVERAL §PICKUP.DUDE §DROP §DROP.BOTH §J18 §J22 §J23 §J24 §J27 §J30 §J34 §J37
    """
    space = s.booth_at(seat)
    found = s.within_reach(seat, space)
    if s.has_dude(space):
        if journal is not None and found != 0:
            tell_barred(s, seat, space, journal)
        for dude in range(EVIL_DUDES):
            if s.dude_at(dude) == space:
                drop(s, seat, dude, journal)
        return False
    if found & (found - 1) != 0:  # more than one
        return True
    if found != 0:
        pick_up(s, seat, lowest(found), journal)
    return False


def tell_barred(s: ExcellentState, seat: i64, space: i64, journal: Journal) -> None:
    dude = KNIGHT if s.dude_at(KNIGHT) == space else COWBOY
    journal.add(events.PickUpBarred(seat, DUDES[dude], s.box.space_names[space]))


def move_in(s: ExcellentState, dude: i64, space: i64, journal: Journal | None) -> None:
    """An evil dude moved into a space: every booth there drops one character, the one on turn first.

    A dude who is there already, and a booth that starts its turn in the same space, cost nothing.
    §DROP §DROP.ENTRY §J31 §J32
    """
    if s.booth_at(s.turn) == space:
        drop(s, s.turn, dude, journal)
    for place in range(s.seats):
        seat = s.turn_order(place)
        if s.booth_at(seat) == space and seat != s.turn:
            drop(s, seat, dude, journal)


# Characters


def pick_up(s: ExcellentState, seat: i64, kind: i64, journal: Journal | None) -> None:
    """Take the top copy of a character from the booth's space, to the left of the others, arrows down.

    §PICKUP §PICKUP.ROW §PICKUP.FACE_DOWN §J20
    """
    space = s.booth_at(seat)
    token = s.top_token(space, kind)
    s.set_lies_at(token, IN_PLAY_AREA)
    if s.level(token) == 0:  # nothing lay under it
        s.set_characters_at(space, s.characters_at(space) & ~bit(kind))
    held = s.held(seat)
    s.set_play_area(seat, held, token)
    s.set_held(seat, held + 1)
    s.set_collected(seat, s.collected(seat) | bit(kind))
    if journal is not None:
        tell_picked_up(s, seat, kind, journal)


def tell_picked_up(s: ExcellentState, seat: i64, kind: i64, journal: Journal) -> None:
    journal.add(events.CharacterPickedUp(seat, CHARACTERS[kind], s.box.space_names[s.booth_at(seat)]))


def drop(s: ExcellentState, seat: i64, dude: i64, journal: Journal | None) -> None:
    """Lay the most recently collected character, if there is one, into the booth's space, image up.

    It is not picked up at once: whoever stands there has to leave and come back.
    §DROP §DROP.NONE §PICKUP.DROPPED §J20 §J28 §J29 §J35
    """
    held = s.held(seat) - 1
    if held < 0:
        return
    s.set_held(seat, held)
    token = s.play_area(seat, held)
    kind = s.box.kind_of[token]
    space = s.booth_at(seat)
    s.set_level(token, s.stack_height(space, kind))
    s.set_lies_at(token, space)
    s.set_characters_at(space, s.characters_at(space) | bit(kind))
    s.set_collected(seat, s.collected(seat) & ~bit(kind))
    s.showing &= ~bit(token)
    s.drops += 1
    if journal is not None:
        tell_dropped(s, seat, kind, dude, journal)


def tell_dropped(s: ExcellentState, seat: i64, kind: i64, dude: i64, journal: Journal) -> None:
    space = s.box.space_names[s.booth_at(seat)]
    journal.add(events.CharacterDropped(seat, CHARACTERS[kind], space, DUDES[dude]))


def reveal_characters(s: ExcellentState, seat: i64, rng: Rng, journal: Journal | None) -> None:
    """Turn the characters collected this turn to their arrows, for all to see: from now on they move the booth.

    §TURN_END.REVEAL §J9
    """
    held = s.held(seat)
    place = held
    while place > 0 and not s.is_showing(s.play_area(seat, place - 1)):  # the new ones are the last
        place -= 1
    while place < held:
        token = s.play_area(seat, place)
        reveal(s, token, rng)
        if journal is not None:
            tell_revealed(s, seat, token, journal)
        place += 1


def reveal(s: ExcellentState, token: i64, rng: Rng) -> None:
    """Turn a token to its arrows; if nobody has seen them yet, draw them from its character's unseen arrows."""
    if s.arrows(token) == UNREVEALED:
        unknown = s.unrevealed & s.box.tokens_of(s.box.kind_of[token])
        seen = nth(unknown, rng.below(count(unknown)))
        s.set_arrows(token, seen)
        s.unrevealed ^= bit(seen)
    s.showing |= bit(token)


def tell_revealed(s: ExcellentState, seat: i64, token: i64, journal: Journal) -> None:
    symbols = symbols_of(s.box.token_button, s.arrows(token))
    journal.add(events.CharacterRevealed(seat, CHARACTERS[s.box.kind_of[token]], symbols))


# Cards


def discard_played(s: ExcellentState, seat: i64, journal: Journal | None) -> None:
    """Lay both played cards next to the draw pile, face up.  §TURN_END.DISCARD"""
    first = s.first_card(seat)
    second = s.second_card(seat)
    s.discard |= bit(first) | bit(second)
    s.set_first_card(seat, NO_CARD)
    s.set_second_card(seat, NO_CARD)
    if journal is not None:
        tell_discarded(seat, first, second, journal)


def tell_discarded(seat: i64, first: i64, second: i64, journal: Journal) -> None:
    journal.add(events.CardsDiscarded(seat, (number(first), number(second))))


def draw_cards(s: ExcellentState, seat: i64, wanted: i64, rng: Rng) -> i64:
    """Draw as many cards as wanted, or as the pile has left, and return them; it is never filled again.  §CLOCK §J40"""
    drawn: i64 = 0
    pile = s.pile
    while wanted > 0 and pile > 0:
        card = nth(s.unseen & ~drawn, rng.below(pile + s.returned))
        drawn |= bit(card)
        pile -= 1
        wanted -= 1
    s.pile = pile
    s.unseen &= ~drawn
    s.set_hand(seat, s.hand(seat) | drawn)
    return drawn


# Rounds and turns


def begin_round(s: ExcellentState, journal: Journal | None) -> None:
    """Begin a round, from the first step of ROUND.  §ROUND"""
    s.round += 1
    s.taken = 0
    s.go_to(PLAN_TWO_CARDS)
    if journal is not None:
        journal.add(events.RoundBegan(s.round, s.rounds))


def begin_turn(s: ExcellentState, seat: i64, journal: Journal | None) -> None:
    """A player's turn.  §ORDER"""
    s.turn = seat
    write_programme(s, seat)
    if journal is not None:
        tell_turn(seat, journal)


def tell_turn(seat: i64, journal: Journal) -> None:
    journal.add(events.TurnBegan(seat))


def write_programme(s: ExcellentState, seat: i64) -> None:
    """Of the characters held now, if any, the farthest from the player marker moves the booth first.

    §MOVE §MOVE.NO_CHARACTERS §J8 §J11
    """
    size = s.held(seat)
    s.programme_size = size
    s.source = 0
    for place in range(size):
        s.set_programme(size - 1 - place, s.play_area(seat, place))
