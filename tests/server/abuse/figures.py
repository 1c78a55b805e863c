"""The measurements, and how they are printed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

COLUMNS = (
    ("phase", "<26"), ("acts", ">6"), ("done50", ">7"), ("95", ">7"), ("99", ">7"), ("max", ">7"), ("other50", ">8"),
    ("99", ">7"), ("max", ">7"), ("bot50", ">6"), ("99", ">6"), ("max", ">6"), ("ping50", ">7"), ("99", ">7"),
    ("max", ">7"), ("refused", ">8"), ("cut", ">4"), ("lost", ">5"), ("rss", ">6"), ("cpu", ">6"), ("bots", ">6"),
    ("abuse", ">8"), ("refused", ">8"),
)  # fmt: skip
LEGEND = """\
acts: answers of honest players. done: from sending one to its acknowledgement. other: to the message on the other
player's screen. ping: a request for /healthz. All in ms. bot: from the question to a bot's answer, in s, the waiting
that had not ended included. refused, cut, lost: honest calls refused, sockets closed, acknowledged answers that are not
in the log or were never acknowledged. rss in MB and cpu in s of the server, bots: cpu of its other processes.
abuse: messages and connections of the abusers, and how many of them were refused."""


@dataclass
class Figures:
    """The measurements of one phase."""

    name: str
    seconds: float = 0.0
    done: list[float] = field(default_factory=list)
    by_table: dict[str, list[float]] = field(default_factory=dict)
    """The same for each table: the average would hide an attack on one."""
    other: list[float] = field(default_factory=list)
    bot: list[float] = field(default_factory=list)
    ping: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    cut: int = 0
    stolen: int = 0
    """Open seats of public tables that a stranger took first: reported, but not a failure."""
    lost: list[str] = field(default_factory=list)
    rss: float = 0.0
    cpu: float = 0.0
    bots: float = 0.0
    abuse: Counter[str] = field(default_factory=Counter)
    abuse_refused: Counter[str] = field(default_factory=Counter)

    def acknowledged(self, table: str, seconds: float) -> None:
        self.done.append(seconds)
        self.by_table.setdefault(table, []).append(seconds)

    def worst_table(self) -> str:
        """Return the table whose answers took longest."""
        if not self.by_table:
            return "none"
        table, took = max(self.by_table.items(), key=lambda each: percentile(each[1], 95) or 0.0)
        return f"{table}, {len(took)} answers, done 50 % {_ms([1000 * s for s in took], 50)} ms, 95 % " + _ms(
            [1000 * s for s in took], 95
        )

    @property
    def bad(self) -> bool:
        return bool(self.refused or self.lost)

    def row(self) -> str:
        done, other, ping = ([1000 * value for value in values] for values in (self.done, self.other, self.ping))
        cells: tuple[object, ...] = (
            self.name, len(done), *(_ms(done, q) for q in (50, 95, 99, 100)), *(_ms(other, q) for q in (50, 99, 100)),
            *(_s(self.bot, q) for q in (50, 99, 100)), *(_ms(ping, q) for q in (50, 99, 100)), self.refused.total(),
            self.cut, len(self.lost), f"{self.rss:.0f}", f"{self.cpu:.1f}", f"{self.bots:.1f}", self.abuse.total(),
            self.abuse_refused.total(),
        )  # fmt: skip
        return "".join(f"{cell:{width}}" for cell, (_, width) in zip(cells, COLUMNS, strict=True))


def head() -> str:
    return "".join(f"{name:{width}}" for name, width in COLUMNS)


def percentile(values: list[float], q: float) -> float | None:
    """Return the `q`th percentile of values, or None if there are none."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * q / 100))]


def _ms(values: list[float], q: float) -> str:
    found = percentile(values, q)
    return "-" if found is None else f"{found:.1f}" if found < 100 else f"{found:.0f}"


def _s(values: list[float], q: float) -> str:
    found = percentile(values, q)
    return "-" if found is None else f"{found:.1f}"
