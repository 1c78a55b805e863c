"""Long lists of answers are chosen from in steps: the card or the action, then what it is aimed at, field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Named = Mapping[str, object]
"""An answer as plain names, its `type` first, its fields in the order in which a player would say them."""

LIMIT = 10  # longer lists are shortened where a step can do it


class Choice(NamedTuple):
    """One line to choose: a single answer, or all that agree in `field`."""

    options: tuple[int, ...]
    field: str = ""
    value: object = None


def narrow(options: Sequence[Named], among: Sequence[int], limit: int = LIMIT) -> list[Choice]:
    """The lines to choose from: every answer when they are few, or else groups by the first field that tells apart."""
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
    """What to split by, in order: the empty word is the kind of answer with its first field."""
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
