"""Read an edition into the compact tables of `Box`, or say what is wrong with it."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from timebooth.games.back_to_the_future.answers import catalogue
from timebooth.games.back_to_the_future.box import Box
from timebooth.games.back_to_the_future.deck.kinds import (
    DOUBLEBACK,
    DOUBLEBACKS,
    ITEM,
    ITEMS,
    KEYS,
    KINDS,
    PIZZA_HYDRATOR,
    POWER,
)
from timebooth.games.back_to_the_future.pieces import CARDS, HISTORIES, IDENTITIES, LINCHPINS
from timebooth.kernel.edition import Edition

FILES = ("edition", "timeline", "identities", "deck")
POSITIONS = tuple(f"{row}-{column}" for row in "ABCD" for column in range(1, 7))  # §SETUP.TIMELINE
MAX_COPIES = 9  # of one title
MAX_DECK = int(CARDS) - 1  # without the promo card: a set of cards is one number  §CONTENTS
B1_CARDS = 5  # §SETUP.B1
LANGUAGES = ("en", "fr")


def read_box(edition: Edition, *, promo: bool) -> Box:
    """Return the box, with or without the promo card in the deck."""
    timeline = edition.tables("timeline", "position")
    linchpins = _linchpins(edition, timeline)
    altered = _histories(edition, timeline, linchpins)
    identities, goals = _identities(edition)
    satisfied = [sum(1 << i for i, goal in enumerate(goals) if _met(goal, shown)) for shown in altered]
    for i, name in enumerate(identities):
        if satisfied[0] >> i & 1:
            raise edition.complain("identities", name, "altered", "satisfied_at_start")
        if not any(met >> i & 1 for met in satisfied):
            raise edition.complain("identities", name, "altered", "never_satisfied")
    counts = _counts(edition)
    counts[PIZZA_HYDRATOR] = 1 if promo else 0
    pairs = _doublebacks(edition, linchpins)
    return Box(
        counts,
        POSITIONS,
        linchpins,
        [linchpins.index(place) for place, _ in pairs],
        [KEYS.index(item) for _, item in pairs],
        _locked(edition, linchpins),
        altered,
        satisfied,
        _distances(satisfied, linchpins.index("B-1"), len(identities)),
        identities,
        goals,
        catalogue(linchpins),
    )


def _linchpins(edition: Edition, timeline: list[dict[str, Any]]) -> tuple[str, ...]:
    found = []
    if len(timeline) != len(POSITIONS):
        raise edition.complain("timeline", "position", "", "count", have=len(timeline), want=len(POSITIONS))
    for place, table in zip(POSITIONS, timeline, strict=True):
        at = edition.word("timeline", place, table, "at")
        if at != place:
            raise edition.complain("timeline", place, "at", "out_of_order", value=at)
        for side in ("original", "altered"):
            words = table.get(side)
            if not isinstance(words, dict) or not all(isinstance(words.get(lang), str) for lang in LANGUAGES):
                raise edition.complain("timeline", place, side, "headlines")
        if edition.word("timeline", place, table, "kind", ("linchpin", "ripplepoint")) == "linchpin":
            found.append(place)
            cards = B1_CARDS if place == "B-1" else 1
            edition.number("timeline", place, table, "cards", cards, cards)
    if len(found) != LINCHPINS:
        raise edition.complain("timeline", "position", "kind", "count", have=len(found), want=LINCHPINS)
    if "B-1" not in found:
        raise edition.complain("timeline", "B-1", "kind", "unknown", value="ripplepoint", known="linchpin")
    return tuple(found)


def _histories(edition: Edition, timeline: list[dict[str, Any]], linchpins: tuple[str, ...]) -> list[int]:
    """Return for every history the positions that show their altered side.  §RIPPLE §RIPPLE.AND §RIPPLE.OR"""
    rules: list[tuple[int, str, list[int]]] = []
    for i, (place, table) in enumerate(zip(POSITIONS, timeline, strict=True)):
        if place in linchpins:
            rules.append((i, "ONE", [linchpins.index(place)]))
            continue
        rule = edition.word("timeline", place, table, "rule", ("ONE", "AND", "OR"))
        parents = table.get("linchpins")
        if not isinstance(parents, list) or len(parents) != (1 if rule == "ONE" else 2):
            raise edition.complain("timeline", place, "linchpins", "parents", value=str(parents))
        for parent in parents:
            if parent not in linchpins:
                raise edition.complain(
                    "timeline", place, "linchpins", "unknown", value=str(parent), known=", ".join(linchpins)
                )
        rules.append((i, rule, [linchpins.index(parent) for parent in parents]))
    found = []
    for history in range(HISTORIES):
        shown = 0
        for i, rule, parents in rules:
            flipped = [history >> parent & 1 == 1 for parent in parents]
            if all(flipped) if rule == "AND" else any(flipped):
                shown |= 1 << i
        found.append(shown)
    return found


def _identities(edition: Edition) -> tuple[tuple[str, ...], tuple[tuple[str, tuple[str, str]], ...]]:
    """Return the identities, and for each its original headline and its two altered ones.  §ID"""
    tables = edition.tables("identities", "identity")
    if len(tables) != IDENTITIES:
        raise edition.complain("identities", "identity", "", "count", have=len(tables), want=IDENTITIES)
    names: list[str] = []
    goals: list[tuple[str, tuple[str, str]]] = []
    for i, table in enumerate(tables):
        key = edition.word("identities", f"identity {i + 1}", table, "key")
        if key in names:
            raise edition.complain("identities", key, "key", "twice", value=key)
        edition.word("identities", key, table, "name")
        names.append(key)
        original = edition.word("identities", key, table, "original", POSITIONS)
        altered = table.get("altered")
        if not isinstance(altered, list) or len(altered) != 2 or not all(a in POSITIONS for a in altered):
            raise edition.complain("identities", key, "altered", "two_positions", value=str(altered))
        goals.append((original, (altered[0], altered[1])))
    return tuple(names), tuple(goals)


def _met(goal: tuple[str, tuple[str, str]], shown: int) -> bool:
    original, altered = goal
    if shown >> POSITIONS.index(original) & 1:
        return False
    return all(shown >> POSITIONS.index(place) & 1 for place in altered)


def _distances(satisfied: list[int], b1: int, identities: int) -> list[int]:
    """Return how many linchpins other than B-1 each identity still has to flip in each history."""
    levers = [linchpin for linchpin in range(LINCHPINS) if linchpin != b1]
    flips: list[int] = [
        sum(1 << int(lever) for lever in chosen) for n in range(9) for chosen in combinations(levers, n)
    ]
    found = []
    for identity in range(identities):
        for history in range(HISTORIES):
            found.append(next(f.bit_count() for f in flips if satisfied[(history ^ f) & 511] >> identity & 1))
    return found


def _cards(edition: Edition) -> dict[str, dict[str, Any]]:
    titles = [key for key in KEYS if key != KEYS[PIZZA_HYDRATOR]]
    found: dict[str, dict[str, Any]] = {}
    for i, table in enumerate(edition.tables("deck", "card")):
        key = edition.word("deck", f"card {i + 1}", table, "key", tuple(titles))
        if key in found:
            raise edition.complain("deck", key, "key", "twice", value=key)
        edition.word("deck", key, table, "type", (_type_of(KEYS.index(key)),))
        most = 1 if table["type"] == "doubleback" else MAX_COPIES  # each DoubleBack is about one linchpin
        edition.number("deck", key, table, "copies", 1, most)
        found[key] = table
    for key in titles:
        if key not in found:
            raise edition.complain("deck", key, "key", "missing_card", value=key)
    return found


def _type_of(kind: int) -> str:
    """Return the type of a kind; kinds are in printed order, type by type."""
    ends = {
        DOUBLEBACK: "time_machine",
        ITEM: "doubleback",
        ITEM + ITEMS: "item",
        POWER: "action",
        KINDS: "power_action",
    }
    return next(name for end, name in ends.items() if kind < end)


def _counts(edition: Edition) -> list[int]:
    cards = _cards(edition)
    counts = [int(cards[key]["copies"]) if key in cards else 0 for key in KEYS]
    if sum(counts) > MAX_DECK:
        raise edition.complain("deck", "card", "copies", "count", have=sum(counts), want=f"1 … {MAX_DECK}")
    return counts


def _doublebacks(edition: Edition, linchpins: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the linchpin and the item of each DoubleBack.

    §DOUBLEBACK.A2 §DOUBLEBACK.A3 §DOUBLEBACK.B2 §DOUBLEBACK.B3 §DOUBLEBACK.B4 §DOUBLEBACK.C6 §DOUBLEBACK.D1
    §DOUBLEBACK.D3
    """
    cards = _cards(edition)
    others = tuple(place for place in linchpins if place != "B-1")
    items = KEYS[ITEM : ITEM + ITEMS - 1]
    found: list[tuple[str, str]] = []
    for i in range(DOUBLEBACKS):
        key = KEYS[DOUBLEBACK + i]
        place = edition.word("deck", key, cards[key], "linchpin", others)
        item = edition.word("deck", key, cards[key], "item", items)
        if any(place == taken for taken, _ in found):
            raise edition.complain("deck", key, "linchpin", "twice", value=place)
        found.append((place, item))
    return found


def _locked(edition: Edition, linchpins: tuple[str, ...]) -> int:
    place = edition.word("deck", "almanac", _cards(edition)["almanac"], "locks", linchpins)
    return linchpins.index(place)
