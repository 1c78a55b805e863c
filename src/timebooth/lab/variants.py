"""The variants of a game: each of its options, with each value but the current one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.inspect import BoolType, IntType, LiteralType, StructType, UnionType

from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.game import Game

MAX_VALUES = 8  # of one option
ALL = "all"


def variants(game: Game, wanted: Sequence[str], current: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the options to change, one by one; `wanted` names options, or is `all`."""
    kind = msgspec.inspect.type_info(game.options)
    assert isinstance(kind, StructType)
    values = {field.name: _values(field.type) for field in kind.fields}
    now = msgspec.to_builtins(game.read_options(current))
    found: list[dict[str, Any]] = []
    for name in values if ALL in wanted else wanted:
        if name not in values:
            raise BadSetup("lab.option", option=name, known=", ".join(values))
        found += [{name: value} for value in values[name] if value != now[name]]
    return found


def playable(game: Game, seats: int, options: dict[str, Any]) -> bool:
    """Return whether the game can be played with these options and seats."""
    try:
        game.start(seats, game.read_options(options), FastRng(0))
    except BadSetup:
        return False
    return True


def _values(kind: msgspec.inspect.Type) -> list[Any]:
    if isinstance(kind, BoolType):
        return [False, True]
    if isinstance(kind, LiteralType):
        return list(kind.values)
    if isinstance(kind, IntType) and kind.ge is not None and kind.le is not None:
        return list(range(kind.ge, kind.le + 1))[:MAX_VALUES]
    if isinstance(kind, UnionType):
        return [value for part in kind.types for value in _values(part)]
    return []
