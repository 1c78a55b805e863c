"""How to win, and the end of the game."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import Table, game, table
from timebooth.games.back_to_the_future.answers import Draw, Play, React
from timebooth.games.back_to_the_future.events import (
    CardAnnounced,
    ClockHung,
    GameWon,
    MysteriousForces,
    TurnBegan,
    TurnCutShort,
    UninventionFailed,
)
from timebooth.kernel.errors import Refused
from timebooth.kernel.outcome import Outcome
from timebooth.words import Words

VERNES_WORLD = ["A-2", "A-3", "C-6"]
VERNES_AND_TIFFANYS_WORLD = [*VERNES_WORLD, "B-3"]
TO_B1 = Play("time_train", linchpin="B-1")
REAL, DUD = 0, 1


def at_b1(
    *identities: str, altered: list[str] | None = None, turn: int = 0, b1: int = 5, card: int = REAL, memo: bool = False
) -> Table:
    """Return a table: the player on turn holds the Time Train and a hoverboard, and this card is next at B-1."""
    hands = [["memo"] if memo else [] for _ in identities]
    hands[turn] = ["time_train", "hoverboard"]
    return table(*hands, identities=identities, altered=altered or [], turn=turn, b1=b1, rng=[card])


def test_every_identity_wants_one_original_headline_and_two_altered_ones() -> None:
    """§ID"""
    for person in game().edition.tables("identities", "identity"):
        assert isinstance(person["original"], str)
        assert len({person["original"], *person["altered"]}) == 3


def test_verne_brown_wants_what_the_rulebook_shows() -> None:
    """§ID §WIN"""
    t = at_b1("verne_brown", "marlin_berry", altered=VERNES_WORLD)

    assert t.state.is_satisfied(0)
    assert t.view(0).satisfied == (True, True, True)


@pytest.mark.parametrize("missing", VERNES_WORLD)
def test_all_three_headlines_must_show(missing: str) -> None:
    """§WIN"""
    t = at_b1("verne_brown", "marlin_berry", altered=[place for place in VERNES_WORLD if place != missing])

    assert not t.state.is_satisfied(0)


def test_the_original_headline_must_show_its_original_side() -> None:
    """§WIN"""
    t = at_b1("verne_brown", "marlin_berry", altered=[*VERNES_WORLD, "B-2"])

    assert not t.state.is_satisfied(0)


def test_other_events_do_not_matter() -> None:
    """§ID"""
    t = at_b1("verne_brown", "marlin_berry", altered=[*VERNES_WORLD, "B-3", "B-4", "D-1", "D-3"])

    assert t.state.is_satisfied(0)


def test_setting_the_last_headline_does_not_win() -> None:
    """§WIN.CLAIM"""
    t = at_b1("verne_brown", "marlin_berry", altered=["A-2", "A-3"])

    t.takes_effect(0, Play("time_train", linchpin="C-6"))

    assert t.state.is_satisfied(0)
    assert t.state.outcome() is None
    assert t.asked() == (0,)


def test_the_player_on_turn_wins_with_headlines_set_and_the_clock_hung() -> None:
    """§WIN §WIN.TURN §B1"""
    t = at_b1("verne_brown", "marlin_berry", altered=VERNES_WORLD)

    events = t.takes_effect(0, TO_B1)

    assert events[-2:] == [ClockHung(0), GameWon(0, "verne_brown", "won_on_turn")]
    assert t.state.outcome() == Outcome((0,), "won_on_turn")


@pytest.mark.parametrize(("turn", "winner"), [(0, "verne_brown"), (1, "tiffany_tannen")])
def test_of_two_satisfied_players_the_one_on_turn_wins(turn: int, winner: str) -> None:
    """§WIN.TURN"""
    t = at_b1("verne_brown", "tiffany_tannen", altered=VERNES_AND_TIFFANYS_WORLD, turn=turn)

    events = t.takes_effect(turn, TO_B1)

    assert events[-1] == GameWon(turn, winner, "won_on_turn")


def test_exactly_one_other_satisfied_player_wins() -> None:
    """§WIN.OTHER"""
    t = at_b1("marlin_berry", "verne_brown", "clay_strickland", altered=VERNES_WORLD)

    events = t.takes_effect(0, TO_B1)

    assert events[-1] == GameWon(1, "verne_brown", "won_by_another")
    assert t.state.outcome() == Outcome((1,), "won_by_another")


@pytest.mark.parametrize(
    ("altered", "satisfied"), [([], 0), (VERNES_AND_TIFFANYS_WORLD, 2)], ids=["nobody", "two others"]
)
def test_with_none_or_two_others_satisfied_the_real_card_is_shuffled_back(altered: list[str], satisfied: int) -> None:
    """§WIN.NOBODY"""
    t = at_b1("marty_mcfly_iii", "verne_brown", "tiffany_tannen", altered=altered, b1=3)
    assert sum(t.state.is_satisfied(seat) for seat in range(3)) == satisfied

    events = t.takes_effect(0, TO_B1)

    assert events[-4:] == [ClockHung(0), UninventionFailed(0, 3), TurnCutShort(0), TurnBegan(1)]
    assert t.state.outcome() is None
    assert (t.view(None).b1_left, t.view(None).b1_aside) == (3, 0)


def test_when_nobody_wins_the_extra_play_is_lost() -> None:
    """§WIN.NOBODY"""
    t = at_b1("marty_mcfly_iii", "verne_brown")

    t.takes_effect(0, TO_B1)

    assert t.state.turn == 1
    assert t.hand(0) == ["hoverboard"]


def test_a_dud_is_set_aside_and_play_goes_on() -> None:
    """§B1 §B1.DUD"""
    t = at_b1("verne_brown", "marlin_berry", altered=VERNES_WORLD, card=DUD)

    events = t.takes_effect(0, TO_B1)

    assert MysteriousForces(0, 4) in events
    assert (t.view(None).b1_left, t.view(None).b1_aside) == (4, 1)
    assert (t.state.outcome(), t.asked()) == (None, (0,))


def test_without_duds_the_next_attempt_finds_the_real_card() -> None:
    """§B1"""
    t = at_b1("verne_brown", "marlin_berry", altered=VERNES_WORLD, b1=1)

    t.takes_effect(0, TO_B1)

    assert t.state.outcome() == Outcome((0,), "won_on_turn")


def test_an_attempt_at_b1_leaves_history_as_it_is() -> None:
    """§B1"""
    t = at_b1("verne_brown", "marlin_berry", altered=["A-2"], card=DUD)

    t.takes_effect(0, TO_B1)

    assert t.altered() == ["A-2", "A-6"]


def test_everybody_else_is_asked_before_the_card_at_b1_is_turned_over() -> None:
    """§B1.ANNOUNCE"""
    t = at_b1("verne_brown", "marlin_berry", "clay_strickland", altered=VERNES_WORLD)

    events = t.does(0, TO_B1)

    assert events == [CardAnnounced(0, "time_train", linchpin="B-1")]
    assert t.asked() == (1, 2)
    assert t.view(None).b1_left == 5


def test_a_memo_stops_an_attempt_before_any_card_is_turned_over() -> None:
    """§B1.ANNOUNCE §MEMO"""
    t = at_b1("verne_brown", "marlin_berry", altered=VERNES_WORLD, memo=True)

    t.does(0, TO_B1)
    t.takes_effect(1, React("memo"))

    assert t.state.outcome() is None
    assert (t.view(None).b1_left, t.view(None).b1_aside) == (5, 0)


def test_the_game_ends_at_once_and_no_memo_stops_victory() -> None:
    """§END §MEMO.END"""
    t = at_b1("verne_brown", "marlin_berry", altered=VERNES_WORLD, memo=True)

    t.takes_effect(0, TO_B1)

    assert t.asked() == ()
    assert (t.options(0), t.options(1)) == ([], [])
    with pytest.raises(Refused):
        t.state.play([], t.rng)


def test_a_player_without_their_headlines_may_try_b1() -> None:
    """§WIN.OTHER §J34"""
    t = at_b1("marlin_berry", "verne_brown")

    assert TO_B1 in t.options(0)
    assert Draw() in t.options(0)


def test_after_a_win_b1_shows_its_red_side_to_everybody_and_in_a_terminal() -> None:
    """§WIN"""
    at = at_b1("verne_brown", "clay_strickland", altered=VERNES_WORLD)
    assert "B-1" not in at.view(None).altered

    at.takes_effect(0, TO_B1)

    assert at.state.outcome() is not None
    assert all("B-1" in at.view(seat).altered for seat in (None, 0, 1))
    words = Words("en", at.game, ("Ann", "Ben"))
    assert "◆B-1▲" in at.game.screen(at.state, None, lambda key, **args: words.say(key, **words.named(args)))
