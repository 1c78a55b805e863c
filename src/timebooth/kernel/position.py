"""Positions: states as plain values, to send to another process, to start another table from, or to store.

A position holds every declared field by its name and the stack of pending work, with the names of the steps on it:
later rules may number their steps differently. The box and the steps themselves are not part of it: `unpack` takes them
from a new state of the same game.
"""

from __future__ import annotations

from typing import Any

from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadRecord
from timebooth.kernel.fields import Field, Flag, Number, Row, size_of
from timebooth.kernel.game import Game, GameOptions
from timebooth.kernel.state import FRAME, State, Step

Position = dict[str, object]


def pack(state: State) -> Position:
    """Return the position of a state."""
    fields = state.fields()
    offsets = fields.offsets()
    cells = list(state.stack)
    stack = cells[: state.depth * FRAME]
    values: Position = {
        "version": fields.version,
        "seats": int(state.seats),
        "asking": int(state.asking),
        "steps": [_name(state.steps[number]) for number in stack[::FRAME]],
        "stack": stack,
    }
    for field in fields:
        if not isinstance(field, Row):
            values[field.name] = getattr(state, field.name)
        elif not fields.one_array:
            values[field.name] = list(getattr(state, field.name))
        elif not field.scratch:
            start = offsets[field.name]
            values[field.name] = cells[start : start + size_of(field, state)]
    return values


def unpack(game: Game, seats: int, options: GameOptions, values: Position) -> State:
    """Return the state of a position."""
    state = game.start(seats, options, FastRng(0))
    fresh = pack(state)
    stored = _with_changes(state, fresh, values if "version" in values else _with_version(state, values))
    if "steps" not in stored:
        stored = {**stored, "steps": _steps_of(state, stored.get("stack"))}
    if stored.keys() != fresh.keys() or stored["version"] != fresh["version"] or stored["seats"] != seats:
        raise BadRecord("record.other_position", line=1)
    cells = list(state.stack)
    stack = _numbered(state, _numbers(stored["stack"]), stored["steps"])
    offsets = state.fields().offsets()
    if len(stack) % FRAME != 0 or not 0 <= len(stack) <= min(offsets.values(), default=len(cells)):
        raise BadRecord("record.other_position", line=1)
    cells[: len(stack)] = stack
    state.asking = _number(stored["asking"])
    state.depth = len(stack) // FRAME
    for field in state.fields():
        if field.name in stored:
            _set(state, field, stored[field.name], fresh[field.name], cells, offsets)
    for i, number in enumerate(cells):
        state.stack[i] = number
    if stack:
        state.step = state.steps[stack[-FRAME]]
    return state


def _with_version(state: State, values: Position) -> Position:
    """Return a position of the first form, which was every attribute by its name, in the form of version 1.

    There the stack was the beginning of `row`, and the rest of it the numbers of a state with `one_array`. Beneath the
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
        if isinstance(field, Row) and fields.one_array and not field.scratch:
            start = offsets[field.name]
            parts[field.name] = row[start : start + size_of(field, state)]
    return {"version": 1, "stack": stack, **parts, **rest}


def _name(step: Step) -> str:
    return type(step).__name__


def _numbered(state: State, stack: list[int], names: object) -> list[int]:
    """Return the stack with the numbers that steps of these names have in the present rules."""
    numbers = {_name(step): number for number, step in enumerate(state.steps)}
    if type(names) is not list or len(names) * FRAME != len(stack):
        raise BadRecord("record.other_position", line=1)
    for frame, name in enumerate(names):
        if name not in numbers:
            raise BadRecord("record.other_position", line=1)
        stack[frame * FRAME] = numbers[name]
    return stack


def _steps_of(state: State, stack: object) -> list[str]:
    """Return the names of the steps on a stack by their present numbers: older positions have no names."""
    found = _numbers(stack)[::FRAME]
    if not all(0 <= number < len(state.steps) for number in found):
        raise BadRecord("record.other_position", line=1)
    return [_name(state.steps[number]) for number in found]


def _with_changes(state: State, fresh: Position, stored: Position) -> Position:
    """Return a position of an older version in the present form: fields that it lacks have their first values."""
    fields = state.fields()
    version = _number(stored["version"])
    if not 1 <= version < fields.version:
        return stored
    kept: Position = {name: value for name, value in stored.items() if name not in fields.retired}
    for field in fields:
        if isinstance(field, Flag | Number | Row) and field.since > version:
            numbers = fresh[field.name]
            kept[field.name] = [field.first] * len(numbers) if isinstance(numbers, list) else field.first
    return {**kept, "version": fields.version}


def _set(state: State, field: Field, value: object, fresh: object, cells: list[int], offsets: dict[str, int]) -> None:
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
            cells[start : start + len(numbers)] = numbers
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
