"""Compares two variants of a game, an edition or an option, on the same seeds."""

from __future__ import annotations

import msgspec

from timebooth.kernel.game import Game
from timebooth.lab.balance import Balance, Games, balance
from timebooth.lab.simulate import Played
from timebooth.lab.statistics import Z95, mean_p_value, significant, smallest_effect, two_sided
from timebooth.lab.summary import Mean, average


class Change(msgspec.Struct, frozen=True):
    """A figure before and after, and the mean difference of games on the same seed, with its 95 % interval."""

    seats: int
    figure: str
    before: float
    after: float
    difference: Mean
    smallest: float
    """The smallest true difference that these games would probably have shown."""
    doubt: float
    """The p-value: how likely a difference at least this great is by chance."""
    stands_out: bool


class Shift(msgspec.Struct, frozen=True):
    """How the ratio of a trait (wins over the fair number) changed."""

    kind: str
    value: str
    before: float
    after: float
    difference: Mean
    doubt: float
    stands_out: bool


class Comparison(msgspec.Struct, frozen=True):
    """The comparison with a variant; `label` names it: an edition, or an option with its value."""

    label: str
    games: int
    changes: tuple[Change, ...]
    shifts: tuple[Shift, ...]


def compare(game: Game, other: Game, label: str, before: Games, after: Games) -> Comparison:
    """Compare two variants; only games that were played with both are counted."""
    changes: list[tuple[int, str, list[float], list[float]]] = []
    pairs = 0
    for seats in after:
        ours = {played.index: played for played in before.get(seats, [])}
        both = [(ours[played.index], played) for played in after[seats] if played.index in ours]
        pairs += len(both)
        if not both:
            continue
        first = [figures_of(game, seats, one) for one, _ in both]
        second = [figures_of(other, seats, one) for _, one in both]
        for name in first[0]:
            if name in second[0]:
                changes.append((seats, name, [one[name] for one in first], [one[name] for one in second]))
    p_values = [mean_p_value([b - a for a, b in zip(old, new, strict=True)]) for _, _, old, new in changes]
    found = []
    for (seats, name, old, new), doubt, odd in zip(changes, p_values, significant(p_values), strict=True):
        difference = average([b - a for a, b in zip(old, new, strict=True)])
        assert difference is not None
        smallest = smallest_effect((difference.high - difference.low) / (2 * Z95), 1, len(changes))
        before_after = sum(old) / len(old), sum(new) / len(new)
        found.append(Change(seats, name, *before_after, difference, smallest, doubt, odd))
    theirs: Games = {seats: before[seats] for seats in after if seats in before}
    return Comparison(label, pairs, tuple(found), tuple(_shifts(balance(game, theirs), balance(other, after))))


def figures_of(game: Game, seats: int, played: Played) -> dict[str, float]:
    """Return the figures of one game that can be compared."""
    found = {"decisions": float(played.decisions)}
    if played.turns is not None:
        found["turns"] = float(played.turns)
    found |= {name.replace(" ", "_"): value for name, value in played.figures.items()}
    if game.cooperative:
        found["won"] = float(bool(played.winners))
    else:
        found |= {f"seat.{seat + 1}": float(seat in played.winners) for seat in range(seats)}
    return found | {f"ending.{ending}": float(played.ending == ending) for ending in game.endings}


def _shifts(before: Balance, after: Balance) -> list[Shift]:
    """Return the traits whose ratio changed, the greatest change first."""
    found: list[Shift] = []
    theirs = {kind.kind: {row.value: row for row in kind.rows} for kind in after.kinds}
    for kind in before.kinds:
        for old in kind.rows:
            new = theirs.get(kind.kind, {}).get(old.value)
            if new is None:
                continue
            variance = ((old.high - old.low) ** 2 + (new.high - new.low) ** 2) / (2 * Z95) ** 2
            margin = Z95 * variance**0.5
            change = new.ratio - old.ratio
            difference = Mean(change, change - margin, change + margin)
            doubt = 1.0 if variance == 0 else two_sided(change / variance**0.5)
            found.append(Shift(kind.kind, old.value, old.ratio, new.ratio, difference, doubt, False))
    odd = significant([shift.doubt for shift in found])
    marked = [msgspec.structs.replace(shift, stands_out=off) for shift, off in zip(found, odd, strict=True)]
    return sorted(marked, key=lambda shift: -abs(shift.difference.mean))
