"""In every environment, an illegal action is replaced by the first legal one, and the info of the seat says so."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo has no wheel for this Python")

import numpy as np

from timebooth.envs.aec import SeatsInTurn
from timebooth.envs.one_seat import OneSeat
from timebooth.envs.parallel import SeatsTogether
from timebooth.envs.run import Run

GAME = "back-to-the-future"
ILLEGAL = 10_000
STEPS = 20
SAYS_SO = {"illegal_action": True}


def first_answers() -> list[int]:
    """Return the state after some rounds in which every seat gave its first answer."""
    run = Run(GAME, 2, None)
    run.begin(5)
    for _ in range(STEPS):
        run.answer({seat: options[0] for seat, options in run.choices.items()})
    return run.state.numbers()


@pytest.mark.parametrize("action", [ILLEGAL, -1, None])
def test_seats_in_turn(action: int | None) -> None:
    env = SeatsInTurn(GAME, 2)
    env.reset(seed=5)
    for _ in range(STEPS):
        for _ in range(len(env.run.choices)):
            agent = env.agent_selection
            env.step(action)
            assert env.infos[agent] == SAYS_SO

    assert env.run.state.numbers() == first_answers()
    assert not any(env.terminations.values())
    env.step(env.game.legal(env.seat_of[env.agent_selection])[-1])
    assert {} in env.infos.values()


def test_seats_together() -> None:
    env = SeatsTogether(GAME, 2)
    env.reset(seed=5)
    for _ in range(STEPS):
        _, _, _, _, infos = env.step(dict.fromkeys(env.agents, ILLEGAL))
        assert all(info == SAYS_SO for info in infos.values())

    assert env.run.state.numbers() == first_answers()
    legal = [env.game.legal(seat) or [env.nothing] for seat in range(2)]
    _, _, _, _, infos = env.step({agent: legal[seat][-1] for seat, agent in enumerate(env.agents)})
    assert infos == {"player_0": {}, "player_1": {}}


def test_one_seat() -> None:
    illegal, first = (OneSeat(GAME, 2, bots=lambda seen: int(np.flatnonzero(seen["action_mask"])[0])) for _ in range(2))
    illegal.reset(seed=5)
    first.reset(seed=5)
    for _ in range(STEPS):
        *_, info = illegal.step(np.int64(ILLEGAL))
        assert info["illegal_action"]
        *_, info = first.step(np.int64(first.game.legal(0)[0]))
        assert "illegal_action" not in info

    assert illegal.run.state.numbers() == first.run.state.numbers()
