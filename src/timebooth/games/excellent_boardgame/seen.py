"""The structs of a view: the table as one seat sees it, in names.  §HIDDEN

`gc=False`: views hold no reference cycles, and learners make one at every step.
"""

from __future__ import annotations

import msgspec


class PieceView(msgspec.Struct, frozen=True, gc=False):
    """Where a booth or an evil dude stands, and which way it faces."""

    space: str
    facing: str


class CollectedView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A character in a play area; `symbols` only while it lies arrows up."""

    character: str
    symbols: tuple[str, ...] | None = None


class StackView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Copies of a character in a space; `seen` are the arrows that all have seen, if the table shows them."""

    space: str
    character: str
    count: int
    seen: tuple[tuple[str, ...] | None, ...] | None = None
    """The top last."""


class SeatView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player as the viewer sees them; `hand` only if the viewer may know it."""

    seat: int
    booth: PieceView
    cards: int
    collected: tuple[CollectedView, ...]
    """From the left, as on the table: the most recent first."""
    first: int | None = None
    second: int | None = None
    hand: tuple[int, ...] | None = None


class View(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The table as one seat sees it."""

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
    """The seats in the order of this round's turns, once the cards are revealed."""
    turn: int | None = None
    returned: tuple[int, ...] | None = None
    """The cards that went back to the box, once the game is over."""
