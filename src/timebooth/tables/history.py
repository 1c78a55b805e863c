"""The past of a table: earlier moments, the story so far, missed messages, and chat."""

from __future__ import annotations

import asyncio
from collections import deque

from timebooth.kernel.match import Match
from timebooth.store.store import Store
from timebooth.tables import facts
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.messages import events_for, message, scene
from timebooth.tables.slicing import SLICE, replay
from timebooth.tables.table import Audience, FindGame, Table
from timebooth.tables.wire import Episode, Line, Message, Moment, Story

MAX_LINES = 1000  # of chat in a story
SAID = b'"fact":"said"'


def finished(table: Table) -> Match:
    """Return a game that is over or whose table was closed; raise `NotAllowed` before that.

    Only then are its answers and its seed open to all.
    """
    if table.match is None and table.ended:
        raise NotAllowed("table.not_begun")
    if table.match is None or not table.ended:
        raise NotAllowed("table.not_over")
    return table.match


async def look_back(table: Table, audience: Audience, moment: int) -> Moment:
    """Return a moment as this audience saw it then; once the game is over, the events that led to it in full."""
    match = table.match
    if match is None:
        raise NotAllowed("table.not_begun")
    if not 0 <= moment <= match.moment:
        raise NotAllowed("table.no_such_moment", moment=moment, most=match.moment)
    events_before = 0

    def remember(replayed: Match) -> None:
        nonlocal events_before
        events_before = len(replayed.journal)

    replayed = await replay(table.game, match.record, each=remember, rounds=moment)
    return Moment(
        moment=moment,
        of=match.moment,
        events=events_for(table.game, replayed.journal.events[events_before:], audience, over=table.ended),
        scene=scene(table.game, replayed.state, audience, moment),
    )


async def story(table: Table, audience: Audience, lines: list[Line]) -> Story:
    """Return the whole game so far, moment by moment, and these lines of chat."""
    match = table.match
    if match is None:
        return Story((), tuple(lines))
    ends: list[int] = []
    replayed = await replay(table.game, match.record, each=lambda each: ends.append(len(each.journal)))
    events = replayed.journal.events
    ends = [*ends, len(events)] if len(ends) == match.moment else ends
    starts = [0, *ends[:-1]]
    return Story(
        tuple(
            Episode(moment, events_for(table.game, events[start:end], audience, over=table.ended))
            for moment, (start, end) in enumerate(zip(starts, ends, strict=True))
        ),
        tuple(lines),
    )


async def missed(store: Store, find_game: FindGame, table: str, audience: Audience, after: int) -> list[Message]:
    """Return the messages of a stream after a number, rebuilt from the log."""
    again = Table(table, find_game)
    found = []
    for entry in await store.read(table):
        written = facts.read(entry.body)
        change = again.apply(entry.version, written)
        if change.reaches(audience) and again.message_numbers[audience] > after:
            found.append(message(again, audience, change, written.at))
        if entry.version % SLICE == 0:
            await asyncio.sleep(0)
    return found


async def chat(store: Store, table: str) -> list[facts.Said]:
    """Return the latest lines of chat, in order."""
    found: deque[facts.Said] = deque(maxlen=MAX_LINES)
    for entry in await store.read(table):
        if SAID in entry.body:
            fact = facts.read(entry.body).fact
            if isinstance(fact, facts.Said):
                found.append(fact)
        if entry.version % SLICE == 0:
            await asyncio.sleep(0)
    return list(found)
