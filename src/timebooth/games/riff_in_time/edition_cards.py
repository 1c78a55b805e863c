"""Loads the Riff cards and the objective cards of an edition."""

from __future__ import annotations

import re
from typing import Any

from timebooth.games.riff_in_time.box import SECTION_KINDS, Box
from timebooth.games.riff_in_time.kinds import (
    DRAW,
    EJECT,
    FACES,
    FIXED,
    MAX_TIMES,
    MOVE_EVERYONE,
    MOVE_YOU,
    NOWHERE,
    OBJECTIVES,
    PEEK,
    PEEKED,
    PLACES,
    RAISE,
    RAISE_NUMBERS,
    RIFF_CARDS,
    SECTIONS,
    STOPS,
    TASKS,
    UNFIX,
    VERBS,
)
from timebooth.kernel.edition import Edition

EFFECT = re.compile(r"([a-z_]+)(?: x([1-9][0-9]*))?")
FRAMES = 3  # a step of the turn, a Riff card and what it pushes; more only for cards that wait for another card
MAX_EFFECTS = 4  # of one option of a card
ALONE = 2  # objectives that a single player is dealt  §SETUP.6 §J59
NEEDS_ANOTHER = ("lower_with_player", "pass_personage")  # §J59
ONCE = (MOVE_YOU, MOVE_EVERYONE, EJECT, UNFIX, DRAW)
PERSONAGE_TASKS = (
    "lower_with_personage",
    "carry_with_another",
    "visit_in_order",
    "visit_with_personage",
    "pass_personage",
)
STAGES = {"no_rerolls": 3, "lower_three_places": 3, "visit_in_order": 3}  # §TASKS; every other task has one


def counted(edition: Edition, file: str, name: str, want: int) -> list[dict[str, Any]]:
    """Return the tables of a file; raise an error if the box has another number of these components.  §CONTENTS"""
    tables = edition.tables(file, name)
    if len(tables) != want:
        raise edition.complain(file, name, "", "count", have=len(tables), want=want)
    return tables


def keys(edition: Edition, file: str, name: str, tables: list[dict[str, Any]], field: str = "key") -> tuple[str, ...]:
    """Return the keys of these tables; raise an error if one occurs twice."""
    found: list[str] = []
    for i, table in enumerate(tables):
        key = edition.word(file, f"{name} {i + 1}", table, field)
        if key in found or key == "san_dimas":
            raise edition.complain(file, f"{name} {i + 1}", field, "twice", value=key)
        found.append(key)
    return tuple(found)


class _Riff:
    """The effects of all cards one after the other, and where each option begins."""

    def __init__(self) -> None:
        self.options: list[int] = []
        self.verbs: list[int] = []
        self.times: list[int] = []


def read_riff(edition: Edition, box: Box) -> None:
    """Read sixty cards, each with a main section and perhaps others.  §P1.SECTIONS"""
    tables = counted(edition, "riff", "card", int(RIFF_CARDS))
    box.cards = keys(edition, "riff", "card", tables)
    riff = _Riff()
    for i, table in enumerate(tables):
        _read_card(edition, box, riff, i, table)
    box.set_effects([*riff.options, len(riff.verbs)], riff.verbs, riff.times)
    box.frames = FRAMES + sum(_may_wait(box, i) for i in range(len(tables)))


def _read_card(edition: Edition, box: Box, riff: _Riff, i: int, table: dict[str, Any]) -> None:
    key = box.cards[i]
    box.card_place[i] = NOWHERE
    if "place" in table:
        box.card_place[i] = box.places.index(edition.word("riff", key, table, "place", box.places))
    numbers = table.get("numbers", [])
    if not isinstance(numbers, list):
        raise edition.complain("riff", key, "numbers", "missing")
    for number in numbers:
        if not isinstance(number, int) or not 1 <= number <= PLACES:
            raise edition.complain("riff", key, "numbers", "not_between", value=str(number), least=1, most=int(PLACES))
        box.card_numbers[i] |= 1 << number
    if "main" not in table:
        raise edition.complain("riff", key, "main", "missing")
    if "red" in table and "green" in table:
        raise edition.complain("riff", key, "green", "red_and_green")
    for section, name in enumerate(SECTIONS):
        at = i * SECTION_KINDS + section
        box.section[at] = len(riff.options)
        if name not in table:
            continue
        if name != "main" and box.card_place[i] >= PLACES and not (name == "fixed" and numbers):
            raise edition.complain("riff", key, name, "no_place")
        options = table[name]
        if not isinstance(options, list) or not options or not all(isinstance(o, list) and o for o in options):
            raise edition.complain("riff", key, name, "options", value=str(options))
        first: list[tuple[int, int]] = []
        for option in options:
            if len(option) > MAX_EFFECTS:
                raise edition.complain("riff", key, name, "not_between", value=len(option), least=1, most=MAX_EFFECTS)
            riff.options.append(len(riff.verbs))
            effects = [_effect(edition, box, i, name, said) for said in option]
            if effects[0] in first:
                raise edition.complain("riff", key, name, "options_alike", value=str(option[0]))
            first.append(effects[0])
            riff.verbs += [verb for verb, _ in effects]
            riff.times += [times for _, times in effects]
        box.section_size[at] = len(options)
        box.last_section[i] = section


def _may_wait(box: Box, card: int) -> bool:
    """Return whether the card goes on after another one that it draws.  §DRAW §J21"""
    for section in range(len(SECTIONS)):
        at = card * SECTION_KINDS + section
        for option in range(box.section[at], box.section[at] + box.section_size[at]):
            effects = range(box.option[option], box.option[option + 1])
            for effect in effects:
                last = effect == effects[-1] and section == box.last_section[card]
                once = section != FIXED or box.card_place[card] < PLACES
                if box.verb[effect] == DRAW and not (last and once):
                    return True
    return False


def _effect(edition: Edition, box: Box, card: int, section: str, said: object) -> tuple[int, int]:
    """Return a verb and how often it is done, from words such as `raise x2`.  §EFFECTS"""
    key = box.cards[card]
    found = EFFECT.fullmatch(str(said))
    if found is None or found[1] not in VERBS:
        raise edition.complain("riff", key, section, "unknown", value=str(said), known=", ".join(VERBS))
    verb = VERBS.index(found[1])
    times = int(found[2] or 1)
    least = PEEKED if verb == PEEK else 1
    most = PEEKED if verb == PEEK else 1 if verb in ONCE else MAX_TIMES
    if not least <= times <= most:
        raise edition.complain("riff", key, section, "not_between", value=str(said), least=int(least), most=int(most))
    if verb in (RAISE, MOVE_YOU, MOVE_EVERYONE) and box.card_place[card] == NOWHERE:
        raise edition.complain("riff", key, section, "no_place")
    if verb == RAISE_NUMBERS and box.card_numbers[card] == 0:
        raise edition.complain("riff", key, "numbers", "missing")
    return verb, times


def read_objectives(edition: Edition, box: Box, actions: tuple[str, ...]) -> None:
    """Read sixteen tasks with their rewards.  §TASKS §REWARD"""
    tables = counted(edition, "objectives", "objective", int(OBJECTIVES))
    box.objectives = keys(edition, "objectives", "objective", tables)
    for i, table in enumerate(tables):
        key = box.objectives[i]
        task = edition.word("objectives", key, table, "task", TASKS)
        box.task[i] = TASKS.index(task)
        box.stages[i] = STAGES.get(task, 1)
        box.task_personage[i] = NOWHERE
        if task in PERSONAGE_TASKS:
            who = edition.word("objectives", key, table, "personage", box.personages)
            box.task_personage[i] = box.personages.index(who)
        if task in ("visit_in_order", "visit_with_personage"):
            stops = table.get("places")
            if not isinstance(stops, list) or len(stops) != box.stages[i]:
                have = len(stops) if isinstance(stops, list) else 0
                raise edition.complain("objectives", key, "places", "count", have=have, want=int(box.stages[i]))
            for n, stop in enumerate(stops):
                if stop not in box.places:
                    raise edition.complain(
                        "objectives", key, "places", "unknown", value=str(stop), known=", ".join(box.places)
                    )
                box.stops[i * STOPS + n] = box.places.index(stop)
        box.reward[i] = edition.number("objectives", key, table, "lower_san_dimas", 0, 2)
        box.action[i] = FACES.index(edition.word("objectives", key, table, "action", actions))
    alone = sum(table["task"] not in NEEDS_ANOTHER for table in tables)
    if alone < ALONE:
        raise edition.complain("objectives", "objective", "task", "alone", have=alone, want=ALONE)
