"""Logs of tables as older rules would have written them, and what they showed.

Three kinds of older rules: a number of the edition was another one, a question was not asked, and the state lacked a
field. A missing question is made by leaving its rounds out of a log.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec

from tests.tables.fixtures import ADA, seed, settings
from tests.tables.games import find_game
from timebooth.kernel.chance import FastRng
from timebooth.kernel.edition import Edition
from timebooth.kernel.fields import Fields
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match
from timebooth.store.store import WHOLE_GAME, Entry, Kept
from timebooth.tables import facts
from timebooth.tables.facts import AnyFact
from timebooth.tables.kept import Reached, kept_moment, read_kept, row
from timebooth.tables.messages import events_for, scene
from timebooth.tables.shown import scenes_of
from timebooth.tables.table import Audience, FindGame, Table
from timebooth.tables.wire import Place

Kind = Literal["number", "question", "field", "today"]
KINDS: tuple[Kind, ...] = ("number", "question", "field")

NOT_ASKED = {"back-to-the-future": "mulligan", "excellent-boardgame": "place", "riff-in-time": "swap_card"}
NEW_FIELD = {"back-to-the-future": "reshuffled", "excellent-boardgame": "drops", "riff-in-time": "first_is_secret"}
KEEP_EVERY = 5
ROUNDS = {
    "back-to-the-future": (3, 20, 60, 200, 5000),
    "excellent-boardgame": (3, 10, 40, 5000),
    "riff-in-time": (3, 10, 40, 5000),
}
ROUNDS_TODAY = (3, 10, 20, 40)  # short games make small files


class Written(NamedTuple):
    """What older rules stored of a table, and what every audience was told and shown at each moment."""

    entries: list[Entry]
    kept: list[Kept]
    over: bool
    told: dict[Audience, list[bytes]]
    shown: dict[Audience, list[bytes]]


@cache
def older(key: str, kind: Kind) -> Game:
    """Return a game by the rules before today's, or by today's."""
    now = find_game(key)
    if kind == "today":
        return now
    files = deepcopy(now.edition.files)
    if kind != "question":
        _change_a_number(key, files)
    rules: type[Game] = type("Older", (type(now),), {"rules": now.rules - 1})
    return rules(Edition(now.edition.folder, files))


def _change_a_number(key: str, files: dict[str, dict[str, Any]]) -> None:
    if key == "back-to-the-future":
        first = next(each for each in files["timeline"]["position"] if each.get("rule") == "AND")
        first["rule"] = "OR"
    elif key == "excellent-boardgame":
        for card in files["cards"]["card"]:
            card["buttons"] = ["forward", "forward"]
    else:
        for card in files["riff"]["card"]:
            if card["main"] == [["raise"]]:
                card["main"] = [["raise x2"]]


def find_older(kind: Kind) -> FindGame:
    return lambda key, _edition: older(key, kind)


def play(key: str, kind: Kind, number: int) -> Written:
    """Play a random game by older rules, to the end or for some rounds."""
    dice = random.Random(f"{key} {kind} {number}")
    game = older(key, kind)
    seats = dice.choice([n for n in game.seats if n > 1])
    wanted = msgspec.structs.replace(
        settings(key, seats), places=tuple(Place("bot", bot="random") for _ in range(seats))
    )
    table = Table("t", find_older(kind), kept_until=0)
    entries: list[Entry] = []
    left_out: list[int] = []

    def append(fact: AnyFact) -> None:
        body, written = facts.write(1000.0 + len(entries), fact)
        entries.append(Entry(len(entries) + 1, f"c{len(entries)}", body))
        table.apply(len(entries), written)

    append(facts.Opened(wanted, ADA, game.rules, game.edition.hash, seed(number), "please"))
    most = dice.choice(ROUNDS_TODAY if kind == "today" else ROUNDS[key])
    while not table.ended and _match(table).moment < most:
        if table.window:
            append(facts.WindowClosed())
            continue
        question = table.question()
        skipped = kind == "question" and question is not None and question.prompt == NOT_ASKED[key]
        for seat in table.owes():
            code = dice.choice(_match(table).state.options(seat))
            append(facts.Answered(seat, game.answers.names(code), "bot"))
            if skipped:
                left_out.append(len(entries))
    if not table.ended and dice.random() < 0.5:
        append(facts.Said("Ada", "see you tomorrow", 0))
    reached = _without(table.unkept.reached, left_out)
    table.unkept.reached = list(reached)
    rows = _finished_rows(game, reached) if table.ended else list(_rows(table))
    lost = 0 if table.ended else dice.randrange(2)  # the server was killed before it kept the last row
    kept = [_aged(each, key, kind) for each in rows[: len(rows) - lost] or rows]
    audiences: tuple[Audience, ...] = (None, *range(seats))
    return Written(
        [_renumbered(entry, left_out) for entry in entries if entry.version not in left_out],
        kept,
        table.ended,
        {who: [_told(game, each, who, over=table.ended) for each in reached] for who in audiences},
        {
            who: [msgspec.json.encode(scene(game, each.state, who, each.moment)) for each in reached]
            for who in audiences
        },
    )


def _match(table: Table) -> Match:
    assert table.match is not None
    return table.match


def _told(game: Game, reached: Reached, audience: Audience, *, over: bool) -> bytes:
    return msgspec.json.encode(events_for(game, reached.events, audience, over=over))


def _without(reached: list[Reached], left_out: list[int]) -> list[Reached]:
    """Return the moments of a game in which some answers were never asked for."""
    found: list[Reached] = []
    for each in reached:
        version = each.version - sum(out <= each.version for out in left_out)
        if each.version in left_out and found:  # the same moment, further on
            before = found.pop()
            each = msgspec.structs.replace(each, events=(*before.events, *each.events), last=before.last)
        found.append(msgspec.structs.replace(each, version=version, moment=len(found)))
    return found


def _renumbered(entry: Entry, left_out: list[int]) -> Entry:
    return entry._replace(version=entry.version - sum(out < entry.version for out in left_out))


def _finished_rows(game: Game, reached: list[Reached]) -> list[Kept]:
    moments = [
        msgspec.structs.replace(
            kept_moment(game, each.state, each.events, each.last), scenes=scenes_of(game, each.state, each.moment)
        )
        for each in reached
    ]
    return [row(game, WHOLE_GAME, 0, moments)]


def _rows(table: Table) -> Iterator[Kept]:
    waiting = table.unkept.reached
    while waiting:
        table.unkept.reached, waiting = waiting[:KEEP_EVERY], waiting[KEEP_EVERY:]
        yield from table.unkept.take(table.game)


def _aged(kept: Kept, key: str, kind: Kind) -> Kept:
    """Return a row of positions as they were before a field was added."""
    if kind != "field":
        return kept
    found = read_kept(kept)
    for moment in found.moments:
        del moment.position[NEW_FIELD[key]]
        moment.position["version"] = 1
    return kept._replace(body=zlib.compress(msgspec.json.encode(found)))


@contextmanager
def newer_fields(key: str, kind: Kind) -> Iterator[None]:
    """Let the state of a game have a field that older rules did not have."""
    fields = find_game(key).start(2, find_game(key).options(), FastRng(1)).fields()
    if kind != "field" or fields.version > 1:
        yield
        return
    field = next(each for each in fields if each.name == NEW_FIELD[key])
    try:
        _set(fields, field, 2)
        yield
    finally:
        _set(fields, field, 1)


def _set(fields: Fields, field: Any, version: int) -> None:
    msgspec.structs.force_setattr(fields, "version", version)
    msgspec.structs.force_setattr(field, "since", version)
