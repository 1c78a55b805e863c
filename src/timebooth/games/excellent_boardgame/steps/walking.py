"""What moving booths and evil dudes have in common: their poses, and what each symbol does.  §SYMBOLS §EDGE

A piece is a seat's booth, or DUDE + an evil dude.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from timebooth.games.excellent_boardgame.box import (
    LAST_STEP,
    facing_of,
    pose_after,
    space_of,
)
from timebooth.games.excellent_boardgame.events import BoothMoved, BoothTurned, DudeMoved, DudeTurned
from timebooth.games.excellent_boardgame.pieces import DUDES, FACINGS, SYMBOLS
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.kernel._vec import vec
from timebooth.kernel.journal import Journal

DUDE: Final[i64] = 4  # after the booths of four seats


def set_booth_pose(s: ExcellentState, seat: i64, pose: i64) -> None:
    s.set_booth_at(seat, space_of(pose))
    s.set_booth_facing(seat, facing_of(pose))


def set_dude_pose(s: ExcellentState, dude: i64, pose: i64) -> None:
    s.set_dude_at(dude, space_of(pose))
    s.set_dude_facing(dude, facing_of(pose))


def follow(s: ExcellentState, moved: vec[i16], piece: i64, pose: i64, symbol: i64, journal: Journal | None) -> i64:
    """Return the pose to which a symbol of a walk leads a piece."""
    after = pose_after(moved, pose, symbol)
    if journal is not None:
        tell_symbol(s, piece, symbol, pose, after, journal)
    return after


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
