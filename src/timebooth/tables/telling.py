"""What a table tells each seat and the spectators: built from what that audience may know, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from timebooth.kernel.game import Game
from timebooth.kernel.journal import Event
from timebooth.kernel.state import State
from timebooth.tables.table import Audience, Change, Table
from timebooth.tables.wire import Ask, Ended, Line, Live, Message, Option, Own, Scene, Told, Waiting


def message(table: Table, audience: Audience, change: Change, at: float) -> Message:
    """The next number of a stream, for a change that reaches this audience."""
    said = change.said
    return Message(
        number=table.numbers[audience],
        at=at,
        events=told(table.game, change.events, audience),
        took_back=change.took_back,
        scene=scene_now(table, audience) if change.board else None,
        waiting=waiting(table) if change.board or change.waiting else None,
        summary=table.summary() if change.seats or change.ended else None,
        own=own(table, audience) if change.board or audience in change.own else None,
        line=None if said is None else Line(said.name, said.text, said.seat),
        ended=ended(table) if change.ended else None,
    )


def snapshot(table: Table, audience: Audience, at: float) -> Message:
    """All that this audience may know now, for somebody who has just come; its stream goes on from this number."""
    return Message(
        number=table.numbers.get(audience, 0),
        at=at,
        scene=scene_now(table, audience),
        waiting=waiting(table),
        summary=table.summary(),
        own=own(table, audience),
        ended=ended(table),
    )


def scene_now(table: Table, audience: Audience) -> Scene | None:
    if table.playing is None:
        return None
    return scene(table.game, table.playing.state, audience, table.playing.moment)


def scene(game: Game, state: State, audience: Audience, moment: int) -> Scene:
    """A state from one chair."""
    return Scene(moment, msgspec.to_builtins(state.view(audience)), ask(game, state, audience), state.outcome())


def ask(game: Game, state: State, audience: Audience) -> Ask | None:
    """The question to this seat, with every answer that would be accepted."""
    if audience is None or audience not in state.asked():
        return None
    question = state.question(audience)
    named = [game.answers.names(code) for code in state.options(audience)]
    return Ask(
        question=question,
        options=tuple(Option(answer, game.answer_key(answer, question.prompt)) for answer in named),
        missing=tuple(Told(key, args) for key, args in game.missing(state, audience)),
    )


def told(game: Game, events: Iterable[Event], audience: Audience, *, over: bool = False) -> tuple[Told, ...]:
    """Events as this audience may know them."""
    seen = [event.seen_by(audience, over=over) for event in events]
    return tuple(Told(game.event_key(each), each) for each in seen)


def waiting(table: Table) -> Waiting:
    """Whom the table waits for. A window names nobody, and what it shows does not change while it is open."""
    if table.status != "running":
        return Waiting()
    if table.window:
        pace = table.settings.pace
        closes = table.asked_at + pace.window if isinstance(pace, Live) else table.window_closes()
        return Waiting(window=True, closes=closes)
    owes = table.owes()
    ends = {seat: table.clock_ends(seat) for seat in owes}
    return Waiting(seats=owes, until={seat: end for seat, end in ends.items() if end is not None})


def own(table: Table, audience: Audience) -> Own | None:
    if audience is None:
        return None
    sitting = table.seats[audience]
    code = table.pending.get(audience)
    return Own(None if code is None else table.game.answers.names(code), sitting.orders, sitting.note)


def ended(table: Table) -> Ended | None:
    if table.playing is None or not table.playing.over:
        return None
    return Ended(table.playing.record().lines())
