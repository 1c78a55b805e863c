"""What Power Actions ask for: the card that is fetched, and the price of a theft.  §POWER"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.back_to_the_future.codes import DISCARD, PASS
from timebooth.games.back_to_the_future.deck.card import add_titles
from timebooth.games.back_to_the_future.deck.kinds import KEYS
from timebooth.games.back_to_the_future.deck.power_actions import FROM_THE_PILE
from timebooth.games.back_to_the_future.deck.titles import TITLES
from timebooth.games.back_to_the_future.effects import (
    discard_from_hand,
    take_from_discard,
)
from timebooth.games.back_to_the_future.state import bttf
from timebooth.games.back_to_the_future.steps.announcing import play_card
from timebooth.games.back_to_the_future.steps.draw_and_play import add_announcements
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step


class Fetch(Step):
    """Play the card that Rewind named, or one that Quick Trip finds; it can be cancelled in turn.  §REWIND §J5 §J40"""

    def asked(self, state: State) -> i64:
        return bit(state.arg(1))

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = bttf(state)
        kind = s.arg(2)
        if kind != FROM_THE_PILE:
            TITLES[kind].announce(s, seat, s.hand[seat], out)
            return
        found = s.draw & ~s.box.powers
        if found == 0:
            out.add(PASS)
        add_announcements(s, seat, found, s.hand[seat], out)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        seat = s.arg(1)
        from_the_pile = s.arg(2) == FROM_THE_PILE
        code = answers.at(0)
        s.done()
        if code == PASS:
            return
        if from_the_pile:
            card = s.card_of(s.draw, s.box.answer_card[code])
            s.draw ^= bit(card)
            s.draw_size -= 1
        else:
            card = s.card_of(s.discard, s.box.answer_card[code])
            take_from_discard(s, card)
        s.in_play |= bit(card)
        play_card(s, seat, code, card, journal)

    def question(self, state: State, seat: i64) -> Question:
        s = bttf(state)
        if s.arg(2) == FROM_THE_PILE:
            return Question("play", "quick_trip", {}, False, "§QUICK_TRIP")
        return Question("play", "rewind", {"card": KEYS[s.arg(2)]}, False, "§REWIND")


class DiscardTwo(Step):
    """The thief discards two cards of their choice, or all they have.  §STEAL §J18"""

    def asked(self, state: State) -> i64:
        s = bttf(state)
        if s.arg(2) == 0 or s.hand_size[s.arg(1)] == 0:
            return 0
        return bit(s.arg(1))

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = bttf(state)
        add_titles(s, s.hand[seat], DISCARD, 1, out)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        s.set_arg(2, s.arg(2) - 1)
        discard_from_hand(s, s.arg(1), answers.at(0) - DISCARD, journal)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        state.done()

    def question(self, state: State, seat: i64) -> Question:
        return Question("choose", "discard_two", {"left": state.arg(2)}, False, "§STEAL")
