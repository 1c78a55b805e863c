"""What a table tells each seat and the spectators: built from what that audience may know, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from timebooth.kernel.game import Game
from timebooth.kernel.journal import Event
from timebooth.kernel.state import State
from timebooth.tables.table import Audience, Change, Table
from timebooth.tables.wire import Ask, Ended, Live, Message, Option, Own, Scene, Told, Waiting


class MessageBuilder:
    """A change as it is told. What everybody may know is put together once."""

    def __init__(self, table: Table, change: Change, at: float) -> None:
        self.table = table
        self.change = change
        self.at = at
        self.events = [
            (event, None if event.SECRET else _told(table.game, event.seen_by(None))) for event in change.events
        ]
        """Each with how it is told, where that is the same for every chair."""
        self.waiting = waiting(table) if change.board or change.waiting else None
        self.summary = table.summary() if change.seats or change.ended else None
        self.ended = ended(table) if change.ended else None

    def message_to(self, audience: Audience) -> Message:
        """The next number of a stream, for a change that reaches this audience."""
        table, change = self.table, self.change
        said = change.said
        return Message(
            number=table.numbers[audience],
            at=self.at,
            events=tuple([same or _told(table.game, event.seen_by(audience)) for event, same in self.events]),
            took_back=change.took_back,
            moved_on=change.moved_on,
            scene=scene_now(table, audience) if change.board else None,
            waiting=self.waiting,
            summary=self.summary,
            own=own(table, audience) if change.board or audience in change.own else None,
            line=None if said is None else table.line(said),
            ended=self.ended,
        )


def message(table: Table, audience: Audience, change: Change, at: float) -> Message:
    """One audience's next number."""
    return MessageBuilder(table, change, at).message_to(audience)


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
    found = scene(table.game, table.playing.state, audience, table.playing.moment)
    return found if table.closed is None else msgspec.structs.replace(found, ask=None)


def scene(game: Game, state: State, audience: Audience, moment: int) -> Scene:
    """A state from one chair."""
    return Scene(moment, state.view(audience), ask(game, state, audience), state.outcome())


def ask(game: Game, state: State, audience: Audience) -> Ask | None:
    """The question to this seat, with every answer that would be accepted."""
    if audience is None or audience not in state.asked():
        return None
    question = state.question(audience)
    return Ask(
        question=question,
        options=tuple([option(game, code, question.prompt) for code in state.options(audience)]),
        missing=tuple(Told(key, args) for key, args in game.missing(state, audience)),
    )


@cache
def option(game: Game, code: int, prompt: str) -> Option:
    """An answer as it is offered: the same at every table of a game."""
    answer = game.answers.names(code)
    return Option(answer, game.answer_key(answer, prompt))


def events_for(game: Game, events: Iterable[Event], audience: Audience, *, over: bool = False) -> tuple[Told, ...]:
    """Events as this audience may know them."""
    return tuple([_told(game, event.seen_by(audience, over=over)) for event in events])


def _told_to_all(game: Game, event: Event) -> Told | None:
    """An event that looks the same from every chair."""
    return None if event.SECRET else _told(game, event.seen_by(None))


def _told(game: Game, seen: dict[str, object]) -> Told:
    return Told(game.event_key(seen), seen)


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
    if table.playing is None or not table.ended:
        return None
    return Ended(table.playing.record.lines())
