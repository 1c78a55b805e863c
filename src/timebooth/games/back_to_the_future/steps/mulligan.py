"""Identity Mulligan: once, before the first turn, anybody may try another identity.  §MULLIGAN"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.back_to_the_future.codes import KEEP_IDENTITY, NEW_IDENTITY
from timebooth.games.back_to_the_future.effects import begin_turn
from timebooth.games.back_to_the_future.events import IdentityKept, MulliganTaken
from timebooth.games.back_to_the_future.state import bttf
from timebooth.kernel.bits import bit, count, nth
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step


class Mulligan(Step):
    """All players decide at once, in secret.  §MULLIGAN"""

    def asked(self, state: State) -> i64:
        return bit(state.seats) - 1

    def options(self, state: State, seat: i64, out: Codes) -> None:
        out.add(KEEP_IDENTITY)
        out.add(NEW_IDENTITY)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        """Draw the new identity before the old one goes back, so that nobody gets the same again.  §J58"""
        s = bttf(state)
        for seat in range(s.seats):
            if answers.at(seat) == KEEP_IDENTITY:
                if journal is not None:
                    journal.add(IdentityKept(seat))
                continue
            old = s.identity[seat]
            new = nth(s.fresh_ids, rng.below(count(s.fresh_ids)))
            s.identity[seat] = new
            s.fresh_ids ^= bit(new) | bit(old)
            if journal is not None:
                journal.add(MulliganTaken(seat, s.box.identities[new]))
        begin_turn(s, s.turn, journal)

    def question(self, state: State, seat: i64) -> Question:
        s = bttf(state)
        return Question("choose", "mulligan", {"identity": s.box.identities[s.identity[seat]]}, True, "§MULLIGAN")
