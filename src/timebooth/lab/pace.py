"""Follows a game: how often the lead changes, whether the leader runs away, and how much there is to choose."""

from __future__ import annotations

from itertools import pairwise

from timebooth.kernel.game import Game
from timebooth.kernel.state import State

SECONDS_PER_CHOICE = 12  # of a person; an assumption that the report states


class Pace:
    """Watches one game at every round of answers."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.leaders: list[int | None] = []
        """Who led at each round with a choice, by the true state; None if several did."""
        self.choices = 0
        self.options = 0
        self.answers = 0

    def watch(self, state: State) -> None:
        """Look at a state before it is answered."""
        many = [len(state.options(seat)) for seat in state.asked()]
        real = [options for options in many if options > 1]
        self.answers += len(many)
        self.choices += len(real)
        self.options += sum(real)
        if real and not self.game.cooperative:
            self.leaders.append(leader_of(state))

    def figures(self, winners: tuple[int, ...]) -> dict[str, float]:
        """Return the figures of the finished game."""
        found = {
            "choices": self.choices / self.seats,
            "options": self.options / max(1, self.choices),
            "forced": 1 - self.choices / max(1, self.answers),
            "minutes": self.choices * SECONDS_PER_CHOICE / 60,
        }
        if not self.game.cooperative:
            led = [leader for leader in self.leaders if leader is not None]
            found["lead_changes"] = float(sum(a != b for a, b in pairwise(led)))
            halfway = self.leaders[len(self.leaders) // 2] if self.leaders else None
            found["halfway_leader"] = float(halfway is not None and halfway in winners)
        return found


def leader_of(state: State) -> int | None:
    """Return the seat that stands best if everything were open; None if several do."""
    standings = [state.evaluate(seat) for seat in range(state.seats)]
    best = max(standings)
    return standings.index(best) if standings.count(best) == 1 else None
