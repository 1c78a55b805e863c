"""Dice of the active pool: rolling, rerolling, Ted's change, and the actions that cards grant."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.riff_in_time import events
from timebooth.games.riff_in_time.codes import REROLL_DIE, SET_DIE
from timebooth.games.riff_in_time.effects import name_of
from timebooth.games.riff_in_time.kinds import (
    BLANK,
    BOGUS,
    BY_SECOND_PAIR,
    CHANGE_DIE,
    DIE_KINDS,
    FACE_KINDS,
    FACES,
    PLACES,
    REROLL,
    SIDES,
    WAYS,
)
from timebooth.games.riff_in_time.payment import can_pay, can_pay_somehow, one, pay, purse_of
from timebooth.games.riff_in_time.state import RiffState
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import Dice
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal

DICE_AND_FACES: Final[i64] = 24  # four kinds of dice, six faces that they may show


def grant_actions(s: RiffState) -> None:
    """One action each from the bonus card, a completed objective and the personages in the booth.  §GRANTED §J55 §F9"""
    player = s.turn
    granted = one(s.box.action[s.bonus[player]])
    for personage in range(PLACES):
        if s.carries(player, personage):
            for action in range(FACE_KINDS):
                granted += s.box.gifts[personage * FACE_KINDS + action] * one(action)
    if s.rewarded & bit(player) != 0:
        granted += one(s.box.action[s.objective[player]])
    s.granted = granted


def roll_die(s: RiffState, die: i64, rng: Dice) -> None:
    s.face[die] = s.box.faces[s.kind[die] * SIDES + rng.below(SIDES)]


def bogus_pending(s: RiffState) -> i64:
    """How many dice show a Bogus that has not been resolved."""
    n: i64 = 0
    used = s.used
    for die in range(s.dice):
        if s.face[die] == BOGUS and used >> die & 1 == 0:
            n += 1
    return n


def unused_die(s: RiffState, kind: i64, face: i64) -> i64:
    """An unused die of a kind that shows a face; none: past the last die."""
    kinds = s.kind
    faces = s.face
    used = s.used
    for die in range(s.dice):
        if kinds[die] == kind and faces[die] == face and used >> die & 1 == 0:
            return die
    return s.dice


def _is_first_alike(s: RiffState, die: i64) -> bool:
    """Unused, and the first of those that cannot be told from it."""
    return s.used & bit(die) == 0 and unused_die(s, s.kind[die], s.face[die]) == die


def can_reroll(s: RiffState) -> bool:
    """There is an unused die, and something else to pay for its reroll.  §REROLL §J37"""
    purse = purse_of(s)
    used = s.used
    for die in range(s.dice):
        face = s.face[die]
        if used >> die & 1 == 0 and can_pay_somehow(purse - one(face), REROLL):
            return True
    return False


def add_rerolls(s: RiffState, out: Codes) -> None:
    """Any unused die can be rerolled, but never by itself.  §REROLL §J37 §J38"""
    purse = purse_of(s)
    for die in range(s.dice):
        if _is_first_alike(s, die):
            kind = s.kind[die]
            face = s.face[die]
            for way in range(BY_SECOND_PAIR + 1):
                if can_pay(purse - one(face), REROLL, way):
                    out.add(REROLL_DIE + way * DICE_AND_FACES + kind * FACE_KINDS + face)


def reroll_die(s: RiffState, code: i64, rng: Dice, journal: Journal | None) -> i64:
    """Roll one die again; its last result stands. Returns what it shows.  §REROLL §J37"""
    way = (code - REROLL_DIE) // DICE_AND_FACES
    kind = (code - REROLL_DIE) % DICE_AND_FACES // FACE_KINDS
    face = (code - REROLL_DIE) % FACE_KINDS
    die = unused_die(s, kind, face)
    pay(s, REROLL, way, die)
    s.rerolled = True
    roll_die(s, die, rng)
    if journal is not None:
        who = name_of(s, s.turn)
        now = FACES[s.face[die]]
        journal.add(events.DieRerolled(who, DIE_KINDS[kind], FACES[face], now, WAYS["reroll"][way]))
    return s.face[die]


def add_changes(s: RiffState, out: Codes) -> None:
    """Once a turn Ted turns an unused die that shows no Bogus to another of its faces.  §TED §J41"""
    if not s.can(CHANGE_DIE):
        return
    for die in range(s.dice):
        if s.face[die] != BOGUS and _is_first_alike(s, die):
            for face in range(BLANK, BOGUS + 1):
                if face != s.face[die] and _has_face(s, s.kind[die], face):
                    out.add(SET_DIE + (s.kind[die] * FACE_KINDS + s.face[die]) * FACE_KINDS + face)


def can_change(s: RiffState) -> bool:
    """Ted has a die to change."""
    if not s.can(CHANGE_DIE):
        return False
    for die in range(s.dice):
        if s.face[die] != BOGUS and s.used & bit(die) == 0:
            return True
    return False


def _has_face(s: RiffState, kind: i64, face: i64) -> bool:
    for side in range(SIDES):
        if s.box.faces[kind * SIDES + side] == face:
            return True
    return False


def is_change(code: i64) -> bool:
    return code >= SET_DIE


def change_die(s: RiffState, code: i64, journal: Journal | None) -> i64:
    """Turn a die to another face; this is no reroll. Returns what it shows.  §TED §J57"""
    die_and_face = (code - SET_DIE) // FACE_KINDS
    kind = die_and_face // FACE_KINDS
    face = die_and_face % FACE_KINDS
    die = unused_die(s, kind, face)
    s.face[die] = (code - SET_DIE) % FACE_KINDS
    s.ability_used = True
    if journal is not None:
        journal.add(events.DieChanged(name_of(s, s.turn), DIE_KINDS[kind], FACES[face], FACES[s.face[die]]))
    return s.face[die]
