"""The contract, for every registered game, seat count and edition."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import contract
from timebooth.kernel import state as rules
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.game import Game
from timebooth.registry import editions, find_game, game_types

SEEDS = st.integers(min_value=0, max_value=2**32)
CASES = [
    pytest.param(key, edition, seats, id=f"{key}-{edition}-{seats}")
    for key, kind in game_types().items()
    for edition in editions(key)
    for seats in kind.seats
]
# Compiled rules play ten times as fast, and a test shows that both builds play the same games.
EXAMPLES = 2 if str(rules.__file__).endswith(".py") else 8
FEW = settings(max_examples=EXAMPLES, deadline=None, derandomize=True)


@pytest.mark.parametrize(("key", "edition", "seats"), CASES)
@FEW
@given(seed=SEEDS)
def test_random_games_end_and_replay_to_the_same_journal(key: str, edition: str, seats: int, seed: int) -> None:
    contract.check_a_random_game(find_game(key, edition), seats, seed)


@pytest.mark.parametrize(("key", "edition", "seats"), CASES)
@FEW
@given(seed=SEEDS)
def test_options_are_legal_and_anything_else_is_refused_and_changes_nothing(
    key: str, edition: str, seats: int, seed: int
) -> None:
    game = find_game(key, edition)
    for state in contract.decisions(game, seats, seed, most=25):
        contract.check_options(game, state)
        contract.check_picks(state, seed)
        contract.check_allowed(game, state)
        if state.asked():
            contract.check_refusals(game, state, FastRng(seed))


@pytest.mark.parametrize(("key", "edition", "seats"), CASES)
@FEW
@given(seed=SEEDS)
def test_a_copy_shares_nothing_with_its_original(key: str, edition: str, seats: int, seed: int) -> None:
    for state in contract.decisions(find_game(key, edition), seats, seed, most=15):
        contract.check_copy(state, seed)


@pytest.mark.parametrize(("key", "edition", "seats"), CASES)
@FEW
@given(seed=SEEDS)
def test_components_are_conserved_at_every_decision(key: str, edition: str, seats: int, seed: int) -> None:
    game = find_game(key, edition)
    held: dict[str, int] = {}
    for state in contract.decisions(game, seats, seed, most=200):
        held = held or game.components(state)
        assert held
        assert game.components(state) == held


@pytest.mark.parametrize(("key", "edition", "seats"), CASES)
@FEW
@given(seed=SEEDS)
def test_nothing_leaks_and_resampling_knows_no_more_than_the_seat(
    key: str, edition: str, seats: int, seed: int
) -> None:
    game = find_game(key, edition)
    for state in contract.decisions(game, seats, seed, most=30):
        contract.check_nothing_leaks(game, state, seed)


@pytest.mark.parametrize(("key", "edition", "seats"), CASES)
@settings(max_examples=EXAMPLES // 2, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_a_resampled_state_plays_on_to_an_end(key: str, edition: str, seats: int, seed: int) -> None:
    game = find_game(key, edition)
    for state in contract.decisions(game, seats, seed, most=4):
        contract.check_a_resampled_state_plays_on(game, state, seed)


@pytest.mark.parametrize("key", list(game_types()))
def test_other_seat_counts_are_refused(key: str) -> None:
    game: Game = find_game(key)
    for seats in (0, game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(BadSetup):
            game.start(seats, None, FastRng(1))


@pytest.mark.parametrize("key", list(game_types()))
def test_every_event_declares_who_sees_each_of_its_fields(key: str) -> None:
    for event in game_types()[key].events:
        fields = set(event.__struct_fields__)
        declared = set(event.OPEN) | set(event.SECRET)
        assert declared == fields, event
        assert {holder for holders in event.SECRET.values() for holder in holders} <= fields, event


@pytest.mark.parametrize(("key", "edition", "seats"), CASES)
def test_a_standing_lies_between_lost_and_won_and_the_winner_stands_best(key: str, edition: str, seats: int) -> None:
    for state in contract.decisions(find_game(key, edition), seats, seed=3, most=20):
        outcome = state.outcome()
        for seat in range(seats):
            standing = state.evaluate(seat)
            assert 0 <= standing <= state.best_evaluation()
            if outcome is not None:
                assert (standing == state.best_evaluation()) == (seat in outcome.winners)
