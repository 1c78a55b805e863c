"""Phase 3: the nine tasks and their rewards."""

from __future__ import annotations

import pytest

from tests.games.riff_in_time.builders import INTERACT, MOVE, REROLL, acts, follows, game, riff, rolls
from timebooth.games.riff_in_time.answers import (
    FixRift,
    KeepRoll,
    Move,
    PassTo,
    PickUp,
    Reroll,
    Roll,
    SetDie,
    Stop,
    UseBooth,
)
from timebooth.games.riff_in_time.effects import lower_san_dimas
from timebooth.games.riff_in_time.events import ObjectiveAdvanced, ObjectiveCompleted, RiftLowered
from timebooth.games.riff_in_time.kinds import SAN_DIMAS, TASKS
from timebooth.games.riff_in_time.turn import USE_THE_BOOTH

QUIET = ("elizabeth", "joanna")


def test_the_box_has_all_nine_kinds_of_task() -> None:
    """§TASKS"""
    box = game().box

    assert {TASKS[box.task[objective]] for objective in range(16)} == set(TASKS)


def test_lowering_a_rift_with_the_personage_in_the_booth_completes_the_task() -> None:
    """§TASK.LOWER §P3 §REWARD §J55 §F4"""
    s = riff(objectives=["O01", "O12"], at=["rome"], booth={"socrates": 0}, returned=["charlemagne"], characters=QUIET)
    t = acts(s, INTERACT, MOVE)

    assert t.does(FixRift())[-1] == ObjectiveAdvanced("elizabeth", "O01", 1, 1)
    assert t.level("san_dimas") == 2
    told = t.does(Stop())

    assert told[:2] == [ObjectiveCompleted("elizabeth", "O01", "interact"), RiftLowered("san_dimas", 1)]
    assert t.view().players[0].actions == ("reroll", "interact")


def test_lowering_without_the_personage_does_not_complete_the_task() -> None:
    """§TASK.LOWER"""
    s = riff(objectives=["O01", "O12"], at=["rome"], booth={"socrates": 1}, returned=["charlemagne"], characters=QUIET)
    t = acts(s, INTERACT, MOVE)

    t.does(FixRift())

    assert t.events(ObjectiveAdvanced) == []


def test_a_reward_is_paid_once_and_no_new_objective_is_dealt() -> None:
    """§REWARD §J55"""
    s = riff(objectives=["O11", "O12"], booth={"socrates": 0, "freud": 0}, completed=[0], at=["rome"], characters=QUIET)
    t = acts(s, MOVE)

    t.does(Move("san_dimas"))

    assert t.events(ObjectiveCompleted) == []
    assert t.view().players[0].objective == "O11"


def test_three_different_places_must_be_lowered() -> None:
    """§TASK.LOWER §TRACKING"""
    s = riff(objectives=["O06", "O12"], at=["rome"], returned=["charlemagne", "napoleon"], characters=QUIET)
    t = acts(s, INTERACT, INTERACT, MOVE, INTERACT)

    t.does(FixRift(), FixRift(), Move("austria"), FixRift())

    assert t.events(ObjectiveAdvanced) == [
        ObjectiveAdvanced("elizabeth", "O06", 1, 3),
        ObjectiveAdvanced("elizabeth", "O06", 2, 3),
    ]


@pytest.mark.parametrize("place", ["rome", "san_dimas"])
def test_lowering_by_a_card_counts_where_you_are_in_san_dimas_too(place: str) -> None:
    """§J56"""
    t = follows("R56", riff(objectives=["O06", "O12"], at=[place]))

    assert t.events(ObjectiveAdvanced) == [ObjectiveAdvanced("joanna", "O06", 1, 3)]


def test_san_dimas_counts_once_for_three_different_places() -> None:
    """§J56"""
    s = riff(objectives=["O06", "O12"])
    s.lowered_san_dimas = 1

    assert follows("R56", s).events(ObjectiveAdvanced) == []


def test_a_lowering_of_san_dimas_that_is_lost_does_not_count() -> None:
    """§J56 §J28"""
    s = riff(objectives=["O06", "O12"])
    s.set_level(SAN_DIMAS, 0)

    assert follows("R56", s).events(ObjectiveAdvanced) == []


def test_lowering_san_dimas_by_name_does_not_count() -> None:
    """§J56"""
    s = riff(objectives=["O06", "O12"])
    before = s.level(SAN_DIMAS)
    lower_san_dimas(s, None)

    assert s.level(SAN_DIMAS) == before - 1
    assert s.lowered_san_dimas == 0


def test_the_other_player_must_be_in_the_same_place() -> None:
    """§TASK.LOWER §J56 §F12"""
    together = riff(objectives=["O07", "O12"], at=["rome", "rome"], returned=["charlemagne"], characters=QUIET)
    apart = riff(objectives=["O07", "O12"], at=["rome", "austria"], returned=["charlemagne"], characters=QUIET)

    for s, done in ((together, 1), (apart, 0)):
        t = acts(s, INTERACT, MOVE)
        t.does(FixRift())
        assert len(t.events(ObjectiveAdvanced)) == done


def test_a_turn_without_reroll_and_booth_is_a_stage() -> None:
    """§TASK.NO_REROLLS §J57"""
    t = acts(riff(objectives=["O03", "O12"], characters=QUIET), MOVE)

    assert ObjectiveAdvanced("elizabeth", "O03", 1, 3) in t.does(Stop())


def test_a_reroll_or_the_booth_spoils_that_round_only() -> None:
    """§TASK.NO_REROLLS §J57 §F11"""
    s = riff(objectives=["O03", "O12"], characters=QUIET)
    s.set_stage(0, 2)
    t = acts(s, MOVE, REROLL)
    t.does(Reroll("wyld", "move"), Stop())
    assert t.view().players[0].stage == 2

    t = rolls(riff(objectives=["O03", "O12"], characters=QUIET), USE_THE_BOOTH, MOVE)
    t.does(UseBooth(), Stop())
    assert t.view().players[0].stage == 0


def test_teds_change_is_not_a_reroll() -> None:
    """§J57"""
    t = acts(riff(objectives=["O03", "O12"], characters=("ted", "joanna")), MOVE, MOVE)

    t.does(SetDie("wyld", "move", "interact"), Stop())

    assert t.view().players[0].stage == 1


def test_carrying_the_personage_and_any_other_completes_the_task() -> None:
    """§TASK.CARRY §J54"""
    s = riff(
        objectives=["O04", "O12"],
        at=["rome"],
        booth={"genghis_khan": 0},
        whereabouts={"freud": "rome"},
        characters=QUIET,
    )
    t = acts(s, INTERACT, INTERACT)

    assert t.does(PickUp("freud"))[-1] == ObjectiveAdvanced("elizabeth", "O04", 1, 1)


def test_san_dimas_with_two_personages_also_when_a_card_sends_you_there() -> None:
    """§TASK.VISIT §J22 §J54"""
    t = follows("R44", riff(objectives=["O11", "O12"], at=["rome"], booth={"freud": 0, "socrates": 0}))

    assert t.events(ObjectiveAdvanced) == [ObjectiveAdvanced("joanna", "O11", 1, 1)]
    assert t.whereabouts("freud") == "san_dimas"


def test_visits_count_in_their_order_only() -> None:
    """§TASK.VISIT §J58 §F13"""
    s = riff(objectives=["O08", "O12"], at=["austria"], booth={"lincoln": 0}, characters=QUIET)
    t = acts(s, MOVE, MOVE, MOVE)

    t.does(Move("rome"))
    assert t.events(ObjectiveAdvanced) == []
    t.does(Move("new_york"), Move("rome"))

    assert t.events(ObjectiveAdvanced) == [
        ObjectiveAdvanced("elizabeth", "O08", 1, 3),
        ObjectiveAdvanced("elizabeth", "O08", 2, 3),
    ]


def test_picking_up_on_the_spot_is_a_visit() -> None:
    """§J58"""
    s = riff(objectives=["O12", "O11"], at=["vienna"], whereabouts={"beethoven": "vienna"}, characters=QUIET)
    t = acts(s, INTERACT, INTERACT)

    t.does(PickUp("beethoven"))

    assert t.events(ObjectiveAdvanced) == [ObjectiveAdvanced("elizabeth", "O12", 1, 1)]


def test_receiving_the_personage_on_the_spot_is_a_visit_and_is_rewarded_in_another_players_turn() -> None:
    """§J54 §P3"""
    s = riff(objectives=["O11", "O12"], at=["vienna", "vienna"], booth={"beethoven": 0}, characters=QUIET)
    t = acts(s, INTERACT, MOVE)

    t.does(PassTo("beethoven", "joanna"), Stop())

    assert ObjectiveCompleted("joanna", "O12", "move") in t.journal.events


def test_passing_the_personage_completes_the_task() -> None:
    """§TASK.PASS"""
    s = riff(objectives=["O16", "O11"], at=["vienna", "vienna"], booth={"charlemagne": 0}, characters=QUIET)
    t = acts(s, INTERACT, MOVE)

    t.does(PassTo("charlemagne", "joanna"))

    assert t.events(ObjectiveAdvanced) == [ObjectiveAdvanced("elizabeth", "O16", 1, 1)]


def test_a_task_whose_personage_was_returned_stays_undone_and_nothing_is_lost() -> None:
    """§J59"""
    s = riff(objectives=["O01", "O12"], at=["rome"], returned=["charlemagne", "socrates"], characters=QUIET)
    t = acts(s, INTERACT, MOVE)

    t.does(FixRift(), Stop())

    assert t.view().players[0].stage == 0
    assert t.ending() is None


def test_the_action_of_a_reward_is_not_there_in_the_turn_that_earned_it() -> None:
    """§J55 §F4 §F9"""
    s = riff(objectives=["O11", "O12"], at=["rome"], booth={"freud": 0, "socrates": 0}, characters=QUIET)
    t = acts(s, MOVE, MOVE)

    t.does(Move("san_dimas"))

    assert t.view().granted["interact"] == 0
    t.does(Stop())
    t.does(Roll(0, 0, 0))
    assert KeepRoll() not in t.options()
