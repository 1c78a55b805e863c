"""Summarises a simulation: shares of wins, endings, and lengths of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from timebooth.lab.simulate import Faults, Plan, Played, all_faults
from timebooth.lab.statistics import mean, wilson


class Share(msgspec.Struct, frozen=True):
    """A share of wins with its 95 % interval."""

    wins: int
    trials: int
    share: float
    low: float
    high: float


class Mean(msgspec.Struct, frozen=True):
    """A mean over the games with its 95 % interval."""

    mean: float
    low: float
    high: float


class Summary(msgspec.Struct, frozen=True):
    """The result of a simulation; a bot has a trial for each seat that it took in each game."""

    game: str
    edition: str
    games: int
    seed: int
    bots: tuple[str, ...]
    by_seat: tuple[Share, ...]
    by_bot: dict[str, Share]
    endings: dict[str, Share]
    decisions: Mean | None
    turns: Mean | None
    figures: dict[str, Mean]
    """Means of the figures that the game defines."""
    faults: dict[str, Faults] = {}
    """The bots of other packages that failed."""


def share(wins: int, trials: int) -> Share:
    low, high = wilson(wins, trials)
    return Share(wins, trials, wins / trials if trials else 0.0, low, high)


def average(numbers: list[float]) -> Mean | None:
    found = mean(numbers)
    return Mean(*found) if found is not None else None


def summarise(plan: Plan, games: Iterable[Played]) -> Summary:
    played = list(games)
    wins = Counter(seat for one in played for seat in one.winners)
    by_bot = {
        bot: share(
            sum(wins[seat] for seat, name in enumerate(plan.bots) if name == bot), plan.bots.count(bot) * len(played)
        )
        for bot in sorted(set(plan.bots))
    }
    return Summary(
        game=plan.game,
        edition=plan.edition,
        games=len(played),
        seed=plan.seed,
        bots=plan.bots,
        by_seat=tuple(share(wins[seat], len(played)) for seat in range(plan.seats)),
        by_bot=by_bot,
        endings={
            ending: share(many, len(played)) for ending, many in sorted(Counter(one.ending for one in played).items())
        },
        decisions=average([one.decisions for one in played]),
        turns=average([one.turns for one in played if one.turns is not None]),
        figures={
            name: figure
            for name in (played[0].figures if played else ())
            if (figure := average([one.figures[name] for one in played])) is not None
        },
        faults=all_faults(one.faults for one in played),
    )
