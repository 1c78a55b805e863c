"""Plays whole games on a server, and compares at every decision what goes over the wire in worlds that a seat cannot
tell apart: the snapshot, the messages as others answer and their order, who is waited for, and the lobby.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

from tests.server.browser import Browser, Socket
from tests.server.local_server import CONFIG, LocalServer, serving
from timebooth.kernel.chance import FastRng
from timebooth.kernel.state import State
from timebooth.server.tables.hub import Hub
from timebooth.tables.facts import Answered, WindowClosed, Written
from timebooth.tables.live_table import LiveTable
from timebooth.tables.wire import Answer

NOW = 1_000_000.0
NEVER = 1e9
STAYING = msgspec.structs.replace(CONFIG, gone_after=3600.0)
PROJECTED = 2  # answers that are previewed
LOBBY_EVERY = 25  # decisions


class Looked(NamedTuple):
    """What was compared."""

    decisions: int
    frames: int
    prompts: set[str]


class Chair:
    """One audience of the table, with its own browser and socket."""

    def __init__(self, hub: Hub, browser: Browser, socket: Socket, seat: int | None) -> None:
        self.hub = hub
        self.browser = browser
        self.socket = socket
        self.seat = seat

    async def hears(self, live: LiveTable, answers: list[Written], lobby: bool) -> list[str]:
        """Return everything that it receives: the snapshot, messages as others answer, and previews of its answers."""
        socket, table = self.socket, live.table
        await socket.do("ping")  # whatever was sent before has arrived
        socket.numbers = count(1)
        before = len(socket.frames)
        self.hub.lobby.noted.clear()
        await socket.do("listen", table=table.id, seat=self.seat)
        version = table.version
        for written in answers:
            version += 1
            live.apply(version, written)
        if self.seat is not None and self.seat in table.asked():
            assert table.match is not None
            for code in table.match.state.options(self.seat)[:PROJECTED]:
                named, moment = table.game.answers.names(code), table.match.moment
                await socket.do("project", table=table.id, seat=self.seat, moment=moment, answer=named)
        to_be_sent = f"to be sent rows of the lobby: {sorted(self.hub.lobby.noted.items())}"
        await self.hub.lobby.publish()
        await socket.do("stop", table=table.id, seat=self.seat)
        frames = [str(frame) for frame in socket.frames[before:]]
        frames.append(to_be_sent)
        if lobby:
            for path in ("/api/lobby", f"/api/tables/{table.id}"):
                frames.append((await self.browser.http.get(path)).text)
        return frames

    async def hears_in(self, world: State, live: LiveTable, answers: list[Written], lobby: bool) -> list[str]:
        """Return the same in another possible world, and restore the table."""
        table = live.table
        assert table.match is not None
        true = table.match.state
        kept = dict(table.pending), dict(table.answered_at), dict(table.message_numbers), table.version
        table.match.state = world
        try:
            return await self.hears(live, answers, lobby)
        finally:
            table.match.state = true
            table.pending, table.answered_at, table.message_numbers, table.version = kept


class NeverSoon(dict[str, Any]):
    """Suppresses presence messages, whose timing is independent of the game."""

    def __contains__(self, key: object) -> bool:
        return True


async def look(
    file: Path,
    game: str,
    seats: int,
    seed: int,
    options: dict[str, Any] | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Looked:
    """Play a whole random game, the same for the same seed; compare every audience at every decision."""
    looked, frames, prompts = 0, 0, set[str]()
    dice = FastRng(seats)

    def entropy(size: int) -> bytes:
        return bytes([seed]) * size

    with patch("timebooth.server.tables.lobby_watch.BATCH_FOR", NEVER):  # compare who is told, not when
        async with serving(str(file), STAYING, clock=lambda: NOW, entropy=entropy) as server:
            chairs, live = await _sit_down(server, game, seats, options or {})
            while live.table.asked():
                playing = live.table.match
                assert playing is not None
                if live.table.owes() == live.table.asked():
                    looked += 1
                    prompts.add(playing.state.question(live.table.asked()[0]).prompt)
                    progress(looked)
                    for seat in range(seats):
                        imagined = playing.state.sample_world(seat, FastRng(looked))
                        answers, lobby = _sealed_by_others(live, seat), looked % LOBBY_EVERY == 1
                        beside = (None,) if looked % seats == seat else ()
                        for audience in (seat, *beside):
                            true = await chairs[audience].hears_in(playing.state, live, answers, lobby)
                            assert await chairs[audience].hears_in(imagined, live, answers, lobby) == true
                            frames += len(true)
                await _answer(server, live, dice)
    return Looked(looked, frames, prompts)


async def _sit_down(
    server: LocalServer, game: str, seats: int, options: dict[str, Any]
) -> tuple[dict[int | None, Chair], LiveTable]:
    players = [await server.browser() for _ in range(seats)]
    table = await players[0].open(game, "host", *["open"] * (seats - 1), options=options)
    chairs: dict[int | None, Chair] = {}
    for seat, player in enumerate(players):
        chairs[seat] = Chair(server.hub, player, await player.socket(), seat)
        if seat > 0:
            assert (await chairs[seat].socket.act(table, "sit", "sit", seat=seat))["type"] == "done"
    watcher = await server.browser()
    chairs[None] = Chair(server.hub, watcher, await watcher.socket(), None)
    for chair in chairs.values():
        await chair.socket.do("watch_lobby")
    live = await server.tables.live_tables.get(table)
    live.subscribe(None, lambda _: None)  # so that it is never unloaded
    server.hub.presence._pending = NeverSoon()
    return chairs, live


def _sealed_by_others(live: LiveTable, seat: int) -> list[Written]:
    """Return answers of others that do not end the round."""
    table = live.table
    assert table.match is not None
    others = [other for other in table.owes() if other != seat]
    return [
        Written(NOW, Answered(other, table.game.answers.names(table.match.state.options(other)[0])))
        for other in others[: len(table.owes()) - 1]
    ]


async def _answer(server: LocalServer, live: LiveTable, dice: FastRng) -> None:
    if not live.table.owes():  # a window is still open, because the clock stands still here
        await server.tables.live_tables.write(live, f"window:{live.table.asked_version}", WindowClosed)
        return
    playing, seat = live.table.match, live.table.owes()[0]
    assert playing is not None
    options = playing.state.options(seat)
    named = playing.game.answers.names(options[dice.below(len(options))])
    person = live.table.seats[seat].person
    assert person is not None
    command = f"{seat}.{playing.moment}"
    await server.tables.act(live.table.id, person, command, Answer(seat, playing.moment, named))
