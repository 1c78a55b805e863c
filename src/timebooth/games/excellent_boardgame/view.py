"""What one seat may see: only what is put in here.  §HIDDEN"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import number
from timebooth.games.excellent_boardgame.effects import numbers_of, symbols_of
from timebooth.games.excellent_boardgame.pieces import CHARACTERS, DUDES, EVIL_DUDES, FACINGS, NO_CARD, UNREVEALED
from timebooth.games.excellent_boardgame.seen import CollectedView, PieceView, SeatView, StackView, View
from timebooth.games.excellent_boardgame.state import NO_ENDING, ExcellentState
from timebooth.kernel.bits import count, lowest


def view(s: ExcellentState, seat: int | None) -> View:
    """Return what that seat (None: a spectator) may see; once the game is over, everything.

    Cards and tokens that went back to the box stay hidden until then; the discard pile is open.  §HIDDEN §J41 §J47
    """
    over = s.ending != NO_ENDING
    moving = False
    for other in range(s.seats):
        moving = moving or (not over and s.first_card(other) != NO_CARD)
    return View(
        seat=seat,
        width=s.box.width,
        height=s.box.height,
        dots=s.box.dot_names,
        round=s.round,
        rounds=s.rounds,
        asked=s.asked(),
        seats=tuple([_seat(s, other, over or other == seat) for other in range(s.seats)]),
        dudes={DUDES[dude]: _piece(s, s.dude_at(dude), s.dude_facing(dude)) for dude in range(EVIL_DUDES)},
        stacks=_stacks(s),
        draw_pile=s.pile,
        discard_pile=numbers_of(s.discard),
        order=tuple([s.turn_order(place) for place in range(s.seats)]) if moving else (),
        turn=s.turn if moving else None,
        returned=numbers_of(s.unseen) if over else None,
    )


def _piece(s: ExcellentState, space: i64, facing: i64) -> PieceView:
    return PieceView(s.box.space_names[space], FACINGS[facing])


def _seat(s: ExcellentState, seat: i64, open_to_me: bool) -> SeatView:
    played = s.first_card(seat) != NO_CARD
    return SeatView(
        seat=seat,
        booth=_piece(s, s.booth_at(seat), s.booth_facing(seat)),
        cards=count(s.hand(seat)),
        collected=tuple([_collected(s, seat, place) for place in range(s.held(seat) - 1, -1, -1)]),
        first=number(s.first_card(seat)) if played else None,
        second=number(s.second_card(seat)) if played else None,
        hand=numbers_of(s.hand(seat)) if open_to_me else None,
    )


def _collected(s: ExcellentState, seat: i64, place: i64) -> CollectedView:
    """A new character lies arrows down, and nobody may look.  §J15"""
    token = s.play_area(seat, place)
    symbols = symbols_of(s.box.token_button, s.arrows(token)) if s.is_showing(token) else None
    return CollectedView(CHARACTERS[s.box.kind_of[token]], symbols)


def _stacks(s: ExcellentState) -> tuple[StackView, ...]:
    found: list[StackView] = []
    for space in range(s.box.spaces):
        left = s.characters_at(space)
        while left != 0:
            kind = lowest(left)
            left &= left - 1
            seen = _seen(s, space, kind) if s.remember else None
            found.append(StackView(s.box.space_names[space], CHARACTERS[kind], s.stack_height(space, kind), seen))
    return tuple(found)


def _seen(s: ExcellentState, space: i64, kind: i64) -> tuple[tuple[str, ...] | None, ...]:
    """Return the arrows that everybody has seen, for a table that shows them.  §J29"""
    tokens = range(s.box.first_token[kind], s.box.first_token[kind + 1])
    stack = sorted([(s.level(token), token) for token in tokens if s.lies_at(token) == space])
    return tuple([_symbols_seen(s, token) for _, token in stack])


def _symbols_seen(s: ExcellentState, token: i64) -> tuple[str, ...] | None:
    arrows = s.arrows(token)
    return None if arrows == UNREVEALED else symbols_of(s.box.token_button, arrows)
