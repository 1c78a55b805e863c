"""OpenSpiel's card games of about this size, timed in the same run where it is installed.

Its random playouts in C++ are reached through the rollouts of a tree search that is allowed a single simulation. They
start after the deal, as ours do; how many answers one of them holds is counted by playing the same table from Python.
Driven from Python, both play whole games, the deal too; what chance answers is not counted.
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
COUNTED = 200  # playouts from which the average length is taken


def installed() -> bool:
    return find_spec("pyspiel") is not None


def openspiel_measures() -> list[Measure]:
    """Rollouts in C++ and play driven from Python, in answers a second: forced ones are answers there."""
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
    """What chance says, where every outcome is equally likely."""
    outcomes = state.chance_outcomes()
    return int(outcomes[int(chance.random() * len(outcomes))][0])  # both games deal every card equally likely


def play_out(state: Any, chance: random.Random) -> int:
    """Play at random to the end; how many answers players gave."""
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
