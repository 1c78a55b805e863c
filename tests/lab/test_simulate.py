"""Simulations and their summaries."""

from __future__ import annotations

import pytest

from tests.cli.command import GAME
from timebooth.kernel.chance import FastRng
from timebooth.kernel.journal import Journal
from timebooth.kernel.playout import playout
from timebooth.lab.drive import drive, play_with_journal
from timebooth.lab.jobs import Processes
from timebooth.lab.simulate import NeverEnded, Plan, Played, simulate
from timebooth.lab.summary import summarise
from timebooth.registry import find_game

SHORT = 12  # a seed whose first game between a random and a greedy bot is soon over


def plan(*bots: str, games: int = 6, seed: int = 3, limit: int = 100_000) -> Plan:
    return Plan(GAME, "standard", {"b1_cards": 2}, bots, games, seed, limit)


@pytest.mark.parametrize("bots", [("random", "random"), ("random", "greedy")])
def test_the_same_seed_gives_the_same_games_however_many_processes_share_them(bots: tuple[str, ...]) -> None:
    some = plan(*bots, games=1 if "greedy" in bots else 8, seed=SHORT)

    assert list(simulate(some, Processes(2))) == list(simulate(some))


def test_the_first_games_do_not_depend_on_how_many_follow() -> None:
    random = ("random",) * 3

    assert list(simulate(plan(*random, games=9)))[:4] == list(simulate(plan(*random, games=4)))


def test_another_seed_gives_other_games() -> None:
    random = ("random",) * 3

    assert list(simulate(plan(*random, seed=1))) != list(simulate(plan(*random, seed=2)))


def test_a_driven_game_ends_and_forced_answers_are_counted() -> None:
    game = find_game(GAME)
    rng = FastRng(1)
    state = game.start(4, None, rng)

    driven = drive(state, rng)

    assert state.outcome() is not None
    assert 0 < driven.choices < driven.answers


@pytest.mark.parametrize("bots", [("random", "random"), ("random", "greedy")])
def test_a_game_past_the_limit_is_an_error(bots: tuple[str, ...]) -> None:
    with pytest.raises(NeverEnded, match=str(3 << 32)):
        list(simulate(plan(*bots, limit=3)))


def test_a_summary_counts_every_win_once() -> None:
    some = plan("random", "random", "random", games=10)

    summary = summarise(some, simulate(some))

    assert sum(share.wins for share in summary.by_seat) == 10
    assert summary.by_bot["random"].trials == 30
    assert sum(ending.wins for ending in summary.endings.values()) == 10
    assert summary.turns is not None
    assert 1 < summary.turns.low < summary.turns.mean < summary.turns.high
    assert summary.figures.keys() == {"duds_revealed", "linchpins_altered", "satisfied"}


def test_wins_are_counted_for_each_bot() -> None:
    some = plan("random", "greedy", games=2)

    summary = summarise(some, [Played(0, (1,), "won_on_turn", 9), Played(1, (1,), "won_by_another", 7)])

    assert list(summary.by_bot) == ["greedy", "random"]
    assert [(share.wins, share.trials) for share in summary.by_bot.values()] == [(2, 2), (0, 2)]


@pytest.mark.parametrize("key", ["back-to-the-future", "excellent-boardgame", "riff-in-time"])
def test_the_turns_are_those_of_the_games_that_were_played(key: str) -> None:
    game = find_game(key)
    for seed in range(3):
        played, told = (game.start(game.seats[-1], None, FastRng(seed)) for _ in range(2))
        journal = Journal()

        playout(played, FastRng(seed))
        play_with_journal(told, FastRng(seed), 10**6, journal)

        assert told.numbers() == played.numbers()
        assert len(journal) > 0


@pytest.mark.parametrize("key", ["back-to-the-future", "excellent-boardgame", "riff-in-time"])
def test_turns_are_counted_once(key: str) -> None:
    some = Plan(key, "standard", {}, ("random", "random"), 2, 1)

    summary = summarise(some, simulate(some))

    assert summary.turns is not None
    assert "turns" not in summary.figures
