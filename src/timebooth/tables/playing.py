"""The game at a table: its state, its chance, and the rounds of answers that led here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from timebooth.kernel.chance import KeyedRng, Rng, commitment
from timebooth.kernel.game import Game
from timebooth.kernel.journal import Event, Journal
from timebooth.kernel.match import begin, choosing, given, replay
from timebooth.kernel.position import Position
from timebooth.kernel.record import FORMAT, End, Fork, Header, Record
from timebooth.kernel.state import State
from timebooth.tables.facts import Origin


class CountedRng(Rng):
    """Knows whether chance was used."""

    def __init__(self, dice: Rng) -> None:
        self.dice = dice
        self.used = 0

    def below(self, n: int) -> int:
        self.used += 1
        return self.dice.below(n)


class Round(NamedTuple):
    """Answers that were given together."""

    asked: tuple[int, ...]
    codes: tuple[int, ...]
    chose: tuple[bool, ...]
    """Whose answer was not forced."""
    chance: bool


class Playing:
    """Answers go in, events come out; can go back. Keeps codes only: a table must be cheap to hold."""

    def __init__(self, game: Game, header: Header, seed: str, origin: Origin | None = None) -> None:
        self.game = game
        self.header = header
        self.seed = seed
        self.origin = origin
        self.rounds: list[Round] = []
        self.before = 0 if origin is None else origin.rounds
        self.dealt = self._begin()

    def _begin(self) -> list[Event]:
        """Deal, or take up the game that this one goes on from; returns what can be told of it."""
        self.rng = CountedRng(KeyedRng(bytes.fromhex(self.seed)))
        if self.origin is None:
            journal = Journal()
            self.state: State = begin(self.game, self.header, self.rng, journal)
            return journal.events
        record = Record(self.origin.header, list(self.origin.given))
        match = replay(self.game, record, rounds=self.origin.rounds)
        self.state = match.state
        assert match.journal is not None
        return match.journal.events

    @property
    def moment(self) -> int:
        return self.before + len(self.rounds)

    @property
    def over(self) -> bool:
        return self.state.asking == 0

    def play(self, codes: tuple[int, ...]) -> list[Event]:
        """One round of answers; returns what happened."""
        asked, chose = self.state.asked(), choosing(self.state)
        journal = Journal()
        used = self.rng.used
        self.state.play(codes, self.rng, journal)
        self.rounds.append(Round(asked, codes, chose, self.rng.used != used))
        return journal.events

    def back_to(self, moment: int) -> None:
        """Undo the rounds since a moment."""
        rounds = self.rounds[: moment - self.before]
        self.rounds = []
        self._begin()
        for each in rounds:
            self.play(each.codes)

    def at(self, moment: int) -> State:
        """Return the state as it was; no journal and no rounds are needed for that, so none are kept."""
        if self.origin is not None and moment < self.before:
            return replay(self.game, Record(self.origin.header, list(self.origin.given)), rounds=moment).state
        other = Playing(self.game, self.header, self.seed, self.origin)
        for each in self.rounds[: moment - self.before]:
            other.state.play(each.codes, other.rng)
        return other.state

    def record(self) -> Record:
        """The game so far as it is stored, sent and verified, secrets and all."""
        record = self._record_before()
        for each in self.rounds:
            record.given += given(self.game, each.asked, each.codes, each.chose)
        outcome = self.state.outcome()
        record.end = None if outcome is None else End(outcome)
        return record

    def _record_before(self) -> Record:
        """The record of what was played elsewhere, ready to go on here."""
        if self.origin is None:
            return Record(msgspec.structs.replace(self.header, seed=self.seed), [])
        theirs = self.origin.header
        if self.origin.over:
            return Record(msgspec.structs.replace(theirs, names=self.header.names), list(self.origin.given))
        fork = Fork(self.origin.rounds, commitment(bytes.fromhex(self.seed)), self.seed)
        # A fork at a later moment belongs to the timeline that was left: on replay it would change the dice.
        earlier = tuple(each for each in theirs.forks if each.after < fork.after)
        mine = msgspec.structs.replace(theirs, names=self.header.names, bots=self.header.bots, forks=(*earlier, fork))
        return replay(self.game, Record(mine, list(self.origin.given)), rounds=self.origin.rounds).record


def new_header(
    game: Game, seats: int, options: Mapping[str, object], seed: str, position: Position | None = None
) -> Header:
    """The header of a game that begins at a table."""
    return Header(
        timebooth=FORMAT,
        game=game.key,
        rules=game.rules,
        edition=game.edition.name,
        edition_hash=game.edition.hash,
        seats=seats,
        options=msgspec.to_builtins(game.read_options(options)),
        chance="keyed",
        commitment=commitment(bytes.fromhex(seed)),
        position=position,
    )
