"""The steps of a round, in the order of play."""

from __future__ import annotations

from my_game.events import CardPlayed, RoundBegan, RoundWon
from my_game.state import MyGameState, my_game
from timebooth.kernel.bits import members_of
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step

PLAY_CARDS, END_ROUND = range(2)


class PlayCards(Step):
    """All seats choose a card at the same time, and all cards are turned up together.  §PLAY"""

    def asked(self, state: State) -> int:
        return (1 << state.seats) - 1

    def options(self, state: State, seat: int, out: Codes) -> None:
        for card in members_of(my_game(state).hands[seat]):
            out.add(card)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = my_game(state)
        for seat in range(s.seats):
            card = answers.at(seat)
            s.hands[seat] ^= 1 << card
            s.table[seat] = 1 << card
            s.played |= 1 << card
            if journal is not None:
                journal.add(CardPlayed(seat, s.box.numbers[card]))
        s.done()

    def question(self, state: State, seat: int) -> Question:
        return Question("choose", "card", sealed=True, rule="§PLAY")


class EndRound(Step):
    """The round is scored, and the next one begins unless all cards are played.  §SCORE §END"""

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        s = my_game(state)
        winner, points = score(s)
        s.scores[winner] += points
        s.round += 1
        if journal is not None:
            journal.add(RoundWon(winner, points))
        if s.is_over():
            s.end_game()
        else:
            begin_round(s, journal)


def score(s: MyGameState) -> tuple[int, int]:
    """Return who wins the round, and for how many points: the highest card wins the number of the lowest.  §SCORE"""
    cards = [s.names(cards)[0] for cards in s.table]
    return cards.index(max(cards)), min(cards)


def begin_round(s: MyGameState, journal: Journal | None) -> None:
    """Go on with the first step of a round.  §PLAY"""
    s.go_to(PLAY_CARDS)
    if journal is not None:
        journal.add(RoundBegan(s.round + 1))


STEPS: list[Step] = [PlayCards(), EndRound()]
