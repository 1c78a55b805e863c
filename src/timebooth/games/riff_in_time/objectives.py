"""The nine kinds of task: progress is recorded when it happens and rewarded at the end of the turn.  §TASKS §J54"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.riff_in_time import events
from timebooth.games.riff_in_time.kinds import (
    CARRY_WITH_ANOTHER,
    LOWER_THREE_PLACES,
    LOWER_WITH_PERSONAGE,
    LOWER_WITH_PLAYER,
    NO_REROLLS,
    PASS_PERSONAGE,
    SAN_DIMAS,
    SAN_DIMAS_WITH_TWO,
    STOPS,
    VISIT_IN_ORDER,
    VISIT_WITH_PERSONAGE,
)
from timebooth.games.riff_in_time.state import RiffState
from timebooth.kernel.bits import bit, count
from timebooth.kernel.journal import Journal


def note_visit(s: RiffState, player: i64, journal: Journal | None) -> None:
    """Record where a player is and with whom, after any move, pick up or pass.

    The stops of a task count in their order only.  §TASK.VISIT §TASK.CARRY §J22 §J58 §F13
    """
    task = s.box.task[s.objective(player)]
    if s.met & bit(player) != 0:
        return
    personage = s.box.task_personage[s.objective(player)]
    if task == CARRY_WITH_ANOTHER:
        if s.carries(player, personage) and count(s.in_booth(player)) >= 2:
            advance(s, player, journal)
    elif task == SAN_DIMAS_WITH_TWO:
        if s.at(player) == SAN_DIMAS and count(s.in_booth(player)) >= 2:
            advance(s, player, journal)
    elif task == VISIT_IN_ORDER or task == VISIT_WITH_PERSONAGE:
        stop = s.box.stops[s.objective(player) * STOPS + s.stage(player)]
        if s.at(player) == stop and s.carries(player, personage):
            advance(s, player, journal)


def note_lowering(s: RiffState, place: i64, journal: Journal | None) -> None:
    """Record that the Active Player lowered the rift of this place, being there.  §TASK.LOWER §J56 §F12"""
    player = s.turn
    task = s.box.task[s.objective(player)]
    if place == SAN_DIMAS:
        new = s.lowered_san_dimas & bit(player) == 0
        s.lowered_san_dimas |= bit(player)
    else:
        new = s.lowered(player) & bit(place) == 0
        s.set_lowered(player, s.lowered(player) | bit(place))
    if s.met & bit(player) != 0:
        return
    if task == LOWER_WITH_PERSONAGE:
        if s.carries(player, s.box.task_personage[s.objective(player)]):
            advance(s, player, journal)
    elif task == LOWER_THREE_PLACES:
        if new:
            advance(s, player, journal)
    elif task == LOWER_WITH_PLAYER:
        if s.company(player) != 0:
            advance(s, player, journal)


def note_passing(s: RiffState, personage: i64, journal: Journal | None) -> None:
    """Record that the Active Player passed a personage.  §TASK.PASS"""
    objective = s.objective(s.turn)
    if s.met & bit(s.turn) == 0 and s.box.task[objective] == PASS_PERSONAGE:
        if s.box.task_personage[objective] == personage:
            advance(s, s.turn, journal)


def note_end_of_turn(s: RiffState, journal: Journal | None) -> None:
    """Record whether the Active Player used neither a Reroll nor the Booth this turn.  §TASK.NO_REROLLS §J57 §F11"""
    if s.met & bit(s.turn) == 0 and not s.rerolled and s.box.task[s.objective(s.turn)] == NO_REROLLS:
        advance(s, s.turn, journal)


def advance(s: RiffState, player: i64, journal: Journal | None) -> None:
    """Move the tracking token by one stage.  §TRACKING"""
    objective = s.objective(player)
    s.set_stage(player, s.stage(player) + 1)
    if s.stage(player) == s.box.stages[objective]:
        s.met |= bit(player)
    if journal is not None:
        who = s.box.characters[s.character(player)]
        stages = s.box.stages[objective]
        journal.add(events.ObjectiveAdvanced(who, s.box.objectives[objective], s.stage(player), stages))
