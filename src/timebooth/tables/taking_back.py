"""How far an answer can be taken back: as long as chance was not used and nobody else learnt anything.

Somebody learnt something when what they saw would have looked otherwise in some world that they held possible: a card
shown from a hand, a die, a refusal to react. A move on an open board, that anybody could have foreseen as it was,
taught them nothing but a wish.
"""

from __future__ import annotations

import msgspec

from timebooth.kernel.chance import Dice, KeyedDice
from timebooth.kernel.errors import TimeboothError
from timebooth.kernel.journal import Journal
from timebooth.kernel.state import State
from timebooth.tables.playing import Playing, Round

WORLDS = 16  # that each of the others is asked about


class NotTakenBack(TimeboothError):
    """An answer that stays; says why."""


class ChanceUsed(Exception):
    """In an imagined world, something would have been drawn or rolled."""


class NoDice(Dice):
    def below(self, n: int) -> int:
        raise ChanceUsed


def way_back(playing: Playing, seat: int, seed: bytes) -> int:
    """The moment before this seat's last real choice, if it can be gone back to."""
    moment = playing.moment
    for last in reversed(playing.rounds):
        if last.asked != (seat,):
            raise NotTakenBack("table.take_back.others_answered")
        if last.chance:
            raise NotTakenBack("table.take_back.chance_was_used")
        moment -= 1
        before = playing.at(moment)
        if somebody_learnt(before, last, seat, seed):
            raise NotTakenBack("table.take_back.somebody_learnt")
        if len(before.options(seat)) > 1:
            return moment
    raise NotTakenBack("table.take_back.nothing")


def somebody_learnt(before: State, last: Round, seat: int, seed: bytes) -> bool:
    """Whether anybody else can tell worlds apart by this round that they could not tell apart before it."""
    for other in range(before.seats):
        if other == seat:
            continue
        seen = _seen(before.copy(), last.codes, other)
        dice = KeyedDice(seed, b"taking back %d" % other)
        for _ in range(WORLDS):
            world = before.imagined(other, dice)
            if last.codes[0] not in world.options(seat) or _seen(world, last.codes, other) != seen:
                return True
    return False


def _seen(state: State, codes: tuple[int, ...], other: int) -> bytes | None:
    """All that a seat is shown of a round, played in this world; nothing where chance would come in."""
    journal = Journal()
    try:
        state.play(codes, NoDice(), journal)
    except ChanceUsed:
        return None
    question = [state.question(other), state.options(other)] if other in state.asked() else None
    return msgspec.json.encode(
        [[event.seen_by(other) for event in journal], state.view(other), state.asked(), question]
    )
