"""The past of a table: earlier moments, the story so far, missed messages, and chat."""

from __future__ import annotations

import asyncio
from collections import deque

import msgspec

from timebooth.kernel.match import Match
from timebooth.kernel.position import unpack
from timebooth.kernel.record import Part, Record
from timebooth.store.store import Store
from timebooth.tables import facts
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.kept import KeptGame
from timebooth.tables.messages import events_for, message, scene
from timebooth.tables.shown import shown_scene
from timebooth.tables.slicing import SLICE, replay
from timebooth.tables.table import Audience, FindGame, Table
from timebooth.tables.upgrade_plan import plan_of
from timebooth.tables.wire import Episode, Line, Message, Moment, Story, Told

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


async def look_back(store: Store, table: Table, audience: Audience, moment: int) -> Moment:
    """Return a moment as this audience saw it then; once the game is over, the events that led to it in full."""
    match = table.match
    if match is None:
        raise NotAllowed("table.not_begun")
    if not 0 <= moment <= match.moment:
        raise NotAllowed("table.no_such_moment", moment=moment, most=match.moment)
    if moment <= match.header.earlier and table.plan.start is not None:
        return await _kept_moment(store, table, match, audience, moment)
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


async def _kept_moment(store: Store, table: Table, match: Match, audience: Audience, moment: int) -> Moment:
    """Return a moment that was played with other rules."""
    row = await store.kept_at(table.id, moment)
    kept = KeptGame([row]).at(moment) if row is not None else None
    if kept is None:
        raise NotAllowed("table.moment_not_kept", moment=moment)
    shown = shown_scene(kept, audience)
    if shown is None:
        state = unpack(table.game, len(table.seats), table.game.read_options(match.header.options), kept.position)
        shown = scene(table.game, state, audience, moment)
    return Moment(moment, match.moment, events_for(table.game, kept.events, audience, over=table.ended), shown)


async def story(store: Store, table: Table, audience: Audience, lines: list[Line]) -> Story:
    """Return the whole game so far, moment by moment, and these lines of chat."""
    earlier = await _kept_episodes(store, table, audience) if table.plan.start is not None else []
    match = table.match
    if match is None:
        return Story(tuple(earlier), tuple(lines))
    ends: list[int] = []
    replayed = await replay(table.game, match.record, each=lambda each: ends.append(len(each.journal)))
    events = replayed.journal.events
    ends = [*ends, len(events)] if len(ends) == len(match.rounds) else ends
    starts = [0, *ends[:-1]]
    episodes = [
        Episode(moment, events_for(table.game, events[start:end], audience, over=table.ended))
        for moment, (start, end) in enumerate(zip(starts, ends, strict=True), start=match.header.earlier)
    ]
    return Story((*earlier, *episodes[1 if earlier else 0 :]), tuple(lines))


async def _kept_episodes(store: Store, table: Table, audience: Audience) -> list[Episode]:
    """Return what was played with other rules."""
    start = table.plan.start
    assert start is not None
    kept = KeptGame(await store.kept(table.id))
    notes = {each.moment: _what_changed(each) for each in table.plan.starts}
    episodes = []
    for moment in range(start.moment + 1):
        at = kept.at(moment)
        events = events_for(table.game, at.events, audience, over=table.ended) if at is not None else ()
        episodes.append(Episode(moment, (*events, *notes.get(moment, ()))))
    return episodes


def _what_changed(upgrade: facts.Upgraded) -> tuple[Told, ...]:
    """Return the lines of the log that say what an upgrade changed, one for each version of the rules."""
    return tuple(Told(f"rules.{rules}", {}) for rules in range(upgrade.rules_before + 1, upgrade.rules + 1))


async def record(store: Store, table: Table) -> Record:
    """Return the record of a finished game; if it went on with other rules, with the parts before that."""
    match = finished(table)
    if not table.plan.starts:
        return match.record
    kept = KeptGame(await store.kept(table.id))
    parts = []
    first = 0
    for start, header in zip(table.plan.starts, table.headers_before_upgrades(), strict=True):
        moments = [kept.at(moment) for moment in range(first + 1, start.moment + 1)]
        parts.append(Part(header, tuple(given for at in moments if at is not None for given in at.given)))
        first = start.moment
    found = match.record
    return Record(msgspec.structs.replace(found.header, parts=tuple(parts)), found.given, found.end)


async def missed(store: Store, find_game: FindGame, table: str, audience: Audience, after: int) -> list[Message]:
    """Return the messages of a stream after a number, rebuilt from the log."""
    entries = await store.read(table)
    again = Table(table, find_game, plan_of(entries))
    found = []
    for entry in entries:
        written = facts.read(entry.body)
        change = again.apply(entry.version, written)
        if change.reaches(audience) and again.message_numbers[audience] > after:
            found.append(message(again, audience, change, written.at))
        if entry.version % SLICE == 0:
            await asyncio.sleep(0)
    return found


async def chat(store: Store, table: str) -> list[facts.Said]:
    """Return the latest lines of chat, in order; reactions are shown only when they come."""
    found: deque[facts.Said] = deque(maxlen=MAX_LINES)
    for entry in await store.read(table):
        if SAID in entry.body:
            fact = facts.read(entry.body).fact
            if isinstance(fact, facts.Said) and fact.reaction is None:
                found.append(fact)
        if entry.version % SLICE == 0:
            await asyncio.sleep(0)
    return list(found)
