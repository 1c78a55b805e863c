"""Opens tables: checks their settings and the quotas, draws a seed, and writes the first fact."""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from timebooth.bots.roster import bot_types
from timebooth.kernel.chance import SEED_BYTES
from timebooth.kernel.position import Position
from timebooth.tables import facts
from timebooth.tables.authorisation import check_bot
from timebooth.tables.facts import Origin, Person
from timebooth.tables.live_tables import LiveTables
from timebooth.tables.new_table import check_settings, with_clean_names
from timebooth.tables.quotas import Quotas, check_new_table, held
from timebooth.tables.wire import Opened, Settings

INVITATION_BYTES = 12


class Reservations:
    """Counts what is under way by key, because the store does not count it yet."""

    def __init__(self) -> None:
        self._under_way: Counter[str] = Counter()

    @contextmanager
    def reserve(self, key: str) -> Iterator[int]:
        """Count one more for a key during the block; yield how many there were before."""
        before = self._under_way[key]
        self._under_way[key] += 1
        try:
            yield before
        finally:
            self._under_way[key] -= 1
            if not self._under_way[key]:
                del self._under_way[key]


class Opener:
    """Opens the tables of one node."""

    def __init__(
        self, live_tables: LiveTables, quotas: Quotas, entropy: Callable[[int], bytes] = secrets.token_bytes
    ) -> None:
        self.entropy = entropy
        self._live_tables = live_tables
        self._quotas = quotas
        self._opening = Reservations()

    async def open(
        self,
        table: str,
        person: Person,
        command: str,
        settings: Settings,
        seats_before: int | None = None,
        origin: Origin | None = None,
        position: Position | None = None,
        address: str = "",
    ) -> Opened:
        """Open a table unless it exists; `origin` or `position` is the game that it continues."""
        game = self._live_tables.find_game(settings.game, settings.edition)
        check_settings(game, settings, seats_before)
        for bot in (settings.substitute, *(place.bot for place in settings.places if place.kind == "bot")):
            check_bot(bot, bot_types())
        settings = with_clean_names(settings)
        seed, invitation = self.entropy(SEED_BYTES).hex(), self.entropy(INVITATION_BYTES).hex()
        if settings.guided and seats_before is None:
            seed = game.guide_seed().hex()
        fact = facts.Opened(
            settings, person, game.rules, game.edition.hash, seed, invitation, origin, position, holds_windows=True
        )
        with self._opening.reserve(person.id) as by_person, self._opening.reserve(address) as by_address:
            if await self._live_tables.store.listing(table) is None:
                await self._check_quotas(person, settings, address, by_person, by_address)
            live = await self._live_tables.open(table, f"{person.id}:{command}", fact, address)
        return Opened(table, live.table.invitation)

    async def _check_quotas(
        self, person: Person, settings: Settings, address: str, by_person: int, by_address: int
    ) -> None:
        """Refuse one table too many; tables that are being opened at this moment count too."""
        store = self._live_tables.store
        theirs = held(await store.count_tables(host=person.id), by_person)
        at_address = held(await store.count_tables(address=address), by_address) if address else held([])
        check_new_table(settings, theirs, at_address, self._quotas)


def table_id(*parts: str) -> str:
    """Return the id of a new table: the same for the same command, so that a repeated one opens nothing new."""
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=9, person=b"timebooth.table1").hexdigest()
