"""Set-up, from the shuffled discs to the first rises."""

from __future__ import annotations

import pytest

from tests.dice import LoadedRng
from tests.games.riff_in_time.builders import game
from timebooth.games.riff_in_time.answers import KeepObjective, TakeCharacter
from timebooth.games.riff_in_time.events import BonusDealt, ObjectivesDealt, PersonagesRedealt, RiftRaised
from timebooth.games.riff_in_time.game import Options
from timebooth.games.riff_in_time.kinds import PLACES, SAN_DIMAS
from timebooth.games.riff_in_time.state import RiffState
from timebooth.games.riff_in_time.view import view
from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.journal import Journal


def start(seats: int, options: Options | None = None, rng: Rng | None = None) -> tuple[RiffState, Journal]:
    journal = Journal()
    state = game().start(seats, options, rng or FastRng(seats), journal)
    assert isinstance(state, RiffState)
    return state, journal


def play_set_up(state: RiffState, journal: Journal) -> None:
    """Let everybody keep the first card offered."""
    while state.setting_up():
        state.play([state.options(state.asked()[0])[0]], FastRng(1), journal)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_board_is_laid_with_every_disc_at_five_and_san_dimas_at_the_number_of_players(seats: int) -> None:
    """§SETUP §SETUP.1 §SETUP.2 §SETUP.3"""
    s, _ = start(seats)

    assert sorted(s.position(place) for place in range(11)) == list(range(11))
    assert [s.level(place) for place in range(10)] == [5] * 10
    assert s.level(SAN_DIMAS) == seats
    assert sorted(s.whereabouts(who) for who in range(10)) == list(range(10))
    assert s.fixed == 0


def test_a_harder_game_starts_with_san_dimas_higher() -> None:
    """§HARDER"""
    s, _ = start(2, Options(harder=3))

    assert s.level(SAN_DIMAS) == 5


def test_personages_are_dealt_again_while_more_than_three_are_at_home() -> None:
    """§J2 §F6"""
    as_they_lie = [9, 8, 7, 6, 5, 4, 3, 2, 1]  # a shuffle that changes nothing
    dice = LoadedRng(*as_they_lie, *as_they_lie)

    s, journal = start(2, None, dice)

    assert PersonagesRedealt(10) in journal.events
    assert sum(s.whereabouts(who) == who for who in range(int(PLACES))) <= 3


def test_three_personages_may_be_at_home() -> None:
    """§J2"""
    for seed in range(60):
        s, journal = start(2, None, FastRng(seed))
        if sum(s.whereabouts(who) == who for who in range(10)) == 3:
            assert not [event for event in journal if isinstance(event, PersonagesRedealt)]
            return
    raise AssertionError("no deal with three at home among the seeds")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_characters_are_dealt_and_start_in_san_dimas(seats: int) -> None:
    """§SETUP.4 §J1 §J6"""
    s, _ = start(seats)

    assert len({s.character(player) for player in range(seats)}) == seats
    assert [s.at(player) for player in range(seats)] == [SAN_DIMAS] * seats


def test_characters_may_be_chosen_one_after_the_other() -> None:
    """§SETUP.4 §J1"""
    s, journal = start(2, Options(characters="chosen"))
    code = game().answers.code

    assert s.asked() == (0,)
    s.play([code(TakeCharacter("ted"))], FastRng(1), journal)
    assert s.asked() == (1,)
    assert code(TakeCharacter("ted")) not in s.options(1)
    s.play([code(TakeCharacter("bill"))], FastRng(1), journal)

    assert [player.who for player in view(s, None).players] == ["ted", "bill"]


def test_two_objectives_are_dealt_and_one_is_kept() -> None:
    """§SETUP.6"""
    s, journal = start(2)
    dealt = [event for event in journal if isinstance(event, ObjectivesDealt)]

    kept = dealt[0].other
    s.play([game().answers.code(KeepObjective(kept))], FastRng(1), journal)

    assert s.options(1) == sorted(
        game().answers.code(KeepObjective(card)) for card in (dealt[1].objective, dealt[1].other)
    )
    assert view(s, 1).players[0].objective == kept


def test_the_bonus_card_gives_its_action_and_neither_task_nor_lowering() -> None:
    """§SETUP.7 §J4 §F3"""
    s, journal = start(2)
    kept = {s.objective(0), s.objective(1)}

    play_set_up(s, journal)

    told = [event for event in journal if isinstance(event, BonusDealt)]
    assert [event.action for event in told] == [player.actions[0] for player in view(s, 0).players]
    assert {s.bonus(0), s.bonus(1)}.isdisjoint(kept)
    assert s.met == 0
    assert s.rewarded == 0


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_different_place_rises_to_six_for_each_player(seats: int) -> None:
    """§SETUP.8 §J3"""
    s, journal = start(seats)

    play_set_up(s, journal)

    names = [type(event).__name__ for event in journal]
    risen = [event for event in journal.events[: names.index("TurnBegan")] if isinstance(event, RiftRaised)]
    assert len({event.place for event in risen}) == seats
    assert {event.level for event in risen} == {6}


def test_all_cards_but_the_deck_lie_open_from_the_start() -> None:
    """§SETUP.9 §OPEN §SETUP.5"""
    s, journal = start(3)
    play_set_up(s, journal)

    seen = view(s, None)

    assert all(player.objective and player.actions for player in seen.players)
    assert sum(len(place.personages) for place in seen.places) == 10
    assert game().components(s)["dice"] == 14


def test_the_table_may_name_who_begins() -> None:
    """§FIRST §J5"""
    s, journal = start(4, Options(first_player=2))
    play_set_up(s, journal)

    assert s.turn == 2
    with pytest.raises(BadSetup):
        start(2, Options(first_player=2))


def test_a_random_player_begins_otherwise() -> None:
    """§J5"""
    assert {start(4, None, FastRng(seed))[0].first for seed in range(30)} == {0, 1, 2, 3}


def test_with_one_player_no_task_needs_a_second() -> None:
    """§SOLO §J59"""
    for seed in range(40):
        s, journal = start(1, None, FastRng(seed))
        offered = next(event for event in journal if isinstance(event, ObjectivesDealt))
        assert {offered.objective, offered.other}.isdisjoint({"O07", "O15", "O16"})
        assert s.level(SAN_DIMAS) == 1


def test_one_person_may_lead_two_characters() -> None:
    """§SOLO.TWO §SOLO"""
    s, journal = start(1, Options(two_characters=True))
    play_set_up(s, journal)

    assert s.players == 2
    assert s.level(SAN_DIMAS) == 2
    assert s.asked() == (0,)
    assert {player.seat for player in view(s, 0).players} == {0}
    with pytest.raises(BadSetup):
        start(2, Options(two_characters=True))


def imagined_first(s: RiffState, seat: int, seed: int) -> int:
    """Return who begins in a world that this seat thinks possible."""
    world = s.sample_world(seat, FastRng(seed))
    assert isinstance(world, RiffState)
    return world.first


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_knows_who_begins_before_it_is_announced(seats: int) -> None:
    """§J5 §HIDDEN"""
    s, journal = start(seats)
    assert s.setting_up()

    for seat in range(seats):
        assert {imagined_first(s, seat, seed) for seed in range(60)} == set(range(seats))
    for first in range(seats):
        same = s.copy()
        same.first = first
        assert [view(same, seat) for seat in range(seats)] == [view(s, seat) for seat in range(seats)]
    play_set_up(s, journal)

    assert {imagined_first(s, seat, seed) for seat in range(seats) for seed in range(20)} == {s.turn}


def test_everybody_knows_a_first_player_whom_the_table_has_named() -> None:
    """§J5 §FIRST"""
    s, _ = start(4, Options(first_player=2))
    assert s.setting_up()

    assert {imagined_first(s, 0, seed) for seed in range(20)} == {2}


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_set_up_belongs_to_the_first_round(first: int) -> None:
    """§ROUND"""
    state, journal = start(3, Options(first_player=first))

    assert view(state, 0).round == 1
    play_set_up(state, journal)
    assert view(state, 0).round == 1
