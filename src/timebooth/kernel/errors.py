"""What can go wrong, as a sentence key with arguments: the reader's side puts it into words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial


class TimeboothError(Exception):
    """Something a person can understand and mend; never shown as a traceback."""

    def __init__(self, key: str, **args: object) -> None:
        super().__init__(key, args)
        self.key = key
        self.args_by_name = args

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.args_by_name.items())
        return f"{self.key}({told})"

    def __reduce__(self) -> tuple[Callable[..., TimeboothError], tuple[str]]:
        """Errors cross from one process to another, too."""
        again: Callable[..., TimeboothError] = type(self)
        return partial(again, **self.args_by_name), (self.key,)


class Refused(TimeboothError):
    """An answer that the rules do not allow now; the state is as it was."""


class BadRecord(TimeboothError):
    """A record that cannot be read or does not replay; says in which line."""


class BadEdition(TimeboothError):
    """Component data that does not make a game; says which file, table and field."""


class UnknownGame(TimeboothError):
    """No game of that name is installed."""


class BadSetup(TimeboothError):
    """A seat count, an option or an edition that the game does not have."""
