"""The types of a view: what one seat may see, with names.  §HIDDEN §OPEN

Environments make a view at every step. None refers back to itself, so the garbage collector skips them (`gc=False`).
"""

from __future__ import annotations

import msgspec


class PlaceView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A place on its position; San Dimas is on position 0."""

    place: str
    position: int
    level: int
    near: tuple[str, ...]
    fixed: bool = False
    returned: bool = False
    """Whether the personage who belongs here was returned."""
    personages: tuple[str, ...] = ()
    """Those who stand here."""
    players: tuple[int, ...] = ()


class PlayerView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A member of the band."""

    seat: int
    who: str
    place: str
    booth: tuple[str, ...]
    triumphs: tuple[str, ...]
    objective: str
    stage: int
    completed: bool
    actions: tuple[str, ...]
    """What the bonus card and a completed objective grant each turn."""
    offered: str = ""
    """The other objective dealt, while one is chosen."""


class DieView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    die: str
    face: str
    used: bool = False


class Danger(msgspec.Struct, frozen=True, gc=False):
    """How close the game is to being lost."""

    rises_left: int
    """Rises that San Dimas can still take; one more loses the game."""
    draws_left: int
    """Riff cards that can still be drawn; one more loses the game."""
    rises_ahead: int
    """How many places are at their maximum, so that their next rise goes to San Dimas."""


class View(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What one seat, or a spectator, may see."""

    seat: int | None
    places: tuple[PlaceView, ...]
    """By position, San Dimas first."""
    players: tuple[PlayerView, ...]
    turn: int
    """The player on turn, as an index into `players`."""
    round: int
    asked: tuple[int, ...]
    dice: tuple[DieView, ...]
    granted: dict[str, int]
    """Actions from cards that are still unused this turn."""
    ability_used: bool
    deck: int
    discard_pile: tuple[str, ...]
    danger: Danger
    card: str = ""
    """The Riff card last revealed."""
    top: tuple[str, ...] | None = None
    """The next cards of the deck; None if this seat does not know them."""
    ending: str = ""
