"""Planning: two cards each, face down and in order, revealed together.  §PLAN"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import number
from timebooth.games.excellent_boardgame.codes import first_card, plan_code, second_card
from timebooth.games.excellent_boardgame.events import CardsRevealed, SixtyNineDudes
from timebooth.games.excellent_boardgame.initiative import initiative, sixty_nine_counts
from timebooth.games.excellent_boardgame.prospects import Look
from timebooth.games.excellent_boardgame.state import ExcellentState, excellent
from timebooth.games.excellent_boardgame.table import FIRST, HAND, ORDER, SECOND
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import BIT, count, lowest, nth
from timebooth.kernel.chance import Dice
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step


class PlanTwoCards(Step):
    """All players choose at once and unseen.  §PLAN"""

    def asked(self, state: State) -> i64:
        return BIT[state.seats] - 1

    def options(self, state: State, seat: i64, out: Codes) -> None:
        hand = excellent(state).table[HAND + seat]
        firsts = hand
        while firsts != 0:
            first = lowest(firsts)
            firsts &= firsts - 1
            seconds = hand & ~BIT[first]
            while seconds != 0:
                out.add(plan_code(first, lowest(seconds)))
                seconds &= seconds - 1

    def pick(self, state: State, seat: i64, rng: Dice, listed: Codes, answers: Codes) -> bool:
        hand = excellent(state).table[HAND + seat]
        others = count(hand) - 1
        chosen = rng.below((others + 1) * others)
        which = chosen // others
        first = nth(hand, which)
        answers.add(plan_code(first, nth(hand & ~BIT[first], chosen - which * others)))
        return True

    def hunch(self, state: State, seat: i64, rng: Dice) -> i64:
        """The two cards that would pay most if nobody else moved."""
        look = Look()
        look.at(excellent(state), seat)
        return plan_code(look.first, look.second)

    def answer(self, state: State, answers: Codes, rng: Dice, journal: Journal | None) -> None:
        """Everybody reveals together; the sequence of the cards stays.  §PLAN.REVEAL"""
        s = excellent(state)
        s.pop()
        t = s.table
        for seat in range(s.seats):
            code = answers.at(seat)
            t[FIRST + seat] = first_card(code)
            t[SECOND + seat] = second_card(code)
            t[HAND + seat] &= ~played_cards(t, seat)
            if journal is not None:
                journal.add(CardsRevealed(seat, number(t[FIRST + seat]), number(t[SECOND + seat])))
        settle_order(s, journal)

    def question(self, state: State, seat: i64) -> Question:
        s = excellent(state)
        return Question("plan", "plan", {"round": s.round, "rounds": s.rounds}, True, "§PLAN")


def played_cards(t: vec[i64], seat: i64) -> i64:
    """The two cards in a play area, as a set."""
    return BIT[t[FIRST + seat]] | BIT[t[SECOND + seat]]


def early(t: vec[i64], seat: i64, revealed: i64) -> i64:
    """A player's initiative among all revealed cards; no two have the same."""
    shown = played_cards(t, seat)
    return initiative(shown, revealed & ~shown)


def settle_order(s: ExcellentState, journal: Journal | None) -> None:
    """The lowest initiative of all takes the first turn, the next-lowest the next.  §ORDER"""
    t = s.table
    revealed: i64 = 0
    for seat in range(s.seats):
        revealed |= played_cards(t, seat)
    taken: i64 = 0
    for seat in range(s.seats):
        taken |= BIT[early(t, seat, revealed)]
    for seat in range(s.seats):
        before_it = taken & (BIT[early(t, seat, revealed)] - 1)
        t[ORDER + count(before_it)] = seat
    if journal is not None:
        shown = played_cards(t, t[ORDER])
        if sixty_nine_counts(shown, revealed & ~shown):
            journal.add(SixtyNineDudes(t[ORDER]))
