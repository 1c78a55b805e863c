"""A tiny game of sealed, simultaneous answers: everybody shows one to three fingers, the odd one out scores.

Each seat also holds a secret lucky number, so that there is something to hide.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from timebooth.kernel.answer import Answer, Catalogue
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.edition import Edition
from timebooth.kernel.fields import OWNER, Each, Fields, Number, Row
from timebooth.kernel.game import Game
from timebooth.kernel.journal import Event, Journal
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step

ROUNDS = 4


class Show(Answer, frozen=True, tag="show"):
    fingers: int


class Shown(Event, frozen=True, tag="shown"):
    OPEN = ("seat", "fingers")
    seat: int
    fingers: int


class FingersView(msgspec.Struct, frozen=True):
    scores: tuple[int, ...]
    rounds: int
    lucky: int | None


class ShowFingers(Step):
    def asked(self, state: State) -> int:
        return (1 << state.seats) - 1 if _fingers(state).rounds < ROUNDS else 0

    def options(self, state: State, seat: int, out: Codes) -> None:
        for code in range(3):
            out.add(code)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = _fingers(state)
        shown = [answers.at(i) for i in range(s.seats)]
        for seat, code in enumerate(shown):
            if journal is not None:
                journal.add(Shown(seat, code + 1))
            if shown.count(code) == 1:
                s.scores[seat] += 1 + (code == s.lucky[seat])
        s.rounds += 1

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        state.end_game()

    def question(self, state: State, seat: int) -> Question:
        return Question("choose", "show", sealed=True)


SEAT = Each("seat", used="seats")
FIELDS = Fields(
    "Fingers",
    {"": (Row("scores", SEAT, "number"), Row("lucky", SEAT, "number", known=OWNER), Number("rounds", "number"))},
)


class FingersState(State):
    def __init__(self, seats: int, like: State | None = None) -> None:
        super().__init__(seats, [ShowFingers()], like)
        self.scores = [0] * seats
        self.lucky = [0] * seats
        self.rounds = 0

    def copy(self) -> FingersState:
        other = FingersState(self.seats, self)
        other.scores = list(self.scores)
        other.lucky = list(self.lucky)
        other.rounds = self.rounds
        return other

    def numbers(self) -> list[int]:
        return [*self.pending(), *self.scores, *self.lucky, self.rounds]

    def fields(self) -> Fields:
        return FIELDS

    def view(self, seat: int | None) -> FingersView:
        return FingersView(tuple(self.scores), self.rounds, None if seat is None else self.lucky[seat])

    def resample(self, seat: int, rng: Rng) -> None:
        if self.outcome() is None:
            self.lucky = [lucky if i == seat else rng.below(3) for i, lucky in enumerate(self.lucky)]

    def outcome_by_rules(self) -> Outcome | None:
        if self.rounds < ROUNDS:
            return None
        best = max(self.scores)
        return Outcome(tuple(i for i, score in enumerate(self.scores) if score == best), "counted")

    def evaluate(self, seat: int) -> int:
        outcome = self.outcome()
        if outcome is not None and seat in outcome.winners:
            return self.best_evaluation()
        return 100 * self.scores[seat]


class Fingers(Game):
    key = "fingers"
    rules = 1
    seats = range(2, 5)
    events = (Shown,)
    endings = ("counted",)
    rows_by_seat = frozenset({"scores"})
    questions = {"show": ()}
    folder = Path(__file__).parent

    def __init__(self) -> None:
        super().__init__(Edition(Path("fingers"), {"edition": {"name": "bare hands"}}))

    def __reduce__(self) -> tuple[object, ...]:
        return Fingers, ()

    def catalogue(self) -> Catalogue:
        return Catalogue([Show(1), Show(2), Show(3)])

    def components(self, state: Any) -> dict[str, int]:
        return {"hands": len(state.lucky)}

    def deal(self, seats: int, options: Any, rng: Rng, journal: Journal | None) -> FingersState:
        state = FingersState(seats)
        state.lucky = [rng.below(3) for _ in range(seats)]
        state.push(0)
        return state


def _fingers(state: State) -> FingersState:
    assert isinstance(state, FingersState)
    return state
