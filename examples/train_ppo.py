"""Train an agent by PPO, against random bots or against itself.

python examples/train_ppo.py back-to-the-future --minutes 5 --out docs/learning
python examples/train_ppo.py excellent-boardgame --self-play

In a cooperative game, the agent always plays all seats. Now and then it is judged: among random bots, in the same games
as a random player, or in a cooperative game as a team. `--out` writes what is printed, and draws it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from ppo import Learner, Player

from timebooth.envs.one_seat import OneSeat
from timebooth.envs.opponents import SELF
from timebooth.lab.drawing import FAINT, SERIES, picture, write_picture
from timebooth.registry import find_game, game_types

TABLES = 16  # games played side by side
STEPS = 128  # at each table between two updates
UPDATES = 20  # between two judgements
MEMORY = 10  # earlier selves that an agent which plays against itself meets
FORM: dict[str, Any] = {"scaled": True, "relative": True, "two_steps": True}


class Settings(NamedTuple):
    """How far an agent looks ahead, and whether its rewards follow the win chance."""

    discount: float = 0.98
    shaped: bool = False


SETTINGS = {
    "excellent-boardgame": Settings(0.7, shaped=True),
    "riff-in-time": Settings(0.9, shaped=True),
}
"""Not for Back to the Future: with discounted rewards that follow the win chance, staying ahead may be worth more than
winning. The other two games end after a number of rounds or cards. Chosen by a few single runs."""


class Standing(NamedTuple):
    """How some games went for seat 0: the share that it won, and the turns of a game."""

    wins: float
    turns: float


def judge(key: str, seats: int, policy: Player | None, games: int, seed: int = 10_000) -> Standing:
    """Return how a policy does in some games; without one, a random player."""
    bots = SELF if policy is not None and find_game(key).cooperative else "random"
    table = OneSeat(key, seats, bots=bots, **FORM)
    table.policy = policy
    rng = np.random.default_rng(seed)
    won = turns = 0
    for game in range(games):
        seen, _ = table.reset(seed=seed + game)
        over, reward = False, 0.0
        while not over:
            action = policy(seen) if policy is not None else rng.choice(np.flatnonzero(seen["action_mask"]))
            seen, reward, terminated, truncated, _ = table.step(np.int64(action))
            over = terminated or truncated
        won += reward > 0
        turns += table.run.state.turn_number()
    return Standing(won / games, round(turns / games, 1))


def train(
    key: str, minutes: float, seats: int = 2, self_play: bool = False, games: int = 200, seed: int = 0
) -> Iterator[dict[str, Any]]:
    """Learn for some minutes of CPU time; yield now and then how the agent does."""
    settings = SETTINGS.get(key, Settings())
    bots = SELF if self_play or find_game(key).cooperative else "random"
    tables = [OneSeat(key, seats, bots=bots, shaped=settings.shaped, **FORM) for _ in range(TABLES)]
    learner = Learner(tables, settings.discount, seed)
    agent = Player(learner.network, seed)
    earlier = [agent]
    random = judge(key, seats, None, games)._asdict()
    begun, last = process_time(), False
    while True:
        last = process_time() - begun >= 60 * minutes
        spent = round((process_time() - begun) / 60, 2)
        standing = judge(key, seats, agent, games)._asdict()
        yield {"minutes": spent, "steps": learner.steps, "agent": standing, "random": random}
        if last:
            return
        for table in tables:  # half of the tables have the agent as it is now
            table.policy = agent if learner.rng.random() < 0.5 else learner.rng.choice(np.array(earlier, dtype=object))
        for _ in range(UPDATES):
            learner.learn(learner.collect(STEPS))
            if process_time() - begun >= 60 * minutes:
                break
        if self_play:
            earlier = [*earlier[-MEMORY:], agent.as_it_is()]


def draw(curve: list[dict[str, Any]], key: str) -> str:
    """Return the curve as an SVG: the share of games won or, if nobody wins, the turns that a game lasts."""
    what = "wins" if any(point["agent"]["wins"] for point in curve) else "turns"

    def lines(figure: Any) -> None:
        axes = figure.subplots()
        minutes = [point["minutes"] for point in curve]
        axes.plot(minutes, [point["agent"][what] for point in curve], color=SERIES[0], label="agent")
        axes.plot(minutes, [point["random"][what] for point in curve], color=FAINT, label="random player")
        axes.set_ylim(0, 1 if what == "wins" else None)
        axes.set_xlabel("minutes of one core")
        axes.set_ylabel("share of games won" if what == "wins" else "turns of a game")
        axes.set_title(key)
        axes.legend(loc="lower right")

    return picture(lines, 7.0, 3.2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(game_types()))
    parser.add_argument("--minutes", type=float, default=5.0, help="of CPU time, without the judging beforehand")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=200, help="for each judgement")
    parser.add_argument("--self-play", action="store_true", help="play against itself and earlier selves")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="write the curve there, as JSON and as SVG")
    asked = parser.parse_args()
    curve = []
    for point in train(asked.game, asked.minutes, asked.seats, asked.self_play, asked.games):
        print(json.dumps(point), flush=True)
        curve.append(point)
    if asked.out is not None:
        asked.out.mkdir(parents=True, exist_ok=True)
        name = f"{asked.game}-self-play" if asked.self_play else asked.game
        lines = ",\n".join(map(json.dumps, curve))
        (asked.out / f"{name}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        write_picture(asked.out / f"{name}.svg", draw(curve, asked.game))


if __name__ == "__main__":
    main()
