"""Phase 2: the pool, the Booth, rerolls and Bogus."""

from __future__ import annotations

from tests.games.riff_in_time.builders import (
    BOGUS,
    EXCELLENT,
    INTERACT,
    MOVE,
    REROLL,
    WYLD,
    acts,
    draws,
    riff,
    rolls,
)
from timebooth.games.riff_in_time.answers import (
    DropOff,
    KeepRoll,
    Move,
    PassTo,
    PickUp,
    Reroll,
    Roll,
    Stop,
    TakeBogus,
    UseBooth,
)
from timebooth.games.riff_in_time.events import BogusResolved, BoothUsed, DieRerolled, RiftRaised, RiseIgnored
from timebooth.games.riff_in_time.turn import ASSEMBLE_DICE_POOL, RESOLVE_BOGUS, USE_THE_BOOTH


def test_the_pool_is_three_wyld_dice_those_of_the_booth_and_one_for_each_rift_closed() -> None:
    """§POOL §J30 §F8"""
    t = rolls(riff(booth={"socrates": 0}, fixed={"rome": 0, "athens": 1}), ASSEMBLE_DICE_POOL)

    offered = t.options()

    assert Roll(2, 1, 1) in offered
    assert Roll(3, 1, 0) in offered
    assert Roll(1, 1, 2) not in offered


def test_dice_are_counted_after_the_riff_card() -> None:
    """§P2 §J30"""
    t = draws(riff(top=["R44"], booth={"socrates": 0}))

    assert Roll(3, 1, 0) not in t.options()


def test_no_more_than_four_dice_are_rolled() -> None:
    """§POOL.FOUR §J31"""
    t = rolls(riff(booth={"socrates": 0, "beethoven": 0, "lincoln": 0}), ASSEMBLE_DICE_POOL)

    assert all(roll.wyld + roll.character + roll.triumphant <= 4 for roll in t.options() if isinstance(roll, Roll))
    assert Roll(1, 3, 0) in t.options()


def test_every_bogus_die_is_in_the_pool() -> None:
    """§POOL.BOGUS §J31"""
    s = riff(booth={"billy_the_kid": 0, "charlemagne": 0, "genghis_khan": 0})
    t = rolls(s, ASSEMBLE_DICE_POOL)

    assert all(roll.wyld + roll.character <= 1 for roll in t.options() if isinstance(roll, Roll))
    t.does(Roll(1, 0, 0))
    assert [die.die for die in t.view().dice] == ["wyld", "bogus", "bogus", "bogus"]


def test_fewer_dice_may_be_rolled_but_not_fewer_bogus_dice() -> None:
    """§J32"""
    t = rolls(riff(booth={"billy_the_kid": 0}), ASSEMBLE_DICE_POOL)

    t.does(Roll(0, 0, 0))

    assert [die.die for die in t.view().dice] == ["bogus"]


def test_all_dice_of_the_pool_are_rolled() -> None:
    """§ROLL"""
    t = rolls(riff(), ASSEMBLE_DICE_POOL)
    t.load(WYLD[MOVE], WYLD[INTERACT], WYLD[REROLL])

    t.does(Roll(3, 0, 0))

    assert t.faces() == ["move", "interact", "reroll"]


def test_cards_grant_their_actions_every_turn() -> None:
    """§GRANTED §J55 §F9"""
    s = riff(bonus=["O09", "O05"], objectives=["O06", "O12"], completed=[0], booth={"joan_of_arc": 0})
    t = rolls(s, ASSEMBLE_DICE_POOL)

    assert t.view().granted == {"move": 0, "interact": 2, "reroll": 0, "excellent": 1}


def test_the_gifts_of_a_personage_picked_up_come_with_the_next_turn() -> None:
    """§J33"""
    t = acts(riff(at=["rome"], whereabouts={"napoleon": "rome"}), INTERACT, INTERACT)

    t.does(PickUp("napoleon"))

    assert t.whereabouts("napoleon") == "booth 0"
    assert t.view().granted["move"] == 0


def test_a_personage_passed_to_you_works_from_your_own_next_turn() -> None:
    """§J33"""
    s = riff(at=["rome", "rome"], booth={"napoleon": 0}, top=["R58"], characters=("ted", "bill"))
    t = acts(s, INTERACT)

    t.does(PassTo("napoleon", "bill"))

    assert t.state.turn == 1
    assert t.view().granted["move"] == 1


def test_the_gifts_of_a_personage_dropped_off_stay_to_the_end_of_the_turn() -> None:
    """§J34"""
    t = rolls(riff(at=["austria"], booth={"napoleon": 0}, bonus=["O01", "O05"]), ASSEMBLE_DICE_POOL)
    t.does(Roll(0, 0, 0), DropOff("napoleon"))

    assert Move("washington") in t.options()


def test_the_booth_rolls_the_whole_pool_again_once_before_anything_else() -> None:
    """§BOOTH §J36"""
    t = rolls(riff(at=["rome"]), USE_THE_BOOTH, BOGUS, MOVE, ("bogus", "bogus"))
    t.load(WYLD[MOVE], WYLD[INTERACT], 5)

    assert t.options() == [KeepRoll(), UseBooth()]
    assert t.does(UseBooth())[0] == BoothUsed("joanna")

    assert [die.face for die in t.view().dice] == ["move", "interact", "blank"]
    assert UseBooth() not in t.options()


def test_after_a_reroll_the_booth_is_gone() -> None:
    """§J36"""
    t = rolls(riff(at=["rome"]), USE_THE_BOOTH, BOGUS, REROLL)
    t.load(WYLD[BOGUS])

    t.does(KeepRoll())
    t.does(Reroll("wyld", "bogus"))

    assert t.journal.events[-1] == RiftRaised("rome", 6)


def test_every_bogus_raises_the_rift_where_the_active_player_is() -> None:
    """§BOGUS §J40"""
    t = rolls(riff(at=["rome"]), RESOLVE_BOGUS, BOGUS, BOGUS, MOVE)

    assert t.journal.events == [BogusResolved("joanna", 2, "rome"), RiftRaised("rome", 6), RiftRaised("rome", 7)]
    assert t.faces() == ["move"]


def test_bogus_hits_san_dimas_too_and_a_full_dial_passes_it_on() -> None:
    """§J40 §J6"""
    assert rolls(riff(), RESOLVE_BOGUS, BOGUS, MOVE).level("san_dimas") == 3
    assert rolls(riff(at=["rome"], levels={"rome": 10}), RESOLVE_BOGUS, BOGUS, MOVE).level("san_dimas") == 3


def test_bogus_in_a_fixed_place_is_ignored() -> None:
    """§J16"""
    t = rolls(riff(at=["rome"], fixed=["rome"]), RESOLVE_BOGUS, BOGUS, MOVE)

    assert t.journal.events[-1] == RiseIgnored("rome")


def test_only_rerolls_however_paid_for_may_come_before_bogus() -> None:
    """§J38"""
    t = rolls(riff(at=["rome"]), RESOLVE_BOGUS, BOGUS, MOVE, MOVE, EXCELLENT)

    assert t.options() == [
        TakeBogus(),
        Reroll("wyld", "move", "excellent"),
        Reroll("wyld", "bogus", "excellent"),
        Reroll("wyld", "excellent", "two_moves"),
        Reroll("wyld", "bogus", "two_moves"),
    ]


def test_a_bogus_rerolled_away_does_nothing() -> None:
    """§J38"""
    t = rolls(riff(at=["rome"]), RESOLVE_BOGUS, BOGUS, REROLL)
    t.load(WYLD[MOVE])

    assert t.does(Reroll("wyld", "bogus")) == [DieRerolled("joanna", "wyld", "bogus", "move", "reroll")]
    assert t.level("rome") == 5


def test_a_later_reroll_that_shows_bogus_is_resolved_at_once() -> None:
    """§J39"""
    t = acts(riff(at=["rome"]), REROLL, INTERACT, MOVE)
    t.load(WYLD[BOGUS])

    told = t.does(Reroll("wyld", "interact"))

    assert told[1:] == [BogusResolved("joanna", 1, "rome"), RiftRaised("rome", 6)]
    assert t.faces() == ["move"]


def test_any_unused_die_can_be_rerolled_again_and_again() -> None:
    """§REROLL §J37"""
    t = acts(riff(at=["rome"]), INTERACT, MOVE, granted={REROLL: 2})
    t.load(WYLD[MOVE], WYLD[INTERACT])

    t.does(Reroll("wyld", "interact"), Reroll("wyld", "move"))

    assert sorted(t.faces()) == ["interact", "move"]


def test_a_used_die_cannot_be_rerolled() -> None:
    """§REROLL"""
    t = acts(riff(at=["rome"]), MOVE, granted={REROLL: 1})
    assert Reroll("wyld", "move") in t.options()

    t.does(Move("austria"))

    assert not [option for option in t.options() if isinstance(option, Reroll)]


def test_a_reroll_face_cannot_reroll_itself() -> None:
    """§J37"""
    t = acts(riff(at=["rome"]), REROLL, MOVE)

    assert Reroll("wyld", "move") in t.options()
    assert Reroll("wyld", "reroll") not in t.options()


def test_equal_actions_are_spent_from_cards_first_then_from_wyld_to_triumphant() -> None:
    """§SPEND"""
    t = acts(riff(at=["rome"]), MOVE, ("triumphant", "move"), granted={MOVE: 1})

    t.does(Move("austria"))
    assert [die.used for die in t.view().dice] == [False, False]
    t.does(Move("rome"))
    assert [die.used for die in t.view().dice] == [True, False]


def test_bogus_cannot_be_skipped_but_everything_else_can() -> None:
    """§J42 §STOP"""
    t = rolls(riff(at=["rome"]), RESOLVE_BOGUS, BOGUS, REROLL, INTERACT, MOVE)

    assert Stop() not in t.options()
    t.does(TakeBogus())
    assert Stop() in t.options()
