"""A game as it is run for learners: who decides now, and what the answers lead to. No learner's library is needed.

Where the rules leave a seat one option, they answer for it: every decision here is a real choice, and the decisions
of a game are the lines of its record.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from timebooth.envs.encoder import encoder
from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.game import Game
from timebooth.kernel.match import begin
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.record import Record
from timebooth.registry import STANDARD, find_game

MOST = 10_000  # decisions after which a game is broken off


def rewards(game: Game, outcome: Outcome, seats: int) -> list[float]:
    """Winners share 1 and losers share -1; together won or lost, it is 1 or -1 for everybody."""
    winners = len(outcome.winners)
    if game.cooperative:
        return [1.0 if winners else -1.0] * seats
    if winners in (0, seats):
        return [0.0] * seats
    return [1 / winners if seat in outcome.winners else -1 / (seats - winners) for seat in range(seats)]


Options = dict[int, list[int]]
"""Of some seats, all that they may answer."""


class Run:
    """One game after another, at one number of seats."""

    def __init__(
        self, game: str | Game, seats: int | None, options: Mapping[str, Any] | None, edition: str = STANDARD
    ) -> None:
        self.game = find_game(game, edition) if isinstance(game, str) else game
        self.seats = self.game.seats[0] if seats is None else seats
        self.options = self.game.read_options(dict(options or {}))
        self.encoder = encoder(self.game, self.seats)
        self.choices: Options = {}
        """The seats that decide now, each with its options; empty when the game is over or broken off."""
        self.decisions = 0
        self._series: int | None = None  # the seed after which a series begins
        self._seeds: random.Random | None = None
        self._dice: Rng = FastRng(0)
        self._first: dict[int, int] = {}  # the first option of each asked seat
        self._listed: Codes = Codes()
        self._given: Codes = Codes()

    def begin(self, seed: int | None, record: Record | None = None) -> None:
        """Deal: the game that this seed gives everywhere, or that of a record; no seed: the next of a series."""
        if record is not None:
            self._dice = record.rng()
            self.state = begin(self.game, record.header, self._dice, None)
        else:
            if seed is None:
                seed = self._next_seed()
            else:
                self._series, self._seeds = seed, None
            self._dice = FastRng(seed)
            self.state = self.game.start(self.seats, self.options, self._dice)
        self.decisions = 0
        self._go_on()

    def _next_seed(self) -> int:
        """Of the series that the last given seed began; most games are dealt by a seed of their own."""
        if self._seeds is None:
            self._seeds = random.Random(self._series)
        return self._seeds.getrandbits(31)

    def answer(self, answers: Mapping[int, int]) -> None:
        """One answer for each deciding seat, an option of that seat."""
        self.decisions += len(answers)
        given = self._given
        given.clear()
        for seat, first in self._first.items():
            given.add(answers.get(seat, first))
        self._play()
        self._go_on()

    def _go_on(self) -> None:
        """Play what the rules leave no choice about."""
        state = self.state
        self.choices = {}
        while state.asking != 0:
            if state.step.skip(state):
                state.advance(self._dice, None)
                continue
            self._ask()
            if self.choices:
                break
            self._play()
        if self.decisions >= MOST:
            self.choices = {}

    def _ask(self) -> None:
        """List the options of all asked seats; the first of each is answered where it has no other."""
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
        self.state.step.answer(self.state, self._given, self._dice, None)
        self.state.advance(self._dice, None)

    @property
    def over(self) -> bool:
        """Somebody won, or all lost."""
        return self.state.asking == 0

    def rewards(self) -> list[float]:
        """What each seat has gained: nothing before the end."""
        outcome = self.state.outcome()
        return [0.0] * self.seats if outcome is None else rewards(self.game, outcome, self.seats)
