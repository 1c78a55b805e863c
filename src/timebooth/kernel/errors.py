"""Errors for people: a key of the texts with arguments, put into words where it is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial


class TimeboothError(Exception):
    """An error that a person can understand and fix; never shown as a traceback."""

    def __init__(self, key: str, **args: object) -> None:
        super().__init__(key, args)
        self.key = key
        self.args_by_name = args

    def __str__(self) -> str:
        args = ", ".join(f"{name}={value}" for name, value in self.args_by_name.items())
        return f"{self.key}({args})"

    def __reduce__(self) -> tuple[Callable[..., TimeboothError], tuple[str]]:
        """Support pickling, because errors cross from one process to another."""
        again: Callable[..., TimeboothError] = type(self)
        return partial(again, **self.args_by_name), (self.key,)


class Refused(TimeboothError):
    """An answer is not legal now; the state is unchanged."""


class BadRecord(TimeboothError):
    """A record cannot be read or replayed; names the line."""


class BadEdition(TimeboothError):
    """An edition is not valid; names the file, the table and the field."""


class UnknownGame(TimeboothError):
    """No game of this name is installed."""


class BadSetup(TimeboothError):
    """The game does not have this number of seats, option or edition."""


class BadPlugin(TimeboothError):
    """Something that another package provides cannot be used; says why."""
