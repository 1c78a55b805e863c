"""Searched moves: our information-set search beside OpenSpiel's own, as many iterations a move.

Each side searches decisions of random games of its own. Theirs plays a random game to its end in every iteration; ours
looks a step ahead at every answer and judges the table a few answers on, which is dearer and plays better.
"""

from __future__ import annotations

import random
from importlib import import_module
from time import process_time
from typing import Any

from timebooth.bots.bot import Budget, Sight
from timebooth.bots.search_bot import think
from timebooth.kernel.chance import FastDice
from timebooth.kernel.game import Game
from timebooth.kernel.state import State
from timebooth.lab.bench import SEATS, SEED, Measure, Slice
from timebooth.lab.peers import chance_answer

ITERATIONS = 200
POSITIONS = 24  # decisions that are searched over and over
PEER = "OpenSpiel hearts"
UCT = 2.0


def measures_of_search(game: Game, iterations: int = ITERATIONS) -> list[Measure]:
    seats = min(SEATS, game.seats[-1])
    return [Measure(game.key, "search", "moves", _ours(game, decisions_of(game, seats), iterations))]


def measures_of_peer_search(iterations: int = ITERATIONS) -> list[Measure]:
    """OpenSpiel's search in C++ on its game of hearts."""
    spiel: Any = import_module("pyspiel")
    return [Measure(PEER, "search", "moves", _theirs(spiel, iterations), peer=True)]


def decisions_of(game: Game, seats: int, many: int = POSITIONS) -> list[tuple[State, int]]:
    """Real choices of random games, spread over them: the state and who decides."""
    found: list[tuple[State, int]] = []
    dice = FastDice(SEED)
    while len(found) < many:
        state = game.start(seats, None, dice)
        while asked := state.asked():
            lists = [state.options(seat) for seat in asked]
            for seat, options in zip(asked, lists, strict=True):
                if len(options) > 1 and dice.below(4) == 0:
                    found.append((state.copy(), seat))
            state.play([options[dice.below(len(options))] for options in lists], dice)
    picked = list(range(len(found)))
    dice.shuffle(picked)
    return [found[i] for i in picked[:many]]


def _ours(game: Game, decisions: list[tuple[State, int]], iterations: int) -> Slice:
    sights = [Sight(game, state, seat) for state, seat in decisions]
    budget = Budget(iterations=iterations)

    def run(seconds: float) -> float:
        dice = FastDice(SEED)
        moves = 0
        begin = process_time()
        while True:
            for sight in sights:
                think(sight, dice, budget)
                moves += 1
                spent = process_time() - begin
                if spent >= seconds:
                    return moves / spent

    return run


def _theirs(spiel: Any, iterations: int) -> Slice:
    game = spiel.load_game("hearts")
    states = _positions(game)
    evaluator = spiel.RandomRolloutEvaluator(1, SEED)
    bot = spiel.ISMCTSBot(SEED, evaluator, UCT, iterations)

    def run(seconds: float) -> float:
        moves = 0
        begin = process_time()
        while True:
            for state in states:
                bot.step(state)
                moves += 1
                spent = process_time() - begin
                if spent >= seconds:
                    return moves / spent

    return run


def _positions(game: Any) -> list[Any]:
    chance = random.Random(SEED)
    found: list[Any] = []
    while len(found) < POSITIONS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance_answer(state, chance))
                continue
            actions = state.legal_actions()
            if len(actions) > 1 and chance.random() < 0.25:
                found.append(state.clone())
            state.apply_action(actions[int(chance.random() * len(actions))])
    chance.shuffle(found)
    return found[:POSITIONS]
