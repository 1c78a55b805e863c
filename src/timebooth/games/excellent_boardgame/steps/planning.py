"""Planning: two cards each, face down and in order, revealed together.  §PLAN"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import number
from timebooth.games.excellent_boardgame.codes import first_card, plan_code, second_card
from timebooth.games.excellent_boardgame.events import CardsRevealed, SixtyNineDudes
from timebooth.games.excellent_boardgame.initiative import initiative, sixty_nine_counts
from timebooth.games.excellent_boardgame.state import ExcellentState, excellent
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
        hand = excellent(state).hand[seat]
        firsts = hand
        while firsts != 0:
            first = lowest(firsts)
            firsts &= firsts - 1
            seconds = hand & ~BIT[first]
            while seconds != 0:
                out.add(plan_code(first, lowest(seconds)))
                seconds &= seconds - 1

    def pick(self, state: State, seat: i64, rng: Dice, listed: Codes, answers: Codes) -> bool:
        hand = excellent(state).hand[seat]
        others = count(hand) - 1
        chosen = rng.below((others + 1) * others)
        first = nth(hand, chosen // others)
        answers.add(plan_code(first, nth(hand & ~BIT[first], chosen % others)))
        return True

    def answer(self, state: State, answers: Codes, rng: Dice, journal: Journal | None) -> None:
        """Everybody reveals together; the sequence of the cards stays.  §PLAN.REVEAL"""
        s = excellent(state)
        s.pop()
        for seat in range(s.seats):
            code = answers.at(seat)
            s.first[seat] = first_card(code)
            s.second[seat] = second_card(code)
            s.hand[seat] &= ~played_cards(s, seat)
            if journal is not None:
                journal.add(CardsRevealed(seat, number(s.first[seat]), number(s.second[seat])))
        settle_order(s, journal)

    def question(self, state: State, seat: i64) -> Question:
        s = excellent(state)
        return Question("plan", "plan", {"round": s.round, "rounds": s.rounds}, True, "§PLAN")


def played_cards(s: ExcellentState, seat: i64) -> i64:
    """The two cards in a play area, as a set."""
    return BIT[s.first[seat]] | BIT[s.second[seat]]


def settle_order(s: ExcellentState, journal: Journal | None) -> None:
    """The lowest initiative of all takes the first turn, the next-lowest the next.  §ORDER"""
    revealed: i64 = 0
    for seat in range(s.seats):
        revealed |= played_cards(s, seat)
    placed: i64 = 0
    while placed < s.seats:
        best: i64 = -1
        earliest: i64 = 0
        for seat in range(s.seats):
            if is_placed(s, seat, placed):
                continue
            shown = played_cards(s, seat)
            early = initiative(shown, revealed & ~shown)
            if best < 0 or early < earliest:
                best = seat
                earliest = early
        s.order[placed] = best
        placed += 1
    if journal is not None:
        shown = played_cards(s, s.order[0])
        if sixty_nine_counts(shown, revealed & ~shown):
            journal.add(SixtyNineDudes(s.order[0]))


def is_placed(s: ExcellentState, seat: i64, placed: i64) -> bool:
    """Whether a seat is among the first so many of the order."""
    for place in range(placed):
        if s.order[place] == seat:
            return True
    return False
