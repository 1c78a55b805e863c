"""The rulebook's verbs. Each changes the state and notes it in the journal, when there is one."""

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
    FACINGS,
    KINDS,
    KNIGHT,
    NO_SYMBOL,
    SYMBOLS,
    TURN_LEFT,
    TURN_RIGHT,
)
from timebooth.games.excellent_boardgame.state import HELD, NO_CARD, UNREVEALED, ExcellentState
from timebooth.games.excellent_boardgame.turn import PLACE, ROUND, TURN
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import BIT, count, lowest, members_of, nth
from timebooth.kernel.chance import Dice
from timebooth.kernel.journal import Journal

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
    return tuple([number(card) for card in members_of(cards)])


# Moving


def turned(facing: i64, symbol: i64) -> i64:
    """The facing after a symbol: a quarter turn to the left or to the right, or as it was.  §SYMBOLS"""
    if symbol == TURN_LEFT:
        return (facing + 3) % 4
    if symbol == TURN_RIGHT:
        return (facing + 1) % 4
    return facing


def stepped(s: ExcellentState, space: i64, facing: i64, symbol: i64) -> i64:
    """The space after a symbol; over an edge the board goes on at the opposite side.  §SYMBOLS §EDGE"""
    if symbol >= TURN_LEFT:
        return space
    return s.box.neighbour[space * 4 + (facing + symbol) % 4]


def wrapped(s: ExcellentState, space: i64, new: i64) -> bool:
    """Whether a step led over an edge of the board."""
    width = s.box.width
    across = space % width - new % width
    down = space // width - new // width
    return across * across + down * down > 1


def move_booth(s: ExcellentState, seat: i64, symbol: i64, journal: Journal | None) -> None:
    """A booth does what one symbol says; only a step moves it into a space.  §MOVE §J17"""
    space = s.booth_at[seat]
    facing = turned(s.booth_facing[seat], symbol)
    new = stepped(s, space, facing, symbol)
    s.booth_facing[seat] = facing
    s.booth_at[seat] = new
    if journal is not None:
        name = s.box.space_names[new]
        if symbol >= TURN_LEFT:
            journal.add(events.BoothTurned(seat, SYMBOLS[symbol], name, FACINGS[facing]))
        else:
            over = wrapped(s, space, new)
            journal.add(events.BoothMoved(seat, SYMBOLS[symbol], name, FACINGS[facing], over))
    if symbol < TURN_LEFT:
        enter(s, seat, journal)


def enter(s: ExcellentState, seat: i64, journal: Journal | None) -> None:
    """A booth moved into a space: each evil dude there makes it drop one character and bars all picking up.

    §PICKUP §PICKUP.DUDE §DROP §DROP.BOTH
    """
    space = s.booth_at[seat]
    if s.has_dude(space):
        if journal is not None and s.within_reach(seat) != 0:
            dude = KNIGHT
            if s.dude_at[KNIGHT] != space:
                dude = COWBOY
            journal.add(events.PickUpBarred(seat, DUDES[dude], s.box.space_names[space]))
        for dude in range(EVIL_DUDES):
            if s.dude_at[dude] == space:
                drop(s, seat, dude, journal)
        return
    found = s.within_reach(seat)
    if found == 0:
        return
    if found & (found - 1) == 0:
        pick_up(s, seat, lowest(found), journal)
    else:
        s.push(PLACE, found)  # §PICKUP.SEVERAL


def move_dude(s: ExcellentState, dude: i64, symbol: i64, journal: Journal | None) -> None:
    """An evil dude does what one symbol says, by his own facing; every booth he moves in on drops.  §DUDES §J13"""
    space = s.dude_at[dude]
    facing = turned(s.dude_facing[dude], symbol)
    new = stepped(s, space, facing, symbol)
    s.dude_facing[dude] = facing
    s.dude_at[dude] = new
    if journal is not None:
        name = s.box.space_names[new]
        if symbol >= TURN_LEFT:
            journal.add(events.DudeTurned(DUDES[dude], SYMBOLS[symbol], name, FACINGS[facing]))
        else:
            over = wrapped(s, space, new)
            journal.add(events.DudeMoved(DUDES[dude], SYMBOLS[symbol], name, FACINGS[facing], over))
    if symbol < TURN_LEFT:
        move_in_on(s, dude, s.turn, journal)
        for place in range(s.seats):
            if s.order[place] != s.turn:
                move_in_on(s, dude, s.order[place], journal)


def move_in_on(s: ExcellentState, dude: i64, seat: i64, journal: Journal | None) -> None:
    """A booth in the space that an evil dude moved into drops one character.  §DROP §J32"""
    if s.booth_at[seat] == s.dude_at[dude]:
        drop(s, seat, dude, journal)


# Characters


def pick_up(s: ExcellentState, seat: i64, kind: i64, journal: Journal | None) -> None:
    """Take the top copy of a character from the booth's space, to the left of the others, arrows down.

    §PICKUP §PICKUP.ROW §PICKUP.FACE_DOWN §J20
    """
    space = s.booth_at[seat]
    token = s.top_token(space, kind)
    s.lies_at[token] = HELD
    if s.stack_height(space, kind) == 0:
        s.characters_at[space] &= ~BIT[kind]
    s.row[seat * KINDS + s.held[seat]] = token
    s.held[seat] += 1
    s.collected[seat] |= BIT[kind]
    if journal is not None:
        journal.add(events.CharacterPickedUp(seat, CHARACTERS[kind], s.box.space_names[space]))


def drop(s: ExcellentState, seat: i64, dude: i64, journal: Journal | None) -> None:
    """Lay the most recently collected character, if there is one, into the booth's space, image up.

    §DROP §DROP.NONE §J20 §J28 §J29
    """
    if s.held[seat] == 0:
        return
    s.held[seat] -= 1
    token = s.token_in_row(seat, s.held[seat])
    kind = s.box.kind_of[token]
    space = s.booth_at[seat]
    s.level[token] = s.stack_height(space, kind)
    s.lies_at[token] = space
    s.characters_at[space] |= BIT[kind]
    s.collected[seat] &= ~BIT[kind]
    s.showing &= ~BIT[token]
    s.drops += 1
    if journal is not None:
        journal.add(events.CharacterDropped(seat, CHARACTERS[kind], s.box.space_names[space], DUDES[dude]))


def reveal_characters(s: ExcellentState, seat: i64, rng: Dice, journal: Journal | None) -> None:
    """Turn the characters collected this turn to their arrows, for all to see.  §TURN_END.REVEAL"""
    for place in range(s.held[seat]):
        token = s.token_in_row(seat, place)
        if s.is_showing(token):
            continue
        kind = s.box.kind_of[token]
        if s.arrows[token] == UNREVEALED:
            copies = BIT[s.box.first_token[kind + 1]] - BIT[s.box.first_token[kind]]
            unknown = s.unrevealed & copies
            s.arrows[token] = nth(unknown, rng.below(count(unknown)))
            s.unrevealed ^= BIT[s.arrows[token]]
        s.showing |= BIT[token]
        if journal is not None:
            symbols = symbols_of(s.box.token_button, s.arrows[token])
            journal.add(events.CharacterRevealed(seat, CHARACTERS[kind], symbols))


# Cards


def discard_played(s: ExcellentState, seat: i64, journal: Journal | None) -> None:
    """Lay both played cards next to the draw pile, face up.  §TURN_END.DISCARD"""
    if journal is not None:
        journal.add(events.CardsDiscarded(seat, (number(s.first[seat]), number(s.second[seat]))))
    s.discard |= BIT[s.first[seat]] | BIT[s.second[seat]]
    s.first[seat] = NO_CARD
    s.second[seat] = NO_CARD


def draw_cards(s: ExcellentState, seat: i64, wanted: i64, rng: Dice) -> i64:
    """Draw as many cards as wanted, or as the pile has left; says which. It is never filled again.  §CLOCK §J40"""
    drawn: i64 = 0
    while wanted > 0 and s.pile > 0:
        card = nth(s.unseen, rng.below(s.pile + s.returned))
        s.unseen ^= BIT[card]
        s.pile -= 1
        drawn |= BIT[card]
        wanted -= 1
    s.hand[seat] |= drawn
    return drawn


# Rounds and turns


def begin_round(s: ExcellentState, journal: Journal | None) -> None:
    """A new round, from the top of ROUND.  §ROUND"""
    s.round += 1
    s.push_all(ROUND)
    if journal is not None:
        journal.add(events.RoundBegan(s.round, s.rounds))


def begin_turn(s: ExcellentState, seat: i64, journal: Journal | None) -> None:
    """A player's turn, from the top of TURN.  §ORDER"""
    s.turn = seat
    write_programme(s, seat)
    s.push_all(TURN)
    if journal is not None:
        journal.add(events.TurnBegan(seat))


def write_programme(s: ExcellentState, seat: i64) -> None:
    """Of the characters, the farthest from the player marker moves the booth first.  §MOVE §J8"""
    s.programme_size = s.held[seat]
    for place in range(s.held[seat]):
        s.programme[s.held[seat] - 1 - place] = s.token_in_row(seat, place)
