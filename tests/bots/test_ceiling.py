"""The tool that measures an upper bound for the expert knows no more than it claims to know."""

from __future__ import annotations

import ceiling

from timebooth.kernel.chance import FastRng
from timebooth.registry import find_game


def test_a_seat_that_knows_the_answers_takes_the_best_one_against_them() -> None:
    game = find_game(ceiling.GAME)
    state = game.start(2, None, FastRng(4))
    coming = {1: state.options(1)[7]}
    chances = FastRng(9)
    totals = dict.fromkeys(state.options(0), 0.0)
    for _ in range(ceiling.SAMPLES):
        chance = chances.below(1 << 30)
        for option in totals:
            totals[option] += ceiling.win_chance(state, {**coming, 0: option}, 0, FastRng(chance))

    chosen = ceiling.Seer(game, 0, "answers", FastRng(9)).choose(state, coming)

    assert totals[chosen] == max(totals.values()) > min(totals.values())


def test_a_seat_that_knows_nothing_chooses_the_same_whatever_the_others_hold() -> None:
    game = find_game(ceiling.GAME)
    state = game.start(2, None, FastRng(4))

    chosen = [
        ceiling.Seer(game, 0, "minds", FastRng(9)).choose(world, {})
        for world in (state, state.sample_world(0, FastRng(1)), state.sample_world(0, FastRng(2)))
    ]

    assert len(set(chosen)) == 1
