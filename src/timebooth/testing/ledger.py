"""Compares the ledger, the code and the tests of a game. Every complaint names the id and the file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from timebooth.ledger import cited_ids, read_ledger


class Ledger:
    """The ledger of one game folder, and who cites its ids."""

    def __init__(self, folder: Path, tests: Path) -> None:
        self.folder = folder
        self.tests = tests
        self.english = read_ledger(folder / "RULES.md")
        self.french = read_ledger(folder / "RULES.fr.md")
        self.ids = [rule.id for rule in self.english]

    def complaints(self) -> list[str]:
        """Return everything that is wrong; empty if ledger, code and tests agree."""
        return [
            *self.cited_but_unknown(),
            *self.neither_cited_nor_tested(),
            *self.untested(),
            *self.other_in_french(),
            *self.misplaced(),
        ]

    def cited_but_unknown(self) -> list[str]:
        """Return the ids in code or tests that have no row."""
        return [
            f"{id} is cited in {file} but is not in {self.folder / 'RULES.md'}"
            for file, id in [*citations(self.folder), *citations(self.tests)]
            if id not in self.ids
        ]

    def neither_cited_nor_tested(self) -> list[str]:
        """Return the rows that neither code nor tests cite."""
        cited = {id for _, id in [*citations(self.folder), *citations(self.tests)]}
        return [f"{id} in {self.folder / 'RULES.md'} is cited nowhere" for id in self.ids if id not in cited]

    def untested(self) -> list[str]:
        """Return the rows whose id is in no test's docstring."""
        tested = {id for file in sources(self.tests) for said in docstrings_of_tests(file) for id in cited_ids(said)}
        return [
            f"{id} in {self.folder / 'RULES.md'} has no test under {self.tests}" for id in self.ids if id not in tested
        ]

    def other_in_french(self) -> list[str]:
        """Return the rows that the French ledger lacks, adds, moves, or gives another symbol."""
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
        """Return the rows whose place is not a symbol, or a symbol that does not cite the row's id."""
        found = []
        for rule in self.english:
            file, _, name = rule.where.strip("`").partition(" ")
            path = self.folder / file
            text = path.read_text(encoding="utf-8") if path.is_file() else ""
            written = text_of(text, name)
            if written is None:
                found.append(f"{rule.id} in {self.folder / 'RULES.md'}: there is no {rule.where}")
            elif rule.id not in cited_ids(written):
                found.append(f"{rule.id} in {self.folder / 'RULES.md'}: {rule.where} does not cite it")
        return found


def text_of(source: str, symbol: str) -> str | None:
    """Return the lines of a class, function, `Class.method` or constant, with the comment right above it."""
    body: list[ast.stmt] = ast.parse(source).body
    node: ast.stmt | None = None
    for name in symbol.split("."):
        node = next((statement for statement in body if name in names_of(statement)), None)
        if node is None:
            return None
        body = node.body if isinstance(node, ast.ClassDef) else []
    assert node is not None
    lines = source.splitlines()
    first = min([node.lineno, *(mark.lineno for mark in getattr(node, "decorator_list", []))]) - 1
    while first > 0 and lines[first - 1].lstrip().startswith("#"):
        first -= 1
    return "\n".join(lines[first : node.end_lineno])


def names_of(statement: ast.stmt) -> list[str]:
    """Return the names that a statement defines."""
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return [statement.name]
        case ast.Assign():
            return [target.id for target in statement.targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []


def sources(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def citations(folder: Path) -> Iterator[tuple[Path, str]]:
    """Return every id that the Python files of a folder cite, with the file."""
    for file in sources(folder):
        for id in sorted(set(cited_ids(file.read_text(encoding="utf-8")))):
            yield file, id


def docstrings_of_tests(file: Path) -> list[str]:
    """Return the docstrings of the test functions in a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    tests = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    return [ast.get_docstring(test) or "" for test in tests]
