"""What one seat sees of the table, in names.  §HIDDEN §J60

`gc=False`: learners make a view at every step, and views hold no reference cycles that need the garbage collector.
"""

from __future__ import annotations

import msgspec


class SeatView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player as the others see them; `hand` and `identity` only where the viewer may know all of it."""

    seat: int
    cards: int
    table: tuple[str, ...]
    known: tuple[str, ...] = ()
    """Cards that the viewer knows this player to hold."""
    hand: tuple[str, ...] | None = None
    identity: str | None = None
    hydrator_ready: bool = False


class ActionView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A card being played: the bottom of the stack first, what answers it on top."""

    seat: int
    card: str
    answer: dict[str, object]
    open: bool


class View(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The table as one seat sees it."""

    seat: int | None
    altered: tuple[str, ...]
    """Positions that show their altered side."""
    b1_left: int
    b1_aside: int
    turn: int
    plays: int
    asked: tuple[int, ...]
    seats: tuple[SeatView, ...]
    draw_pile: int
    discard_pile: tuple[str, ...]
    """The top last."""
    identity_stack: int
    identities_shown: tuple[str, ...]
    previous_changed: bool
    changed: bool
    fusion_used: bool
    actions: tuple[ActionView, ...] = ()
    satisfied: tuple[bool, bool, bool] | None = None
    """The viewer's own headlines, original first: which show now."""
    searched: tuple[str, ...] | None = None
    """The draw pile, while the viewer looks through it.  §QUICK_TRIP"""
