"""Attacks, each a class with a name; `ATTACKS` has them all."""

from __future__ import annotations

from tests.server.abuse.attacks.connections import DeafSockets, HalfRequests, IdleConnections, SilentSockets
from tests.server.abuse.attacks.plain import Attack
from tests.server.abuse.attacks.requests import Courses, Imports, ListenStorm, Lobby, Moments, OpenApi, Story
from tests.server.abuse.attacks.tables import (
    Hints,
    LobbyFlood,
    LongSleep,
    Maximal,
    MercilessTables,
    SeatGrabbing,
    SpectatorChat,
)

KINDS: tuple[type[Attack], ...] = (
    MercilessTables,
    SpectatorChat,
    ListenStorm,
    LongSleep,
    Story,
    Moments,
    OpenApi,
    Lobby,
    LobbyFlood,
    SeatGrabbing,
    HalfRequests,
    IdleConnections,
    DeafSockets,
    SilentSockets,
    Maximal,
    Hints,
    Imports,
    Courses,
)
ATTACKS = {kind.name: kind for kind in KINDS}
