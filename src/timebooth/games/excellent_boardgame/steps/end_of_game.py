"""End of game: after the last round the most characters win, tied players compare their lowest cards.  §END §WIN"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.effects import begin_round, numbers_of
from timebooth.games.excellent_boardgame.events import GameWon, HandShown, SixtyNineDudes, TimeWasUp
from timebooth.games.excellent_boardgame.initiative import initiative, sixty_nine_counts
from timebooth.games.excellent_boardgame.state import ENDINGS, LOWEST_CARD, MOST_CHARACTERS, ExcellentState, excellent
from timebooth.kernel.bits import bit, lowest
from timebooth.kernel.chance import Rng
from timebooth.kernel.journal import Journal
from timebooth.kernel.state import State, Step


class EndRound(Step):
    """After a round the next one begins, or the game ends; all nine characters do not end it.  §ROUND §END §J26"""

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        s = excellent(state)
        if s.round < s.rounds:
            begin_round(s, journal)
            return
        if journal is not None:
            journal.add(TimeWasUp(s.rounds))
        tied = leaders(s)
        if tied & (tied - 1) == 0:  # only one
            win(s, lowest(tied), MOST_CHARACTERS, journal)
        else:
            break_tie(s, tied, journal)


def leaders(s: ExcellentState) -> i64:
    """Return the players with the most characters, as a set.  §GOAL §WIN §J43"""
    most: i64 = 0
    found: i64 = 0
    for seat in range(s.seats):
        if s.held(seat) > most:
            most = s.held(seat)
            found = 0
        if s.held(seat) == most:
            found |= bit(seat)
    return found


def break_tie(s: ExcellentState, tied: i64, journal: Journal | None) -> None:
    """Let the tied players show their hands: the lowest card wins, and the rule of the 69 still holds.  §TIE §J44"""
    shown: i64 = 0
    for seat in range(s.seats):
        if tied & bit(seat) != 0:
            shown |= s.hand(seat)
            if journal is not None:
                journal.add(HandShown(seat, numbers_of(s.hand(seat))))
    best: i64 = -1
    earliest: i64 = 0
    for seat in range(s.seats):
        if tied & bit(seat) == 0:
            continue
        early = initiative(s.hand(seat), shown & ~s.hand(seat))
        if best < 0 or early < earliest:
            best = seat
            earliest = early
    if journal is not None and sixty_nine_counts(s.hand(best), shown & ~s.hand(best)):
        journal.add(SixtyNineDudes(best))
    win(s, best, LOWEST_CARD, journal)


def win(s: ExcellentState, seat: i64, ending: i64, journal: Journal | None) -> None:
    """End the game.  §END"""
    s.winner = seat
    s.ending = ending
    s.end_game()
    if journal is not None:
        journal.add(GameWon(seat, s.held(seat), ENDINGS[ending - 1]))
