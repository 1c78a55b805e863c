"""Contents: the edition against the component list."""

from __future__ import annotations

from collections import Counter

from tests.games.back_to_the_future.builders import game, table


def test_the_box_holds_28_timeline_cards() -> None:
    """§CONTENTS §SETUP.B1"""
    positions = game().edition.tables("timeline", "position")

    assert len(positions) == 24
    assert sum(place.get("cards", 1) for place in positions) == 28
    assert [place["at"] for place in positions if place.get("cards", 1) > 1] == ["B-1"]


def test_the_box_holds_ten_identities() -> None:
    """§CONTENTS"""
    names = [person["name"] for person in game().edition.tables("identities", "identity")]

    assert len(set(names)) == len(names) == 10


def test_the_box_holds_62_game_cards_of_five_types() -> None:
    """§CONTENTS"""
    copies: Counter[str] = Counter()
    for card in game().edition.tables("deck", "card"):
        copies[card["type"]] += card["copies"]

    assert copies == {"item": 17, "time_machine": 6, "doubleback": 8, "action": 17, "power_action": 14}
    assert table([], []).state.box.cards == 62


def test_the_promo_card_comes_on_top_of_the_62() -> None:
    """§CONTENTS §HYDRATOR"""
    assert table([], [], promo=True).state.box.cards == 63


def test_nine_positions_are_linchpins_and_fifteen_ripplepoints() -> None:
    """§LINCHPIN §RIPPLE"""
    kinds = Counter(place["kind"] for place in game().edition.tables("timeline", "position"))

    assert kinds == {"linchpin": 9, "ripplepoint": 15}


def test_exactly_three_ripplepoints_have_two_linchpins() -> None:
    """§RIPPLE.AND §RIPPLE.OR"""
    parents = {place["at"]: place.get("linchpins", []) for place in game().edition.tables("timeline", "position")}

    assert [at for at, linchpins in parents.items() if len(linchpins) == 2] == ["A-5", "C-3", "D-6"]


def test_every_linchpin_but_b1_moves_a_ripplepoint() -> None:
    """§RIPPLE"""
    positions = game().edition.tables("timeline", "position")
    linchpins = {place["at"] for place in positions if place["kind"] == "linchpin"}
    moving = {parent for place in positions for parent in place.get("linchpins", [])}

    assert linchpins - moving == {"B-1"}


def test_every_linchpin_but_b1_has_its_doubleback_with_an_item_of_its_own() -> None:
    """§DOUBLEBACK"""
    cards = [card for card in game().edition.tables("deck", "card") if card["type"] == "doubleback"]

    assert [card["linchpin"] for card in cards] == ["A-2", "A-3", "B-2", "B-3", "B-4", "C-6", "D-1", "D-3"]
    assert len({card["item"] for card in cards}) == 8
