"""How the upgrades in a log change the way in which it is played; known before its first fact is applied."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from timebooth.store.store import Entry
from timebooth.tables import facts

UPGRADED = b'"fact":"upgraded"'


class Plan(NamedTuple):
    """The upgrades of a log."""

    versions: tuple[int, ...] = ()
    """The versions of the log at which they stand."""
    last: facts.Upgraded | None = None
    starts: tuple[facts.Upgraded, ...] = ()
    """Those that did not adopt the log: what was played before the last of them is not played again."""

    @property
    def start(self) -> facts.Upgraded | None:
        """The last one that did not adopt the log."""
        return self.starts[-1] if self.starts else None

    @property
    def upgrades(self) -> int:
        return len(self.versions)

    @property
    def since(self) -> int:
        """The version of the log after which answers are played."""
        return self.start.since if self.start is not None else 0

    def played_by(self, opened: facts.Opened) -> tuple[int, str]:
        """Return the version of the rules and the hash of the edition by which the log is played."""
        latest = self.last or opened
        return latest.rules, latest.edition_hash

    def then(self, version: int, fact: facts.Upgraded) -> Plan:
        """Return the plan with one more upgrade."""
        return Plan((*self.versions, version), fact, self.starts if fact.how == "adopted" else (*self.starts, fact))


NO_UPGRADE = Plan()


def plan_of(entries: Iterable[Entry]) -> Plan:
    """Return the upgrades in a log."""
    plan = NO_UPGRADE
    for entry in entries:
        if UPGRADED in entry.body:
            fact = facts.read(entry.body).fact
            if isinstance(fact, facts.Upgraded):
                plan = plan.then(entry.version, fact)
    return plan
