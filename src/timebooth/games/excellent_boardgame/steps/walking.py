"""The walk along movement symbols, for booths and evil dudes alike.  §SYMBOLS §EDGE

A piece is a seat's booth, or DUDE + an evil dude.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import (
    LAST_STEP,
    facing_of,
    next_symbol,
    pose_after,
    pose_in,
    rest_of,
    space_of,
)
from timebooth.games.excellent_boardgame.events import BoothMoved, BoothTurned, DudeMoved, DudeTurned
from timebooth.games.excellent_boardgame.pieces import DUDES, FACINGS, SYMBOLS
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.kernel.journal import Journal

DUDE: Final[i64] = 4  # after the booths of four seats
ARRIVED: Final[i64] = -1


def follow(s: ExcellentState, piece: i64, walk: i64, journal: Journal | None) -> i64:
    """Move a piece along the symbols of a walk, up to the first step into a space where it meets something.

    Return the symbols that are left, or ARRIVED. A turn moves a piece into no space.  §J16 §J17 §J33
    """
    pose = pose_of(s, piece)
    moved = s.box.moved
    while walk != 0:
        symbol = next_symbol(walk)
        walk = rest_of(walk)
        before = pose
        pose = pose_after(moved, pose, symbol)
        if journal is not None:
            tell_symbol(s, piece, symbol, before, pose, journal)
        if symbol <= LAST_STEP and meets(s, piece, space_of(pose)):
            set_pose(s, piece, pose)
            return walk
    set_pose(s, piece, pose)
    return ARRIVED


def meets(s: ExcellentState, piece: i64, space: i64) -> bool:
    """Return whether something happens when the piece moves into this space: a booth finds a character that it can
    collect, or a dude, and a dude finds a booth.
    """
    if piece < DUDE:
        return s.within_reach(piece, space) != 0 or s.has_dude(space)
    for seat in range(s.seats):
        if s.booth_at(seat) == space:
            return True
    return False


def pose_of(s: ExcellentState, piece: i64) -> i64:
    if piece < DUDE:
        return pose_in(s.booth_at(piece), s.booth_facing(piece))
    return pose_in(s.dude_at(piece - DUDE), s.dude_facing(piece - DUDE))


def set_pose(s: ExcellentState, piece: i64, pose: i64) -> None:
    if piece < DUDE:
        s.set_booth_at(piece, space_of(pose))
        s.set_booth_facing(piece, facing_of(pose))
    else:
        s.set_dude_at(piece - DUDE, space_of(pose))
        s.set_dude_facing(piece - DUDE, facing_of(pose))


def tell_symbol(s: ExcellentState, piece: i64, symbol: i64, before: i64, after: i64, journal: Journal) -> None:
    space = s.box.space_names[space_of(after)]
    facing = FACINGS[facing_of(after)]
    said = SYMBOLS[symbol - 1]
    over = wrapped(s, space_of(before), space_of(after))
    if piece < DUDE:
        if symbol > LAST_STEP:
            journal.add(BoothTurned(piece, said, space, facing))
        else:
            journal.add(BoothMoved(piece, said, space, facing, over))
    elif symbol > LAST_STEP:
        journal.add(DudeTurned(DUDES[piece - DUDE], said, space, facing))
    else:
        journal.add(DudeMoved(DUDES[piece - DUDE], said, space, facing, over))


def wrapped(s: ExcellentState, space: i64, new: i64) -> bool:
    """Return whether a step led over an edge of the board."""
    width = s.box.width
    across = space % width - new % width
    down = space // width - new // width
    return across * across + down * down > 1
