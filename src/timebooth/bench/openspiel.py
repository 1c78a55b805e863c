"""Time two card games of OpenSpiel of about the size of ours, as peers of the engine.

Random playouts in C++ are run as the rollouts of a tree search with a single simulation. They start after the deal, as
ours do; the number of answers in a playout is estimated by playing the same state from Python. Driven from Python, both
sides play whole games, including the deal; outcomes of chance are not counted.
"""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import Any

from timebooth.bench.measure import SEED, Measure, Slice

GAMES = ("crazy_eights", "hearts")
ROLLOUTS = 200
COUNTED = 200  # playouts to estimate the average length


def installed() -> bool:
    return find_spec("pyspiel") is not None


def openspiel_measures() -> list[Measure]:
    """Return the measures of OpenSpiel: rollouts in C++ and games driven from Python, in answers per second."""
    spiel: Any = import_module("pyspiel")
    found: list[Measure] = []
    for name in GAMES:
        game = spiel.load_game(name)
        table = _dealt(game)
        length = _length(table)
        title = f"OpenSpiel {name}"
        found.append(Measure(title, "engine", "answers", _rollouts(spiel, table, length), peer=True))
        found.append(Measure(title, "python", "answers", _driven(game), peer=True))
    return found


def _dealt(game: Any) -> Any:
    chance = random.Random(SEED)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance_answer(state, chance))
    return state


def chance_answer(state: Any, chance: random.Random) -> int:
    """Return a random outcome of a chance node whose outcomes are equally likely, as in both games."""
    outcomes = state.chance_outcomes()
    return int(outcomes[int(chance.random() * len(outcomes))][0])


def play_out(state: Any, chance: random.Random) -> int:
    """Play at random to the end; return the number of answers."""
    answers = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance_answer(state, chance))
            continue
        actions = state.legal_actions()
        state.apply_action(actions[int(chance.random() * len(actions))])
        answers += 1
    return answers


def _length(table: Any) -> float:
    chance = random.Random(SEED)
    return sum(play_out(table.clone(), chance) for _ in range(COUNTED)) / COUNTED


def _rollouts(spiel: Any, table: Any, length: float) -> Slice:
    evaluator = spiel.RandomRolloutEvaluator(ROLLOUTS, SEED)
    bot = spiel.MCTSBot(table.get_game(), evaluator, 2.0, 1, 50, False, SEED, False)

    def run(seconds: float) -> float:
        rollouts = 0
        begin = process_time()
        while True:
            bot.step(table)
            rollouts += ROLLOUTS
            spent = process_time() - begin
            if spent >= seconds:
                return rollouts * length / spent

    return run


def _driven(game: Any) -> Slice:
    def run(seconds: float) -> float:
        chance = random.Random(SEED)
        answers = 0
        begin = process_time()
        while True:
            answers += play_out(game.new_initial_state(), chance)
            spent = process_time() - begin
            if spent >= seconds:
                return answers / spent

    return run
