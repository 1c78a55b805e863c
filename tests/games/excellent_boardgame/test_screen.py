"""What a terminal draws, and what a simulation counts."""

from __future__ import annotations

import pytest

from tests.games.excellent_boardgame.builders import IDLE, game, table
from timebooth.games.excellent_boardgame.screen import fit, screen
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.kernel.chance import FastRng
from timebooth.words import LANGUAGES, Words


def drawn(state: ExcellentState, seat: int | None, lang: str = "en", width: int = 80) -> list[str]:
    words = Words(lang, game(), ("Ada", "Blaise", "Clea", "Dian"))

    def say(key: str, **args: object) -> str:
        assert words.has(key), key
        return words.say(key, **words.named(args))

    return screen(state, seat, say, width).splitlines()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_table_of_a_game_fits_80_columns(seats: int, lang: str) -> None:
    rng = FastRng(seats)
    state = game().start(seats, None, rng)
    assert isinstance(state, ExcellentState)
    while state.asked():
        for seat in (None, 0):
            assert max(len(line) for line in drawn(state, seat, lang)) <= 80
        state.play([state.options(s)[rng.below(len(state.options(s)))] for s in state.asked()], rng)
    assert max(len(line) for line in drawn(state, 1, lang)) <= 80


def test_the_board_shows_stacks_dots_pieces_and_the_way_each_piece_faces() -> None:
    """§SETUP.FACING §SETUP.DOTS"""
    board = {"A1": ["napoleon", "napoleon", "socrates"]}
    t = table((21, 22), IDLE, booths=("A1 east", "C7 west"), board=board, knight="A1 south", cowboy="G7 north")

    lines = drawn(t.state, None)

    assert lines[3].split("│")[1:3] == [" Na2 So  ", " " * 9]
    assert lines[4].split("│")[1] == " 1▶ K▼   "
    assert lines[6].split("│")[2] == " •       "
    assert lines[22].split("│")[3] == " 2◀      "
    assert lines[22].split("│")[7] == " C▲      "


def test_a_play_area_is_read_from_left_to_right() -> None:
    """§PICKUP.ROW §MOVE"""
    board = {"C4": ["napoleon", "beethoven"]}
    t = table((21, 22), IDLE, booths=("C5 south", "A1 north"), rows=[["princesses TR TR"]], board=board, pile=4)
    t.plan((21, 22), IDLE)
    t.place("napoleon")

    row = next(line for line in drawn(t.state, 1) if "[1]" in line)
    assert row.index("Beethoven") < row.index("Napoleon") < row.index("the Princesses ↻↻  [1]")


def test_only_ones_own_hand_and_previews_are_drawn() -> None:
    """§HIDDEN §PROJECT"""
    t = table((21, 22), IDLE, booths=("C5 north", "A1 north"), board={"C4": ["napoleon"]})

    mine, theirs, public = ("\n".join(drawn(t.state, seat)) for seat in (0, 1, None))

    assert "21 ↑↑ Cowboy" in mine
    assert "C3▼ +1" in mine
    assert "21 ↑↑" not in theirs
    assert "21 ↑↑" not in public


def test_when_the_game_is_over_all_hands_are_drawn() -> None:
    """§HIDDEN §TIE"""
    t = table((21, 22), IDLE, hands=[[5], [69]], last_round=True)
    t.plan((21, 22), IDLE)

    lines = drawn(t.state, None)

    assert "    In hand: 5 ↓↓ Knight" in lines
    assert "    In hand: 69 ↑↑ Knight" in lines


def test_what_does_not_fit_a_space_is_marked() -> None:
    assert fit(" 1▲ 2▲ 3▲ 4▲", 9) == " 1▲ 2▲ 3…"
    assert fit(" K▶", 5) == " K▶  "


def test_a_simulation_counts_characters_drops_and_ties() -> None:
    """§WIN §TIE"""
    t = table(
        (3, 10),
        IDLE,
        booths=("A7 north", "B3 north"),
        rows=[["socrates TR"], ["billy_the_kid TL", "napoleon B"]],
        hands=[[30], [31]],
        last_round=True,
    )

    t.plan((3, 10), IDLE)

    assert t.game.statistics(t.state) == {"characters": 1.0, "most_characters": 1.0, "drops": 1.0, "ties": 1.0}
