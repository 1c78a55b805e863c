"""The table as it looks from one chair, in names.  §HIDDEN §OPEN

A view is made at every step of a learner; nothing in it leads back to it, so no garbage is looked for there.
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
    """The personage who belongs here has come home."""
    personages: tuple[str, ...] = ()
    """Who stands here."""
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
    """The other objective, while one is chosen."""


class DieView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    die: str
    face: str
    used: bool = False


class Danger(msgspec.Struct, frozen=True, gc=False):
    """How near the end is."""

    rises_left: int
    """Rises that San Dimas can still take; one more loses."""
    draws_left: int
    """Riff cards that can still be drawn; one more loses."""
    rises_ahead: int
    """Places at their maximum, whose next rise goes to San Dimas."""


class View(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The table from one chair."""

    seat: int | None
    places: tuple[PlaceView, ...]
    """By position, San Dimas first."""
    players: tuple[PlayerView, ...]
    turn: int
    """The player on turn; in the order of `players`."""
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
    """The next cards of the deck, for those who know them."""
    ending: str = ""
