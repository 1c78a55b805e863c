"""Decides whether an answer can be undone: only if no chance was used since, and nobody learnt anything from it.

A seat learns something if a round looks different to it in two worlds that it could not tell apart before: a card
shown from a hand, a refusal to react. A move on an open board reveals only an intention.

The verdict itself must not reveal anything. Whoever asks gets it, and everybody sees it if it is granted; so it follows
from what everybody at the table knows, never from what one seat holds or secretly knows.
"""

from __future__ import annotations

from typing import NamedTuple

from timebooth.kernel.chance import FastRng, KeyedRng, Rng
from timebooth.kernel.errors import Refused, TimeboothError
from timebooth.kernel.journal import Journal
from timebooth.kernel.match import Match, Round
from timebooth.kernel.state import State

VISITS = 6  # to each seat, in the walk of `somebody_learnt`
WORLDS = 4  # sampled for each of the other seats at every visit


class UndoRefused(TimeboothError):
    """Raised for an answer that cannot be undone; says why."""


class ChanceUsed(Exception):
    """Raised when a round needs chance in a sampled world."""


class NoRng(Rng):
    def below(self, n: int) -> int:
        raise ChanceUsed


def undo_target(match: Match, seat: int, seed: bytes, before: State | None = None) -> int:
    """Return the moment before this seat's last answer; raise `UndoRefused` if it cannot be undone.

    `before` is the state at that moment, if it is at hand; otherwise the game is replayed up to it.

    That is always one round back, even if the answer was forced: how many options a seat had can depend on its hand,
    and everybody sees how far the game goes back.
    """
    if match.moment == match.first_moment:
        raise UndoRefused("table.take_back.nothing")
    last = match.rounds[-1]
    if last.asked != (seat,):
        raise UndoRefused("table.take_back.others_answered")
    if last.chance:
        raise UndoRefused("table.take_back.chance_was_used")
    moment = match.moment - 1
    rng = FastRng(KeyedRng(seed, b"taking back %d %d" % (seat, moment)).below(2**30))
    if somebody_learnt(before or match.at(moment), last, seat, rng):
        raise UndoRefused("table.take_back.somebody_learnt")
    return moment


def somebody_learnt(before: State, last: Round, seat: int, rng: Rng) -> bool:
    """Return whether this round lets anybody tell worlds apart that they could not tell apart before it.

    Walks from world to world, each sampled for one of the seats in the world before. The first is sampled for the seat
    that answered: from there on nothing depends on what that seat does not know, so for the same knowledge and the same
    random numbers the verdict is the same. The further the walk goes, the less is left of what only some seats know.
    """
    world = before
    played = _played(world, last.codes)
    for visit in range(VISITS * before.seats):
        observer = (seat + visit) % before.seats
        seen = None
        for _ in range(1 if observer == seat else WORLDS):
            sampled = world.sample_world(observer, rng)
            if sampled.numbers() == world.numbers():
                continue  # nothing is hidden from this seat, or the same world was drawn again
            if seen is None and played is not None:
                seen = played.seen_by(observer)
            world, played = sampled, _played(sampled, last.codes)
            if played is None or played.seen_by(observer) != seen:
                return True
    return False


class Played(NamedTuple):
    """A round as it went in one world."""

    state: State
    journal: Journal

    def seen_by(self, seat: int) -> tuple[object, ...]:
        """Return everything that a seat sees of the round and after it."""
        state = self.state
        question = (state.question(seat), state.options(seat)) if seat in state.asked() else None
        return [event.seen_by(seat) for event in self.journal], state.view(seat), state.asked(), question


def _played(world: State, codes: tuple[int, ...]) -> Played | None:
    """Play a round in a copy of this world; return None if it is not possible there, or only with chance."""
    played = Played(world.copy(), Journal())
    try:
        played.state.play(codes, NoRng(), played.journal)
    except (ChanceUsed, Refused):
        return None
    return played
