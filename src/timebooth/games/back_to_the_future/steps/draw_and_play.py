"""The turn: draw one, play one, and the turn passes to the left.  §TURN"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.back_to_the_future.codes import DRAW, END_TURN, PASS, REACT_TRUCK, USE_HYDRATOR
from timebooth.games.back_to_the_future.deck.items import add_powers, can_hydrate, has_power, is_power
from timebooth.games.back_to_the_future.deck.kinds import PIZZA_HYDRATOR
from timebooth.games.back_to_the_future.deck.titles import TITLES
from timebooth.games.back_to_the_future.effects import begin_turn, draw_card
from timebooth.games.back_to_the_future.state import BttfState, bttf
from timebooth.games.back_to_the_future.steps.announcing import play_from_hand, use_power
from timebooth.games.back_to_the_future.steps.game_action import react
from timebooth.kernel.bits import bit, lowest
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step


class BeforeTheTurn(Step):
    """Before the draw, everybody else is asked about the Truck, whether they hold it or not.  §TRUCK §J61

    It can be cancelled like any card, even by the victim.  §J19
    """

    def asked(self, state: State) -> i64:
        s = bttf(state)
        if s.arg(1) == 1:
            return 0
        return s.others(s.turn)

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = bttf(state)
        out.add(PASS)
        if s.hand[seat] & s.box.trucks != 0:
            out.add(REACT_TRUCK)

    def pick(self, state: State, seat: i64, rng: Rng, listed: Codes, answers: Codes) -> bool:
        s = bttf(state)
        if s.hand[seat] & s.box.trucks != 0:
            return super().pick(state, seat, rng, listed, answers)
        answers.add(PASS)
        return False

    def skip(self, state: State) -> bool:
        s = bttf(state)
        for seat in range(s.seats):
            if seat != s.turn and s.hand[seat] & s.box.trucks != 0:
                return False
        s.set_arg(1, 1)
        return True

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        s.set_arg(1, 1)
        react(s, s.turn, answers, journal)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        state.done()

    def question(self, state: State, seat: i64) -> Question:
        return Question("react", "before_the_turn", {"seat": bttf(state).turn}, True, "§TRUCK")


class DrawOne(Step):
    """Draw a card; free powers of items may be used before.  §DRAW §ITEM.POWER"""

    def asked(self, state: State) -> i64:
        s = bttf(state)
        if has_power(s, s.turn):
            return bit(s.turn)
        return 0

    def options(self, state: State, seat: i64, out: Codes) -> None:
        out.add(DRAW)
        add_powers(bttf(state), seat, out)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        if answers.at(0) == DRAW:
            self.run(s, rng, journal)
        else:
            use_power(s, s.turn, answers.at(0), journal)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        s.done()
        draw_card(s, s.turn, rng, journal)

    def question(self, state: State, seat: i64) -> Question:
        return Question("play", "draw_one", {}, False, "§DRAW")


class PlayOne(Step):
    """The player on turn plays a card or draws instead, again for every extra play.  §PLAY §TURN.OWN §SECOND_DRAW

    With nothing to draw a card must be played; only without one, too, the play is skipped.  §J63
    """

    def asked(self, state: State) -> i64:
        s = bttf(state)
        if s.plays > 0:
            return bit(s.turn)
        return 0

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = bttf(state)
        if s.can_draw() or s.hand[seat] & ~s.box.responses == 0:
            out.add(DRAW)  # §J37
        add_powers(s, seat, out)
        if can_hydrate(s, seat):
            out.add(USE_HYDRATOR)
        add_announcements(s, seat, s.hand[seat], s.hand[seat], out)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        code = answers.at(0)
        if code == DRAW:
            s.plays -= 1
            draw_card(s, s.turn, rng, journal)
        elif is_power(code):
            if code == USE_HYDRATOR:
                s.plays -= 1
            use_power(s, s.turn, code, journal)
        else:
            s.plays -= 1
            play_from_hand(s, s.turn, code, journal)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        state.done()

    def question(self, state: State, seat: i64) -> Question:
        return Question("play", "play_one", {"plays": bttf(state).plays}, False, "§PLAY")


class EndOfTurn(Step):
    """Free powers may still be used; then the player to the left is on turn.  §TURN.LEFT §ITEM.POWER"""

    def asked(self, state: State) -> i64:
        s = bttf(state)
        if s.arg(1) == 0 and has_power(s, s.turn):
            return bit(s.turn)
        return 0

    def options(self, state: State, seat: i64, out: Codes) -> None:
        out.add(END_TURN)
        add_powers(bttf(state), seat, out)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        if answers.at(0) == END_TURN:
            s.set_arg(1, 1)
        else:
            use_power(s, s.turn, answers.at(0), journal)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        s = bttf(state)
        s.previous_changed = s.changed  # §HITCH
        if s.has_on_table(s.turn, PIZZA_HYDRATOR):  # §HYDRATOR
            s.hydrator_ready |= bit(s.turn)
        else:
            s.hydrator_ready &= ~bit(s.turn)
        begin_turn(s, (s.turn + 1) % s.seats, journal)

    def question(self, state: State, seat: i64) -> Question:
        return Question("play", "end_of_turn", {}, False, "§ITEM.POWER")


def add_announcements(s: BttfState, seat: i64, cards: i64, hand: i64, out: Codes) -> None:
    """Add every way to play one of these cards, copies of a title once; `hand` is what the player holds."""
    last: i64 = -1
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        kind = s.box.kind_of[card]
        if kind != last:
            TITLES[kind].announce(s, seat, hand & ~bit(card), out)
            last = kind
