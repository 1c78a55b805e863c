"""Our information-set search beside OpenSpiel's own in C++: as many iterations a decision, random games of each side.

Two things are timed. *Search*: on both sides a tree over imagined states and one random game to its end in every
iteration; counted are the answers of all iterations, in the tree and beyond, forced ones too. *Bots*: decisions of our
expert as it plays, which thinks otherwise in every game, beside decisions of their bot, which is the same search again.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from math import inf
from time import process_time
from typing import Any

from timebooth.bench.engine import answers_per_choice
from timebooth.bench.measure import SEATS, SEED, Measure, Slice
from timebooth.bench.openspiel import chance_answer, play_out
from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.bots.search import Search
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.state import State

ITERATIONS = 1000
POSITIONS = 24  # decisions that are searched over and over
COUNTED = 20  # games from each of the peer's decisions, from which their average length is taken
PEER = "OpenSpiel hearts"
UCT = 2.0


def search_measures(game: Game, iterations: int = ITERATIONS) -> list[Measure]:
    decisions = decisions_of(game, min(SEATS, game.seats[-1]))
    sights = [Decision(game, state, seat) for state, seat in decisions]
    each = answers_per_choice([state for state, _ in decisions])
    return [
        Measure(game.key, "search", "choices", _searched(sights, iterations), each),
        Measure(game.key, "bots", "decisions", _decided(sights, iterations)),
    ]


def peer_search_measures(iterations: int = ITERATIONS) -> list[Measure]:
    """OpenSpiel's search in C++ on its game of hearts."""
    spiel: Any = import_module("pyspiel")
    states = _positions(spiel.load_game("hearts"))
    chance = random.Random(SEED)
    lengths = [sum(play_out(state.clone(), chance) for _ in range(COUNTED)) / COUNTED for state in states]
    answers = [length * iterations for length in lengths]
    return [
        Measure(PEER, "search", "answers", _theirs(spiel, states, answers, iterations), peer=True),
        Measure(PEER, "bots", "decisions", _theirs(spiel, states, [1.0] * len(states), iterations), peer=True),
    ]


def decisions_of(game: Game, seats: int, many: int = POSITIONS) -> list[tuple[State, int]]:
    """Real choices of random games, spread over them: the state and who decides."""
    found: list[tuple[State, int]] = []
    dice = FastRng(SEED)
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


def _searched(sights: list[Decision], iterations: int) -> Slice:
    """Choices of all iterations together, by a search that looks at nothing before it tries it."""

    def search(sight: Decision, dice: FastRng) -> float:
        thoughts = Search(sight.seat, sight.options, dice.below(1 << 30), sight.game.cooperative, care=0)
        thoughts.run(sight.sample_world, iterations, inf, None)
        return float(thoughts.choices)

    return _over_and_over(sights, search)


def _decided(sights: list[Decision], iterations: int) -> Slice:
    bot = make_bot(f"expert:{iterations}")

    def decide(sight: Decision, dice: FastRng) -> float:
        bot.choose(sight, dice)
        return 1.0

    return _over_and_over(sights, decide)


def _over_and_over(sights: list[Decision], think: Callable[[Decision, FastRng], float]) -> Slice:
    def run(seconds: float) -> float:
        dice = FastRng(SEED)
        done = 0.0
        begin = process_time()
        while True:
            for sight in sights:
                done += think(sight, dice)
                spent = process_time() - begin
                if spent >= seconds:
                    return done / spent

    return run


def _theirs(spiel: Any, states: list[Any], counted: list[float], iterations: int) -> Slice:
    """What is counted for each of these decisions."""
    evaluator = spiel.RandomRolloutEvaluator(1, SEED)
    bot = spiel.ISMCTSBot(SEED, evaluator, UCT, iterations)

    def run(seconds: float) -> float:
        done = 0.0
        begin = process_time()
        while True:
            for state, count in zip(states, counted, strict=True):
                bot.step(state)
                done += count
                spent = process_time() - begin
                if spent >= seconds:
                    return done / spent

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
