"""Errors for people: a key of the texts with arguments, put into words where it is shown.

`str` gives the English sentence, and the traceback adds the key, to search for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial


class TimeboothError(Exception):
    """An error that a person can understand and fix; the server and the command line never show its traceback."""

    def __init__(self, key: str, **args: object) -> None:
        super().__init__(key, args)
        self.key = key
        self.args_by_name = args
        self.add_note(key)

    def __str__(self) -> str:
        return sentence(self)

    def __reduce__(self) -> tuple[Callable[..., TimeboothError], tuple[str]]:
        """Support pickling, because errors cross from one process to another."""
        again: Callable[..., TimeboothError] = type(self)
        return partial(again, **self.args_by_name), (self.key,)


def without_texts(problem: TimeboothError) -> str:
    """Return the key and the arguments of an error."""
    args = ", ".join(f"{name}={value}" for name, value in problem.args_by_name.items())
    return f"{problem.key}({args})"


sentence: Callable[[TimeboothError], str] = without_texts
"""Puts an error into words; the package replaces it when it is imported, because the kernel knows no texts."""


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
