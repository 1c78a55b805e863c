"""Time Machines: flip any linchpin, then discard the machine.  §TIME_MACHINE"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.back_to_the_future.codes import (
    FLIP_TRAIN,
    FLIP_V1_CASE,
    FLIP_V1_CASE_END,
    FLIP_V1_PELLET,
    FLIP_V2,
    FLIP_V3,
    FLIP_V4,
    FLIP_V5,
    PLAY,
)
from timebooth.games.back_to_the_future.deck.card import Card, add_flips
from timebooth.games.back_to_the_future.deck.kinds import (
    CASE,
    KEYS,
    LIGHTNING_PREDICTION,
    LOCOMOTIVE,
    PELLET,
    TIME_CAR_V1,
    TIME_CAR_V2,
    TIME_CAR_V3,
    TIME_CAR_V4,
    TIME_CAR_V5,
    TIME_TRAIN,
)
from timebooth.games.back_to_the_future.effects import (
    discard,
    discard_item,
    draw_card,
    end_turn_at_once,
    flip,
    gain_a_play,
    return_to_hand,
)
from timebooth.games.back_to_the_future.events import CardCancelled, CardDiscarded
from timebooth.games.back_to_the_future.pieces import LINCHPINS
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.kernel.bits import lowest
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal


class TimeMachine(Card):
    """Flip any linchpin; without what the machine needs, it is discarded without effect.  §TIME_MACHINE §J21"""

    def resolve(
        self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, rng: Rng, journal: Journal | None
    ) -> None:
        if code == PLAY + self.kind:
            discard(s, card)
            return
        self.spend(s, seat, code, card, paid, journal)
        if flip(s, seat, s.box.answer_linchpin[code], rng, journal):
            self.arrive(s, seat, rng, journal)

    def spend(self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, journal: Journal | None) -> None:
        """Discard the machine and what it ran on."""
        discard(s, card)

    def arrive(self, s: BttfState, seat: i64, rng: Rng, journal: Journal | None) -> None:
        """Do what the machine gives after the flip."""

    def stall(self, s: BttfState, seat: i64, card: i64, paid: i64, journal: Journal | None) -> None:
        """Engine Trouble: take the machine back, spend nothing, end the turn.  §ENGINE_TROUBLE §J15"""
        return_to_hand(s, seat, card, journal)
        if paid >= 0:
            return_to_hand(s, seat, paid, journal)
        end_turn_at_once(s, journal)


class TimeCarV1(TimeMachine):
    """Runs on a Pellet, or on a Case: then it returns to the hand and can run again.  §TIME_CAR_V1 §J52 §J53"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        pellet = s.has_on_table(seat, PELLET)
        case = s.has_on_table(seat, CASE)
        if pellet:
            add_flips(s, seat, FLIP_V1_PELLET, out)
        if case:
            add_flips(s, seat, FLIP_V1_CASE, out)
        if not pellet and not case:
            out.add(PLAY + self.kind)

    def spend(self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, journal: Journal | None) -> None:
        if self.runs_on_case(code):  # §CASE
            return_to_hand(s, seat, card, journal)
        else:  # §PELLET
            discard(s, card)
            discard_item(s, seat, PELLET, journal)

    def cancel(self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, journal: Journal | None) -> None:
        """Discard the car, unless it runs on the Case: then it returns to the hand.  §J3 §J10"""
        if not self.runs_on_case(code):
            super().cancel(s, seat, code, card, paid, journal)
            return
        if journal is not None:
            journal.add(CardCancelled(seat, KEYS[self.kind]))
        return_to_hand(s, seat, card, journal)

    def runs_on_case(self, code: i64) -> bool:
        return FLIP_V1_CASE <= code < FLIP_V1_CASE_END


class FuelledCar(TimeMachine):
    """Needs an item on your table, which is discarded with it.  §TIME_CAR_V2 §TIME_CAR_V5 §LOCOMOTIVE"""

    def __init__(self, kind: i64, fuel: i64, first: i64) -> None:
        super().__init__(kind)
        self.fuel: i64 = fuel
        self.first: i64 = first  # the code of its block: a flip of the first linchpin

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        if s.has_on_table(seat, self.fuel):
            add_flips(s, seat, self.first, out)
        else:
            out.add(PLAY + self.kind)

    def spend(self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, journal: Journal | None) -> None:
        discard(s, card)
        discard_item(s, seat, self.fuel, journal)


class TimeCarV3(TimeMachine):
    """Needs nothing; after the flip you draw a card, without another play.  §TIME_CAR_V3 §J38"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        add_flips(s, seat, FLIP_V3, out)

    def resolve(
        self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, rng: Rng, journal: Journal | None
    ) -> None:
        if flip(s, seat, s.box.answer_linchpin[code], rng, journal):
            draw_card(s, seat, rng, journal)
        discard(s, card)  # §J44: it is not in the discard pile yet


class TimeCarV4(TimeMachine):
    """Costs another card from your hand, discarded as part of the play.  §TIME_CAR_V4"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        if rest == 0:
            out.add(PLAY + self.kind)
        last: i64 = -1
        while rest != 0:
            spent = s.box.kind_of[lowest(rest)]
            rest &= rest - 1
            if spent != last:
                add_flips(s, seat, FLIP_V4 + spent * LINCHPINS, out)
                last = spent

    def spend(self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, journal: Journal | None) -> None:
        discard(s, card)
        discard(s, paid)
        if journal is not None:
            journal.add(CardDiscarded(seat, KEYS[s.box.kind_of[paid]]))

    def cancel(self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, journal: Journal | None) -> None:
        """Discard the car only; the card that it would have cost goes back to the hand.  §J10"""
        super().cancel(s, seat, code, card, paid, journal)
        if paid >= 0:
            return_to_hand(s, seat, paid, journal)


class TimeTrain(TimeMachine):
    """Needs nothing; discarded, it gives one more play: a Rewind may fetch it.  §TIME_TRAIN §TIME_TRAIN.REWIND"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        add_flips(s, seat, FLIP_TRAIN, out)

    def arrive(self, s: BttfState, seat: i64, rng: Rng, journal: Journal | None) -> None:
        gain_a_play(s, journal)

    def hijack(
        self, s: BttfState, seat: i64, code: i64, card: i64, thief: i64, rng: Rng, journal: Journal | None
    ) -> None:
        """Science Experiment: the flip stands, the extra play is lost, `thief` gets the Train.  §SCIENCE.TRAIN"""
        return_to_hand(s, thief, card, journal)
        flip(s, seat, s.box.answer_linchpin[code], rng, journal)


def time_machines() -> list[Card]:
    """Return all Time Machines, by kind."""
    return [
        TimeCarV1(TIME_CAR_V1),
        FuelledCar(TIME_CAR_V2, LIGHTNING_PREDICTION, FLIP_V2),
        TimeCarV3(TIME_CAR_V3),
        TimeCarV4(TIME_CAR_V4),
        FuelledCar(TIME_CAR_V5, LOCOMOTIVE, FLIP_V5),
        TimeTrain(TIME_TRAIN),
    ]
