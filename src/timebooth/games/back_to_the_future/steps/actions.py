"""What actions, and the Lightning Prediction, ask for: cards to play, to give and to discard.  §ACTION"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.back_to_the_future.codes import DISCARD, GIVE, LOSE_ITEM, PASS
from timebooth.games.back_to_the_future.deck.actions import HAND_AFTER_ALPHA
from timebooth.games.back_to_the_future.deck.card import add_titles
from timebooth.games.back_to_the_future.deck.kinds import ITEM, KEYS, LIGHTNING_PREDICTION
from timebooth.games.back_to_the_future.effects import (
    discard_from_hand,
    discard_item,
)
from timebooth.games.back_to_the_future.events import CardGiven
from timebooth.games.back_to_the_future.knowledge import note_given
from timebooth.games.back_to_the_future.state import BttfState, bttf
from timebooth.games.back_to_the_future.steps.announcing import play_from_hand
from timebooth.games.back_to_the_future.steps.draw_and_play import add_announcements
from timebooth.kernel.bits import bit, count, nth
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step


class Spree(Step):
    """Play up to three items, each of which can be cancelled; a player without items passes.  §SPREE §J37 §J54"""

    def asked(self, state: State) -> i64:
        s = bttf(state)
        if s.arg(2) == 0 or s.hand_size[s.arg(1)] == 0:
            return 0
        return bit(s.arg(1))

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = bttf(state)
        held = s.hand[seat] & s.box.items
        if held == 0:
            out.add(PASS)
        add_announcements(s, seat, held, s.hand[seat], out)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        if answers.at(0) == PASS:
            s.done()
            return
        s.set_arg(2, s.arg(2) - 1)
        play_from_hand(s, s.arg(1), answers.at(0), journal)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        state.done()

    def question(self, state: State, seat: i64) -> Question:
        return Question("play", "spree", {"left": state.arg(2)}, False, "§SPREE")


class GiveCards(Step):
    """Everybody else with a card gives one of their choice, which only the two see.  §CLOCK_TOWER §LIGHTNING §J46"""

    def asked(self, state: State) -> i64:
        s = bttf(state)
        givers: i64 = 0
        for seat in range(s.seats):
            if seat != s.arg(1) and s.hand_size[seat] > 0:
                givers |= bit(seat)
        return givers

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = bttf(state)
        add_titles(s, s.hand[seat], GIVE, 1, out)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        receiver = s.arg(1)
        s.done()
        for i in range(1, s.seats):
            giver = (receiver + i) % s.seats
            if s.asking & bit(giver) != 0:
                kind = answer_of(s, answers, giver) - GIVE
                card = s.card_of(s.hand[giver], kind)
                s.hand[giver] ^= bit(card)
                s.hand_size[giver] -= 1
                s.hand[receiver] |= bit(card)
                s.hand_size[receiver] += 1
                note_given(s, giver, receiver, card)
                if journal is not None:
                    journal.add(CardGiven(giver, receiver, KEYS[kind]))

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        state.done()

    def question(self, state: State, seat: i64) -> Question:
        rule = "§LIGHTNING" if state.arg(2) == LIGHTNING_PREDICTION else "§CLOCK_TOWER"
        return Question("choose", "give", {"receiver": state.arg(1)}, True, rule)


class DiscardDown(Step):
    """Everybody else discards down to three cards, all together and one card at a time.  §ALPHA §J46"""

    def asked(self, state: State) -> i64:
        s = bttf(state)
        givers: i64 = 0
        for seat in range(s.seats):
            if seat != s.arg(1) and s.hand_size[seat] > HAND_AFTER_ALPHA:
                givers |= bit(seat)
        return givers

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = bttf(state)
        add_titles(s, s.hand[seat], DISCARD, 1, out)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        for i in range(1, s.seats):
            seat = (s.arg(1) + i) % s.seats
            if s.asking & bit(seat) != 0:
                discard_from_hand(s, seat, answer_of(s, answers, seat) - DISCARD, journal)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        state.done()

    def question(self, state: State, seat: i64) -> Question:
        s = bttf(state)
        return Question("choose", "discard_down", {"left": s.hand_size[seat] - HAND_AFTER_ALPHA}, True, "§ALPHA")


class LoseAnItem(Step):
    """A player loses an item of their choice, then a random card; what they lack is skipped.  §FADING §J46"""

    def asked(self, state: State) -> i64:
        s = bttf(state)
        if s.table[s.arg(1)] == 0:
            return 0
        return bit(s.arg(1))

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = bttf(state)
        add_titles(s, s.table[seat], LOSE_ITEM - ITEM, 1, out)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        discard_item(s, s.arg(1), answers.at(0) - LOSE_ITEM + ITEM, journal)
        self.run(s, rng, journal)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        seat = s.arg(1)
        s.done()
        if s.hand_size[seat] > 0:
            card = nth(s.hand[seat], rng.below(s.hand_size[seat]))
            discard_from_hand(s, seat, s.box.kind_of[card], journal)

    def question(self, state: State, seat: i64) -> Question:
        return Question("choose", "lose_item", {}, False, "§FADING")


def answer_of(s: BttfState, answers: Codes, seat: i64) -> i64:
    """Return what one of the asked seats answered."""
    return answers.at(count(s.asking & (bit(seat) - 1)))
