"""Takes a table to other rules or another edition than those by which its log was played.

If they play the whole log just as it was told, they adopt it. Otherwise the game goes on from the last kept position,
and what was played before is shown from kept moments. Answers after that position are played again if they are legal. A
game that was over stays over.
"""

from __future__ import annotations

import asyncio
from typing import Literal, NamedTuple

import msgspec

from timebooth.kernel.position import unpack
from timebooth.store.store import Entry, Kept, Store
from timebooth.tables import facts
from timebooth.tables.kept import KeptGame, KeptMoment, Unkept, read_events
from timebooth.tables.shown import scenes_of
from timebooth.tables.slicing import SLICE
from timebooth.tables.table import FindGame, Table
from timebooth.tables.upgrade_plan import Plan, plan_of

How = Literal["same", "adopted", "continued", "closed"]


class Stored(NamedTuple):
    """All that is stored of a table."""

    table: str
    entries: list[Entry]
    kept: list[Kept]
    status: str
    """As it was last listed."""


def needs_upgrade(first: Entry, plan: Plan, find_game: FindGame) -> bool:
    """Return whether a log was played by older rules than those here, or with another edition."""
    opened = facts.read(first.body).fact
    if not isinstance(opened, facts.Opened):
        return False
    game = find_game(opened.settings.game, opened.settings.edition)
    rules, edition_hash = plan.played_by(opened)
    return rules < game.rules or (rules == game.rules and edition_hash != game.edition.hash)


async def upgrade(stored: Stored, plan: Plan, find_game: FindGame) -> facts.Upgraded | None:
    """Return the fact that takes a table to the rules here; None if it was never kept and cannot be adopted."""
    opened = facts.read(stored.entries[0].body).fact
    assert isinstance(opened, facts.Opened)
    game = find_game(opened.settings.game, opened.settings.edition)
    kept = KeptGame(stored.kept)
    version = stored.entries[-1].version + 1
    adopted = facts.Upgraded(game.rules, game.edition.hash, "adopted", *plan.played_by(opened))
    if await _plays_as_told(stored, plan.then(version, adopted), find_game, kept):
        return adopted
    if not kept.moments:
        return None
    try:
        state = unpack(game, len(opened.settings.places), game.read_options(opened.settings.options), kept.position())
        state.view(None)
        for seat in state.asked():
            state.options(seat)
    except Exception:  # the rules of this version cannot read the position
        return msgspec.structs.replace(adopted, how="closed", since=version - 1, moment=kept.last)
    fact = msgspec.structs.replace(
        adopted, how="continued", moment=kept.last, position=kept.position(), reserves=kept.reserves
    )
    for since in (version - 1,) if state.asking == 0 else (kept.version, version - 1):
        fact = msgspec.structs.replace(fact, since=since)
        if since == version - 1 or await _can_be_played(stored, plan.then(version, fact), find_game):
            break
    return fact


async def _plays_as_told(stored: Stored, plan: Plan, find_game: FindGame, kept: KeptGame) -> bool:
    """Return whether the rules here play the log as it was told: every moment was kept, and its events are the same.

    After a crash the last moments may not be kept; what was told then is not known.
    """
    told: dict[int, KeptMoment] = {}
    try:
        table = await _fold(stored, plan, find_game, told, with_scenes=bool(kept.moments and kept.moments[-1].scenes))
    except Exception:
        return False
    if stored.status == "over" and table.status != "over":
        return False
    if kept.moments and (table.match is None or table.match.moment != kept.last):
        return False
    pairs = ((told.get(kept.first + i), moment) for i, moment in enumerate(kept.moments))
    return all(now is None or _same(now, then) for now, then in pairs)


def _same(now: KeptMoment, then: KeptMoment) -> bool:
    """Return whether a moment is told as it was then, and shown so if that was kept."""
    shown = not then.scenes or msgspec.json.encode(now.scenes) == msgspec.json.encode(then.scenes)
    return shown and msgspec.json.encode(now.events) == msgspec.json.encode(then.events)


async def _can_be_played(stored: Stored, plan: Plan, find_game: FindGame) -> bool:
    try:
        await _fold(stored, plan, find_game, {})
    except Exception:
        return False
    return True


async def _fold(
    stored: Stored, plan: Plan, find_game: FindGame, told: dict[int, KeptMoment], *, with_scenes: bool = False
) -> Table:
    """Apply a log by a plan, with every answer checked; collect each moment as it would be kept."""
    table = Table(stored.table, find_game, plan, kept_until=0)
    table.checks = True
    for entry in stored.entries:
        table.apply(entry.version, facts.read(entry.body))
        for each in table.unkept.reached:
            scenes = scenes_of(table.game, each.state, each.moment) if with_scenes else {}
            told[each.moment] = KeptMoment({}, read_events(each.events), scenes=scenes)
        table.unkept = Unkept()
        if entry.version % SLICE == 0:
            await asyncio.sleep(0)
    return table


async def examine(store: Store, table: str, find_game: FindGame) -> How:
    """Return how a table would go on with the rules here, without writing anything; raise if it cannot be opened."""
    entries = await store.read(table)
    plan = plan_of(entries)
    if entries and needs_upgrade(entries[0], plan, find_game):
        listing = await store.listing(table)
        status = listing.status if listing is not None else ""
        fact = await upgrade(Stored(table, entries, await store.kept(table), status), plan, find_game)
        if fact is not None:
            return fact.how
    folded = Table(table, find_game, plan)
    for entry in entries:
        folded.apply(entry.version, facts.read(entry.body))
        if entry.version % SLICE == 0:
            await asyncio.sleep(0)
    return "same"
