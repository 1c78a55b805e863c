"""The rules, one test for each; a docstring names the rule by its id."""

from __future__ import annotations

from my_game.answers import Play
from my_game.events import CardPlayed, RoundBegan, RoundWon
from my_game.state import MyGameState, my_game

from timebooth.kernel.chance import FastRng
from timebooth.kernel.journal import Journal
from timebooth.kernel.state import State
from timebooth.registry import find_game

GAME = find_game("my-game")


def new_state(*hands: tuple[int, ...]) -> MyGameState:
    """Return a new game in which the seats hold these cards."""
    s = my_game(GAME.start(len(hands), None, FastRng(1)))
    s.hands = [sum(1 << GAME.answers.code(Play(card)) for card in hand) for hand in hands]
    return s


def play(state: State, *cards: int) -> list[object]:
    """Play a card of each seat; return what happened."""
    journal = Journal()
    state.play([GAME.answers.code(Play(card)) for card in cards], FastRng(1), journal)
    return list(journal)


def test_everybody_is_dealt_a_hand_that_others_do_not_see() -> None:
    """§DEAL"""
    state = my_game(GAME.start(3, None, FastRng(1)))

    assert [len(state.view(seat).hand) for seat in range(3)] == [5, 5, 5]
    assert state.view(None).hand == ()


def test_all_seats_choose_at_the_same_time() -> None:
    """§PLAY"""
    state = new_state((3, 9), (5, 12))

    assert state.asked() == (0, 1)
    assert play(state, 9, 5)[:2] == [CardPlayed(0, 9), CardPlayed(1, 5)]
    assert state.view(0).hand == (3,)


def test_the_highest_card_scores_the_number_of_the_lowest() -> None:
    """§SCORE"""
    state = new_state((3, 9), (5, 12), (1, 7))

    assert play(state, 9, 5, 7)[3:] == [RoundWon(0, 5), RoundBegan(2)]
    assert state.scores == [5, 0, 0]


def test_most_points_win_when_all_cards_are_played() -> None:
    """§END"""
    state = GAME.start(2, None, FastRng(1))
    while state.asked():
        assert state.outcome() is None
        state.play([state.options(seat)[0] for seat in state.asked()], FastRng(1))

    outcome = state.outcome()
    assert outcome is not None
    scores = my_game(state).scores
    assert outcome.winners == tuple(seat for seat in range(2) if scores[seat] == max(scores))
