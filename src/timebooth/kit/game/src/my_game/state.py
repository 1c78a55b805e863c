"""The state: its fields, declared once, what each seat may see of them, and how everything else is redrawn."""

from __future__ import annotations

import msgspec

from my_game.box import Box
from timebooth.kernel.bits import members_of
from timebooth.kernel.chance import Rng
from timebooth.kernel.fields import OWNER, Each, Fields, Number, Row
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.state import State, Step

SEAT = Each("seat", used="seats")
FIELDS = Fields(
    "MyGame",
    {
        "": (
            Row("hands", SEAT, "cards", known=OWNER, note="as a set"),
            Row("table", SEAT, "cards", note="that lie before a seat since the last round, as a set"),
            Row("scores", SEAT, "number"),
            Number("played", "cards", note="in all rounds, as a set"),
            Number("round", "number", note="counted from 0"),
        )
    },
)


class View(msgspec.Struct, frozen=True):
    """What a seat, or a spectator, may see."""

    round: int
    rounds: int
    scores: tuple[int, ...]
    table: tuple[tuple[int, ...], ...]
    played: tuple[int, ...]
    hand: tuple[int, ...]
    """My cards; a spectator has none."""


class MyGameState(State):
    """Plain data: sets of cards are numbers with a bit for each card."""

    def __init__(self, seats: int, steps: list[Step], box: Box, like: State | None = None) -> None:
        super().__init__(seats, steps, like)
        self.box = box
        self.hands = [0] * seats
        self.table = [0] * seats
        self.scores = [0] * seats
        self.played = 0
        self.round = 0

    def copy(self) -> MyGameState:
        other = MyGameState(self.seats, self.steps, self.box, self)
        other.hands = list(self.hands)
        other.table = list(self.table)
        other.scores = list(self.scores)
        other.played = self.played
        other.round = self.round
        return other

    def numbers(self) -> list[int]:
        return [*self.pending(), *self.hands, *self.table, *self.scores, self.played, self.round]

    def fields(self) -> Fields:
        return FIELDS

    def names(self, cards: int) -> tuple[int, ...]:
        """Return the printed numbers of a set of cards, in ascending order."""
        return tuple(sorted(self.box.numbers[card] for card in members_of(cards)))

    def view(self, seat: int | None) -> View:
        return View(
            self.round,
            self.box.hand,
            tuple(self.scores),
            tuple(self.names(cards) for cards in self.table),
            self.names(self.played),
            () if seat is None else self.names(self.hands[seat]),
        )

    def resample(self, seat: int, rng: Rng) -> None:
        """Deal the others as many cards as they hold, from all that this seat has not seen."""
        unseen = members_of(self.box.all & ~self.played & ~self.hands[seat])
        rng.shuffle(unseen)
        for other in range(self.seats):
            if other != seat:
                held = self.hands[other].bit_count()
                self.hands[other] = sum(1 << unseen.pop() for _ in range(held))

    def is_over(self) -> bool:
        return self.round == self.box.hand

    def outcome_by_rules(self) -> Outcome | None:
        """Return the seats with most points once all cards are played.  §END"""
        if not self.is_over():
            return None
        best = max(self.scores)
        return Outcome(tuple(seat for seat, score in enumerate(self.scores) if score == best), "counted")

    def evaluate(self, seat: int) -> int:
        """Return the lead over the best of the others, around the middle; a win is the best there is."""
        outcome = self.outcome_by_rules()
        if outcome is not None:
            return self.best_evaluation() if seat in outcome.winners else 0
        others = max(score for other, score in enumerate(self.scores) if other != seat)
        return min(max(500 + 4 * (self.scores[seat] - others), 1), self.best_evaluation() - 1)

    def turn_number(self) -> int:
        return self.round


def my_game(state: State) -> MyGameState:
    """Return a state as one of this game, for the steps."""
    assert isinstance(state, MyGameState)
    return state
