"""End of game: time, the winner, ties."""

from __future__ import annotations

import pytest

from tests.games.excellent_boardgame.builders import IDLE, Table, game, table
from timebooth.games.excellent_boardgame.events import GameWon, HandShown, NothingToDraw, SixtyNineDudes, TimeWasUp
from timebooth.games.excellent_boardgame.game import Options
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.games.excellent_boardgame.view import view
from timebooth.kernel.chance import FastRng
from timebooth.kernel.journal import Journal
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.playout import playout


def played_out(seats: int, options: Options | None = None) -> tuple[ExcellentState, Journal]:
    rng = FastRng(7)
    journal = Journal()
    state = game().start(seats, options, rng, journal)
    while state.asked():
        state.play([state.options(seat)[0] for seat in state.asked()], rng, journal)
    assert isinstance(state, ExcellentState)
    return state, journal


@pytest.mark.parametrize(("seats", "rounds", "held"), [(2, 10, 3), (3, 7, 3)])
def test_the_last_round_is_played_from_the_last_hands_and_nobody_can_draw(seats: int, rounds: int, held: int) -> None:
    """§END §CLOCK"""
    state, journal = played_out(seats)

    assert state.round == rounds
    assert sum(isinstance(event, NothingToDraw) for event in journal) == seats
    assert [other.cards for other in view(state, None).seats] == [held] * seats


def test_with_four_players_the_game_ends_after_five_rounds_with_the_pile_just_empty() -> None:
    """§END §SETUP.ROUNDS §J42"""
    state, journal = played_out(4)

    assert (state.round, state.pile) == (5, 0)
    assert not any(isinstance(event, NothingToDraw) for event in journal)
    assert [other.cards for other in view(state, None).seats] == [5] * 4


def test_with_six_rounds_four_players_play_until_somebody_cannot_draw() -> None:
    """§J42"""
    state, journal = played_out(4, Options(four_player_rounds=6))

    assert state.round == 6
    assert sum(isinstance(event, NothingToDraw) for event in journal) == 4
    assert [other.cards for other in view(state, None).seats] == [3] * 4


def test_the_most_characters_win_when_the_last_round_is_complete() -> None:
    """§WIN §END"""
    t = table(IDLE, (22, 15), rows=[["socrates TR"], ["billy_the_kid TL", "napoleon B"]], last_round=True)

    events = t.plan(IDLE, (22, 15))

    assert events[-2:] == [TimeWasUp(1), GameWon(1, 2, "most_characters")]
    assert t.state.outcome() == Outcome((1,), "most_characters")
    assert t.state.asked() == ()


def test_characters_collected_in_the_last_turn_count() -> None:
    """§WIN §J43"""
    t = table(
        (21, 22),
        IDLE,
        booths=("C5 north", "A1 north"),
        board={"C3": ["napoleon"]},
        last_round=True,
        hands=[[59], [2]],
    )

    assert t.plan((21, 22), IDLE)[-1] == GameWon(0, 1, "most_characters")


def tied(*hands: list[int], rows: list[list[str]] | None = None) -> Table:
    """Return a table in the last round at which all hold the same number of characters."""
    plans = [IDLE, (22, 15), (53, 59), (29, 18)][: len(hands)]
    booths = ("A7 north", "A1 north", "G7 north", "G1 north")
    t = table(*plans, booths=booths, hands=hands, rows=rows or [], last_round=True, knight="D3 east", cowboy="D5 west")
    t.plan(*plans)
    return t


def test_tied_players_show_their_hands_and_the_lowest_card_wins() -> None:
    """§TIE §J44"""
    t = tied([30, 14], [50, 13])

    assert HandShown(0, (14, 30)) in t.journal.events
    assert t.journal.events[-1] == GameWon(1, 0, "lowest_card")
    assert t.state.outcome() == Outcome((1,), "lowest_card")


def test_sixty_nine_wins_a_tie_when_another_tied_player_shows_a_single_digit() -> None:
    """§TIE §SIXTY_NINE §J44"""
    t = tied([69, 40], [7, 13])

    assert t.journal.events[-2:] == [SixtyNineDudes(0), GameWon(0, 0, "lowest_card")]


def test_only_the_tied_players_show_their_hands_and_count() -> None:
    """§TIE §J44"""
    t = tied([69, 40], [41, 42], [1, 2], rows=[["socrates TR"], ["billy_the_kid TL"], []])

    shown = [event.seat for event in t.journal if isinstance(event, HandShown)]
    assert shown == [0, 1]
    assert t.journal.events[-1] == GameWon(0, 1, "lowest_card")
    assert SixtyNineDudes(0) not in t.journal.events


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_game_ends_with_one_winner(seats: int) -> None:
    """§END §TIE"""
    for seed in range(30):
        rng = FastRng(seed)
        state = game().start(seats, None, rng)
        playout(state, rng)

        outcome = state.outcome()
        assert outcome is not None
        assert len(outcome.winners) == 1
        assert outcome.ending in game().endings
