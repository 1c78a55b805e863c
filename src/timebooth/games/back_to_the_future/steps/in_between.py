"""What a card asks for before play goes on."""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.back_to_the_future.box import LINCHPINS
from timebooth.games.back_to_the_future.codes import DISCARD, FLIP_ANOTHER, GIVE, LOSE_ITEM, PASS
from timebooth.games.back_to_the_future.deck.actions import HAND_AFTER_ALPHA
from timebooth.games.back_to_the_future.deck.card import add_titles
from timebooth.games.back_to_the_future.deck.doublebacks import add_second_flips
from timebooth.games.back_to_the_future.deck.kinds import DOUBLEBACK, EMERGENCY_CASH, ITEM, KEYS, LIGHTNING_PREDICTION
from timebooth.games.back_to_the_future.deck.power_actions import FROM_THE_PILE
from timebooth.games.back_to_the_future.deck.titles import TITLES
from timebooth.games.back_to_the_future.effects import (
    discard,
    discard_from_hand,
    discard_item,
    take_from_discard,
)
from timebooth.games.back_to_the_future.events import CardGiven
from timebooth.games.back_to_the_future.knowledge import given
from timebooth.games.back_to_the_future.state import BttfState, bttf
from timebooth.games.back_to_the_future.steps.draw_and_play import add_announcements
from timebooth.games.back_to_the_future.steps.game_action import begin_action, kind_of, play_card, play_from_hand
from timebooth.kernel.bits import bit, count, nth
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step


class SecondFlip(Step):
    """The second action of a DoubleBack, if you like: its item is lost, come what may.  §DOUBLEBACK.SECOND §J9"""

    def asked(self, state: State) -> i64:
        return bit(state.arg(1))

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = bttf(state)
        out.add(PASS)
        add_second_flips(s, seat, s.box.kind_of[s.arg(2)], out)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        seat = s.arg(1)
        card = s.arg(2)
        code = answers.at(0)
        s.pop()
        if code == PASS:
            discard(s, card)
            return
        kind = s.box.kind_of[card]
        spent = s.box.doubleback_item[kind - DOUBLEBACK]
        if code >= FLIP_ANOTHER + LINCHPINS:
            spent = EMERGENCY_CASH
        discard_item(s, seat, spent, journal)
        begin_action(s, seat, code, card, -1, kind, journal)

    def question(self, state: State, seat: i64) -> Question:
        s = bttf(state)
        kind = s.box.kind_of[s.arg(2)]
        args: dict[str, object] = {"card": KEYS[kind], "item": KEYS[s.box.doubleback_item[kind - DOUBLEBACK]]}
        return Question("play", "second_flip", args, False, "§DOUBLEBACK.SECOND")


class Fetch(Step):
    """Play the card that Rewind named, or one that Quick Trip finds, as if from your hand.  §REWIND §QUICK_TRIP §J40"""

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
        s.pop()
        if code == PASS:
            return
        if from_the_pile:
            card = s.card_of(s.draw, kind_of(code))
            s.draw ^= bit(card)
            s.draw_size -= 1
        else:
            card = s.card_of(s.discard, kind_of(code))
            take_from_discard(s, card)
        s.in_play |= bit(card)
        play_card(s, seat, code, card, journal)

    def question(self, state: State, seat: i64) -> Question:
        s = bttf(state)
        if s.arg(2) == FROM_THE_PILE:
            return Question("play", "quick_trip", {}, False, "§QUICK_TRIP")
        return Question("play", "rewind", {"card": KEYS[s.arg(2)]}, False, "§REWIND")


class Spree(Step):
    """Play items from your hand, up to three; a player without one says so.  §SPREE §J37"""

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
            s.pop()
            return
        s.set_arg(2, s.arg(2) - 1)
        play_from_hand(s, s.arg(1), answers.at(0), journal)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        state.pop()

    def question(self, state: State, seat: i64) -> Question:
        return Question("play", "spree", {"left": state.arg(2)}, False, "§SPREE")


class GiveCards(Step):
    """Everybody else with a card gives one of their choice, unseen by the rest.  §CLOCK_TOWER §LIGHTNING §J46"""

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
        s.pop()
        for i in range(1, s.seats):
            giver = (receiver + i) % s.seats
            if s.asking & bit(giver) != 0:
                kind = answer_of(s, answers, giver) - GIVE
                card = s.card_of(s.hand[giver], kind)
                s.hand[giver] ^= bit(card)
                s.hand_size[giver] -= 1
                s.hand[receiver] |= bit(card)
                s.hand_size[receiver] += 1
                given(s, giver, receiver, card)
                if journal is not None:
                    journal.add(CardGiven(giver, receiver, KEYS[kind]))

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        state.pop()

    def question(self, state: State, seat: i64) -> Question:
        rule = "§LIGHTNING" if state.arg(2) == LIGHTNING_PREDICTION else "§CLOCK_TOWER"
        return Question("choose", "give", {"receiver": state.arg(1)}, True, rule)


class DiscardDown(Step):
    """Everybody else discards down to three: a card each at once, until all are there.  §ALPHA §J46"""

    def asked(self, state: State) -> i64:
        s = bttf(state)
        sleepers: i64 = 0
        for seat in range(s.seats):
            if seat != s.arg(1) and s.hand_size[seat] > HAND_AFTER_ALPHA:
                sleepers |= bit(seat)
        return sleepers

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
        state.pop()

    def question(self, state: State, seat: i64) -> Question:
        s = bttf(state)
        return Question("choose", "discard_down", {"left": s.hand_size[seat] - HAND_AFTER_ALPHA}, True, "§ALPHA")


class DiscardTwo(Step):
    """A thief found out discards two cards of their choice, or all they have.  §STEAL §J18"""

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
        state.pop()

    def question(self, state: State, seat: i64) -> Question:
        return Question("choose", "discard_two", {"left": state.arg(2)}, False, "§STEAL")


class LoseAnItem(Step):
    """Somebody fades: an item of their choice goes, then a random card; what is lacking is skipped.  §FADING §J46"""

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
        s.pop()
        if s.hand_size[seat] > 0:
            card = nth(s.hand[seat], rng.below(s.hand_size[seat]))
            discard_from_hand(s, seat, s.box.kind_of[card], journal)

    def question(self, state: State, seat: i64) -> Question:
        return Question("choose", "lose_item", {}, False, "§FADING")


def answer_of(s: BttfState, answers: Codes, seat: i64) -> i64:
    """What one of the asked seats answered."""
    return answers.at(count(s.asking & (bit(seat) - 1)))
