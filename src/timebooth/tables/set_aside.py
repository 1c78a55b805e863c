"""Tables that cannot be opened: each is refused with its reason, and the others go on."""

from __future__ import annotations

from timebooth.kernel.errors import TimeboothError
from timebooth.tables.facts import Unreadable

REASONS = {
    "game.unknown": "no_game",
    "game.unusable": "no_game",
    "setup.edition": "no_edition",
    "record.other_edition": "other_edition",
    "record.other_rules": "other_rules",
    "table.newer_fact": "newer",
    "table.damaged_log": "damaged",
}


class SetAside(TimeboothError):
    """Raised for a table that cannot be opened; its log stays as it is, and the next start tries again."""

    def __init__(self, key: str, *, table: str, reason: str = "", **args: object) -> None:
        super().__init__(key, table=table, **args)
        self.table = table
        self.reason = reason
        """For the server's log and the command line, not for players: it may quote the damaged entry."""


def set_aside(table: str, problem: Exception) -> SetAside:
    """Return the refusal for a table whose log raised `problem` when it was read or applied."""
    key = problem.key if isinstance(problem, TimeboothError) else ""
    kind = REASONS.get(key, "broken")
    args: dict[str, object] = {}
    if isinstance(problem, TimeboothError) and not isinstance(problem, Unreadable) and kind != "broken":
        args = {
            name: value for name, value in problem.args_by_name.items() if name in ("game", "edition", "have", "want")
        }
    return SetAside(f"table.set_aside.{kind}", table=table, reason=f"{type(problem).__name__}: {problem}"[:500], **args)


def without_log(table: str) -> SetAside:
    """Return the refusal for a table that is listed but has no log."""
    return SetAside("table.set_aside.no_log", table=table, reason="listed, but its log is empty")
