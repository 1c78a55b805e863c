"""Reads a ledger: the RULES.md of a game, a table row for every rule and ruling, with its id."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ID = re.compile(r"§[A-Z][A-Z0-9_]*(?:\.[A-Z0-9_]+)*")
HEADING = re.compile(r"#+\s+(.*)")
COLUMN = re.compile(r"(?<!\\)\|")


class Rule(NamedTuple):
    """One row of a ledger, and the heading that it stands under."""

    id: str
    name: str
    rule: str
    where: str
    heading: str


def read_ledger(path: Path) -> list[Rule]:
    """Every rule of a ledger, in its order; an error names the file and the line."""
    found: dict[str, Rule] = {}
    heading = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if titled := HEADING.fullmatch(line.strip()):
            heading = titled[1].strip()
        elif line.lstrip().startswith("| §"):
            rule = _row(line, heading, f"{path}:{number}")
            if rule.id in found:
                raise ValueError(f"{path}:{number}: {rule.id} stands twice in the ledger")
            found[rule.id] = rule
    return list(found.values())


def cited_ids(text: str) -> list[str]:
    """The ids that a text cites, in its order; a dot that ends a sentence is not part of one."""
    return ID.findall(text)


def _row(line: str, heading: str, at: str) -> Rule:
    cells = [cell.strip().replace("\\|", "|") for cell in COLUMN.split(line.strip().strip("|"))]
    if len(cells) != 4 or not all(cells):
        raise ValueError(f"{at}: a row has four filled columns: id, name, rule, where")
    if not ID.fullmatch(cells[0]):
        raise ValueError(f"{at}: {cells[0]} is no id")
    return Rule(cells[0], cells[1], cells[2], cells[3], heading)
