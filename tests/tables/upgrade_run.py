"""Takes logs of older rules to today's, and compares what the tables show with what they showed before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from tests.tables.games import find_game
from tests.tables.upgrade_logs import Kind, Written, newer_fields, play
from timebooth.kernel.match import verify
from timebooth.kernel.record import read_record
from timebooth.store.store import ALL_KEPT, WHOLE_GAME, Append, Entry, Kept, Listing
from timebooth.tables import facts, history
from timebooth.tables.live_tables import LiveTables
from timebooth.tables.table import Audience, Table

LOOKS = 12  # at about so many moments of a game, each audience looks back


class OneTable:
    """The part of a store that opening a table needs, with one table in it."""

    def __init__(self, written: Written) -> None:
        self.entries = list(written.entries)
        self.rows = list(written.kept)
        self.status = "over" if written.over else "running"

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        return self.entries[after:]

    async def listing(self, table: str) -> Listing:
        return Listing(table, self.status, False, 0.0, b"", ())

    async def append(self, table: str, version: int, command: str, body: bytes, listing: object = None) -> Append:
        assert version == len(self.entries) + 1
        self.entries.append(Entry(version, command, body))
        return Append.DONE

    async def kept_until(self, table: str) -> int:
        whole = any(row.version == WHOLE_GAME for row in self.rows)
        return ALL_KEPT if whole else max((row.version for row in self.rows), default=0)

    async def kept(self, table: str) -> list[Kept]:
        return self.rows

    async def kept_at(self, table: str, moment: int) -> Kept | None:
        found = [row for row in self.rows if row.first <= moment]
        return found[-1] if found and moment < found[-1].first + found[-1].moments else None


async def upgrade_one(key: str, kind: Kind, number: int) -> str:
    """Take one table to today's rules, check all that it shows, play on, and return how it went on."""
    written = play(key, kind, number)
    with newer_fields(key, kind):
        store: Any = OneTable(written)
        table = await opened(store)
        upgraded = table.plan.last
        assert upgraded is not None
        assert table.match is not None
        assert not written.over or table.status == "over"
        kept = table.match.header.earlier if table.plan.starts else table.match.moment
        for audience in written.told:
            await _check_story(store, table, audience, written, kept)
        version = table.version
        again = await opened(store)
        assert (again.version, again.match is not None) == (version, True)
        assert again.summary() == table.summary()
        _play_on(table)
        if table.plan.starts:
            record = read_record((await history.record(store, table)).lines())
            verify(table.game, record)
            assert sum(len(part.given) for part in record.header.parts) > 0 or kept <= 1
        return upgraded.how


async def opened(store: Any) -> Table:
    live_tables = LiveTables(store, find_game, lambda: 2_000_000.0, lambda _live: None)
    return (await live_tables.get("t")).table


async def _check_story(store: Any, table: Table, audience: Audience, written: Written, kept: int) -> None:
    """Check that every moment is told and shown as it was."""
    over = table.ended == written.over  # a game that ended since then shows what was secret
    story = await history.story(store, table, audience, [])
    assert [each.moment for each in story.moments] == list(range(len(story.moments)))
    notes = len(table.plan.starts) and table.plan.starts[-1].rules - table.plan.starts[-1].rules_before
    for moment, told in enumerate(written.told[audience][: kept + 1]):
        events = story.moments[moment].events
        if table.plan.starts and moment == kept:
            assert [each.key for each in events[len(events) - notes :]] == [f"rules.{table.game.rules}"]
            events = events[: len(events) - notes]
        assert not over or msgspec.json.encode(events) == told
        if moment % (1 + kept // LOOKS) != 0 and moment != kept:
            continue
        then = await history.look_back(store, table, audience, moment)
        if written.over:
            assert msgspec.json.encode(then.scene) == written.shown[audience][moment]
        assert not over or msgspec.json.encode(then.events) == told


def _play_on(table: Table) -> None:
    """Answer until the game is over or for many rounds: the first option, then the last, in turns."""
    most = 60
    while not table.ended and most:
        most -= 1
        if table.window:
            fact: Any = facts.WindowClosed()
        else:
            seat = table.owes()[0]
            options = table.match.state.options(seat) if table.match is not None else []
            fact = facts.Answered(seat, table.game.answers.names(options[-(most % 2)]), "bot")
        table.apply(table.version + 1, facts.Written(3_000_000.0, fact))
    if not table.ended:
        table.apply(table.version + 1, facts.Written(3_000_000.0, facts.Closed("by_host")))


async def upgrade_many(
    key: str, kind: Kind, tables: int, progress: Callable[[int], None] = lambda _done: None
) -> Counter[str]:
    """Return how many tables were adopted, continued and closed."""
    found: Counter[str] = Counter()
    for number in range(tables):
        found[await upgrade_one(key, kind, number)] += 1
        progress(number + 1)
    return found
