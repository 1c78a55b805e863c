"""Interact: pick up, drop off or pass a personage, or fix the rift.  §INTERACT §J45"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.riff_in_time import events
from timebooth.games.riff_in_time.codes import DROP_OFF, FIX_RIFT, PASS_TO, PICK_UP, REROLL_DIE
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
from timebooth.games.riff_in_time.payment import can_pay_somehow, pay, purse_of
from timebooth.games.riff_in_time.state import RiffState
from timebooth.kernel.bits import lowest
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal

HAND_OVERS: Final[i64] = PLACES * PLAYERS  # codes of one way to pass


def can_pick_up(s: RiffState, personage: i64) -> bool:
    """Stands here, and this is not home; also in San Dimas.  §PICK_UP §J24 §J46 §J47"""
    return s.whereabouts[personage] == s.here() and s.here() != personage


def can_drop_off(s: RiffState, personage: i64) -> bool:
    """This is home, and the personage is in the booth or already stands here.  §DROP_OFF §IN_PLACE §J25 §J47 §J49"""
    if s.here() != personage or s.is_returned(personage):
        return False
    return s.carries(s.turn, personage) or s.whereabouts[personage] == personage


def can_pass(s: RiffState, personage: i64) -> bool:
    """Travels with the Active Player, and this is a Historic Location but not home.  §PASS §J50"""
    if s.here() == SAN_DIMAS and not s.pass_in_san_dimas:
        return False
    return s.carries(s.turn, personage) and s.here() != personage


def can_fix(s: RiffState) -> bool:
    """The rift here is open and its personage has been returned.  §FIX §J29 §J51 §F7"""
    place = s.here()
    return place != SAN_DIMAS and not s.is_fixed(place) and s.is_returned(place)


def interactions(s: RiffState, way: i64, reach: i64, out: Codes) -> None:
    """Everything an Interact, paid for in this way, can do with the personages within reach and with the rift here;
    Joanna's free one fixes no rift.  §JOANNA
    """
    here = s.here()
    while reach != 0:
        personage = lowest(reach)
        reach &= reach - 1
        if can_pick_up(s, personage):
            out.add(PICK_UP + way * PLACES + personage)
        elif can_drop_off(s, personage):
            out.add(DROP_OFF + way * PLACES + personage)
        elif can_pass(s, personage):
            for player in range(s.players):
                if player != s.turn and s.at[player] == here:
                    out.add(PASS_TO + way * HAND_OVERS + personage * PLAYERS + s.character[player])
    if way != FOR_FREE and can_fix(s):
        out.add(FIX_RIFT + way)


def can_interact(s: RiffState) -> bool:
    """There is something to do here and something to pay for it with."""
    paid = can_pay_somehow(purse_of(s), INTERACT)
    if not paid and not s.can(FREE_PERSONAGE):
        return False
    if paid and can_fix(s):
        return True
    company = s.someone_with(s.turn)
    reach = s.within_reach()
    while reach != 0:
        personage = lowest(reach)
        reach &= reach - 1
        if can_pick_up(s, personage) or can_drop_off(s, personage) or (company and can_pass(s, personage)):
            return True
    return False


def is_interact(code: i64) -> bool:
    return PICK_UP <= code < REROLL_DIE


def do_interact(s: RiffState, code: i64, journal: Journal | None) -> None:
    """Pay for it and do it."""
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
    """Pick up a personage; any number may travel in one booth.  §PICK_UP §J46 §F5"""
    if journal is not None:
        place = s.box.places[s.here()]
        journal.add(events.PersonagePickedUp(name_of(s, s.turn), s.box.personages[personage], place, by))
    pick_up(s, personage, journal)


def drop_off(s: RiffState, personage: i64, by: str, journal: Journal | None) -> None:
    """Return a personage, out of the booth or in place.  §DROP_OFF §IN_PLACE §J34"""
    if journal is not None:
        place = s.box.places[personage]
        journal.add(events.PersonageReturned(name_of(s, s.turn), s.box.personages[personage], place, by))
    return_home(s, personage)


def pass_personage(s: RiffState, hand_over: i64, by: str, journal: Journal | None) -> None:
    """Hand a personage to another player, who need not agree.  §PASS §J50"""
    personage = hand_over // PLAYERS
    receiver: i64 = 0
    while s.character[receiver] != hand_over % PLAYERS:
        receiver += 1
    s.whereabouts[personage] = BOOTH + receiver
    if journal is not None:
        who = name_of(s, s.turn)
        journal.add(events.PersonagePassed(who, s.box.personages[personage], name_of(s, receiver), by))
    note_passing(s, personage, journal)
    note_visit(s, receiver, journal)


def fix_rift(s: RiffState, by: str, journal: Journal | None) -> None:
    """One level lower for each Interact.  §FIX §J51"""
    if journal is not None:
        journal.add(events.RiftWorkedOn(name_of(s, s.turn), s.box.places[s.here()], by))
    lower_rift(s, s.here(), journal)
