"""Phase 1: Riff cards and their effects."""

from __future__ import annotations

from tests.games.riff_in_time.builders import INTERACT, acts, draws, follows, riff
from timebooth.games.riff_in_time.answers import Choose, DropOff, KeepCard, PickUp, PutNext, Roll, Unfix
from timebooth.games.riff_in_time.events import (
    CardsDiscarded,
    CardsPutBack,
    CharacterSent,
    LoweringIgnored,
    PersonagesEjected,
    RiffCardDrawn,
    RiftFixed,
    RiftLowered,
    RiftOverflowed,
    RiftRaised,
    RiftUnfixed,
    RiseIgnored,
    SectionFollowed,
)


def test_the_active_player_reveals_the_top_card_and_follows_it_before_the_dice() -> None:
    """§P1 §P1.DRAW §RAISE"""
    t = follows("R03", riff())

    assert t.journal.events[:2] == [RiffCardDrawn("joanna", "R03", 59), RiftRaised("new_mexico", 6)]
    assert t.prompt() == "assemble_pool"
    assert "R03" in t.view().discard_pile


def test_the_red_section_counts_from_seven_after_the_main_section() -> None:
    """§P1.SECTIONS §J13 §J14"""
    t = follows("R01", riff(levels={"new_mexico": 6}))

    assert t.journal.events[1:3] == [RiftRaised("new_mexico", 7), SectionFollowed("red", "new_mexico")]
    assert t.prompt() == "choose_effect"


def test_at_six_nothing_is_red() -> None:
    """§P1.SECTIONS"""
    t = follows("R01", riff(levels={"new_mexico": 5}))

    assert t.events(SectionFollowed) == []


def test_a_place_that_rises_from_three_to_four_is_no_longer_green() -> None:
    """§J14"""
    assert follows("R03", riff(levels={"new_mexico": 3})).level("san_dimas") == 2


def test_a_green_section_lowers_san_dimas() -> None:
    """§P1.SECTIONS"""
    assert follows("R03", riff(levels={"new_mexico": 2})).level("san_dimas") == 1


def test_a_fixed_place_follows_the_fixed_section_and_never_red_or_green() -> None:
    """§P1.IGNORED §J15 §J16 §F10"""
    t = follows("R02", riff(fixed=["new_mexico"]), "R07")

    assert t.journal.events[1:4] == [
        RiseIgnored("new_mexico"),
        SectionFollowed("fixed", "new_mexico"),
        RiffCardDrawn("joanna", "R07", 58),
    ]


def test_a_fixed_place_is_not_green_at_level_zero() -> None:
    """§J15"""
    assert follows("R03", riff(fixed=["new_mexico"])).level("san_dimas") == 2


def test_a_full_dial_passes_the_rise_to_san_dimas() -> None:
    """§P1.FULL"""
    t = follows("R07", riff(levels={"athens": 10}))

    assert t.journal.events[1:3] == [RiftOverflowed("athens"), RiftRaised("san_dimas", 3)]


def test_two_rises_at_nine_make_one_here_and_one_in_san_dimas_and_the_place_is_red() -> None:
    """§J17 §EFFECTS.TIMES"""
    t = follows("R08", riff(levels={"athens": 9}))

    assert t.level("athens") == 10
    assert t.level("san_dimas") == 3
    assert t.at(0) == "athens"


def test_the_active_player_chooses_between_effects_joined_by_or() -> None:
    """§OR §FINAL"""
    t = follows("R59", riff(turn=1, characters=("joanna", "bill")))

    assert t.state.asked() == (1,)
    assert t.options() == [Choose("raise_san_dimas", 1), Choose("draw", 1)]
    t.does(Choose("raise_san_dimas", 1))
    assert t.level("san_dimas") == 3


def test_an_option_that_loses_may_be_chosen() -> None:
    """§J20"""
    t = follows("R46", riff(levels={"san_dimas": 7}))

    t.does(Choose("raise_san_dimas", 5))

    assert t.ending() == "san_dimas_fractured"


def test_a_card_drawn_by_a_card_is_followed_to_its_end_and_chains_have_no_limit() -> None:
    """§DRAW §J21"""
    t = follows("R59", riff(), "R60", "R07")

    t.does(Choose("draw", 1), Choose("draw", 1))

    assert [event.card for event in t.events(RiffCardDrawn) if isinstance(event, RiffCardDrawn)] == [
        "R59",
        "R60",
        "R07",
    ]
    assert t.level("athens") == 6
    assert t.prompt() == "assemble_pool"


def test_everyone_is_sent_without_circuits_and_then_every_booth_is_emptied_where_it_is() -> None:
    """§SENT §EJECT §EFFECTS §J22 §J23"""
    t = follows("R44", riff(at=["rome", "athens"], booth={"socrates": 0, "freud": 1}))

    assert t.journal.events[1:] == [
        CharacterSent("joanna", "san_dimas"),
        CharacterSent("elizabeth", "san_dimas"),
        PersonagesEjected("joanna", ("socrates",), "san_dimas"),
        PersonagesEjected("elizabeth", ("freud",), "san_dimas"),
    ]
    assert t.options()[0] == Roll(3, 0, 0)


def test_the_dice_of_an_ejected_personage_are_gone_at_once() -> None:
    """§J23"""
    t = follows("R44", riff(booth={"lincoln": 0, "genghis_khan": 0}))

    assert t.options()[0] == Roll(3, 0, 0)
    assert t.view().granted["move"] == 0


def test_personages_ejected_in_san_dimas_can_be_picked_up_there() -> None:
    """§J24"""
    t = acts(riff(whereabouts={"socrates": "san_dimas"}), INTERACT)

    t.does(PickUp("socrates"))

    assert t.whereabouts("socrates") == "booth 0"


def test_a_personage_ejected_at_home_is_returned_by_one_interact() -> None:
    """§J25"""
    t = acts(riff(at=["athens"], whereabouts={"socrates": "athens"}), INTERACT)

    assert DropOff("socrates") in t.options()
    assert PickUp("socrates") not in t.options()


def test_a_red_section_may_send_only_the_active_player() -> None:
    """§SENT"""
    t = follows("R08", riff(levels={"athens": 6}))

    assert (t.at(0), t.at(1)) == ("athens", "san_dimas")


def test_numbered_cards_raise_what_lies_on_these_positions() -> None:
    """§NUMBERS"""
    t = follows("R49", riff())

    assert [t.level(t.box.places[t.state.place_at(number)]) for number in range(1, 11)] == [6] * 5 + [5] * 5


def test_san_dimas_falls_once_for_each_of_the_cards_own_places_that_was_fixed() -> None:
    """§J18"""
    t = follows("R49", riff(fixed=["athens", "vienna", "rome"], levels={"san_dimas": 8}))

    assert t.level("san_dimas") == 6
    assert len(t.events(RiseIgnored)) == 2


def test_each_players_place_rises_the_active_players_first() -> None:
    """§EACH_PLAYER §J19"""
    t = follows("R51", riff(players=3, turn=1, at=["rome", "athens", "rome"], characters=("joanna", "bill", "ted")))

    assert t.journal.events[1:] == [RiftRaised("athens", 6), RiftRaised("rome", 6), RiftRaised("rome", 7)]


def test_players_in_san_dimas_raise_san_dimas() -> None:
    """§J6"""
    assert follows("R51", riff()).level("san_dimas") == 4


def test_a_card_lowers_the_rift_where_the_active_player_is() -> None:
    """§HERE §LOWER"""
    assert follows("R56", riff(at=["rome"])).level("rome") == 3


def test_in_san_dimas_it_lowers_san_dimas() -> None:
    """§J27"""
    assert follows("R56", riff(levels={"san_dimas": 5})).level("san_dimas") == 3


def test_without_its_personage_the_last_level_stays() -> None:
    """§J27"""
    t = follows("R56", riff(at=["rome"], levels={"rome": 2}))

    assert t.level("rome") == 1
    assert LoweringIgnored("rome") in t.journal.events


def test_with_its_personage_returned_a_card_can_close_a_rift() -> None:
    """§J27"""
    t = follows("R56", riff(at=["rome"], levels={"rome": 2}, returned=["charlemagne"]))

    assert RiftFixed("joanna", "rome", 9) in t.journal.events


def test_a_die_of_a_rift_closed_by_a_card_comes_with_the_next_turn() -> None:
    """§J35"""
    t = follows("R56", riff(at=["rome"], levels={"rome": 1}, returned=["charlemagne"]))

    assert t.is_fixed("rome")
    assert t.options()[0] == Roll(3, 0, 0)


def test_san_dimas_at_zero_is_not_lowered() -> None:
    """§LOWER.ZERO §J28"""
    t = follows("R58", riff(levels={"san_dimas": 1}))

    assert t.journal.events[1:] == [RiftLowered("san_dimas", 0), LoweringIgnored("san_dimas")]


def test_a_fixed_place_of_the_active_players_choice_is_unfixed_at_level_five() -> None:
    """§UNFIX §J26 §F14"""
    t = follows("R54", riff(fixed={"rome": 1, "athens": 0}))

    assert t.options() == [Unfix("athens"), Unfix("rome")]
    assert t.does(Unfix("rome"))[0] == RiftUnfixed("rome", 5)
    assert t.whereabouts("charlemagne") == "rome"
    assert t.state.is_returned(t.box.personages.index("charlemagne"))
    assert t.view().players[1].triumphs == ()


def test_with_nothing_fixed_san_dimas_rises_instead() -> None:
    """§UNFIX"""
    assert follows("R54", riff()).level("san_dimas") == 3


def test_discarded_cards_do_nothing() -> None:
    """§DISCARD"""
    t = follows("R46", riff())

    told = t.does(Choose("discard", 5))

    assert isinstance(told[1], CardsDiscarded)
    assert len(told[1].cards) == 5
    assert t.view().deck == 54
    assert t.level("san_dimas") == 2


def test_as_many_cards_are_discarded_as_there_are_and_that_does_not_lose() -> None:
    """§J12"""
    t = follows("R46", riff(cards_left=2))

    t.does(Choose("discard", 5))

    assert t.view().deck == 0
    assert t.ending() is None


def test_three_cards_are_looked_at_and_put_back_in_any_order() -> None:
    """§PEEK"""
    t = follows("R41", riff())

    t.does(Choose("peek", 3))
    seen = t.view().top
    assert seen is not None
    assert t.options() == [PutNext(card) for card in sorted(seen)]
    told = t.does(PutNext(seen[2]), PutNext(seen[0]))

    assert told == [CardsPutBack("joanna", 3)]
    assert t.view().top == (seen[2], seen[0], seen[1])


def test_fewer_than_three_cards_can_be_looked_at() -> None:
    """§J12"""
    t = follows("R41", riff(cards_left=1))

    t.does(Choose("peek", 3))

    assert t.prompt() == "assemble_pool"
    assert len(t.view().top or ()) == 1


def test_the_card_put_on_top_is_drawn_next() -> None:
    """§PEEK"""
    t = draws(riff(top=["R58", "R01"]))

    assert t.view().card == "R58"
    assert KeepCard() not in t.options()
