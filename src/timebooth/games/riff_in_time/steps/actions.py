"""Phase 2, the actions: Move, Interact, Reroll, in any order, until the player stops.  §ACTIONS"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.riff_in_time import turn
from timebooth.games.riff_in_time.codes import MOVE_TO, MOVE_TO_END, REROLL_DIE, STAY, STEP_TO, STEP_TO_END, STOP
from timebooth.games.riff_in_time.dice import (
    add_changes,
    add_rerolls,
    can_change,
    can_reroll,
    change_die,
    changes,
    is_change,
    reroll_die,
    rerolls,
)
from timebooth.games.riff_in_time.effects import name_of
from timebooth.games.riff_in_time.events import CharacterMoved
from timebooth.games.riff_in_time.interact import add_interactions, do_interact, interactions, is_interact
from timebooth.games.riff_in_time.kinds import (
    BOGUS,
    EXTRA_STEP,
    MOVE,
    SPACES,
    WAYS,
)
from timebooth.games.riff_in_time.objectives import note_visit
from timebooth.games.riff_in_time.payment import number_of_ways, pay, purse_of, ways_to_pay
from timebooth.games.riff_in_time.state import RiffState, riff
from timebooth.kernel.bits import count, lowest, nth, nth_of_few
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step


class TakeActions(Step):
    """Each action rolled or granted can be used once, in any order; none has to be used.  §ACTIONS §STOP §J42"""

    def asked(self, state: State) -> i64:
        s = riff(state)
        purse = purse_of(s)
        if ways_to_pay(purse, MOVE) != 0 or can_reroll(s, purse) or can_change(s) or interactions(s, purse) > 0:
            return s.active_seat()
        return 0

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = riff(state)
        purse = purse_of(s)
        out.add(STOP)
        add_moves(s, purse, out)
        add_interactions(s, purse, out)
        add_rerolls(s, purse, out)
        add_changes(s, out)

    def allows(self, state: State, seat: i64, code: i64, listed: Codes) -> bool:
        """List only the options of the same kind as the code."""
        if code == STOP:
            return True
        s = riff(state)
        purse = purse_of(s)
        if is_move(code):
            return can_move(s, purse, code)
        listed.clear()
        if is_change(code):
            add_changes(s, listed)
        elif code >= REROLL_DIE:
            add_rerolls(s, purse, listed)
        elif is_interact(code):
            add_interactions(s, purse, listed)
        return listed.has(code)

    def pick(self, state: State, seat: i64, rng: Rng, listed: Codes, answers: Codes) -> bool:
        """Count the options of each kind, which is fast, and list only the kind that is picked."""
        s = riff(state)
        purse = purse_of(s)
        moves = number_of_ways(purse, MOVE) * count(spaces_near(s))
        interacts = interactions(s, purse)
        dice = rerolls(s, purse)
        n = rng.below(1 + moves + interacts + dice + changes(s))
        if n == 0:
            answers.add(STOP)
            return True
        n -= 1
        if n < moves:
            answers.add(nth_move(s, purse, n))
            return True
        n -= moves
        listed.clear()
        if n < interacts:
            add_interactions(s, purse, listed)
        else:
            n -= interacts
            add_rerolls(s, purse, listed)
            add_changes(s, listed)
        answers.add(listed.at(n))
        return True

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        code = answers.at(0)
        if code == STOP:
            s.done()
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

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        riff(state).done()

    def question(self, state: State, seat: i64) -> Question:
        return Question("play", "take_actions", {}, False, "§ACTIONS")


def spaces_near(s: RiffState) -> i64:
    """Return the positions one circuit away, as a set.  §CIRCUITS"""
    return s.box.near[s.position(s.here())]


def add_spaces(s: RiffState, code: i64, out: Codes) -> None:
    """Add a code for each place one circuit away.  §MOVE §CIRCUITS"""
    near = spaces_near(s)
    while near != 0:
        out.add(code + s.place_at(lowest(near)))
        near &= near - 1


def add_moves(s: RiffState, purse: i64, out: Codes) -> None:
    """Add every Move, in every way to pay for it.  §MOVE"""
    ways = ways_to_pay(purse, MOVE)
    while ways != 0:
        add_spaces(s, MOVE_TO + lowest(ways) * SPACES, out)
        ways &= ways - 1


def nth_move(s: RiffState, purse: i64, n: i64) -> i64:
    """Return the n-th code, from 0, that `add_moves` adds."""
    near = spaces_near(s)
    each = count(near)
    way = nth_of_few(ways_to_pay(purse, MOVE), n // each)
    return MOVE_TO + way * SPACES + s.place_at(nth(near, n % each))


def is_move(code: i64) -> bool:
    return MOVE_TO <= code < MOVE_TO_END


def can_move(s: RiffState, purse: i64, code: i64) -> bool:
    """Return whether `add_moves` adds this code."""
    way = (code - MOVE_TO) // SPACES
    position = s.position((code - MOVE_TO) % SPACES)
    return ways_to_pay(purse, MOVE) >> way & spaces_near(s) >> position & 1 != 0


def move(s: RiffState, code: i64, journal: Journal | None) -> None:
    """Go one place along a circuit; Bill may go a second one.  §MOVE §BILL §J52"""
    way = (code - MOVE_TO) // SPACES
    pay(s, MOVE, way)
    by = "" if journal is None else WAYS["move"][way]
    go(s, (code - MOVE_TO) % SPACES, by, journal)
    if s.can_use(EXTRA_STEP):
        s.push(turn.SECOND_STEP)


def go(s: RiffState, place: i64, by: str, journal: Journal | None) -> None:
    """Move the Active Player's character to a place."""
    s.set_at(s.turn, place)
    if journal is not None:
        journal.add(CharacterMoved(name_of(s, s.turn), s.box.places[place], by))
    note_visit(s, s.turn, journal)


class SecondStep(Step):
    """Once a turn Bill may go one place further with the same Move, with nothing in between.  §BILL §J52"""

    def asked(self, state: State) -> i64:
        return riff(state).active_seat()

    def options(self, state: State, seat: i64, out: Codes) -> None:
        out.add(STAY)
        add_spaces(riff(state), STEP_TO, out)

    def allows(self, state: State, seat: i64, code: i64, listed: Codes) -> bool:
        if code == STAY:
            return True
        if code < STEP_TO or code >= STEP_TO_END:
            return False
        s = riff(state)
        return spaces_near(s) >> s.position(code - STEP_TO) & 1 != 0

    def pick(self, state: State, seat: i64, rng: Rng, listed: Codes, answers: Codes) -> bool:
        s = riff(state)
        near = spaces_near(s)
        n = rng.below(1 + count(near))
        answers.add(STAY if n == 0 else STEP_TO + s.place_at(nth(near, n - 1)))
        return True

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        s.done()
        if answers.at(0) != STAY:
            s.ability_used = True
            go(s, answers.at(0) - STEP_TO, "second_step", journal)

    def question(self, state: State, seat: i64) -> Question:
        return Question("choose", "second_step", {}, False, "§BILL")
