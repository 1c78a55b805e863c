"""Builds the messages to each seat and to the spectators, from nothing but what that audience may know."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from timebooth.kernel.game import Game
from timebooth.kernel.journal import Event
from timebooth.kernel.state import State
from timebooth.tables.kept import KeptEvent
from timebooth.tables.table import Audience, Change, Table
from timebooth.tables.undo_offers import consenting, undo_offer
from timebooth.tables.wire import Ask, Ended, Live, Message, Option, Own, Scene, Told, UndoRequest, Waiting


class MessageBuilder:
    """Builds the messages of one change; what everybody may know is built once."""

    def __init__(self, table: Table, change: Change, at: float) -> None:
        self.table = table
        self.change = change
        self.at = at
        self.events = [
            (event, None if event.SECRET else _event(table.game, event.seen_by(None))) for event in change.events
        ]
        """Each event, with its message part if that is the same for every audience."""
        self.waiting = waiting(table) if change.board or change.waiting else None
        self.summary = table.summary() if change.seats or change.ended else None
        self.ended = ended(table) if change.ended else None

    def message_to(self, audience: Audience) -> Message:
        """Return the message to an audience that the change reaches."""
        table, change = self.table, self.change
        said = change.said
        return Message(
            number=table.message_numbers[audience],
            at=self.at,
            events=tuple([shared or _event(table.game, event.seen_by(audience)) for event, shared in self.events]),
            took_back=change.took_back,
            moved_on=change.moved_on,
            scene=scene_now(table, audience) if change.board else None,
            waiting=self.waiting,
            summary=self.summary,
            own=own(table, audience) if change.board or change.seats or audience in change.own else None,
            line=None if said is None else table.chat.line(said),
            ended=self.ended,
        )


def message(table: Table, audience: Audience, change: Change, at: float) -> Message:
    """Return the message of a change to one audience."""
    return MessageBuilder(table, change, at).message_to(audience)


def snapshot(table: Table, audience: Audience, at: float) -> Message:
    """Return everything that this audience may know now; its stream continues after this number."""
    return Message(
        number=table.message_numbers.get(audience, 0),
        at=at,
        scene=scene_now(table, audience),
        waiting=waiting(table),
        summary=table.summary(),
        own=own(table, audience),
        ended=ended(table),
    )


def scene_now(table: Table, audience: Audience) -> Scene | None:
    if table.match is None:
        return None
    found = scene(table.game, table.match.state, audience, table.match.moment)
    return found if table.closed is None else msgspec.structs.replace(found, ask=None)


def scene(game: Game, state: State, audience: Audience, moment: int) -> Scene:
    """Return a state as one audience sees it."""
    return Scene(moment, state.view(audience), ask(game, state, audience), state.outcome())


def ask(game: Game, state: State, audience: Audience) -> Ask | None:
    """Return the question to this seat with all its options; None if it is not asked."""
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
    """Return an option as players see it: the same at every table of a game, so it is cached."""
    answer = game.answers.names(code)
    return Option(answer, game.answer_key(answer, prompt))


def events_for(
    game: Game, events: Iterable[Event | KeptEvent], audience: Audience, *, over: bool = False
) -> tuple[Told, ...]:
    """Return events as this audience may know them."""
    return tuple([_event(game, event.seen_by(audience, over=over)) for event in events])


def _event(game: Game, seen: dict[str, object]) -> Told:
    return Told(game.event_key(seen), seen)


def waiting(table: Table) -> Waiting:
    """Return whom the table waits for; for a window nobody by name, and the same for as long as it is open."""
    if table.status != "running":
        return Waiting()
    if table.window:
        pace = table.settings.pace
        closes = table.window_closes()
        if isinstance(pace, Live) and not table.shares_a_screen():
            closes = table.asked_at + pace.window  # without the jitter
        return Waiting(window=True, closes=closes, undo=undo_request(table))
    owes = table.owes()
    ends = {seat: table.clock_ends(seat) for seat in owes}
    return Waiting(
        seats=owes, until={seat: end for seat, end in ends.items() if end is not None}, undo=undo_request(table)
    )


def undo_request(table: Table) -> UndoRequest | None:
    asked = table.undo_asked
    if asked is None:
        return None
    missing = tuple(seat for seat in consenting(table, asked.seat) if seat not in asked.granted)
    return UndoRequest(asked.seat, missing)


def own(table: Table, audience: Audience) -> Own | None:
    if audience is None:
        return None
    seat_state = table.seats[audience]
    code = table.pending.get(audience)
    undo = undo_offer(table, audience)
    return Own(None if code is None else table.game.answers.names(code), seat_state.orders, seat_state.note, undo)


def ended(table: Table) -> Ended | None:
    if table.match is None or not table.ended:
        return None
    return Ended(table.match.record.lines())
