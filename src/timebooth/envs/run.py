"""Runs a game for learners, without any of their libraries.

Forced answers are given automatically: every decision here is a real choice, and the decisions of a game are the
answers of its record.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from timebooth.envs.encoder import encoder
from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.game import Game, GameOptions
from timebooth.kernel.match import begin
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.position import Position, pack, unpack
from timebooth.kernel.record import Record
from timebooth.registry import STANDARD, find_game

MAX_DECISIONS = 10_000  # after which a game is truncated


def rewards(game: Game, outcome: Outcome, seats: int) -> list[float]:
    """Return the reward of each seat: winners share 1, losers share -1; in cooperative games all get 1 or -1."""
    winners = len(outcome.winners)
    if game.cooperative:
        return [1.0 if winners else -1.0] * seats
    if winners in (0, seats):
        return [0.0] * seats
    return [1 / winners if seat in outcome.winners else -1 / (seats - winners) for seat in range(seats)]


Kept = tuple[tuple[Position, int, GameOptions] | None, Rng, int, int | None, random.Random | None]
"""What changes in a run: the position with the steps left and the options, chance, decisions, the series of seeds."""

Options = dict[int, list[int]]
"""The options of some seats."""


class Run:
    """Runs one game after another at one number of seats."""

    def __init__(
        self, game: str | Game, seats: int | None, options: Mapping[str, Any] | None, edition: str = STANDARD
    ) -> None:
        self.game = find_game(game, edition) if isinstance(game, str) else game
        self.seats = self.game.seats[0] if seats is None else seats
        self.options = self.game.read_options(dict(options or {}))
        self.begun = False
        self._played = self.options  # those of the game that is played: a record has its own
        self.encoder = encoder(self.game, self.seats)
        self.choices: Options = {}
        """The seats that decide now, each with its options; empty when the game is over or truncated."""
        self.decisions = 0
        self._series: int | None = None  # the seed that begins a series of games
        self._seeds: random.Random | None = None
        self._rng: Rng = FastRng(0)
        self._first: dict[int, int] = {}  # the first option of each asked seat
        self._listed: Codes = Codes()
        self._given: Codes = Codes()

    def __reduce__(self) -> tuple[object, ...]:
        """Support copying and pickling."""
        dealt = (pack(self.state), int(self.state.steps_left), self._played) if self.begun else None
        kept = dealt, self._rng, self.decisions, self._series, self._seeds
        return _restored, (self.game, self.seats, self.options, kept)

    def restore(self, kept: Kept) -> None:
        """Go on from what a pickled run kept."""
        dealt, self._rng, self.decisions, self._series, self._seeds = kept
        if dealt is not None:
            position, steps_left, self._played = dealt
            self.state = unpack(self.game, self.seats, self._played, position)
            self.state.steps_left = steps_left
            self.begun = True
            self._skip_forced()

    def begin(self, seed: int | None, record: Record | None = None) -> None:
        """Deal the game of a seed or of a record; without either, the next game of the last seed's series."""
        if record is not None:
            self._played = self.game.read_options(record.header.options)
            self._rng = record.rng()
            self.state = begin(self.game, record.header, self._rng, None)
        else:
            self._played = self.options
            if seed is None:
                seed = self._next_seed()
            else:
                self._series, self._seeds = seed, None
            self._rng = FastRng(seed)
            self.state = self.game.start(self.seats, self.options, self._rng)
        self.decisions = 0
        self.begun = True
        self._skip_forced()

    def _next_seed(self) -> int:
        """Return the next seed of the series that the last given seed began."""
        if self._seeds is None:
            self._seeds = random.Random(self._series)
        return self._seeds.getrandbits(31)

    def answer(self, answers: Mapping[int, int]) -> None:
        """Answer for each deciding seat by one of its options."""
        self.decisions += len(answers)
        given = self._given
        given.clear()
        for seat, first in self._first.items():
            given.add(answers.get(seat, first))
        self._play()
        self._skip_forced()

    def _skip_forced(self) -> None:
        """Play until a seat has a choice."""
        state = self.state
        self.choices = {}
        while state.asking != 0:
            if state.step.skip(state):
                state.advance(self._rng, None)
                continue
            self._ask()
            if self.choices:
                break
            self._play()
        if self.decisions >= MAX_DECISIONS:
            self.choices = {}

    def _ask(self) -> None:
        """List the options of all asked seats; a seat with a single option answers it."""
        state = self.state
        step = state.step
        listed = self._listed
        given = self._given
        given.clear()
        self._first = {}
        for seat in state.asked():
            listed.clear()
            step.options(state, seat, listed)
            first = listed.at(0)
            self._first[seat] = first
            given.add(first)
            if listed.size > 1:
                self.choices[seat] = listed.ascending()

    def _play(self) -> None:
        self.state.step.answer(self.state, self._given, self._rng, None)
        self.state.advance(self._rng, None)

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules; one that took too many steps is truncated."""
        return self.state.asking == 0 and not self.state.is_unfinished()

    def rewards(self) -> list[float]:
        """Return the reward of each seat: 0 before the end."""
        outcome = self.state.outcome()
        return [0.0] * self.seats if outcome is None else rewards(self.game, outcome, self.seats)


def _restored(game: Game, seats: int, options: GameOptions, kept: Kept) -> Run:
    run = Run(game, seats, msgspec.to_builtins(options))
    run.restore(kept)
    return run
