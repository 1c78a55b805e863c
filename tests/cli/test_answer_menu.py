"""Menus for long lists of answers."""

from __future__ import annotations

from timebooth.cli.answer_menu import Choice, Named, narrow

LINCHPINS = ("A-2", "A-3", "B-1", "B-2", "B-3", "B-4", "C-6", "D-1", "D-3")
SPENT = ("memo", "fax", "vest")


def fly(card: str, *spent: str) -> list[Named]:
    if not spent:
        return [{"type": "play", "card": card, "linchpin": place} for place in LINCHPINS]
    return [
        {"type": "play", "card": card, "linchpin": place, "spend": card_spent}
        for card_spent in spent
        for place in LINCHPINS
    ]


def all_of(options: list[Named]) -> list[int]:
    return list(range(len(options)))


def test_a_short_list_is_shown_as_it_is() -> None:
    options = fly("time_car_v3")

    assert narrow(options, all_of(options)) == [Choice((i,)) for i in range(9)]


def test_a_long_list_asks_for_the_card_first() -> None:
    options: list[Named] = [{"type": "draw"}, *fly("time_car_v3"), {"type": "play", "card": "memo"}]

    assert narrow(options, all_of(options)) == [
        Choice((0,)),
        Choice(tuple(range(1, 10)), "card", "time_car_v3"),
        Choice((10,)),
    ]


def test_after_the_card_a_menu_asks_for_the_linchpin_and_then_for_what_to_spend() -> None:
    options = fly("time_car_v4", *SPENT)

    by_linchpin = narrow(options, all_of(options))
    by_spend = narrow(options, by_linchpin[0].options)

    assert by_linchpin[0] == Choice((0, 9, 18), "linchpin", "A-2")
    assert [choice.value for choice in by_linchpin] == list(LINCHPINS)
    assert by_spend == [Choice((0,)), Choice((9,)), Choice((18,))]


def test_the_same_card_played_and_used_is_two_lines() -> None:
    options: list[Named] = [{"type": "use", "item": "mr_fusion", "feed": item} for item in LINCHPINS]
    options += [{"type": "play", "card": "mr_fusion"}, {"type": "draw"}]

    assert narrow(options, all_of(options)) == [
        Choice(tuple(range(9)), "item", "mr_fusion"),
        Choice((9,)),
        Choice((10,)),
    ]


def test_a_list_that_cannot_be_grouped_is_shown_whole() -> None:
    options: list[Named] = [{"type": "give", "card": f"card_{i}"} for i in range(30)]

    assert len(narrow(options, all_of(options))) == 30


def test_every_answer_can_be_reached_and_only_once() -> None:
    options: list[Named] = [{"type": "draw"}, *fly("time_car_v3"), *fly("time_car_v4", *SPENT), *fly("time_train")]

    def leaves(among: tuple[int, ...]) -> list[int]:
        return [
            i
            for choice in narrow(options, among)
            for i in (choice.options if len(choice.options) == 1 else leaves(choice.options))
        ]

    assert sorted(leaves(tuple(all_of(options)))) == all_of(options)
