"""What many games tell: who wins how often, how games end, how long they last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from timebooth.lab.simulate import Plan, Played
from timebooth.lab.statistics import mean, wilson


class Share(msgspec.Struct, frozen=True):
    """Wins out of trials, with their 95 % interval."""

    wins: int
    trials: int
    share: float
    low: float
    high: float


class Summary(msgspec.Struct, frozen=True):
    """The result of a simulation; a bot's trials are the seats it took, game by game."""

    game: str
    edition: str
    games: int
    seed: int
    bots: tuple[str, ...]
    by_seat: tuple[Share, ...]
    by_bot: dict[str, Share]
    endings: dict[str, int]
    decisions: float | None
    turns: float | None
    figures: dict[str, float]
    """Averages of what the game itself counts."""


def share(wins: int, trials: int) -> Share:
    low, high = wilson(wins, trials)
    return Share(wins, trials, wins / trials if trials else 0.0, low, high)


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
        endings=dict(sorted(Counter(one.ending for one in played).items())),
        decisions=mean([one.decisions for one in played]),
        turns=mean([one.turns for one in played if one.turns is not None]),
        figures={
            name: sum(one.figures[name] for one in played) / len(played)
            for name in (played[0].figures if played else ())
        },
    )
