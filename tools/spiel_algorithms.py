"""Try algorithms of OpenSpiel on every game, and print as a table which of them run.

python tools/spiel_algorithms.py

Each tries a little, in a process of its own, because some of them end the process. `no` is followed by what they said.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

import timebooth.envs.register  # noqa: F401
from timebooth.envs.names import spiel
from timebooth.registry import game_type, game_types

SECONDS = 60  # after which an algorithm counts as too slow
SIMULATIONS = 3


def load(key: str, sequential: bool) -> Any:
    return pyspiel.load_game(spiel(game_type(key)), {"players": 2, "sequential": sequential})


def evaluate(game: Any, bots: list[Any], moves: int | None = None) -> None:
    """Play a game, or its first moves, by bots."""
    random = np.random.RandomState(1)
    state = game.new_initial_state()
    made = 0
    while not state.is_terminal() and (moves is None or made < moves):
        if state.is_chance_node():
            state.apply_action(int(random.randint(256)))
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(2)]
            state.apply_actions([int(bot.step(state)) if legal[player] else 0 for player, bot in enumerate(bots)])
        else:
            state.apply_action(int(bots[state.current_player()].step(state)))
            made += 1


def uniform_random(key: str) -> None:
    from open_spiel.python.bots.uniform_random import UniformRandomBot

    evaluate(load(key, False), [UniformRandomBot(player, np.random.RandomState(player)) for player in range(2)])


def information_set_search(key: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game, random = load(key, True), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, random),
        2.0,
        SIMULATIONS,
        random_state=random,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, random.uniform))
    evaluate(game, [bot, bot], moves=6)


def compiled_information_set_search(key: str) -> None:
    game = load(key, True)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, SIMULATIONS, -1, policy, True, True)
    evaluate(game, [bot, bot], moves=2)


def open_search(key: str) -> None:
    from open_spiel.python.algorithms import mcts

    game, random = load(key, True), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, SIMULATIONS, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    evaluate(game, [bot, bot], moves=6)


def q_learning(key: str) -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms.tabular_qlearner import QLearner

    env = rl_environment.Environment(load(key, True), observation_type=rl_environment.ObservationType.OBSERVATION)
    learners = [QLearner(player, env.action_spec()["num_actions"]) for player in range(2)]
    step = env.reset()
    while not step.last():
        step = env.step([learners[step.observations["current_player"]].step(step).action])
    for learner in learners:
        learner.step(step)


def outcome_sampling(key: str) -> None:
    from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

    OutcomeSamplingSolver(load(key, True)).iteration()


def counterfactual_regret(key: str) -> None:
    from open_spiel.python.algorithms.cfr import CFRSolver

    CFRSolver(load(key, True)).evaluate_and_update_policy()


ALGORITHMS: dict[str, Callable[[str], None]] = {
    "UniformRandomBot": uniform_random,
    "ISMCTSBot (Python)": information_set_search,
    "ISMCTSBot (C++)": compiled_information_set_search,
    "MCTSBot (Python)": open_search,
    "QLearner": q_learning,
    "OutcomeSamplingSolver": outcome_sampling,
    "CFRSolver": counterfactual_regret,
}


def tried(name: str, key: str) -> str:
    """Return what happened when an algorithm was tried on a game."""
    command = [sys.executable, __file__, name, key]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"no: not done after {SECONDS} s"
    if done.returncode == 0:
        return "yes"
    said = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    return f"no: {said[:100]}" if done.returncode > 0 else f"no: the process crashed (signal {-done.returncode})"


def main() -> None:
    if len(sys.argv) == 3:
        ALGORITHMS[sys.argv[1]](sys.argv[2])
        return
    keys = list(game_types())
    print(f"| algorithm | {' | '.join(keys)} |\n|---|{'---|' * len(keys)}")
    for name in ALGORITHMS:
        print(f"| {name} | {' | '.join(tried(name, key) for key in keys)} |", flush=True)


if __name__ == "__main__":
    main()
