"""Dice of the active pool: rolling, rerolling, Ted's change, and the actions that cards grant."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.riff_in_time import events
from timebooth.games.riff_in_time.codes import REROLL_DIE, SET_DIE
from timebooth.games.riff_in_time.effects import name_of
from timebooth.games.riff_in_time.kinds import (
    BOGUS,
    CHANGE_DIE,
    DIE_KINDS,
    FACE_KINDS,
    FACES,
    POOL,
    REROLL,
    SIDES,
    WAYS,
)
from timebooth.games.riff_in_time.payment import number_of_ways, one, pay, ways_to_pay
from timebooth.games.riff_in_time.state import RiffState
from timebooth.kernel.bits import bit, count, lowest
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.packed import places_of

DICE_AND_FACES: Final[i64] = 24  # four kinds of dice, six faces that they may show


def grant_actions(s: RiffState) -> None:
    """Grant the actions of the bonus card, a completed objective and the personages in the booth.  §GRANTED §J55 §F9"""
    player = s.turn
    granted = one(s.box.action[s.bonus(player)]) + s.box.gifts[s.in_booth(player)]
    if s.rewarded & bit(player) != 0:
        granted += one(s.box.action[s.objective(player)])
    s.granted = granted


def roll_die(s: RiffState, die: i64, rng: Rng) -> None:
    """Roll one die of the active pool."""
    s.set_face(die, s.box.faces[s.kind(die) * SIDES + rng.below(SIDES)])


def bogus_pending(s: RiffState) -> i64:
    """Return the dice that show a Bogus not yet resolved, as a set."""
    return s.unused_showing(BOGUS)


def die_like(s: RiffState, kind: i64, face: i64) -> i64:
    """Return the first unused die of a kind that shows a face; there must be one."""
    return lowest(s.unused_showing(face) & places_of(s.kinds, kind))


def unlike_dice(s: RiffState) -> i64:
    """Return one unused die of each kind and face, as a set: equal dice are one option."""
    found: i64 = 0
    known: i64 = 0
    unused = s.unused_dice()
    for die in range(POOL):
        look = s.kind(die) * FACE_KINDS + s.face(die)
        new = unused >> die & ~(known >> look) & 1
        known |= new << look
        found |= new << die
    return found


def can_reroll(s: RiffState, purse: i64) -> bool:
    """Return whether something other than the die itself pays for the reroll of an unused die.  §REROLL §J37"""
    unused = s.unused_dice()
    while unused != 0:
        if ways_to_pay(purse - one(s.face(lowest(unused))), REROLL) != 0:
            return True
        unused &= unused - 1
    return False


def rerolls(s: RiffState, purse: i64) -> i64:
    """Return how many codes `add_rerolls` adds."""
    n: i64 = 0
    dice = unlike_dice(s)
    for die in range(POOL):
        n += (dice >> die & 1) * number_of_ways(purse - one(s.face(die)), REROLL)
    return n


def add_rerolls(s: RiffState, purse: i64, out: Codes) -> None:
    """Add every reroll of an unused die; a die cannot pay for its own.  §REROLL §J37 §J38"""
    dice = unlike_dice(s)
    while dice != 0:
        die = lowest(dice)
        dice &= dice - 1
        face = s.face(die)
        code = REROLL_DIE + s.kind(die) * FACE_KINDS + face
        ways = ways_to_pay(purse - one(face), REROLL)
        while ways != 0:
            out.add(code + lowest(ways) * DICE_AND_FACES)
            ways &= ways - 1


def reroll_die(s: RiffState, code: i64, rng: Rng, journal: Journal | None) -> i64:
    """Roll one die again and return what it shows; the last result stands.  §REROLL §J37"""
    way = (code - REROLL_DIE) // DICE_AND_FACES
    kind = (code - REROLL_DIE) % DICE_AND_FACES // FACE_KINDS
    face = (code - REROLL_DIE) % FACE_KINDS
    die = die_like(s, kind, face)
    pay(s, REROLL, way, die)
    s.rerolled = True
    roll_die(s, die, rng)
    if journal is not None:
        who = name_of(s, s.turn)
        now = FACES[s.face(die)]
        journal.add(events.DieRerolled(who, DIE_KINDS[kind], FACES[face], now, WAYS["reroll"][way]))
    return s.face(die)


def other_faces(s: RiffState, die: i64) -> i64:
    """Return the other faces of a die without Bogus, as a set.  §J41"""
    return s.box.face_set[s.kind(die)] & ~bit(s.face(die)) & ~bit(BOGUS)


def add_changes(s: RiffState, out: Codes) -> None:
    """Add every change that Ted can make: once a turn, an unused die, neither from nor to Bogus.  §TED §J41"""
    if not s.can_use(CHANGE_DIE):
        return
    dice = unlike_dice(s) & ~bogus_pending(s)
    while dice != 0:
        die = lowest(dice)
        dice &= dice - 1
        look = s.kind(die) * FACE_KINDS + s.face(die)
        faces = other_faces(s, die)
        while faces != 0:
            out.add(SET_DIE + look * FACE_KINDS + lowest(faces))
            faces &= faces - 1


def changes(s: RiffState) -> i64:
    """Return how many codes `add_changes` adds."""
    n: i64 = 0
    if s.can_use(CHANGE_DIE):
        dice = unlike_dice(s) & ~bogus_pending(s)
        while dice != 0:
            n += count(other_faces(s, lowest(dice)))
            dice &= dice - 1
    return n


def can_change(s: RiffState) -> bool:
    """Return whether Ted has a die to change."""
    if not s.can_use(CHANGE_DIE):
        return False
    dice = s.unused_dice() & ~bogus_pending(s)
    while dice != 0:
        if other_faces(s, lowest(dice)) != 0:
            return True
        dice &= dice - 1
    return False


def is_change(code: i64) -> bool:
    return code >= SET_DIE


def change_die(s: RiffState, code: i64, journal: Journal | None) -> i64:
    """Turn a die to another face, which is not a reroll, and return that face.  §TED §J57"""
    die_and_face = (code - SET_DIE) // FACE_KINDS
    kind = die_and_face // FACE_KINDS
    face = die_and_face % FACE_KINDS
    die = die_like(s, kind, face)
    s.set_face(die, (code - SET_DIE) % FACE_KINDS)
    s.ability_used = True
    if journal is not None:
        journal.add(events.DieChanged(name_of(s, s.turn), DIE_KINDS[kind], FACES[face], FACES[s.face(die)]))
    return s.face(die)
