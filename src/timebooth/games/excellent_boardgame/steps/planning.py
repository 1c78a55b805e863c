"""Planning: two cards each, face down and in order, revealed together.  §PLAN"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import number
from timebooth.games.excellent_boardgame.codes import PLAN_CARDS, PLAN_CARDS_END
from timebooth.games.excellent_boardgame.events import CardsRevealed, SixtyNineDudes
from timebooth.games.excellent_boardgame.initiative import SIXTY_NINE_DUDES, initiative
from timebooth.games.excellent_boardgame.pieces import CARDS
from timebooth.games.excellent_boardgame.state import ExcellentState, excellent
from timebooth.kernel.bits import bit, count, lowest, nth_of_few
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step


class PlanTwoCards(Step):
    """All players choose at once and unseen.  §PLAN"""

    def asked(self, state: State) -> i64:
        return bit(state.seats) - 1

    def options(self, state: State, seat: i64, out: Codes) -> None:
        """List every first card with each of the others, straight into the buffer: this is called very often."""
        hand = excellent(state).hand(seat)
        cards = count(hand)
        row = out.row(cards * (cards - 1))
        size = out.size
        firsts = hand
        while firsts != 0:
            first = lowest(firsts)
            firsts &= firsts - 1
            seconds = hand & ~bit(first)
            while seconds != 0:
                row[size] = plan_code(first, lowest(seconds))
                size += 1
                seconds &= seconds - 1
        out.size = size

    def allows(self, state: State, seat: i64, code: i64, listed: Codes) -> bool:
        if code < PLAN_CARDS or code >= PLAN_CARDS_END:
            return False
        cards = bit(first_card(code)) | bit(second_card(code))
        return cards & ~excellent(state).hand(seat) == 0

    def pick(self, state: State, seat: i64, rng: Rng, listed: Codes, answers: Codes) -> bool:
        hand = excellent(state).hand(seat)
        others = count(hand) - 1
        chosen = rng.below((others + 1) * others)
        which = chosen // others
        first = nth_of_few(hand, which)
        answers.add(plan_code(first, nth_of_few(hand & ~bit(first), chosen - which * others)))
        return True

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        """All reveal together; the sequence of the cards stays.  §PLAN.REVEAL"""
        s = excellent(state)
        s.done()
        revealed: i64 = 0
        for seat in range(s.seats):
            code = answers.at(seat)
            first = first_card(code)
            second = second_card(code)
            cards = bit(first) | bit(second)
            s.set_first_card(seat, first)
            s.set_second_card(seat, second)
            s.set_hand(seat, s.hand(seat) & ~cards)
            revealed |= cards
            if journal is not None:
                tell_plan(seat, first, second, journal)
        settle_order(s, revealed, journal)

    def question(self, state: State, seat: i64) -> Question:
        s = excellent(state)
        return Question("plan", "plan", {"round": s.round, "rounds": s.rounds}, True, "§PLAN")


def plan_code(first: i64, second: i64) -> i64:
    """Return the code of two different cards in this order."""
    if second > first:
        second -= 1
    return PLAN_CARDS + first * (CARDS - 1) + second


def first_card(code: i64) -> i64:
    """Return the card next to the player marker."""
    return (code - PLAN_CARDS) // (CARDS - 1)


def second_card(code: i64) -> i64:
    """Return the card farther from the player marker."""
    second = (code - PLAN_CARDS) % (CARDS - 1)
    if second >= first_card(code):
        return second + 1
    return second


def tell_plan(seat: i64, first: i64, second: i64, journal: Journal) -> None:
    journal.add(CardsRevealed(seat, number(first), number(second)))


def settle_order(s: ExcellentState, revealed: i64, journal: Journal | None) -> None:
    """Give the first turn to the lowest initiative of all revealed cards, the next to the next-lowest.  §ORDER §J6"""
    all_initiatives: i64 = 0
    for seat in range(s.seats):
        shown = bit(s.first_card(seat)) | bit(s.second_card(seat))
        early = initiative(shown, revealed & ~shown)
        s.set_initiative(seat, early)
        all_initiatives |= bit(early)
    for seat in range(s.seats):
        earlier = all_initiatives & (bit(s.initiative(seat)) - 1)
        s.set_turn_order(count(earlier), seat)
    if journal is not None and s.initiative(s.turn_order(0)) == SIXTY_NINE_DUDES:
        tell_sixty_nine(s.turn_order(0), journal)


def tell_sixty_nine(seat: i64, journal: Journal) -> None:
    journal.add(SixtyNineDudes(seat))
