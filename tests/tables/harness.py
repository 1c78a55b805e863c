"""Tables on a real store, with a clock that the test owns."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count

from tests.tables.fixtures import ADA, BEN, CLEO, seed
from tests.tables.games import find_game
from timebooth.kernel.chance import FastRng
from timebooth.store.open_store import open_store
from timebooth.store.store import Store
from timebooth.tables.bot_jobs import BotRunner, InlineBots
from timebooth.tables.facts import Person
from timebooth.tables.quotas import UNLIMITED, Quotas
from timebooth.tables.table import Audience
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Action, Answer, Message, Settings, Sit

MAX_TURNS = 100_000
WAIT = 120.0  # seconds, on the slowest machine


class Harness:
    """Tables, their store, and a clock that only the test advances."""

    def __init__(
        self,
        store: Store,
        bot_runner: BotRunner | None = None,
        quotas: Quotas = UNLIMITED,
        *,
        pause_unwatched: bool = False,
    ) -> None:
        self.now = 1_000_000.0
        self.store = store
        self.dice = FastRng(7)
        self.commands = count(1)
        self._numbers = count(1)
        self.tables = Tables(
            store,
            bot_runner=bot_runner or InlineBots(find_game),
            find_game=find_game,
            clock=lambda: self.now,
            entropy=lambda n: bytes.fromhex(seed(next(self._numbers)))[:n],
            pause_unwatched=pause_unwatched,
            quotas=quotas,
        )

    async def open(self, host: Person, settings: Settings) -> str:
        return (await self.tables.create(host, self.command(), settings)).table

    async def open_full(self, settings: Settings) -> str:
        """Open a table for Ada, and let Ben and Cleo sit down; return it."""
        table = await self.open(ADA, settings)
        for person in (BEN, CLEO):
            await self.act(table, person, Sit())
        return table

    def command(self) -> str:
        return f"c{next(self.commands)}"

    async def act(self, table: str, person: Person, action: Action) -> None:
        await self.tables.act(table, person, self.command(), action)

    async def answer(self, table: str, person: Person, seat: int, code: int) -> None:
        playing = (await self.tables.live_tables.get(table)).table.match
        assert playing is not None
        await self.act(table, person, Answer(seat, playing.moment, playing.game.answers.names(code)))

    async def subscribe(self, table: str, person: Person, audience: Audience, invitation: str = "") -> list[Message]:
        """Return a list to which every message of a stream is appended."""
        heard: list[Message] = []
        await self.tables.subscribe(table, person, audience, heard.append, invitation)
        return heard

    async def advance(self, seconds: float) -> None:
        """Advance the clock, and wait until everything that is due is done."""
        self.now += seconds
        await self.tables.tick()

    async def play(self, table: str, people: dict[int, Person], moment: int | None = None) -> None:
        """Play until the game is over, or until a moment: people answer at random; bots and windows take their time."""
        for _ in range(MAX_TURNS):
            game = (await self.tables.live_tables.get(table)).table
            if game.status == "over" or (moment is not None and game.match is not None and game.match.moment >= moment):
                return
            owes = [seat for seat in game.owes() if seat in people and not game.played_by_bot(seat)]
            if owes:
                assert game.match is not None
                options = game.match.state.options(owes[0])
                await self.answer(table, people[owes[0]], owes[0], options[self.dice.below(len(options))])
            else:
                await self.advance(1.0)
        raise AssertionError(f"the game does not end within {MAX_TURNS} turns")


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds that another task, thread or process brings about."""
    async with asyncio.timeout(WAIT):
        while not condition():
            await asyncio.sleep(0.01)


def run_test(
    address: str,
    test: Callable[[Harness], Awaitable[None]],
    quotas: Quotas = UNLIMITED,
    *,
    pause_unwatched: bool = False,
) -> None:
    """Run a test on a store of its own. With `pause_unwatched`, tables of bots pause while nobody watches."""

    async def run() -> None:
        store = await open_store(address)
        harness = Harness(store, quotas=quotas, pause_unwatched=pause_unwatched)
        try:
            await test(harness)
        finally:
            await harness.tables.close()
            await store.close()

    asyncio.run(run())
