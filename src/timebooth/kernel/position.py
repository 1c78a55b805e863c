"""Positions: states as plain values, to send to another process, to start another table from, or to store.

A position holds every declared field by its name and the stack of pending work. The box and the steps are not part of
it: `unpack` takes them from a new state of the same game.
"""

from __future__ import annotations

from typing import Any

from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadRecord
from timebooth.kernel.fields import Field, Flag, Row, size_of
from timebooth.kernel.game import Game, GameOptions
from timebooth.kernel.state import FRAME, State

Position = dict[str, object]


def pack(state: State) -> Position:
    """Return the position of a state."""
    fields = state.fields()
    offsets = fields.offsets()
    row = list(state.row)
    values: Position = {
        "version": fields.version,
        "seats": int(state.seats),
        "asking": int(state.asking),
        "stack": row[: state.depth * FRAME],
    }
    for field in fields:
        if not isinstance(field, Row):
            values[field.name] = getattr(state, field.name)
        elif not fields.one_row:
            values[field.name] = list(getattr(state, field.name))
        elif not field.scratch:
            start = offsets[field.name]
            values[field.name] = row[start : start + size_of(field, state)]
    return values


def unpack(game: Game, seats: int, options: GameOptions, values: Position) -> State:
    """Return the state of a position."""
    state = game.start(seats, options, FastRng(0))
    stored = values if "version" in values else _with_version(state, values)
    fresh = pack(state)
    if stored["version"] == 1:
        stored = _with_changes(state, fresh, stored)
    if stored.keys() != fresh.keys() or stored["version"] != fresh["version"] or stored["seats"] != seats:
        raise BadRecord("record.other_position", line=1)
    row = list(state.row)
    stack = _numbers(stored["stack"])
    offsets = state.fields().offsets()
    if len(stack) % FRAME != 0 or not 0 <= len(stack) <= min(offsets.values(), default=len(row)):
        raise BadRecord("record.other_position", line=1)
    row[: len(stack)] = stack
    state.asking = _number(stored["asking"])
    state.depth = len(stack) // FRAME
    for field in state.fields():
        if field.name in stored:
            _set(state, field, stored[field.name], fresh[field.name], row, offsets)
    state.row = type(state.row)(row)
    if stack:
        number = stack[-FRAME]
        if not 0 <= number < len(state.steps):
            raise BadRecord("record.other_position", line=1)
        state.step = state.steps[number]
    return state


def _with_version(state: State, values: Position) -> Position:
    """Return a position of the first form, which was every attribute by its name, in the form of version 1.

    There the stack was the beginning of `row`, and the rest of it the numbers of a state with `one_row`. Beneath the
    step of the order of play lay those that follow it.
    """
    rest = dict(values)
    row = _numbers(rest.pop("row", None))
    stack = row[: _number(rest.pop("depth", None)) * FRAME]
    while len(stack) > FRAME and stack[0] == stack[FRAME] + 1:
        stack = stack[FRAME:]
    parts: Position = {}
    fields = state.fields()
    offsets = fields.offsets()
    for field in fields:
        if isinstance(field, Row) and fields.one_row and not field.scratch:
            start = offsets[field.name]
            parts[field.name] = row[start : start + size_of(field, state)]
    return {"version": 1, "stack": stack, **parts, **rest}


def _with_changes(state: State, fresh: Position, stored: Position) -> Position:
    """Return a position of version 1 with the fields that the game has added and retired since."""
    fields = state.fields()
    kept: Position = {name: value for name, value in stored.items() if name not in fields.retired}
    for name in fields.added:
        kept.setdefault(name, fresh[name])
    return {**kept, "version": fields.version}


def _set(state: State, field: Field, value: object, fresh: object, row: list[int], offsets: dict[str, int]) -> None:
    if isinstance(field, Flag):
        if not isinstance(value, bool):
            raise BadRecord("record.other_position", line=1)
        setattr(state, field.name, value)
    elif not isinstance(field, Row):
        setattr(state, field.name, _number(value))
    else:
        numbers = _numbers(value)
        assert isinstance(fresh, list)
        if len(numbers) != len(fresh):
            raise BadRecord("record.other_position", line=1)
        if field.name in offsets:
            start = offsets[field.name]
            row[start : start + len(numbers)] = numbers
        else:
            setattr(state, field.name, type(getattr(state, field.name))(numbers))


def _number(value: Any) -> int:
    if type(value) is not int:
        raise BadRecord("record.other_position", line=1)
    return value


def _numbers(value: Any) -> list[int]:
    if type(value) is not list:
        raise BadRecord("record.other_position", line=1)
    return [_number(each) for each in value]
