"""The effects of Riff cards.  §EFFECTS"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.riff_in_time import kinds, turn
from timebooth.games.riff_in_time.codes import PUT_NEXT, UNFIX_PLACE
from timebooth.games.riff_in_time.deck import look_at_top
from timebooth.games.riff_in_time.effects import (
    discard_riff_cards,
    eject_everyone,
    lower_here,
    lower_san_dimas,
    name_of,
    raise_rift,
    send,
    unfix,
)
from timebooth.games.riff_in_time.events import CardsLookedAt, CardsPutBack, CardsShown
from timebooth.games.riff_in_time.kinds import SAN_DIMAS
from timebooth.games.riff_in_time.state import NO_ENDING, RiffState, riff
from timebooth.kernel.bits import count, lowest
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step


def do_effect(s: RiffState, card: i64, verb: i64, times: i64, rng: Rng, journal: Journal | None) -> None:
    """Do an effect as often as the card says; stop if the game is lost.  §EFFECTS.TIMES"""
    if verb == kinds.DISCARD:
        discard_riff_cards(s, times, rng, journal)
        return
    if verb == kinds.PEEK:
        peek(s, times, rng, journal)
        return
    for _time in range(times):
        if s.ending != NO_ENDING:
            return
        if verb == kinds.RAISE:
            raise_rift(s, s.box.card_place[card], journal)
        elif verb == kinds.RAISE_NUMBERS:
            raise_numbers(s, s.box.card_numbers[card], journal)
        elif verb == kinds.RAISE_EACH_PLAYER:
            raise_each_player(s, journal)
        elif verb == kinds.RAISE_SAN_DIMAS:
            raise_rift(s, SAN_DIMAS, journal)
        elif verb == kinds.LOWER_SAN_DIMAS:
            lower_san_dimas(s, journal)
        elif verb == kinds.LOWER_HERE:
            lower_here(s, journal)
        elif verb == kinds.MOVE_YOU:
            send(s, s.turn, s.box.card_place[card], journal)
        elif verb == kinds.MOVE_EVERYONE:
            send_everyone(s, s.box.card_place[card], journal)
        elif verb == kinds.EJECT:
            eject_everyone(s, journal)
        elif verb == kinds.UNFIX:
            if s.fixed == 0:
                raise_rift(s, SAN_DIMAS, journal)
            else:
                s.push(turn.UNFIX)
        elif verb == kinds.DRAW:
            s.push(turn.DRAW_RIFF_CARD)


def raise_numbers(s: RiffState, numbers: i64, journal: Journal | None) -> None:
    """Raise the rifts of the places on the positions that the card names.  §NUMBERS"""
    while numbers != 0 and s.ending == NO_ENDING:
        raise_rift(s, s.place_at(lowest(numbers)), journal)
        numbers &= numbers - 1


def raise_each_player(s: RiffState, journal: Journal | None) -> None:
    """Raise the rift where each player is, the Active Player's first, then clockwise.  §EACH_PLAYER §J19"""
    for i in range(s.players):
        if s.ending == NO_ENDING:
            raise_rift(s, s.at((s.turn + i) % s.players), journal)


def send_everyone(s: RiffState, place: i64, journal: Journal | None) -> None:
    """Put every player on the place that the card shows.  §SENT"""
    for i in range(s.players):
        send(s, (s.turn + i) % s.players, place, journal)


def peek(s: RiffState, cards: i64, rng: Rng, journal: Journal | None) -> None:
    """Look at the top of the Riff deck; two or more cards can be put back in another order.  §PEEK"""
    look_at_top(s, cards, rng)
    if s.top_size > 1:
        s.push(turn.PEEK)
    if journal is not None:
        seen = tuple([s.box.cards[s.top_card(i)] for i in range(s.top_size)])
        who = name_of(s, s.turn)
        if s.open_peek:
            journal.add(CardsShown(who, seen))
        else:
            journal.add(CardsLookedAt(s.seat_of(s.turn), who, s.top_size, seen))


class Peek(Step):
    """The cards are put back in any order, the next one to be drawn first.  §PEEK

    Frame: how many cards were put back.
    """

    def asked(self, state: State) -> i64:
        return riff(state).active_seat()

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = riff(state)
        for i in range(s.arg(1), s.top_size):
            out.add(PUT_NEXT + s.top_card(i))

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        settled = s.arg(1)
        at = settled
        while PUT_NEXT + s.top_card(at) != answers.at(0):
            at += 1
        card = s.top_card(at)
        s.set_top_card(at, s.top_card(settled))
        s.set_top_card(settled, card)
        if settled + 2 < s.top_size:
            s.set_arg(1, settled + 1)
            return
        s.done()
        if journal is not None:
            journal.add(CardsPutBack(name_of(s, s.turn), s.top_size))

    def question(self, state: State, seat: i64) -> Question:
        return Question("choose", "put_next", {"number": riff(state).arg(1) + 1}, False, "§PEEK")


class Unfix(Step):
    """A fixed place of the Active Player's choice is unfixed.  §UNFIX §J26"""

    def asked(self, state: State) -> i64:
        s = riff(state)
        return s.active_seat() if count(s.fixed) > 1 else 0

    def options(self, state: State, seat: i64, out: Codes) -> None:
        fixed = riff(state).fixed
        while fixed != 0:
            out.add(UNFIX_PLACE + lowest(fixed))
            fixed &= fixed - 1

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        s.done()
        unfix(s, answers.at(0) - UNFIX_PLACE, journal)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        s.done()
        unfix(s, lowest(s.fixed), journal)

    def question(self, state: State, seat: i64) -> Question:
        return Question("choose", "unfix", {}, False, "§UNFIX")
