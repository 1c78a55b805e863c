"""Time our information-set search beside OpenSpiel's in C++, with as many playouts for each decision.

Two things are timed. *Search*: both sides play one random game to its end in every iteration of a tree search; the
answers of all playouts are counted, forced ones too. *Bots*: decisions of our expert, which searches differently in
each game, beside decisions of OpenSpiel's bot, which is the same tree search again.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from time import process_time
from typing import Any

from timebooth.bench.engine import answers_per_choice
from timebooth.bench.measure import SEATS, SEED, Measure, Slice
from timebooth.bench.openspiel import chance_answer, play_out
from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.bots.search import Search
from timebooth.bots.thinker import Clock
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.state import State

PLAYOUTS = 1000
POSITIONS = 24  # decisions that are searched over and over
COUNTED = 20  # games from each of the peer's decisions, to find their average length
PEER = "OpenSpiel hearts"
UCT = 2.0


def search_measures(game: Game, playouts: int = PLAYOUTS) -> list[Measure]:
    positions = decisions_of(game, min(SEATS, game.seats[-1]))
    decisions = [Decision(game, state, seat) for state, seat in positions]
    each = answers_per_choice([state for state, _ in positions])
    return [
        Measure(game.key, "search", "choices", _searched(decisions, playouts), each),
        Measure(game.key, "bots", "decisions", _decided(decisions, playouts)),
    ]


def peer_search_measures(playouts: int = PLAYOUTS) -> list[Measure]:
    """Return the measures of OpenSpiel's search in C++ on hearts."""
    spiel: Any = import_module("pyspiel")
    states = _positions(spiel.load_game("hearts"))
    chance = random.Random(SEED)
    lengths = [sum(play_out(state.clone(), chance) for _ in range(COUNTED)) / COUNTED for state in states]
    answers = [length * playouts for length in lengths]
    return [
        Measure(PEER, "search", "answers", _theirs(spiel, states, answers, playouts), peer=True),
        Measure(PEER, "bots", "decisions", _theirs(spiel, states, [1.0] * len(states), playouts), peer=True),
    ]


def decisions_of(game: Game, seats: int, many: int = POSITIONS) -> list[tuple[State, int]]:
    """Return real choices sampled from random games: the state, and the seat that decides."""
    found: list[tuple[State, int]] = []
    rng = FastRng(SEED)
    while len(found) < many:
        state = game.start(seats, None, rng)
        while asked := state.asked():
            lists = [state.options(seat) for seat in asked]
            for seat, options in zip(asked, lists, strict=True):
                if len(options) > 1 and rng.below(4) == 0:
                    found.append((state.copy(), seat))
            state.play([options[rng.below(len(options))] for options in lists], rng)
    picked = list(range(len(found)))
    rng.shuffle(picked)
    return [found[i] for i in picked[:many]]


def _searched(decisions: list[Decision], playouts: int) -> Slice:
    """Count the choices of all playouts of a search without priors."""

    def search(decision: Decision, rng: FastRng) -> float:
        found = Search(decision, rng.below(1 << 30), candidates=0)
        found.think(Clock(playouts=playouts))
        return float(found.choices)

    return _over_and_over(decisions, search)


def _decided(decisions: list[Decision], playouts: int) -> Slice:
    bot = make_bot(f"expert:{playouts}")

    def decide(decision: Decision, rng: FastRng) -> float:
        bot.choose(decision, rng)
        return 1.0

    return _over_and_over(decisions, decide)


def _over_and_over(decisions: list[Decision], think: Callable[[Decision, FastRng], float]) -> Slice:
    def run(seconds: float) -> float:
        rng = FastRng(SEED)
        done = 0.0
        begin = process_time()
        while True:
            for decision in decisions:
                done += think(decision, rng)
                spent = process_time() - begin
                if spent >= seconds:
                    return done / spent

    return run


def _theirs(spiel: Any, states: list[Any], counted: list[float], playouts: int) -> Slice:
    """Let OpenSpiel decide in these states; each decision counts as much as `counted` says."""
    evaluator = spiel.RandomRolloutEvaluator(1, SEED)
    bot = spiel.ISMCTSBot(SEED, evaluator, UCT, playouts)

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
