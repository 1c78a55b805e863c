"""What one seat may see, built up from nothing.  §HIDDEN"""

from __future__ import annotations

import msgspec

from timebooth.games.excellent_boardgame.box import number
from timebooth.games.excellent_boardgame.effects import numbers_of, symbols_of
from timebooth.games.excellent_boardgame.pieces import CHARACTERS, DUDES, FACINGS
from timebooth.games.excellent_boardgame.state import NO_CARD, NO_ENDING, UNREVEALED, ExcellentState
from timebooth.kernel.bits import count, members_of


class PieceView(msgspec.Struct, frozen=True):
    """Where a booth or an evil dude stands, and the way it faces."""

    space: str
    facing: str


class CollectedView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A character in a play area; `symbols` only while it lies arrows up."""

    character: str
    symbols: tuple[str, ...] | None = None


class StackView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Copies of a character in a space; `seen` are the arrows that all have seen, where the table shows these."""

    space: str
    character: str
    count: int
    seen: tuple[tuple[str, ...] | None, ...] | None = None
    """The top last."""


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player as the others see them; `hand` only where the viewer may know it."""

    seat: int
    booth: PieceView
    cards: int
    collected: tuple[CollectedView, ...]
    """From the left, as on the table: the most recent first."""
    first: int | None = None
    second: int | None = None
    hand: tuple[int, ...] | None = None


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table from one chair."""

    seat: int | None
    width: int
    height: int
    dots: tuple[str, ...]
    round: int
    rounds: int
    asked: tuple[int, ...]
    seats: tuple[SeatView, ...]
    dudes: dict[str, PieceView]
    stacks: tuple[StackView, ...]
    draw_pile: int
    discard_pile: tuple[int, ...]
    """In the order of their numbers."""
    order: tuple[int, ...] = ()
    """Seats in the order of this round's turns, once the cards are revealed."""
    turn: int | None = None
    returned: tuple[int, ...] | None = None
    """The cards that went back to the box, once the game is over."""


def view(s: ExcellentState, seat: int | None) -> View:
    """What that seat (None: a spectator) may see; once the game is over, everything."""
    over = s.ending != NO_ENDING
    moving = not over and any(s.first[other] != NO_CARD for other in range(s.seats))
    return View(
        seat=seat,
        width=s.box.width,
        height=s.box.height,
        dots=tuple(s.box.space_names[space] for space in s.box.dots),
        round=s.round,
        rounds=s.rounds,
        asked=s.asked(),
        seats=tuple(_seat(s, other, over or other == seat) for other in range(s.seats)),
        dudes={
            DUDES[dude]: PieceView(s.box.space_names[s.dude_at[dude]], FACINGS[s.dude_facing[dude]])
            for dude in range(len(DUDES))
        },
        stacks=_stacks(s),
        draw_pile=s.pile,
        discard_pile=numbers_of(s.discard),
        order=tuple(s.order[place] for place in range(s.seats)) if moving else (),
        turn=s.turn if moving else None,
        returned=numbers_of(s.unseen) if over else None,
    )


def _seat(s: ExcellentState, seat: int, open_to_me: bool) -> SeatView:
    played = s.first[seat] != NO_CARD
    return SeatView(
        seat=seat,
        booth=PieceView(s.box.space_names[s.booth_at[seat]], FACINGS[s.booth_facing[seat]]),
        cards=count(s.hand[seat]),
        collected=tuple(_collected(s, seat, place) for place in reversed(range(s.held[seat]))),
        first=number(s.first[seat]) if played else None,
        second=number(s.second[seat]) if played else None,
        hand=numbers_of(s.hand[seat]) if open_to_me else None,
    )


def _collected(s: ExcellentState, seat: int, place: int) -> CollectedView:
    token = s.token_in_row(seat, place)
    symbols = symbols_of(s.box.token_button, s.arrows[token]) if s.is_showing(token) else None
    return CollectedView(CHARACTERS[s.box.kind_of[token]], symbols)


def _stacks(s: ExcellentState) -> tuple[StackView, ...]:
    found = []
    for space in range(s.box.spaces):
        for kind in members_of(s.characters_at[space]):
            name = s.box.space_names[space]
            height = s.stack_height(space, kind)
            found.append(StackView(name, CHARACTERS[kind], height, _seen(s, space, kind) if s.remember else None))
    return tuple(found)


def _seen(s: ExcellentState, space: int, kind: int) -> tuple[tuple[str, ...] | None, ...]:
    """The arrows that everybody has seen, for a table that need not keep them in mind.  §J29"""
    tokens = range(s.box.first_token[kind], s.box.first_token[kind + 1])
    stack = sorted((token for token in tokens if s.lies_at[token] == space), key=lambda token: s.level[token])
    return tuple(
        None if s.arrows[token] == UNREVEALED else symbols_of(s.box.token_button, s.arrows[token]) for token in stack
    )
