"""Loads what other packages provide by entry points, and keeps apart what cannot be used, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import EntryPoint
from typing import Generic, NamedTuple, TypeVar

from timebooth.kernel.errors import BadPlugin, TimeboothError

Provided = TypeVar("Provided")

OURS = "timebooth."


class Unusable(NamedTuple):
    """Something that another package provides and that cannot be used."""

    name: str
    package: str
    problem: TimeboothError


class Plugins(Generic[Provided]):
    """What the entry points of one group provide."""

    def __init__(self, usable: dict[str, Provided], unusable: list[Unusable]) -> None:
        self.usable = usable
        self.unusable = unusable

    def why_not(self, name: str) -> TimeboothError | None:
        """Return why nothing of this name can be used; None if nothing of this name is installed."""
        return next((each.problem for each in self.unusable if each.name == name), None)


def load(
    entries: Iterable[EntryPoint], check: Callable[[str, object], Provided], ours: Mapping[str, Provided] | None = None
) -> Plugins[Provided]:
    """Load every entry point, sorted by name; `check` returns what it provides, or raises if it cannot be used.

    Of two with the same name ours is used, or the one of the package that comes first by its name. Ours are not
    checked, because the tests do that, and a mistake of ours must be seen.
    """
    usable: dict[str, Provided] = dict(ours or {})
    unusable: list[Unusable] = []
    for entry in sorted(entries, key=lambda entry: (entry.name, not _is_ours(entry), _package(entry))):
        try:
            if entry.name in usable:
                raise BadPlugin("plugin.twice", name=entry.name)
            usable[entry.name] = _load(entry, check)
        except TimeboothError as problem:
            unusable.append(Unusable(entry.name, _package(entry), problem))
    return Plugins(usable, unusable)


def _load(entry: EntryPoint, check: Callable[[str, object], Provided]) -> Provided:
    if _is_ours(entry):
        return entry.load()  # type: ignore[no-any-return]
    try:
        found = entry.load()
    except (Exception, SystemExit) as problem:
        raise BadPlugin("plugin.import", module=entry.value, detail=in_one_line(problem)) from None
    try:
        return check(entry.name, found)
    except TimeboothError:
        raise
    except (Exception, SystemExit) as problem:
        raise BadPlugin("plugin.failed", detail=in_one_line(problem)) from None


def in_one_line(problem: BaseException) -> str:
    return " ".join(f"{type(problem).__name__}: {problem}".split())


def _is_ours(entry: EntryPoint) -> bool:
    return entry.value.startswith(OURS)


def _package(entry: EntryPoint) -> str:
    """Return the name of the distribution, or of the module if it belongs to none."""
    return entry.dist.name if entry.dist is not None else entry.module.partition(".")[0]
