"""Carries a state to another process, or to another table, as plain values: its box and its steps stay at home.

A state is plain data, so whatever a fresh state of the same game holds in the way of numbers and lists is what there
is to carry. Works on compiled classes too, which pickle cannot see into.
"""

from __future__ import annotations

from types import GetSetDescriptorType
from typing import Any

from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadRecord
from timebooth.kernel.game import Game, GameOptions
from timebooth.kernel.state import FRAME, State

Position = dict[str, object]
STEPS = ("step", "steps")


def pack(state: State) -> Position:
    """All numbers and lists of a state."""
    values: Position = {}
    for name in _names(state):
        value = getattr(state, name)
        if _is_plain(value):
            values[name] = _own(value)
    return values


def unpack(game: Game, seats: int, options: GameOptions, values: Position) -> State:
    """An equal state, made from a fresh one; the step that asks lies on top of the stack."""
    state = game.start(seats, options, FastRng(0))
    if _kinds(values) != _kinds(pack(state)):
        raise BadRecord("record.other_position", line=1)
    for name, value in values.items():
        fresh = getattr(state, name)
        setattr(state, name, type(fresh)(value) if _is_packed(fresh) else _own(value))
    state.step = state.steps[state.row[(state.depth - 1) * FRAME]]
    return state


def _names(state: State) -> list[str]:
    """Attributes, without those that are notepaper (`_listed`)."""
    names = set(getattr(state, "__dict__", ()))
    for kind in type(state).__mro__:
        names |= {name for name, value in vars(kind).items() if isinstance(value, GetSetDescriptorType)}
    return sorted(name for name in names if not name.startswith("_") and name not in STEPS)


def _kinds(values: Position) -> dict[str, type]:
    return {name: type(value) for name, value in values.items()}


def _own(value: Any) -> Any:
    """An equal value that shares nothing with this one."""
    return list(value) if isinstance(value, list) or _is_packed(value) else value


def _is_packed(value: object) -> bool:
    """A compiled state's array of numbers."""
    return type(value).__name__.startswith("vec[")


def _is_plain(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return all(_is_plain(each) for each in value)
    return value is None or isinstance(value, (int, str)) or _is_packed(value)
