"""What a soak found, and how it is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from tests.server.abuse.figures import Figures, percentile
from tests.server.soak.nodes import Memory

WARM = 60.0  # seconds until the memory of a node is worth comparing
FAILED = "server.failed"


class Report(msgspec.Struct):
    """What a soak found."""

    seconds: float
    tables: int
    quarters: list[Figures]
    happened: dict[str, int]
    memory: list[Memory]
    answers: int = 0
    """Answers and lines of chat that were acknowledged."""
    chats: int = 0
    games: int = 0
    sent_again: list[float] = []
    """Seconds until calls were acknowledged that met a server which had been stopped."""
    too_late: int = 0
    lost: list[str] = []
    """What was acknowledged and is not in a log, or never acknowledged, or is there twice."""
    broken: list[str] = []
    """Tables that cannot be opened or did not go on, and servers that ended by themselves."""
    how: Counter[str] = msgspec.field(default_factory=Counter)
    """How the tables of older rules would go on."""

    @property
    def refused(self) -> Counter[str]:
        return sum((figures.refused for figures in self.quarters), Counter())

    @property
    def bad(self) -> bool:
        return bool(self.lost or self.broken or self.refused[FAILED])

    def lines(self) -> list[str]:
        """Return the report as text."""
        happened = ", ".join(f"{times} × {event}" for event, times in sorted(self.happened.items()))
        again = sorted(self.sent_again)
        return [
            f"{self.seconds / 60:.1f} minutes, {self.tables} tables at a time, {self.games} games; {happened}",
            f"{self.answers} acknowledged, {self.chats} of them chat; {len(self.lost)} lost, {len(self.broken)} broken",
            f"{len(again)} sent again after a stop, the slowest took {again[-1] if again else 0:.1f} s; "
            f"{self.too_late} too late",
            *self._quarters(),
            *memory_lines(self.memory),
            f"logs by today's rules: {dict(self.how)}",
            *(f"refused {times} times: {key}" for key, times in self.refused.items()),
            *(f"lost: {each}" for each in self.lost[:50]),
            *(f"broken: {each}" for each in self.broken[:50]),
        ]

    def _quarters(self) -> list[str]:
        found = []
        for number, figures in enumerate(self.quarters, start=1):
            took = [percentile([1000 * seconds for seconds in figures.done], q) or 0.0 for q in (50, 95, 99, 100)]
            shown = "{:.1f} / {:.1f} / {:.1f} / {:.0f} ms".format(*took)
            found.append(f"quarter {number}: {len(figures.done)} answers, p50 / p95 / p99 / max {shown}")
        return found


def memory_lines(memory: Sequence[Memory]) -> list[str]:
    """Return the memory at the begin and the end of the run, and over the longest life of a node."""
    warm = [each for each in memory if each.age >= WARM] or list(memory)
    if not warm:
        return []
    lives = Counter({(each.node, each.life): each.age for each in warm})
    node, life = max(lives, key=lives.__getitem__)
    longest = [each for each in warm if (each.node, each.life) == (node, life)]
    return [
        f"memory of a node: {warm[0].megabytes:.0f} MB at begin, {warm[-1].megabytes:.0f} MB at end, "
        f"{max(each.megabytes for each in memory):.0f} MB at most",
        f"longest life of a node: {longest[-1].age / 60:.1f} minutes, "
        f"{longest[0].megabytes:.0f} MB -> {longest[-1].megabytes:.0f} MB",
    ]
