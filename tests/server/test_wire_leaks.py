"""Nothing leaks over the wire: what reaches a seat or a spectator is the same in every world they cannot tell apart.

That is: what stands there, what comes as others answer, in which order, who is waited for, what the lobby says.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.browser import Browser
from tests.server.serving import PLAN, serving
from timebooth.kernel.chance import FastDice
from timebooth.kernel.state import State
from timebooth.tables.facts import Answered, Written
from timebooth.tables.hot import Hot
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Answer, Waiting

NOW = 1_000_000.0
STAYING = msgspec.structs.replace(PLAN, gone_after=3600.0)
GAMES = [("objection", 3, 5), ("back-to-the-future", 3, 3), ("excellent-boardgame", 3, 3), ("riff-in-time", 2, 3)]


async def heard(browser: Browser, hot: Hot, seat: int | None, answers: list[Written]) -> list[str]:
    """All that one screen is told: coming in, and as others answer."""
    socket = await browser.socket()
    await socket.listen(hot.table.id, seat)
    version = hot.table.version
    for written in answers:
        version += 1
        hot.take_in(version, written)
    await socket.do("ping")
    if seat is not None and seat in hot.table.asked():
        assert hot.table.playing is not None
        for code in hot.table.playing.state.options(seat)[:2]:
            named = hot.table.game.answers.names(code)
            moment = hot.table.playing.moment
            await socket.do("project", table=hot.table.id, seat=seat, moment=moment, answer=named)
    frames = [str(frame) for frame in socket.frames[1:]]  # after the welcome
    await socket.close()
    for path in ("/api/lobby", f"/api/tables/{hot.table.id}"):
        frames.append((await browser.http.get(path)).text)
    return frames


async def in_world(
    browsers: dict[int | None, Browser], hot: Hot, world: State, audience: int | None, answers: list[Written]
) -> list[str]:
    """The same in a world that might be the true one; then all is as it was."""
    table = hot.table
    assert table.playing is not None
    true = table.playing.state
    kept = dict(table.pending), dict(table.answered_at), dict(table.numbers), table.version
    table.playing.state = world
    try:
        return await heard(browsers[audience], hot, audience, answers)
    finally:
        table.playing.state = true
        table.pending, table.answered_at, table.numbers, table.version = kept


def sealed_by_others(hot: Hot, seat: int) -> list[Written]:
    """What others may answer without ending the round."""
    table = hot.table
    assert table.playing is not None
    others = [other for other in table.owes() if other != seat]
    return [
        Written(NOW, Answered(other, table.game.answers.names(table.playing.state.options(other)[0])))
        for other in others[: len(table.owes()) - 1]
    ]


async def look(tmp_path: Path, game: str, seats: int, looks: int) -> int:
    """Play a whole game at random; at some decisions, look from every chair into two worlds."""
    looked = 0
    async with serving(str(tmp_path / "tables.db"), STAYING, clock=lambda: NOW) as place:
        players = [await place.browser() for _ in range(seats)]
        table = await players[0].open(game, "host", *["open"] * (seats - 1))
        for player in players[1:]:
            socket = await player.socket()
            assert (await socket.act(table, "sit", "sit"))["type"] == "done"
            await socket.close()
        browsers: dict[int | None, Browser] = {None: await place.browser(), **dict(enumerate(players))}
        hot = await place.tables.room.table(table)
        hot.listen(None, lambda _: None)  # so that it is never forgotten
        place.house.presence._soon = NeverSoon()
        dice = FastDice(seats)
        while hot.table.asked():
            playing = hot.table.playing
            assert playing is not None
            fresh = hot.table.owes() == hot.table.asked()
            if fresh and looked < looks and dice.below(2 if playing.moment < 12 else 20) == 0:
                looked += 1
                for seat in range(seats):
                    answers = sealed_by_others(hot, seat)
                    imagined = playing.state.copy()
                    imagined.resample(seat, FastDice(looked))
                    for audience in (seat, None):
                        true = await in_world(browsers, hot, playing.state, audience, answers)
                        assert await in_world(browsers, hot, imagined, audience, answers) == true
            seat = hot.table.owes()[0]
            options = playing.state.options(seat)
            person = hot.table.seats[seat].person
            assert person is not None
            await answer(place.tables, table, person, seat, options[dice.below(len(options))])
    return looked


async def answer(tables: Tables, table: str, person: Any, seat: int, code: int) -> None:
    playing = (await tables.room.table(table)).table.playing
    assert playing is not None
    named = playing.game.answers.names(code)
    await tables.act(table, person, f"{seat}.{playing.moment}", Answer(seat, playing.moment, named))


class NeverSoon(dict[str, Any]):
    """Comings and goings are not told: when they are has nothing to do with the game."""

    def __contains__(self, key: object) -> bool:
        return True


@pytest.mark.parametrize(("game", "seats", "looks"), GAMES)
def test_the_bytes_on_the_wire_are_the_same_in_every_world(tmp_path: Path, game: str, seats: int, looks: int) -> None:
    assert asyncio.run(look(tmp_path, game, seats, looks)) >= 2


def test_a_server_that_named_who_can_react_would_be_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above has teeth."""

    def telltale(table: Any) -> Waiting:
        state = table.playing.state
        return Waiting(window=True, seats=tuple(seat for seat in table.owes() if len(state.options(seat)) > 1))

    monkeypatch.setattr("timebooth.tables.telling.waiting", telltale)
    with pytest.raises(AssertionError):
        asyncio.run(look(tmp_path, "objection", 3, 5))


def test_a_stream_is_put_into_bytes_once_for_all_who_hear_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[object] = []

    async def test() -> None:
        async with serving(str(tmp_path / "tables.db")) as place:
            ada = await place.browser()
            table = await ada.open("fingers", "host", "host", "host")
            sockets = [await (await place.browser()).socket() for _ in range(5)]
            for socket in sockets:
                await socket.listen(table)
            hers = await ada.socket()
            written.clear()
            await hers.act(table, "hello", "say", seat=0, text="hello")
            for socket in sockets:
                await socket.do("ping")
                assert socket.messages(table, None)[-1]["line"]["text"] == "hello"
            assert len(written) == 1

    from timebooth.server import stream

    true = stream.told

    def counted(*args: Any) -> bytes:
        written.append(args)
        return true(*args)

    monkeypatch.setattr("timebooth.server.stream.told", counted)
    asyncio.run(test())
