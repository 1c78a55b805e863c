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

    from timebooth.server.tables import stream

    true = stream.encode_message

    def counted(*args: Any) -> bytes:
        written.append(args)
        return true(*args)

    monkeypatch.setattr("timebooth.server.tables.stream.encode_message", counted)
    asyncio.run(test())
