"""Nothing leaks over the wire: what reaches a seat or a spectator is the same in every world they cannot tell apart.

Whole games, at every decision (`wire_worlds.py`); `tools/leaks.py` plays more of them.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.local_server import serving
from tests.server.wire_worlds import look
from tests.tables.harness import until
from timebooth.kernel.chance import FastRng
from timebooth.tables.wire import Waiting

GAMES = [
    pytest.param("objection", 3, 11, {}, 2, id="objection"),
    pytest.param("back-to-the-future", 3, 43, {}, 14, id="back-to-the-future"),
    pytest.param("excellent-boardgame", 3, 55, {}, 2, id="excellent-boardgame"),
    pytest.param("riff-in-time", 4, 142, {"characters": "chosen", "open_peek": False}, 10, id="riff-in-time"),
]
"""Short games with every kind of decision but one of Riff in Time, where everything is open (`unfix`)."""


@pytest.mark.parametrize(("game", "seats", "seed", "options", "prompts"), GAMES)
def test_the_bytes_on_the_wire_are_the_same_in_every_world(
    tmp_path: Path, game: str, seats: int, seed: int, options: dict[str, Any], prompts: int
) -> None:
    looked = asyncio.run(look(tmp_path / "tables.db", game, seats, seed, options))

    assert len(looked.prompts) == prompts
    assert looked.frames > 2 * looked.decisions * seats


def test_a_television_of_a_player_receives_the_bytes_of_a_spectator(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(str(tmp_path / "tables.db")) as place:
            ada, eve = await place.browser(), await place.browser()
            table = await ada.open("objection", "host", "host", "host")
            phone, television, spectator = await ada.socket(), await ada.socket(), await eve.socket()
            for seat in range(3):
                await phone.do("listen", table=table, seat=seat)
            for socket in (television, spectator):
                await socket.do("listen", table=table, seat=None)
            live = await place.tables.live_tables.get(table)
            dice = FastRng(5)
            while live.table.asked():
                await until(lambda: live.table.owes() or not live.table.asked())  # a window may be held open
                if not live.table.owes():
                    break
                assert live.table.match is not None
                seat, state, moment = live.table.owes()[0], live.table.match.state, live.table.match.moment
                options = state.options(seat)
                answer = live.table.game.answers.names(options[dice.below(len(options))])
                command = f"a{live.table.version}"
                said = await phone.act(table, command, "answer", seat=seat, moment=moment, answer=answer)
                assert said["type"] == "done"
            for socket in (television, spectator):
                await socket.do("ping")
            ours, theirs = television.messages(table, None), spectator.messages(table, None)
            assert len(theirs) > 5
            assert ours[0] | {"at": 0} == theirs[0] | {"at": 0}  # the snapshot says when it was taken
            assert ours[1:] == theirs[1:]
            assert not any("own" in message or "ask" in message.get("scene", {}) for message in theirs)

    asyncio.run(test())


def test_a_server_that_leaked_who_can_react_would_be_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail."""

    def telltale(table: Any) -> Waiting:
        state = table.match.state
        return Waiting(window=True, seats=tuple(seat for seat in table.owes() if len(state.options(seat)) > 1))

    monkeypatch.setattr("timebooth.tables.messages.waiting", telltale)
    with pytest.raises(AssertionError):
        asyncio.run(look(tmp_path / "tables.db", "objection", 3, 11))


def test_a_message_is_encoded_once_for_all_subscribers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[object] = []

    async def test() -> None:
        async with serving(str(tmp_path / "tables.db")) as server:
            ada = await server.browser()
            table = await ada.open("fingers", "host", "host", "host")
            sockets = [await (await server.browser()).socket() for _ in range(5)]
            for socket in sockets:
                await socket.listen(table)
            hers = await ada.socket()
            written.clear()
            await hers.act(table, "hello", "say", seat=0, text="hello")
            for socket in sockets:
                await socket.do("ping")
                assert socket.messages(table, None)[-1]["line"]["text"] == "hello"
            assert len(written) == 1

    from timebooth.server.tables import stream

    true = stream.encode_message

    def counted(*args: Any) -> bytes:
        written.append(args)
        return true(*args)

    monkeypatch.setattr("timebooth.server.tables.stream.encode_message", counted)
    asyncio.run(test())
