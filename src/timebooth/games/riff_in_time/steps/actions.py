"""Phase 2, the actions: Move, Interact, Reroll, in any order, until the player stops.  §ACTIONS"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.riff_in_time import turn
from timebooth.games.riff_in_time.codes import MOVE_TO, REROLL_DIE, STAY, STEP_TO, STOP
from timebooth.games.riff_in_time.dice import (
    add_changes,
    add_rerolls,
    can_change,
    can_reroll,
    change_die,
    is_change,
    reroll_die,
)
from timebooth.games.riff_in_time.effects import name_of
from timebooth.games.riff_in_time.events import CharacterMoved
from timebooth.games.riff_in_time.interact import can_interact, do_interact, interactions, is_interact
from timebooth.games.riff_in_time.kinds import (
    BOGUS,
    BY_SECOND_PAIR,
    EXTRA_STEP,
    FOR_FREE,
    FREE_PERSONAGE,
    INTERACT,
    MOVE,
    SPACES,
    WAYS,
)
from timebooth.games.riff_in_time.objectives import note_visit
from timebooth.games.riff_in_time.payment import can_pay, can_pay_somehow, pay, purse_of
from timebooth.games.riff_in_time.state import RiffState, riff
from timebooth.kernel.bits import lowest
from timebooth.kernel.chance import Dice
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step


class TakeActions(Step):
    """Each action rolled or granted can be used once, in any order; none must be.  §ACTIONS §STOP §J42"""

    def asked(self, state: State) -> i64:
        s = riff(state)
        if can_pay_somehow(purse_of(s), MOVE) or can_reroll(s) or can_change(s):
            return s.active()
        if can_interact(s):
            return s.active()
        return 0

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = riff(state)
        out.add(STOP)
        purse = purse_of(s)
        reach = s.within_reach()
        for way in range(BY_SECOND_PAIR + 1):
            if can_pay(purse, MOVE, way):
                add_spaces(s, MOVE_TO + way * SPACES, out)
        for way in range(BY_SECOND_PAIR + 1):
            if can_pay(purse, INTERACT, way):
                interactions(s, way, reach, out)
        if s.can(FREE_PERSONAGE):
            interactions(s, FOR_FREE, reach, out)
        add_rerolls(s, out)
        add_changes(s, out)

    def answer(self, state: State, answers: Codes, rng: Dice, journal: Journal | None) -> None:
        s = riff(state)
        code = answers.at(0)
        if code == STOP:
            s.pop()
        elif is_change(code):
            if change_die(s, code, journal) == BOGUS:
                s.push(turn.RESOLVE_BOGUS)
        elif code >= REROLL_DIE:
            if reroll_die(s, code, rng, journal) == BOGUS:  # §J39
                s.push(turn.RESOLVE_BOGUS)
        elif is_interact(code):
            do_interact(s, code, journal)
        else:
            move(s, code, journal)

    def run(self, state: State, rng: Dice, journal: Journal | None) -> None:
        state.pop()

    def question(self, state: State, seat: i64) -> Question:
        return Question("play", "take_actions", {}, False, "§ACTIONS")


def add_spaces(s: RiffState, code: i64, out: Codes) -> None:
    """Every place one circuit away.  §MOVE §CIRCUITS"""
    place_at = s.place_at
    near = s.box.near[s.position[s.here()]]
    while near != 0:
        out.add(code + place_at[lowest(near)])
        near &= near - 1


def move(s: RiffState, code: i64, journal: Journal | None) -> None:
    """Go one space along a circuit; Bill may take a second one.  §MOVE §BILL §J52"""
    way = (code - MOVE_TO) // SPACES
    pay(s, MOVE, way)
    by = "" if journal is None else WAYS["move"][way]
    go(s, (code - MOVE_TO) % SPACES, by, journal)
    if s.can(EXTRA_STEP):
        s.push(turn.SECOND_STEP)


def go(s: RiffState, place: i64, by: str, journal: Journal | None) -> None:
    """Be somewhere else now."""
    s.at[s.turn] = place
    if journal is not None:
        journal.add(CharacterMoved(name_of(s, s.turn), s.box.places[place], by))
    note_visit(s, s.turn, journal)


class SecondStep(Step):
    """Once a turn Bill goes one space further with the same Move, nothing in between.  §BILL §J52"""

    def asked(self, state: State) -> i64:
        return riff(state).active()

    def options(self, state: State, seat: i64, out: Codes) -> None:
        out.add(STAY)
        add_spaces(riff(state), STEP_TO, out)

    def answer(self, state: State, answers: Codes, rng: Dice, journal: Journal | None) -> None:
        s = riff(state)
        s.pop()
        if answers.at(0) != STAY:
            s.ability_used = True
            go(s, answers.at(0) - STEP_TO, "second_step", journal)

    def question(self, state: State, seat: i64) -> Question:
        return Question("choose", "second_step", {}, False, "§BILL")
