"""The parts of a report for designers: what it could have seen, how much skill decides, and what to change."""

from __future__ import annotations

from math import sqrt
from typing import Any

from timebooth.kernel.edition import Edition
from timebooth.kernel.game import Game
from timebooth.lab.balance import AtTable, Kind
from timebooth.lab.comparison import Change, Comparison
from timebooth.lab.ratings import Step
from timebooth.lab.statistics import smallest_effect
from timebooth.lab.study import Findings
from timebooth.words import Words

MAX_NUMBERS = 15


def smallest_share(table: AtTable, tests: int) -> float:
    """Return by how much a seat's share of wins must be off for the study to find it four times out of five."""
    return smallest_effect(sqrt(table.fair * (1 - table.fair)), table.games, tests)


def could_see(game: Game, findings: Findings, words: Words) -> list[str]:
    """Return how great a difference must be for this study to find it, for each number of players."""
    if game.cooperative:
        return []
    return [
        words.say(
            "report.could_see",
            seats=table.seats,
            games=table.games,
            points=100 * smallest_share(table, findings.tests),
        )
        for table in findings.balance.tables
    ]


def kind_could_see(kind: Kind, tests: int, words: Words) -> str:
    """Return the same for a trait that occurs as often as the middle one of its kind."""
    row = sorted(kind.rows, key=lambda row: row.trials)[len(kind.rows) // 2]
    fair = row.wins / row.trials / row.ratio if row.ratio and row.wins else 0.5
    ratio = smallest_effect(sqrt(fair * (1 - fair)), row.trials, tests) / fair if fair else 0.0
    return words.say("report.could_see.trait", trials=row.trials, percent=100 * ratio)


def skill_in_words(steps: tuple[Step, ...], words: Words) -> str:
    """Return how much the strongest of the levels gains on the weakest."""
    gain = sum(step.elo for step in steps)
    wins = 1 / (1 + 10 ** (-gain / 400))
    return words.say("report.skill.sum", stronger=steps[-1].stronger, weaker=steps[0].weaker, share=wins)


def table_of(edition: Edition, change: str) -> str:
    """Return what a changed number is printed on: the first word of its table, such as the key of a card."""
    file, *path = change.partition("=")[0].split(".")
    inside: Any = edition.files[file]
    for step in path[:-1]:
        inside = inside[int(step) - 1] if isinstance(inside, list) else inside[step]
    return next((value for value in inside.values() if isinstance(value, str)), "")


def greatest_changes(numbers: tuple[Comparison, ...]) -> list[tuple[str, Change]]:
    """Return for each number of the edition what it changes most surely, the surest first."""
    found = [(each.label, min(each.changes, key=lambda change: change.doubt)) for each in numbers[:MAX_NUMBERS]]
    return [(label, change) for label, change in found if change.doubt < 1]
