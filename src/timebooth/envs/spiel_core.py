"""The content of an OpenSpiel state: a game whose chance comes from outside, byte by byte.

A Python game must not own a generator in OpenSpiel, so chance is explicit: four bytes before the deal, and one before
every round that needs chance. All bytes so far together seed the generator of that round. A state does not determine
future chance, so a search cannot foresee it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from timebooth.envs.run import Options
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.state import State
from timebooth.registry import find_game

DEAL = 4  # bytes
BYTE = 256
SEED_MASK = 2**64 - 1  # the last eight bytes

Move = int | tuple[tuple[int, int], ...]
"""A byte of chance, or the answers by their seats."""


def options_of_all(state: State) -> Options:
    """Return the options of each asked seat."""
    return {seat: state.options(seat) for seat in state.asked()}


def real_choices(listed: Options) -> Options:
    """Return the seats that have more than one option."""
    return {seat: options for seat, options in listed.items() if len(options) > 1}


def complete(listed: Options, answers: Mapping[int, int]) -> list[int]:
    """Return the answers of all asked seats, forced ones included."""
    return [answers[seat] if seat in answers else options[0] for seat, options in listed.items()]


class Core:
    """The game of a state: cheap to copy, pickled as the moves that led to it."""

    def __init__(self, key: str, seats: int) -> None:
        self.key = key
        self.seats = seats
        self.state: State | None = None
        """None until the deal."""
        self.choices: Options = {}
        self.sealed: list[int] | None = None
        """The answers of a round that wait for chance."""
        self.seed = 0
        self.past: Any = None
        """All moves as a linked list, the last one first; shared among copies."""
        self.moves = 0

    @property
    def game(self) -> Game:
        return find_game(self.key)

    def waits_for_chance(self) -> bool:
        return self.state is None or self.sealed is not None

    def over(self) -> bool:
        return self.state is not None and self.state.asking == 0

    def roll(self, byte: int) -> None:
        """Apply a byte of chance."""
        self._note(byte)
        self.seed = (self.seed * BYTE + byte) & SEED_MASK
        if self.state is None:
            if self.moves == DEAL:
                self.state = self.game.start(self.seats, None, FastRng(self.seed))
                self._skip_forced()
            return
        assert self.sealed is not None
        self.state.play(self.sealed, FastRng(self.seed))
        self.sealed = None
        self._skip_forced()

    def answer(self, answers: Mapping[int, int]) -> None:
        """Answer for all seats that decide."""
        assert self.state is not None
        self._note(tuple(answers.items()))
        if self._played_without_chance(complete(options_of_all(self.state), answers)):
            self._skip_forced()

    def _skip_forced(self) -> None:
        while True:
            assert self.state is not None
            listed = options_of_all(self.state)
            self.choices = real_choices(listed)
            if self.choices or not listed or not self._played_without_chance(complete(listed, {})):
                return

    def _played_without_chance(self, answers: list[int]) -> bool:
        assert self.state is not None
        trial, rng = self.state.copy(), FastRng(0)
        before = rng.drawn()
        trial.play(answers, rng)
        if rng.drawn() == before:
            self.state = trial
            return True
        self.sealed = answers
        self.choices = {}
        return False

    def resample(self, seat: int, seed: int) -> None:
        """Redraw everything that a seat cannot know; the result has no past, so it cannot be pickled."""
        assert self.state is not None
        self.state.resample(seat, FastRng(seed))
        self.choices = real_choices(options_of_all(self.state))
        self.past = None

    def _note(self, move: Move) -> None:
        self.past = (self.past, move)
        self.moves += 1

    def __deepcopy__(self, memo: object) -> Core:
        other = Core(self.key, self.seats)
        other.state = None if self.state is None else self.state.copy()
        other.choices = self.choices
        other.sealed = self.sealed
        other.seed = self.seed
        other.past = self.past
        other.moves = self.moves
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        moves: list[Move] = []
        past = self.past
        while past is not None:
            past, move = past
            moves.append(move)
        if len(moves) != self.moves:
            raise TypeError("a resampled state cannot be serialised")
        return replayed, (self.key, self.seats, moves[::-1])


def replayed(key: str, seats: int, moves: list[Move]) -> Core:
    """Return the core that these moves lead to."""
    core = Core(key, seats)
    for move in moves:
        if isinstance(move, int):
            core.roll(move)
        else:
            core.answer(dict(move))
    return core
