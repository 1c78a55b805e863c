"""Menus for long lists of answers: choose the card or the action first, then its targets, field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Named = Mapping[str, object]
"""An answer as plain names: its `type`, then its fields in the order in which a player would say them."""

MAX_LINES = 10  # longer lists are grouped if possible


class Choice(NamedTuple):
    """One line of a menu: a single answer, or all that have the same value in `field`."""

    options: tuple[int, ...]
    field: str = ""
    value: object = None


def narrow(options: Sequence[Named], among: Sequence[int], limit: int = MAX_LINES) -> list[Choice]:
    """Return the lines of a menu: every answer if they are few, else groups by the first field in which they differ."""
    single = [Choice((i,)) for i in among]
    if len(among) <= limit:
        return single
    for field in _fields(options, among):
        groups: dict[tuple[object, object], list[int]] = {}
        for i in among:
            groups.setdefault(_value(options[i], field), []).append(i)
        if 1 < len(groups) < len(among):
            return [_choice(options, group, field) for group in groups.values()]
    return single


def _choice(options: Sequence[Named], group: list[int], field: str) -> Choice:
    if len(group) == 1:
        return Choice((group[0],))
    name = field or _head(options[group[0]])
    return Choice(tuple(group), name or "type", options[group[0]].get(name or "type"))


def _fields(options: Sequence[Named], among: Sequence[int]) -> list[str]:
    """Return the fields to group by, in order; the empty string is the type with its first field."""
    found = [""]
    for i in among:
        found += [field for field in options[i] if field not in found and field != "type"]
    return found


def _head(option: Named) -> str:
    return next((field for field in option if field != "type"), "")


def _value(option: Named, field: str) -> tuple[object, object]:
    if field:
        return (field, option.get(field))
    return (option["type"], option.get(_head(option)))
