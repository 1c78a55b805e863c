"""Time the rules: random playouts inside the engine, games driven from Python, and copies of a state."""

from __future__ import annotations

from time import process_time

from timebooth.bench.measure import SEATS, SEED, Measure
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.playout import playout
from timebooth.kernel.state import State
from timebooth.lab.drive import drive

DEALS = 16  # dealt states that are played out over and over
COPIES = 500  # copies between two readings of the clock


def deal_tables(game: Game) -> list[State]:
    return [game.start(SEATS, None, FastRng(seed)) for seed in range(DEALS)]


def answers_per_choice(tables: list[State]) -> float:
    """Return how many answers, forced ones included, there are for each real choice in these states."""
    rng = FastRng(SEED)
    driven = [drive(table.copy(), rng) for table in tables]
    return sum(one.answers for one in driven) / sum(one.choices for one in driven)


def engine_measures(game: Game) -> list[Measure]:
    """Return the measures of one game: playouts inside the engine, games driven from Python, copies."""
    tables = deal_tables(game)
    each = answers_per_choice(tables)
    return [
        Measure(game.key, "engine", "choices", lambda s: _playouts(tables, s), each),
        Measure(game.key, "python", "choices", lambda s: _driven(game, s), each),
        Measure(game.key, "copies", "copies", lambda s: _copies(tables, s)),
    ]


def _playouts(tables: list[State], seconds: float) -> float:
    rng = FastRng(SEED)
    choices = 0
    begin = process_time()
    while True:
        for table in tables:
            choices += playout(table.copy(), rng)
        spent = process_time() - begin  # not after every playout: reading the clock costs more than some choices
        if spent >= seconds:
            return choices / spent


def _driven(game: Game, seconds: float) -> float:
    """Drive whole games from Python, including the deal, with one generator for all, as the peers do."""
    rng = FastRng(SEED)
    choices = 0
    begin = process_time()
    while True:
        choices += drive(game.start(SEATS, None, rng), rng).choices
        spent = process_time() - begin
        if spent >= seconds:
            return choices / spent


def _copies(tables: list[State], seconds: float) -> float:
    copies = 0
    begin = process_time()
    while True:
        for table in tables:
            for _ in range(COPIES):
                table.copy()
            copies += COPIES
            spent = process_time() - begin
            if spent >= seconds:
                return copies / spent
