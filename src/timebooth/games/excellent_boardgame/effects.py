"""The rulebook's verbs. Each changes the state and notes it in the journal, when there is one."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.excellent_boardgame import events
from timebooth.games.excellent_boardgame.box import (
    BUTTON,
    LAST_STEP,
    facing_of,
    number,
    space_of,
)
from timebooth.games.excellent_boardgame.pieces import (
    CHARACTERS,
    COWBOY,
    DUDES,
    EVIL_DUDES,
    FACINGS,
    KINDS,
    KNIGHT,
    NO_SYMBOL,
    SYMBOLS,
)
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.games.excellent_boardgame.table import (
    ARROWS,
    BOOTH_AT,
    CHARACTERS_AT,
    COLLECTED,
    DUDE_AT,
    FIRST,
    HAND,
    HELD,
    HOLDS,
    LEVEL,
    LIES_AT,
    NO_CARD,
    ORDER,
    PROGRAMME,
    ROW,
    SECOND,
    UNREVEALED,
)
from timebooth.games.excellent_boardgame.turn import PLAN_TWO_CARDS
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit, count, lowest, nth
from timebooth.kernel.chance import Rng
from timebooth.kernel.journal import Journal

CARDS_PLAYED: Final[i64] = 2  # §PLAN
DRAWN: Final[i64] = 2  # §TURN_END.DRAW


# Names, for the journal


def symbols_of(table: vec[i64], button: i64) -> tuple[str, ...]:
    """The symbols of a card or a token in a table of buttons, left to right."""
    found: list[str] = []
    at = button * BUTTON
    while table[at] != NO_SYMBOL:
        found.append(SYMBOLS[table[at]])
        at += 1
    return tuple(found)


def numbers_of(cards: i64) -> tuple[int, ...]:
    """The printed numbers of a set of cards."""
    found: list[int] = []
    while cards != 0:
        found.append(number(lowest(cards)))
        cards &= cards - 1
    return tuple(found)


# Moving


def wrapped(s: ExcellentState, space: i64, new: i64) -> bool:
    """Whether a step led over an edge of the board."""
    width = s.box.width
    across = space % width - new % width
    down = space // width - new // width
    return across * across + down * down > 1


def tell_flight(s: ExcellentState, seat: i64, symbol: i64, before: i64, after: i64, journal: Journal) -> None:
    space = space_of(after)
    name = s.box.space_names[space]
    facing = FACINGS[facing_of(after)]
    if symbol > LAST_STEP:
        journal.add(events.BoothTurned(seat, SYMBOLS[symbol - 1], name, facing))
    else:
        over = wrapped(s, space_of(before), space)
        journal.add(events.BoothMoved(seat, SYMBOLS[symbol - 1], name, facing, over))


def enter(s: ExcellentState, t: vec[i64], seat: i64, journal: Journal | None) -> bool:
    """A booth moved into a space: each evil dude there makes it drop one character and bars all picking up.

    Says whether there are several characters to pick up, in an order that is still to be chosen.
    §PICKUP §PICKUP.SEVERAL §PICKUP.DUDE §DROP §DROP.BOTH
    """
    space = t[BOOTH_AT + seat]
    found = t[CHARACTERS_AT + space] & ~t[COLLECTED + seat]
    if t[DUDE_AT + KNIGHT] == space or t[DUDE_AT + COWBOY] == space:
        if journal is not None and found != 0:
            tell_barred(s, seat, space, journal)
        for dude in range(EVIL_DUDES):
            if t[DUDE_AT + dude] == space:
                drop(s, t, seat, dude, journal)
        return False
    if found & (found - 1) != 0:
        return True
    if found != 0:
        pick_up(s, t, seat, lowest(found), journal)
    return False


def tell_barred(s: ExcellentState, seat: i64, space: i64, journal: Journal) -> None:
    dude = KNIGHT if s.dude_at[KNIGHT] == space else COWBOY
    journal.add(events.PickUpBarred(seat, DUDES[dude], s.box.space_names[space]))


def move_in(s: ExcellentState, t: vec[i64], dude: i64, space: i64, journal: Journal | None) -> None:
    """Every booth in the space that an evil dude moved into drops one character: first the one on turn.  §DROP §J32"""
    if t[BOOTH_AT + s.turn] == space:
        drop(s, t, s.turn, dude, journal)
    for place in range(s.seats):
        seat = t[ORDER + place]
        if t[BOOTH_AT + seat] == space and seat != s.turn:
            drop(s, t, seat, dude, journal)


# Characters


def pick_up(s: ExcellentState, t: vec[i64], seat: i64, kind: i64, journal: Journal | None) -> None:
    """Take the top copy of a character from the booth's space, to the left of the others, arrows down.

    §PICKUP §PICKUP.ROW §PICKUP.FACE_DOWN §J20
    """
    space = t[BOOTH_AT + seat]
    token = s.top_token(space, kind)
    t[LIES_AT + token] = HELD
    if t[LEVEL + token] == 0:  # nothing lay under it
        t[CHARACTERS_AT + space] &= ~bit(kind)
    t[ROW + seat * KINDS + t[HOLDS + seat]] = token
    t[HOLDS + seat] += 1
    t[COLLECTED + seat] |= bit(kind)
    if journal is not None:
        tell_picked_up(s, seat, kind, journal)


def tell_picked_up(s: ExcellentState, seat: i64, kind: i64, journal: Journal) -> None:
    journal.add(events.CharacterPickedUp(seat, CHARACTERS[kind], s.box.space_names[s.booth_at[seat]]))


def drop(s: ExcellentState, t: vec[i64], seat: i64, dude: i64, journal: Journal | None) -> None:
    """Lay the most recently collected character, if there is one, into the booth's space, image up.

    §DROP §DROP.NONE §J20 §J28 §J29
    """
    held = t[HOLDS + seat] - 1
    if held < 0:
        return
    t[HOLDS + seat] = held
    token = t[ROW + seat * KINDS + held]
    kind = s.box.kind_of[token]
    space = t[BOOTH_AT + seat]
    t[LEVEL + token] = s.stack_height(space, kind)
    t[LIES_AT + token] = space
    t[CHARACTERS_AT + space] |= bit(kind)
    t[COLLECTED + seat] &= ~bit(kind)
    s.showing &= ~bit(token)
    s.drops += 1
    if journal is not None:
        tell_dropped(s, seat, kind, dude, journal)


def tell_dropped(s: ExcellentState, seat: i64, kind: i64, dude: i64, journal: Journal) -> None:
    space = s.box.space_names[s.booth_at[seat]]
    journal.add(events.CharacterDropped(seat, CHARACTERS[kind], space, DUDES[dude]))


def reveal_characters(s: ExcellentState, t: vec[i64], seat: i64, rng: Rng, journal: Journal | None) -> None:
    """Turn the characters collected this turn to their arrows, for all to see.  §TURN_END.REVEAL"""
    row = ROW + seat * KINDS
    end = row + t[HOLDS + seat]
    at = end
    while at > row and s.showing & bit(t[at - 1]) == 0:  # they are the last of the row
        at -= 1
    while at < end:
        reveal(s, t, t[at], rng)
        if journal is not None:
            tell_revealed(s, seat, t[at], journal)
        at += 1


def reveal(s: ExcellentState, t: vec[i64], token: i64, rng: Rng) -> None:
    """Turn a token to its arrows; if nobody has seen them yet, they are any of its character's that nobody has."""
    if t[ARROWS + token] == UNREVEALED:
        kind = s.box.kind_of[token]
        copies = bit(s.box.first_token[kind + 1]) - bit(s.box.first_token[kind])
        unknown = s.unrevealed & copies
        seen = nth(unknown, rng.below(count(unknown)))
        t[ARROWS + token] = seen
        s.unrevealed ^= bit(seen)
    s.showing |= bit(token)


def tell_revealed(s: ExcellentState, seat: i64, token: i64, journal: Journal) -> None:
    symbols = symbols_of(s.box.token_button, s.arrows[token])
    journal.add(events.CharacterRevealed(seat, CHARACTERS[s.box.kind_of[token]], symbols))


# Cards


def discard_played(s: ExcellentState, t: vec[i64], seat: i64, journal: Journal | None) -> None:
    """Lay both played cards next to the draw pile, face up.  §TURN_END.DISCARD"""
    first = t[FIRST + seat]
    second = t[SECOND + seat]
    s.discard |= bit(first) | bit(second)
    t[FIRST + seat] = NO_CARD
    t[SECOND + seat] = NO_CARD
    if journal is not None:
        tell_discarded(seat, first, second, journal)


def tell_discarded(seat: i64, first: i64, second: i64, journal: Journal) -> None:
    journal.add(events.CardsDiscarded(seat, (number(first), number(second))))


def draw_cards(s: ExcellentState, t: vec[i64], seat: i64, wanted: i64, rng: Rng) -> i64:
    """Draw as many cards as wanted, or as the pile has left; says which. It is never filled again.  §CLOCK §J40"""
    drawn: i64 = 0
    pile = s.pile
    while wanted > 0 and pile > 0:
        card = nth(s.unseen & ~drawn, rng.below(pile + s.returned))
        drawn |= bit(card)
        pile -= 1
        wanted -= 1
    s.pile = pile
    s.unseen &= ~drawn
    t[HAND + seat] |= drawn
    return drawn


# Rounds and turns


def begin_round(s: ExcellentState, journal: Journal | None) -> None:
    """A new round, from the first step of ROUND.  §ROUND"""
    s.round += 1
    s.taken = 0
    s.go_to(PLAN_TWO_CARDS)
    if journal is not None:
        journal.add(events.RoundBegan(s.round, s.rounds))


def begin_turn(s: ExcellentState, t: vec[i64], seat: i64, journal: Journal | None) -> None:
    """A player's turn.  §ORDER"""
    s.turn = seat
    write_programme(s, t, seat)
    if journal is not None:
        tell_turn(seat, journal)


def tell_turn(seat: i64, journal: Journal) -> None:
    journal.add(events.TurnBegan(seat))


def write_programme(s: ExcellentState, t: vec[i64], seat: i64) -> None:
    """Of the characters, the farthest from the player marker moves the booth first.  §MOVE §J8"""
    size = t[HOLDS + seat]
    s.programme_size = size
    s.source = 0
    for place in range(size):
        t[PROGRAMME + size - 1 - place] = t[ROW + seat * KINDS + place]
