"""The other seats of a Gymnasium environment can be played by bots, functions, a pool, or the learner's own policy."""

from __future__ import annotations

import pytest

pytest.importorskip("gymnasium", reason="Gymnasium has no wheel for this Python")

import numpy as np

from tests.tiny.fingers import Fingers
from tests.tiny.objection import CLAIM, WAIT, Objection
from timebooth.bots.bot import Bot
from timebooth.bots.roster import make_bot
from timebooth.envs.one_seat import OneSeat
from timebooth.envs.opponents import SELF, Opponent, Pool
from timebooth.envs.spaces import Observation
from timebooth.kernel.errors import BadSetup


def playing(env: OneSeat) -> dict[int, str]:
    return {seat: one.name for seat, one in env.opponents.playing.items() if isinstance(one, Bot)}


def waits(seen: Observation) -> int:
    """Never claim a point, and never object."""
    return WAIT if seen["action_mask"][WAIT] else 0


def play(env: OneSeat, seed: int, wish: int = CLAIM) -> float:
    """Play a game in which the learner always claims."""
    seen, _ = env.reset(seed=seed)
    over, total = False, 0.0
    while not over:
        legal = np.flatnonzero(seen["action_mask"])
        seen, reward, terminated, truncated, _ = env.step(np.int64(wish if wish in legal else legal[0]))
        over, total = terminated or truncated, total + reward
    return total


def test_there_is_one_opponent_for_all_or_one_for_each() -> None:
    assert playing(OneSeat(Fingers(), 3, seat=1, bots=["greedy", "random"])) == {0: "greedy", 2: "random"}
    assert playing(OneSeat(Fingers(), 3, bots="novice")) == {1: "novice", 2: "novice"}


def test_thinking_is_limited_by_playouts() -> None:
    bot = OneSeat(Fingers(), 2, bots="expert:7").opponents.playing[1]

    assert isinstance(bot, Bot)
    assert bot.budget.playouts == 7
    assert OneSeat(Fingers(), 2, bots=make_bot("expert:9")).opponents.playing[1].budget.playouts == 9  # type: ignore[union-attr]


def test_an_opponent_can_be_a_function() -> None:
    seen_by_it: list[Observation] = []

    def remembers(seen: Observation) -> int:
        seen_by_it.append(seen)
        return waits(seen)

    env = OneSeat(Objection(), 2, bots=remembers)

    assert play(env, seed=1) == 1.0
    assert all(seen["observation"].shape == (env.game.size,) and seen["action_mask"].any() for seen in seen_by_it)


def test_every_game_draws_from_the_pool() -> None:
    env = OneSeat(Fingers(), 3, bots=Pool("random", Pool("greedy", "novice")))
    met = set()
    for seed in range(30):
        env.reset(seed=seed)
        met.add(tuple(playing(env).values()))
    first = playing(env)
    env.reset(seed=29)

    assert len(met) == 9
    assert playing(env) == first  # a seed determines the draw


def test_the_learner_plays_against_its_own_policy() -> None:
    env = OneSeat(Objection(), 2, bots=SELF)
    assert play(env, seed=1) in (1.0, -1.0)

    env.policy = waits
    assert play(env, seed=1) == 1.0
    assert play(env, seed=1, wish=WAIT) == 0.0 if env.game.truncated else True


@pytest.mark.parametrize(
    ("bots", "error", "sentence"),
    [
        ("nobody", BadSetup, "setup.bot"),
        (["random"], ValueError, "1 opponents do not fit 2 other seats"),
        (3, ValueError, "an opponent is the name of a bot"),
        ([Pool("random"), Pool("expert:many")], BadSetup, "setup.bot"),
    ],
)
def test_what_is_no_opponent_is_refused(bots: Opponent, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        OneSeat(Fingers(), 3, bots=bots)


def test_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no seat 3: the seats are 0 to 2"):
        OneSeat(Fingers(), 3, seat=3)
