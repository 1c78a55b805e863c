"""Random games for tests: whole ones, and the decisions on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match
from timebooth.kernel.state import State

MAX_ROUNDS = 20_000  # after which a random game counts as endless


def random_answers(state: State, rng: Rng) -> list[int]:
    """Return a random option for every asked seat."""
    lists = [state.options(seat) for seat in state.asked()]
    return [options[rng.below(len(options))] for options in lists]


def random_match(game: Game, seats: int, seed: int) -> Match:
    """Play a whole game at random."""
    match = Match.new(game, seats, seed=seed)
    rng = FastRng(seed + 1)
    for _ in range(MAX_ROUNDS):
        if match.over:
            return match
        match.play(random_answers(match.state, rng))
    raise AssertionError(f"{game.key} with {seats} seats and seed {seed} does not end")


def decisions(game: Game, seats: int, seed: int, most: int = 60, every: int = 20) -> Iterator[State]:
    """Yield states of a random game: the first decisions of every kind, one in `every` of the others, and the end."""
    chance = FastRng(seed)
    rng = FastRng(seed + 1)
    state = game.start(seats, None, chance)
    met: Counter[str] = Counter()
    shown = 0
    while state.asked():
        prompt = state.question(state.asked()[0]).prompt
        met[prompt] += 1
        if shown < most and (met[prompt] <= 2 or rng.below(every) == 0):
            shown += 1
            yield state
        state.play(random_answers(state, rng), chance)
    yield state
