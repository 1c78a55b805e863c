"""Reads a ledger: the RULES.md of a game, with a table row for every rule and ruling."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ID = re.compile(r"§[A-Z][A-Z0-9_]*(?:\.[A-Z0-9_]+)*")
HEADING = re.compile(r"#+\s+(.*)")
COLUMN = re.compile(r"(?<!\\)\|")


class Rule(NamedTuple):
    """One row of a ledger, and the heading above it."""

    id: str
    name: str
    rule: str
    where: str
    heading: str


def read_ledger(path: Path) -> list[Rule]:
    """Return every rule of a ledger, in order; raise ValueError with the file and the line if a row is wrong."""
    found: dict[str, Rule] = {}
    heading = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if titled := HEADING.fullmatch(line.strip()):
            heading = titled[1].strip()
        elif line.lstrip().startswith("| §"):
            rule = _row(line, heading, f"{path}:{number}")
            if rule.id in found:
                raise ValueError(f"{path}:{number}: {rule.id} is twice in the ledger")
            found[rule.id] = rule
    return list(found.values())


def check_ledgers(folder: Path) -> None:
    """Read the ledgers of a game in every language; raise ValueError if a row is wrong."""
    for path in sorted(folder.glob("RULES*.md")):
        read_ledger(path)


def cited_ids(text: str) -> list[str]:
    """Return the ids that a text cites, in order, without the dot that ends a sentence."""
    return ID.findall(text)


def _row(line: str, heading: str, at: str) -> Rule:
    cells = [cell.strip().replace("\\|", "|") for cell in COLUMN.split(line.strip().strip("|"))]
    if len(cells) != 4 or not all(cells):
        raise ValueError(f"{at}: a row needs four filled columns: id, name, rule, where")
    if not ID.fullmatch(cells[0]):
        raise ValueError(f"{at}: {cells[0]} is not an id")
    return Rule(cells[0], cells[1], cells[2], cells[3], heading)
