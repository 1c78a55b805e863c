"""The edition's counts against the component list."""

from __future__ import annotations

from collections import Counter

from tests.games.excellent_boardgame.builders import game
from timebooth.games.excellent_boardgame.box import number
from timebooth.games.excellent_boardgame.effects import symbols_of
from timebooth.games.excellent_boardgame.pieces import CARDS, DUDES, SYMBOLS


def test_sixty_cards_are_numbered_1_to_59_and_69_each_once() -> None:
    """§CARD.INITIATIVE §J2"""
    printed = [table["number"] for table in game().edition.tables("cards", "card")]

    assert printed == [*range(1, 60), 69]
    assert [number(card) for card in range(CARDS)] == printed


def test_every_card_shows_movement_buttons_of_the_six_symbols() -> None:
    """§CARD.BUTTONS"""
    box = game().box
    buttons = [symbols_of(box.card_button, card) for card in range(CARDS)]

    assert all(len(symbols) == 2 for symbols in buttons)
    assert Counter(symbol for symbols in buttons for symbol in symbols) == dict.fromkeys(SYMBOLS, 20)
    assert len(set(buttons)) == 30


def test_every_pair_of_buttons_comes_once_with_each_evil_dude() -> None:
    """§CARD.DUDE"""
    box = game().box
    icons = Counter(DUDES[box.card_dude[card]] for card in range(CARDS))
    faces = {(symbols_of(box.card_button, card), box.card_dude[card]) for card in range(CARDS)}

    assert icons == {"knight": 30, "cowboy": 30}
    assert len(faces) == CARDS


def test_there_are_nine_characters_with_four_copies_each_that_all_differ() -> None:
    """§SETUP.STACKS"""
    box = game().box
    arrows = [symbols_of(box.token_button, token) for token in range(box.tokens)]

    assert [box.copies(kind) for kind in range(9)] == [4] * 9
    assert len(set(arrows)) == 36
    assert Counter(len(symbols) for symbols in arrows) == {2: 30, 1: 6}
