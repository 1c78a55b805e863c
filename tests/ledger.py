"""Ledger, code and tests of a game, held against each other. Every complaint names the id and the file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from timebooth.ledger import Rule, cited_ids, read_ledger

GAMES = Path(__file__).parent / "games"


class Ledger:
    """The ledger of one game folder, and who cites its ids."""

    def __init__(self, folder: Path, tests: Path | None = None) -> None:
        self.folder = folder
        self.tests = GAMES / folder.name if tests is None else tests
        self.english = read_ledger(folder / "RULES.md")
        self.french = read_ledger(folder / "RULES.fr.md")
        self.ids = [rule.id for rule in self.english]

    def cited_but_unknown(self) -> list[str]:
        """Ids in code or tests that no row explains."""
        return [
            f"{id} is cited in {file} but is not in {self.folder / 'RULES.md'}"
            for file, id in [*citations(self.folder), *citations(self.tests)]
            if id not in self.ids
        ]

    def neither_cited_nor_tested(self) -> list[str]:
        """Rows that nothing in code or tests refers to."""
        cited = {id for _, id in [*citations(self.folder), *citations(self.tests)]}
        return [f"{id} in {self.folder / 'RULES.md'} is cited nowhere" for id in self.ids if id not in cited]

    def untested(self) -> list[str]:
        """Rows whose id stands in no test's docstring."""
        tested = {id for file in sources(self.tests) for said in docstrings_of_tests(file) for id in cited_ids(said)}
        return [
            f"{id} in {self.folder / 'RULES.md'} has no test under {self.tests}" for id in self.ids if id not in tested
        ]

    def other_in_french(self) -> list[str]:
        """Rows that the French ledger lacks, adds, moves, or places elsewhere in the code."""
        path = self.folder / "RULES.fr.md"
        french = [rule.id for rule in self.french]
        found = [f"{id} is missing in {path}" for id in self.ids if id not in french]
        found += [f"{id} stands only in {path}" for id in french if id not in self.ids]
        if found:
            return found
        for ours, theirs in zip(self.english, self.french, strict=True):
            if ours.id != theirs.id:
                return [f"{theirs.id} stands in {path} where {ours.id} should"]
        pairs = zip(self.english, self.french, strict=True)
        return [f"{a.id} is placed elsewhere in {path}" for a, b in pairs if a.where != b.where]

    def misplaced(self) -> list[str]:
        """Rows whose `where` names a file that is not there, or a name that is not in it."""
        return [
            f"{rule.id} in {self.folder / 'RULES.md'}: there is no {rule.where}"
            for rule in self.english
            if not self._is_there(rule)
        ]

    def _is_there(self, rule: Rule) -> bool:
        file, _, name = rule.where.strip("`").partition(" ")
        path = self.folder / file
        return path.is_file() and name in path.read_text(encoding="utf-8").replace("(", " ").replace(":", " ").split()


def sources(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def citations(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every id that the Python files of a folder cite, with the file."""
    for file in sources(folder):
        for id in sorted(set(cited_ids(file.read_text(encoding="utf-8")))):
            yield file, id


def docstrings_of_tests(file: Path) -> list[str]:
    """The docstrings of the test functions in a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    tests = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    return [ast.get_docstring(test) or "" for test in tests]
