"""Using actions: Move, Interact, Excellent, duplicates, and the characters' abilities."""

from __future__ import annotations

import pytest

from tests.games.riff_in_time.builders import BOGUS, EXCELLENT, INTERACT, MOVE, REROLL, WYLD, acts, follows, riff, rolls
from timebooth.games.riff_in_time.answers import (
    DropOff,
    FixRift,
    KeepCard,
    Move,
    PassTo,
    PickUp,
    Reroll,
    Roll,
    SetDie,
    Stay,
    Step,
    Stop,
    SwapCard,
    TakeBogus,
)
from timebooth.games.riff_in_time.events import (
    CharacterMoved,
    DieChanged,
    PersonagePassed,
    PersonagePickedUp,
    PersonageReturned,
    RiffCardDrawn,
    RiffCardSwapped,
    RiftFixed,
    RiftLowered,
    RiftWorkedOn,
)
from timebooth.games.riff_in_time.missing import missing
from timebooth.games.riff_in_time.turn import ASSEMBLE_DICE_POOL, RESOLVE_BOGUS

ALONE = ("elizabeth", "joanna")  # whose ability does not matter in this phase


def test_a_move_goes_along_a_circuit_and_only_there() -> None:
    """§MOVE §CIRCUITS"""
    t = acts(riff(), MOVE, MOVE)

    assert {option.to for option in t.options() if isinstance(option, Move)} == {
        "new_mexico",
        "kassel",
        "mongolia",
        "rome",
    }
    assert t.does(Move("rome")) == [CharacterMoved("joanna", "rome", "move")]


def test_each_action_is_used_once_in_any_order() -> None:
    """§ACTIONS"""
    t = acts(riff(at=["rome"], whereabouts={"freud": "austria"}, characters=ALONE), INTERACT, MOVE, INTERACT)

    t.does(Move("austria"))
    assert not [option for option in t.options() if isinstance(option, Move) and option.by == "move"]
    assert PickUp("freud") in t.options()
    assert t.faces() == ["interact", "interact"]


def test_a_player_may_stop_at_any_time() -> None:
    """§STOP §J42"""
    t = acts(riff(), MOVE, INTERACT)

    t.does(Stop())

    assert t.state.turn == 1


def test_a_personage_who_does_not_belong_here_is_picked_up() -> None:
    """§INTERACT §PICK_UP §J45"""
    t = acts(riff(at=["rome"], whereabouts={"freud": "rome", "socrates": "rome"}, characters=ALONE), INTERACT, MOVE)

    assert t.does(PickUp("freud")) == [PersonagePickedUp("elizabeth", "freud", "rome", "interact")]
    assert PickUp("socrates") not in t.options()


def test_a_booth_carries_any_number() -> None:
    """§J46 §F5"""
    s = riff(at=["rome"], whereabouts={"freud": "rome"}, booth={"socrates": 0, "lincoln": 0, "napoleon": 0})
    t = acts(s, INTERACT)

    t.does(PickUp("freud"))

    assert t.view().players[0].booth == ("socrates", "freud", "lincoln", "napoleon")


def test_a_personage_at_home_cannot_be_picked_up_and_must_be_returned_before_fixing() -> None:
    """§IN_PLACE §J47 §F7"""
    t = acts(riff(at=["rome"], whereabouts={"charlemagne": "rome"}), INTERACT, INTERACT)

    assert PickUp("charlemagne") not in t.options()
    assert FixRift() not in t.options()
    t.does(DropOff("charlemagne"))
    assert FixRift() in t.options()


def test_a_personage_of_the_booth_is_dropped_off_at_home_and_nowhere_else() -> None:
    """§DROP_OFF §J49"""
    s = riff(at=["rome"], booth={"charlemagne": 0, "freud": 0})
    t = acts(s, INTERACT, INTERACT)

    assert DropOff("freud") not in t.options()
    assert t.does(DropOff("charlemagne")) == [PersonageReturned("joanna", "charlemagne", "rome", "interact")]


def test_a_returned_personage_is_never_taken_again() -> None:
    """§J48 §F14"""
    t = acts(riff(at=["rome"], returned=["charlemagne"]), INTERACT)

    assert PickUp("charlemagne") not in t.options()
    assert DropOff("charlemagne") not in t.options()
    assert FixRift() in t.options()


def test_each_interact_lowers_the_rift_by_one_whoever_returned_the_personage() -> None:
    """§FIX §J51"""
    t = acts(riff(at=["rome"], returned=["charlemagne"]), INTERACT, INTERACT)

    assert t.does(FixRift()) == [RiftWorkedOn("joanna", "rome", "interact"), RiftLowered("rome", 4)]


def test_without_its_personage_a_rift_cannot_be_fixed() -> None:
    """§FIX §F7"""
    t = acts(riff(at=["rome"]), INTERACT, MOVE)

    assert FixRift() not in t.options()
    assert ("why.not_returned", {"place": "rome", "personage": "charlemagne", "rule": "§F7"}) in missing(t.state, 0)


def test_the_player_who_reaches_zero_closes_the_rift_and_takes_the_card() -> None:
    """§CLOSE §LOWER §J51 §J35"""
    t = acts(riff(at=["rome"], returned=["charlemagne"], levels={"rome": 1}), INTERACT, MOVE)

    assert t.does(FixRift())[-1] == RiftFixed("joanna", "rome", 9)

    assert t.view().players[0].triumphs == ("rome",)


def test_the_player_who_closed_a_rift_has_its_triumphant_die_from_the_next_turn() -> None:
    """§CLOSE §J35 §F8"""
    mine = rolls(riff(fixed={"rome": 0}), ASSEMBLE_DICE_POOL)
    others = rolls(riff(fixed={"rome": 1}), ASSEMBLE_DICE_POOL)

    assert Roll(3, 0, 1) in mine.options()
    assert Roll(3, 0, 1) not in others.options()


def test_san_dimas_cannot_be_fixed() -> None:
    """§J29"""
    t = acts(riff(), INTERACT, MOVE)

    assert not [option for option in t.options() if isinstance(option, FixRift)]


def test_a_personage_is_passed_to_a_player_in_the_same_place_without_asking() -> None:
    """§PASS §J50"""
    t = acts(riff(at=["rome", "rome"], booth={"freud": 0}, characters=ALONE), INTERACT, MOVE)

    assert t.does(PassTo("freud", "joanna")) == [PersonagePassed("elizabeth", "freud", "joanna", "interact")]
    assert t.whereabouts("freud") == "booth 1"


@pytest.mark.parametrize(
    ("place", "carrier", "allowed"),
    [("rome", 0, True), ("vienna", 0, False), ("san_dimas", 0, False), ("rome", 1, False)],
)
def test_personages_are_not_passed_at_home_or_in_san_dimas_and_never_taken(
    place: str, carrier: int, allowed: bool
) -> None:
    """§PASS §J50"""
    t = acts(riff(at=[place, place], booth={"freud": carrier}, characters=ALONE), INTERACT, MOVE)

    assert (PassTo("freud", "joanna") in t.options()) == allowed


def test_a_table_may_allow_passing_in_san_dimas() -> None:
    """§J50"""
    s = riff(booth={"freud": 0}, characters=ALONE)
    s.pass_in_san_dimas = True

    assert PassTo("freud", "joanna") in acts(s, INTERACT, MOVE).options()


def test_a_personage_cannot_be_passed_to_a_player_elsewhere() -> None:
    """§PASS"""
    t = acts(riff(at=["rome", "athens"], booth={"freud": 0}, characters=ALONE), INTERACT, MOVE)

    assert not [option for option in t.options() if isinstance(option, PassTo)]


def test_an_excellent_is_a_move_an_interact_or_a_reroll() -> None:
    """§EXCELLENT §J43"""
    t = acts(riff(at=["rome"], returned=["charlemagne"]), BOGUS, granted={EXCELLENT: 1})

    assert {Move("austria", "excellent"), FixRift("excellent"), Reroll("wyld", "bogus", "excellent")} <= set(
        t.options()
    )


def test_two_equal_actions_are_used_as_an_excellent_from_dice_or_cards() -> None:
    """§DUPLICATE §J44"""
    t = acts(riff(at=["rome"], returned=["charlemagne"]), MOVE, INTERACT, BOGUS, granted={MOVE: 1})

    assert FixRift("two_moves") in t.options()
    t.does(FixRift("two_moves"))

    assert t.faces() == ["interact", "bogus"]
    assert t.view().granted["move"] == 0


def test_two_rerolls_are_a_pair_too_but_two_bogus_are_not() -> None:
    """§J44"""
    t = acts(riff(at=["rome"]), REROLL, REROLL)
    assert Move("austria", "two_rerolls") in t.options()

    t = acts(riff(at=["rome"], returned=["charlemagne"]), ("bogus", "blank"), ("bogus", "blank"), INTERACT)
    assert not [option for option in t.options() if isinstance(option, Move)]


def test_an_action_is_in_one_pair_only() -> None:
    """§J44"""
    t = acts(riff(at=["rome"], returned=["charlemagne"], characters=ALONE), MOVE, MOVE, MOVE)

    t.does(FixRift("two_moves"))

    assert FixRift("two_moves") not in t.options()
    assert Move("austria") in t.options()


def test_bill_goes_a_second_space_with_one_move_of_any_kind_once_a_turn() -> None:
    """§ABILITY §BILL §J52"""
    t = acts(riff(characters=("bill", "joanna")), MOVE, EXCELLENT, MOVE)

    t.does(Move("rome", "excellent"))
    assert t.prompt() == "second_step"
    assert t.does(Step("austria")) == [CharacterMoved("bill", "austria", "second_step")]
    t.does(Move("washington"))

    assert t.state.ability_used
    assert t.at(0) == "washington"


def test_bill_may_stay_and_take_the_second_step_with_a_later_move() -> None:
    """§BILL §J52"""
    t = acts(riff(characters=("bill", "joanna")), MOVE, MOVE)

    t.does(Move("rome"), Stay(), Move("austria"))

    assert t.prompt() == "second_step"


def test_a_card_that_moves_bill_gives_no_second_step() -> None:
    """§J22"""
    t = follows("R44", riff(characters=("bill", "joanna"), at=["rome"]))

    assert t.prompt() == "assemble_pool"
    assert not t.state.ability_used


def test_ted_turns_an_unused_die_without_bogus_to_another_of_its_faces() -> None:
    """§TED §J41"""
    t = rolls(riff(characters=("ted", "joanna"), at=["rome"]), RESOLVE_BOGUS, BOGUS, MOVE)

    assert SetDie("wyld", "move", "reroll") in t.options()
    assert SetDie("wyld", "move", "excellent") not in t.options()
    assert not [option for option in t.options() if isinstance(option, SetDie) and option.face == "bogus"]
    assert t.does(SetDie("wyld", "move", "reroll")) == [DieChanged("ted", "wyld", "move", "reroll")]
    assert not [option for option in t.options() if isinstance(option, SetDie)]


def test_ted_is_not_offered_a_change_to_bogus() -> None:
    """§J41"""
    t = rolls(riff(characters=("ted", "joanna"), at=["rome"]), RESOLVE_BOGUS, BOGUS, MOVE)

    offered = {option.now for option in t.options() if isinstance(option, SetDie)}

    assert offered == {"interact", "reroll"}


def test_ted_has_nothing_to_change_on_a_blank_bogus_die() -> None:
    """§J41"""
    t = acts(riff(characters=("ted", "joanna"), at=["rome"]), ("bogus", "blank"), MOVE)

    assert {option.die for option in t.options() if isinstance(option, SetDie)} == {"wyld"}


def test_ted_may_change_a_die_after_bogus_too() -> None:
    """§J41"""
    t = rolls(riff(characters=("ted", "joanna"), at=["rome"]), RESOLVE_BOGUS, BOGUS, MOVE)

    t.does(TakeBogus())

    assert SetDie("wyld", "move", "interact") in t.options()


def test_elizabeth_discards_a_card_and_must_follow_the_next() -> None:
    """§ELIZABETH §J53"""
    t = follows("R01", riff(characters=ALONE), "R58")

    assert t.options() == [KeepCard(), SwapCard()]
    told = t.does(SwapCard())

    assert told[:2] == [RiffCardSwapped("elizabeth", "R01"), RiffCardDrawn("elizabeth", "R58", 58)]
    assert t.prompt() == "assemble_pool"
    assert t.level("new_mexico") == 5


def test_elizabeth_cannot_swap_the_last_card() -> None:
    """§J53"""
    t = follows("R58", riff(characters=ALONE, cards_left=0))

    assert t.prompt() == "assemble_pool"


def test_joanna_handles_one_personage_without_an_interact_but_cannot_fix_a_rift_this_way() -> None:
    """§JOANNA"""
    t = acts(riff(at=["rome"], booth={"charlemagne": 0}), MOVE)

    assert t.does(DropOff("charlemagne", "free")) == [PersonageReturned("joanna", "charlemagne", "rome", "free")]

    assert not [option for option in t.options() if isinstance(option, FixRift)]
    assert t.faces() == ["move"]


def test_booth_and_character_are_one_piece() -> None:
    """§J60 §F2"""
    t = acts(riff(booth={"freud": 0}), MOVE, MOVE)

    t.does(Move("rome"))

    assert t.at(0) == "rome"
    assert t.whereabouts("freud") == "booth 0"


def test_why_an_answer_is_missing_names_its_rule() -> None:
    """§ABILITY"""
    t = acts(riff(booth={"freud": 0}), MOVE)

    reasons = missing(t.state, 0)

    assert {"why.no_interact", "why.not_home", "why.no_fix_in_san_dimas"} <= {key for key, _ in reasons}
    assert all(str(args["rule"]).startswith("§") for _, args in reasons)
    assert missing(t.state, 1) == []


def test_a_rerolled_die_shows_its_new_face() -> None:
    """§REROLL"""
    t = acts(riff(at=["rome"]), INTERACT, MOVE, granted={REROLL: 1})
    t.load(WYLD[MOVE])

    t.does(Reroll("wyld", "interact"))

    assert t.faces() == ["move", "move"]
