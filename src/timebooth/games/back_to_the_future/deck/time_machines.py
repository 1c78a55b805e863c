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
    """Played without what it needs, it is discarded and nothing else happens.  §TIME_MACHINE §J21"""

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
        """The machine and what drives it are used up."""
        discard(s, card)

    def arrive(self, s: BttfState, seat: i64, rng: Rng, journal: Journal | None) -> None:
        """What the machine gives after the flip."""

    def stall(self, s: BttfState, seat: i64, card: i64, paid: i64, journal: Journal | None) -> None:
        """Engine Trouble: no flip, nothing spent, the machine back in hand, the turn over.  §ENGINE_TROUBLE §J15"""
        return_to_hand(s, seat, card, journal)
        if paid >= 0:
            return_to_hand(s, seat, paid, journal)
        end_turn_at_once(s, journal)


class TimeCarV1(TimeMachine):
    """Needs plutonium: a Pellet is used up, a Case stays and brings the car back to your hand.  §TIME_CAR_V1 §J52"""

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
        if self.runs_on_case(code):
            return_to_hand(s, seat, card, journal)
        else:
            discard(s, card)
            discard_item(s, seat, PELLET, journal)

    def cancel(self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, journal: Journal | None) -> None:
        """Cancelled while it runs on the Case, the car comes back all the same.  §J3 §J10"""
        if not self.runs_on_case(code):
            super().cancel(s, seat, code, card, paid, journal)
            return
        if journal is not None:
            journal.add(CardCancelled(seat, KEYS[self.kind]))
        return_to_hand(s, seat, card, journal)

    def runs_on_case(self, code: i64) -> bool:
        return FLIP_V1_CASE <= code < FLIP_V1_CASE_END


class FuelledCar(TimeMachine):
    """Needs one certain item on your table, which is discarded with it.  §TIME_CAR_V2 §TIME_CAR_V5"""

    def __init__(self, kind: i64, fuel: i64, first: i64) -> None:
        super().__init__(kind)
        self.fuel: i64 = fuel
        self.first: i64 = first  # code: to flip the first linchpin

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        if s.has_on_table(seat, self.fuel):
            add_flips(s, seat, self.first, out)
        else:
            out.add(PLAY + self.kind)

    def spend(self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, journal: Journal | None) -> None:
        discard(s, card)
        discard_item(s, seat, self.fuel, journal)


class TimeCarV3(TimeMachine):
    """Fully equipped: after the flip you draw a card, which gives no play.  §TIME_CAR_V3 §J38"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        add_flips(s, seat, FLIP_V3, out)

    def resolve(
        self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, rng: Rng, journal: Journal | None
    ) -> None:
        if flip(s, seat, s.box.answer_linchpin[code], rng, journal):
            draw_card(s, seat, rng, journal)
        discard(s, card)  # §J44: not in the discard pile before it is done


class TimeCarV4(TimeMachine):
    """Old and cranky: discard another card from your hand as part of the play.  §TIME_CAR_V4"""

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
        """Only the car is lost; the card that was to be discarded goes back to the hand.  §J10"""
        super().cancel(s, seat, code, card, paid, journal)
        if paid >= 0:
            return_to_hand(s, seat, paid, journal)


class TimeTrain(TimeMachine):
    """Fully equipped: the Train is discarded, and you get one more play.  §TIME_TRAIN"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        add_flips(s, seat, FLIP_TRAIN, out)

    def arrive(self, s: BttfState, seat: i64, rng: Rng, journal: Journal | None) -> None:
        gain_a_play(s, journal)

    def hijack(
        self, s: BttfState, seat: i64, code: i64, card: i64, thief: i64, rng: Rng, journal: Journal | None
    ) -> None:
        """A Science Experiment: the flip stands, the extra play is lost, the Train changes hands.  §SCIENCE.TRAIN"""
        return_to_hand(s, thief, card, journal)
        flip(s, seat, s.box.answer_linchpin[code], rng, journal)


def time_machines() -> list[Card]:
    return [
        TimeCarV1(TIME_CAR_V1),
        FuelledCar(TIME_CAR_V2, LIGHTNING_PREDICTION, FLIP_V2),
        TimeCarV3(TIME_CAR_V3),
        TimeCarV4(TIME_CAR_V4),
        FuelledCar(TIME_CAR_V5, LOCOMOTIVE, FLIP_V5),
        TimeTrain(TIME_TRAIN),
    ]
