"""The content of an OpenSpiel state: a game whose chance comes from outside, byte by byte.

A Python game must not own a generator in OpenSpiel, so chance is explicit: four bytes before the deal, and one before
every round that needs chance. All bytes so far together seed the generator of that round. A state does not determine
future chance, so a search cannot foresee it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from timebooth.envs.run import Options
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import Refused
from timebooth.kernel.game import Game
from timebooth.kernel.state import State
from timebooth.registry import STANDARD, find_game

NO_OPTION = -1  # OpenSpiel's parameters cannot be empty
DEAL = 4  # bytes
BYTE = 256
SEED_MASK = 2**64 - 1  # the last eight bytes

Move = int | tuple[tuple[int, int], ...]
"""A byte of chance, or the answers by their seats."""


class Setup(NamedTuple):
    """How the games of one OpenSpiel game begin; plain values, so that it can be pickled."""

    key: str
    seats: int
    sequential: bool = False
    """Whether the seats of a sealed round answer one after the other, none knowing what the others said."""
    edition: str = STANDARD
    options: tuple[tuple[str, Any], ...] = ()

    @property
    def game(self) -> Game:
        return find_game(self.key, self.edition)


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

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = setup.game
        self.seats = setup.seats
        self.state: State | None = None
        """None until the deal."""
        self.choices: Options = {}
        self.pending: dict[int, int] = {}
        """The answers of a sealed round that is not complete yet; only if the seats answer one after the other."""
        self.sealed: list[int] | None = None
        """The answers of a round that wait for chance."""
        self.seed = 0
        self.past: Any = None
        """All moves as a linked list, the last one first; shared among copies."""
        self.moves = 0

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
                options = self.game.read_options(dict(self.setup.options))
                self.state = self.game.start(self.seats, options, FastRng(self.seed))
                self._skip_forced()
            return
        assert self.sealed is not None
        self.state.play(self.sealed, FastRng(self.seed))
        self.sealed = None
        self._skip_forced()

    def deciding(self) -> list[int]:
        """Return the seats that decide now: one after the other, or all of a round together."""
        left = [seat for seat in self.choices if seat not in self.pending]
        return left[:1] if self.setup.sequential else left

    def answer_in_turn(self, code: int) -> None:
        """Answer for the seat that decides now; the round is played when it is complete."""
        (seat,) = self.deciding()
        if code not in self.choices[seat]:
            raise Refused("refused.not_an_option", seat=seat, code=code)
        if len(self.pending) + 1 == len(self.choices):
            self.answer({**self.pending, seat: code})
        else:
            self.pending = {**self.pending, seat: code}

    def answer(self, answers: Mapping[int, int]) -> None:
        """Answer for all seats that decide."""
        assert self.state is not None
        self.pending = {}
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
        """Redraw everything that a seat cannot know, what the seats before it answered in this round included.

        The result has no past, so it cannot be pickled.
        """
        assert self.state is not None
        rng = FastRng(seed)
        self.state.resample(seat, rng)
        self.choices = real_choices(options_of_all(self.state))
        if self.pending:
            earlier = [(other, options) for other, options in self.choices.items() if other < seat]
            self.pending = {other: options[rng.below(len(options))] for other, options in earlier}
        self.past = None

    def _note(self, move: Move) -> None:
        self.past = (self.past, move)
        self.moves += 1

    def __deepcopy__(self, memo: object) -> Core:
        other = Core(self.setup)
        other.state = None if self.state is None else self.state.copy()
        other.choices = self.choices
        other.pending = self.pending
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
        return replayed, (self.setup, moves[::-1], self.pending)


def replayed(setup: Setup, moves: list[Move], pending: dict[int, int]) -> Core:
    """Return the core that these moves lead to."""
    core = Core(setup)
    for move in moves:
        if isinstance(move, int):
            core.roll(move)
        else:
            core.answer(dict(move))
    core.pending = pending
    return core
