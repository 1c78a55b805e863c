"""A tiny game with reactions: claim a point, unless somebody objects; an objection can be objected to.

Everybody holds a few objections, unseen. All others are asked about every claim, whatever they hold.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from timebooth.kernel.answer import Answer, Catalogue
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.edition import Edition
from timebooth.kernel.fields import NOBODY, OWNER, Each, Fields, Number, Row
from timebooth.kernel.game import Game
from timebooth.kernel.journal import Event, Journal
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step

GOAL = 3
OBJECTIONS = 6
PASS, OBJECT, CLAIM, WAIT = range(4)
TURN, WINDOW = range(2)


class Pass(Answer, frozen=True, tag="pass"):
    pass


class Object(Answer, frozen=True, tag="object"):
    pass


class Claim(Answer, frozen=True, tag="claim"):
    pass


class Wait(Answer, frozen=True, tag="wait"):
    pass


class Objected(Event, frozen=True, tag="objected"):
    OPEN = ("seat",)
    seat: int


class Scored(Event, frozen=True, tag="scored"):
    OPEN = ("seat",)
    seat: int


class ObjectionView(msgspec.Struct, frozen=True):
    scores: tuple[int, ...]
    turn: int
    asked: tuple[int, ...]
    left: int
    mine: int | None
    claims: int


class TakeTurn(Step):
    def asked(self, state: State) -> int:
        return 1 << _objection(state).turn

    def options(self, state: State, seat: int, out: Codes) -> None:
        out.add(CLAIM)
        out.add(WAIT)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = _objection(state)
        seat = s.turn
        s.turn = (s.turn + 1) % s.seats
        if answers.at(0) == CLAIM:
            s.push(WINDOW, seat, seat)

    def question(self, state: State, seat: int) -> Question:
        return Question("play", "turn")


class Window(Step):
    """Frame: whose claim it is, who spoke last, whether everybody was asked, how many objected."""

    def asked(self, state: State) -> int:
        if state.arg(3) == 1:
            return 0
        return (1 << state.seats) - 1 - (1 << state.arg(2))

    def options(self, state: State, seat: int, out: Codes) -> None:
        out.add(PASS)
        if _objection(state).held[seat] > 0:
            out.add(OBJECT)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = _objection(state)
        speaker = s.arg(2)
        for i in range(1, s.seats):
            seat = (speaker + i) % s.seats
            if answers.at(seat - (seat > speaker)) == OBJECT:
                s.held[seat] -= 1
                s.set_arg(2, seat)
                s.set_arg(4, s.arg(4) + 1)
                if journal is not None:
                    journal.add(Objected(seat))
                return
        s.set_arg(3, 1)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        s = _objection(state)
        seat, objections = s.arg(1), s.arg(4)
        s.done()
        if objections % 2 == 0:
            s.scores[seat] += 1
            if journal is not None:
                journal.add(Scored(seat))
        if s.scores[seat] == GOAL:
            s.end_game()

    def question(self, state: State, seat: int) -> Question:
        return Question("react", "window", sealed=True)


SEAT = Each("seat", used="seats")
FIELDS = Fields(
    "Objection",
    {
        "": (
            Row("scores", SEAT, "number"),
            Row("held", SEAT, "number", known=OWNER, note="of objections"),
            Number("aside", "number", known=NOBODY, note="of objections that nobody holds"),
            Number("turn", "seat"),
        )
    },
)


class ObjectionState(State):
    def __init__(self, seats: int, like: State | None = None) -> None:
        super().__init__(seats, [TakeTurn(), Window()], like)
        self.scores = [0] * seats
        self.held = [0] * seats
        self.aside = 0
        self.turn = 0

    def copy(self) -> ObjectionState:
        other = ObjectionState(self.seats, self)
        other.scores = list(self.scores)
        other.held = list(self.held)
        other.aside = self.aside
        other.turn = self.turn
        return other

    def numbers(self) -> list[int]:
        return [*self.pending(), *self.scores, *self.held, self.aside, self.turn]

    def fields(self) -> Fields:
        return FIELDS

    def view(self, seat: int | None) -> ObjectionView:
        mine = None if seat is None else self.held[seat]
        return ObjectionView(tuple(self.scores), self.turn, self.asked(), sum(self.held) + self.aside, mine, self.depth)

    def resample(self, seat: int, rng: Rng) -> None:
        """Of the objections that are left, some are aside: anybody else may hold any of them."""
        if self.outcome() is not None:
            return
        hidden = sum(self.held) + self.aside - self.held[seat]
        held = [self.held[seat] if i == seat else 0 for i in range(self.seats)]
        self.aside = 0
        others = [i for i in range(self.seats) if i != seat]
        for _ in range(hidden):
            where = rng.below(len(others) + 1)
            if where == len(others):
                self.aside += 1
            else:
                held[others[where]] += 1
        self.held = held

    def outcome_by_rules(self) -> Outcome | None:
        winners = tuple(i for i, score in enumerate(self.scores) if score == GOAL)
        return Outcome(winners, "claimed") if winners else None

    def evaluate(self, seat: int) -> int:
        if self.scores[seat] == GOAL:
            return self.best_evaluation()
        return 300 * self.scores[seat] + 10 * self.held[seat]


class Objection(Game):
    key = "objection"
    rules = 1
    seats = range(2, 5)
    events = (Objected, Scored)
    endings = ("claimed",)
    rows_by_seat = frozenset({"scores"})
    questions = {"turn": (), "window": ()}
    folder = Path(__file__).parent

    def __init__(self) -> None:
        super().__init__(Edition(Path("objection"), {"edition": {"name": "verbal"}}))

    def __reduce__(self) -> tuple[object, ...]:
        return Objection, ()

    def catalogue(self) -> Catalogue:
        return Catalogue([Pass(), Object(), Claim(), Wait()])

    def components(self, state: Any) -> dict[str, int]:
        return {"seats": len(state.held)}

    def deal(self, seats: int, options: Any, rng: Rng, journal: Journal | None) -> ObjectionState:
        state = ObjectionState(seats)
        for _ in range(OBJECTIONS):
            where = rng.below(seats + 1)
            if where == seats:
                state.aside += 1
            else:
                state.held[where] += 1
        state.push(TURN)
        return state


def _objection(state: State) -> ObjectionState:
    assert isinstance(state, ObjectionState)
    return state
