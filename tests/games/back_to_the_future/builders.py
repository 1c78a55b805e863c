"""Builders of positions, by the names of cards and places."""

from __future__ import annotations

from collections.abc import Sequence

from tests.dice import LoadedRng
from timebooth.games.back_to_the_future.answers import Pass
from timebooth.games.back_to_the_future.deck.kinds import KEYS
from timebooth.games.back_to_the_future.effects import begin_turn
from timebooth.games.back_to_the_future.game import BackToTheFuture, Options
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.games.back_to_the_future.steps.all_steps import STEPS
from timebooth.games.back_to_the_future.turn import PLAY_ONE
from timebooth.games.back_to_the_future.view import View, view
from timebooth.kernel.answer import Answer
from timebooth.kernel.chance import Rng
from timebooth.kernel.journal import Event, Journal
from timebooth.registry import find_game

Hands = Sequence[Sequence[str]]


def game() -> BackToTheFuture:
    found = find_game("back-to-the-future")
    assert isinstance(found, BackToTheFuture)
    return found


class Table:
    """A state with its random numbers and journal, played by typed answers."""

    def __init__(self, state: BttfState, rng: Rng, journal: Journal | None = None) -> None:
        self.game = game()
        self.state = state
        self.rng = rng
        self.journal = journal or Journal()
        self.state.advance(self.rng, self.journal)

    def options(self, seat: int) -> list[Answer]:
        """Return what this seat may answer now."""
        return [self.game.answers[code] for code in self.state.options(seat)]

    def does(self, seat: int, answer: Answer) -> list[Event]:
        """Let this seat answer and everybody else pass; return what happened."""
        return self.do({seat: answer})

    def do(self, answers: dict[int, Answer]) -> list[Event]:
        """Let some asked seats answer and the others pass; return what happened."""
        before = len(self.journal)
        asked = self.state.asked()
        assert set(answers) <= set(asked), f"asked are {asked}, not {sorted(answers)}"
        codes = [self.game.answers.code(answers.get(seat, Pass())) for seat in asked]
        self.state.play(codes, self.rng, self.journal)
        return self.journal.events[before:]

    def let_stand(self) -> list[Event]:
        """Let everybody pass until something else than a reaction is asked; return what happened."""
        before = len(self.journal)
        while self.state.asked() and self.state.question(self.state.asked()[0]).shape == "react":
            self.do({})
        return self.journal.events[before:]

    def plays(self, seat: int, answer: Answer) -> list[Event]:
        """Let this seat answer and nobody react; return what happened."""
        return self.does(seat, answer) + self.let_stand()

    def takes_effect(self, seat: int, answer: Answer) -> list[Event]:
        """Let this seat answer and nobody react, but stop before the next turn; return what happened."""
        events = self.does(seat, answer)
        while self.asked() and self.prompt(self.asked()[0]) == "react":
            events += self.do({})
        return events

    def hand(self, seat: int) -> list[str]:
        """Return the titles in a hand, in printed order."""
        return self._titles(self.state.hand[seat])

    def on_table(self, seat: int) -> list[str]:
        """Return the titles on a table, in printed order."""
        return self._titles(self.state.table[seat])

    def discard_pile(self) -> list[str]:
        """Return the discard pile, top last."""
        return list(self.view(None).discard_pile)

    def altered(self) -> list[str]:
        """Return the positions that show their altered side."""
        return list(self.view(None).altered)

    def identity(self, seat: int) -> str:
        return self.state.box.identities[self.state.identity[seat]]

    def view(self, seat: int | None) -> View:
        return view(self.state, seat)

    def asked(self) -> tuple[int, ...]:
        return self.state.asked()

    def prompt(self, seat: int) -> str:
        return self.state.question(seat).prompt

    def _titles(self, cards: int) -> list[str]:
        return [KEYS[self.state.box.kind_of[card]] for card in range(self.state.box.cards) if cards >> card & 1]


def set_up(seats: int, options: Options | None = None, rng: Rng | None = None) -> Table:
    """Return a table after set-up, with a journal from the first card dealt."""
    chosen = rng or LoadedRng()
    journal = Journal()
    state = game().deal(seats, options or Options(), chosen, journal)
    return Table(state, chosen, journal)


def table(
    *hands: Sequence[str],
    tables: Hands = (),
    identities: Sequence[str] = (),
    shown: Sequence[str] = (),
    altered: Sequence[str] = (),
    discard: Sequence[str] | None = None,
    pile: Sequence[str] | None = None,
    b1: int = 5,
    turn: int = 0,
    plays: int = 1,
    previous_changed: bool = False,
    promo: bool = False,
    hydrator_ready: Sequence[int] = (),
    from_the_start: bool = False,
    rng: Sequence[int] = (),
) -> Table:
    """Return a table with these hands, one for each seat.

    `altered` names linchpins, `shown` identities face up under the ID stack, `hydrator_ready` seats. Cards that are not
    named are in the draw pile; if a `pile` is given, in the discard pile; if both are given, nowhere. The player on
    turn is about to play, or (`from_the_start`) the turn just begins.
    """
    g = game()
    fresh = g.deal(len(hands), Options(pizza_hydrator=promo), LoadedRng(), None)
    box = fresh.box
    s = BttfState(len(hands), STEPS, box)
    left = (1 << box.cards) - 1

    def take(title: str) -> int:
        nonlocal left
        copies = box.copies[KEYS.index(title)] & left
        assert copies, f"no {title} left in the box"
        card = copies & -copies
        left ^= card
        return int(card).bit_length() - 1

    for seat, titles in enumerate(hands):
        for title in titles:
            s.hand[seat] |= 1 << take(title)
        s.hand_size[seat] = len(titles)
    for seat, titles in enumerate(tables):
        for title in titles:
            s.table[seat] |= 1 << take(title)
    for title in discard or ():
        card = take(title)
        s.discard |= 1 << card
        s.discard_order[s.discard_size] = card
        s.discard_size += 1
    for title in pile or ():
        s.draw |= 1 << take(title)
    s.draw_size = len(pile or ())
    if pile is None:
        s.draw = left
        s.draw_size = int(left).bit_count()
    elif discard is None:
        for card in range(box.cards):
            if left >> card & 1:
                s.discard |= 1 << card
                s.discard_order[s.discard_size] = card
                s.discard_size += 1
    people = [box.identities.index(name) for name in identities]
    people += [i for i in range(len(box.identities)) if i not in people]
    for seat in range(len(hands)):
        s.identity[seat] = people[seat]
    s.spent_ids = sum(1 << box.identities.index(name) for name in shown)
    s.fresh_ids = sum(1 << i for i in people[len(hands) :]) & ~s.spent_ids
    s.history = sum(1 << box.linchpins.index(place) for place in altered)
    s.duds = b1 - 1
    s.previous_changed = previous_changed
    s.hydrator_ready = sum(1 << seat for seat in hydrator_ready)
    if from_the_start:
        begin_turn(s, turn, None)
    else:
        s.turn = turn
        s.plays = plays
        s.go_to(PLAY_ONE)
    return Table(s, LoadedRng(*rng))
