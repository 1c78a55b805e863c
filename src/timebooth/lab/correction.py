"""Corrects a whole report for the number of its results: one that looks at hundreds finds something odd by chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from timebooth.lab.balance import Balance
from timebooth.lab.comparison import Comparison
from timebooth.lab.statistics import significant

Result = TypeVar("Result", bound=msgspec.Struct)


def corrected(balance: Balance, comparisons: tuple[Comparison, ...]) -> tuple[Balance, tuple[Comparison, ...], int]:
    """Return the same findings, marked by Holm's method for all results together, and how many these are."""
    p_values = [*_of_balance(balance), *(p for each in comparisons for p in _of_comparison(each))]
    marks = iter(significant(p_values))
    marked = _mark_balance(balance, marks)
    return marked, tuple(_mark_comparison(each, marks) for each in comparisons), len(p_values)


def _of_balance(balance: Balance) -> Iterator[float]:
    for table in balance.tables:
        yield from table.doubts
    for kind in balance.kinds:
        yield from (row.doubt for row in kind.rows)


def _of_comparison(comparison: Comparison) -> Iterator[float]:
    yield from (change.doubt for change in comparison.changes)
    yield from (shift.doubt for shift in comparison.shifts)


def _mark_balance(balance: Balance, marks: Iterator[bool]) -> Balance:
    tables = []
    for table in balance.tables:
        odd = [next(marks) for _ in table.doubts]
        tables.append(msgspec.structs.replace(table, odd_seats=tuple(i for i, off in enumerate(odd) if off)))
    kinds = [msgspec.structs.replace(kind, rows=_marked(kind.rows, marks)) for kind in balance.kinds]
    return Balance(tuple(tables), tuple(kinds))


def _mark_comparison(comparison: Comparison, marks: Iterator[bool]) -> Comparison:
    changes = _marked(comparison.changes, marks)
    return msgspec.structs.replace(comparison, changes=changes, shifts=_marked(comparison.shifts, marks))


def _marked(rows: tuple[Result, ...], marks: Iterator[bool]) -> tuple[Result, ...]:
    return tuple(msgspec.structs.replace(row, stands_out=next(marks)) for row in rows)
