"""Interact: pick up, drop off or pass a personage, or fix the rift.  §INTERACT §J45"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.riff_in_time import events
from timebooth.games.riff_in_time.codes import DROP_OFF, FIX_RIFT, FIX_RIFT_END, PASS_TO, PICK_UP
from timebooth.games.riff_in_time.effects import lower_rift, name_of, pick_up, return_home
from timebooth.games.riff_in_time.kinds import (
    BOOTH,
    FOR_FREE,
    FREE_PERSONAGE,
    INTERACT,
    PLACES,
    PLAYERS,
    SAN_DIMAS,
    WAYS,
)
from timebooth.games.riff_in_time.objectives import note_passing, note_visit
from timebooth.games.riff_in_time.payment import number_of_ways, pay, ways_to_pay
from timebooth.games.riff_in_time.state import RiffState
from timebooth.kernel.bits import bit, count, lowest
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal

HAND_OVERS: Final[i64] = PLACES * PLAYERS  # codes for each way to pay for a pass


def pick_ups(s: RiffState) -> i64:
    """Return who stands here, San Dimas included, and belongs elsewhere, as a set.  §PICK_UP §J24 §J46 §J47"""
    return s.personages_at(s.here()) & ~bit(s.here())


def drop_offs(s: RiffState) -> i64:
    """Return whose home this is, in the booth or already here, as a set.  §DROP_OFF §IN_PLACE §J25 §J47 §J49"""
    return (s.personages_at(s.here()) | s.in_booth(s.turn)) & bit(s.here()) & ~s.returned


def passes(s: RiffState) -> i64:
    """Return the personages in the booth that can be passed to another player here, as a set.  §PASS §J50

    Not at the personage's home and, unless the table allows it, not in San Dimas.
    """
    if s.company(s.turn) == 0 or (s.here() == SAN_DIMAS and not s.pass_in_san_dimas):
        return 0
    return s.in_booth(s.turn) & ~bit(s.here())


def can_fix(s: RiffState) -> bool:
    """Return whether the rift here is open and its personage has been returned.  §FIX §J29 §J51 §F7"""
    return s.returned & ~s.fixed & bit(s.here()) != 0


def ways_to_interact(s: RiffState, purse: i64) -> i64:
    """Return the ways to pay for an Interact, as a set; Joanna has a free one.  §INTERACT §JOANNA"""
    ways = ways_to_pay(purse, INTERACT)
    return ways | bit(FOR_FREE) if s.can_use(FREE_PERSONAGE) else ways


def interactions(s: RiffState, purse: i64) -> i64:
    """Return how many codes `add_interactions` adds; Joanna's free one cannot fix a rift.  §JOANNA"""
    paid = number_of_ways(purse, INTERACT)
    ways = paid
    if s.can_use(FREE_PERSONAGE):
        ways += 1
    if ways == 0:
        return 0
    n = count(pick_ups(s) | drop_offs(s)) + count(passes(s)) * count(s.company(s.turn))
    n *= ways
    if can_fix(s):
        n += paid
    return n


def add_interactions(s: RiffState, purse: i64, out: Codes) -> None:
    """Add every Interact, in every way to pay for it.  §INTERACT"""
    ways = ways_to_interact(s, purse)
    while ways != 0:
        _add_interactions(s, lowest(ways), out)
        ways &= ways - 1


def _add_interactions(s: RiffState, way: i64, out: Codes) -> None:
    """Add every Interact that is paid for in one way."""
    picked = pick_ups(s)
    dropped = drop_offs(s)
    passed = passes(s)
    reach = picked | dropped | passed
    while reach != 0:
        personage = lowest(reach)
        who = reach & -reach
        reach ^= who
        if picked & who != 0:
            out.add(PICK_UP + way * PLACES + personage)
        elif dropped & who != 0:
            out.add(DROP_OFF + way * PLACES + personage)
        else:
            hand_over = PASS_TO + way * HAND_OVERS + personage * PLAYERS
            receivers = s.company(s.turn)
            while receivers != 0:
                out.add(hand_over + s.character(lowest(receivers)))
                receivers &= receivers - 1
    if way != FOR_FREE and can_fix(s):
        out.add(FIX_RIFT + way)


def is_interact(code: i64) -> bool:
    return PICK_UP <= code < FIX_RIFT_END


def do_interact(s: RiffState, code: i64, journal: Journal | None) -> None:
    """Pay for an Interact and do the one thing that it is for.  §J45"""
    if code >= FIX_RIFT:
        way = code - FIX_RIFT
    elif code >= PASS_TO:
        way = (code - PASS_TO) // HAND_OVERS
    elif code >= DROP_OFF:
        way = (code - DROP_OFF) // PLACES
    else:
        way = (code - PICK_UP) // PLACES
    if way == FOR_FREE:
        s.ability_used = True
    else:
        pay(s, INTERACT, way)
    by = "" if journal is None else WAYS["interact"][way]
    if code >= FIX_RIFT:
        fix_rift(s, by, journal)
    elif code >= PASS_TO:
        pass_personage(s, (code - PASS_TO) % HAND_OVERS, by, journal)
    elif code >= DROP_OFF:
        drop_off(s, (code - DROP_OFF) % PLACES, by, journal)
    else:
        take_along(s, (code - PICK_UP) % PLACES, by, journal)


def take_along(s: RiffState, personage: i64, by: str, journal: Journal | None) -> None:
    """Pick up a personage; a booth holds any number.  §PICK_UP §J46 §F5"""
    if journal is not None:
        place = s.box.places[s.here()]
        journal.add(events.PersonagePickedUp(name_of(s, s.turn), s.box.personages[personage], place, by))
    pick_up(s, personage, journal)


def drop_off(s: RiffState, personage: i64, by: str, journal: Journal | None) -> None:
    """Return a personage, from the booth or in place.  §DROP_OFF §IN_PLACE §J34"""
    if journal is not None:
        place = s.box.places[personage]
        journal.add(events.PersonageReturned(name_of(s, s.turn), s.box.personages[personage], place, by))
    return_home(s, personage)


def pass_personage(s: RiffState, hand_over: i64, by: str, journal: Journal | None) -> None:
    """Hand a personage to another player, who need not agree.  §PASS §J50"""
    personage = hand_over // PLAYERS
    receiver: i64 = 0
    while s.character(receiver) != hand_over % PLAYERS:
        receiver += 1
    s.set_whereabouts(personage, BOOTH + receiver)
    if journal is not None:
        who = name_of(s, s.turn)
        journal.add(events.PersonagePassed(who, s.box.personages[personage], name_of(s, receiver), by))
    note_passing(s, personage, journal)
    note_visit(s, receiver, journal)


def fix_rift(s: RiffState, by: str, journal: Journal | None) -> None:
    """Lower the rift here by one level.  §FIX §J51"""
    if journal is not None:
        journal.add(events.RiftWorkedOn(name_of(s, s.turn), s.box.places[s.here()], by))
    lower_rift(s, s.here(), journal)
