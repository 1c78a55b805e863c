"""`play`: people at one keyboard, and bots."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.command import GAME, record_lines, timebooth, write
from timebooth.bots.bot import Decision
from timebooth.bots.loss_warning import LossWarning
from timebooth.kernel.record import read_record
from timebooth.words import Words

PLAYING = "3\n2\n1\n" * 100  # the third line if there is one, else the second, else the first
ALONE = ("play", GAME, "--seats", "2", "--bots", "random", "--seed", "21", "--option", "b1_cards=2")


@pytest.mark.parametrize(
    ("lang", "won", "ending"),
    [("en", "wins.", "un-invented"), ("fr", "gagne.", "voyage dans le temps")],
)
def test_a_whole_game_is_played_and_its_record_is_valid(tmp_path: Path, lang: str, won: str, ending: str) -> None:
    path = tmp_path / "game.jsonl"

    said = timebooth("--lang", lang, *ALONE, "--record", path, typed=PLAYING)

    assert said.code == 0
    last = said.out[said.out.rindex(won) :]
    assert ending in last
    assert f"timebooth verify {path}" in last
    assert timebooth("verify", path).code == 0
    assert read_record(path.read_text(encoding="utf-8")).end is not None
    assert not [line for line in said.out.splitlines() if "{" in line]


def test_a_game_in_which_the_bots_had_nothing_left_to_draw_ends(tmp_path: Path) -> None:
    """They drew nothing for ever, with this seed and these answers, before §J63."""
    said = timebooth("play", GAME, "--seed", "335", "--record", tmp_path / "game.jsonl", typed="1\n" * 2_000)

    assert said.code == 0
    assert "wins." in said.out


def test_a_game_that_was_interrupted_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    begun = timebooth(*ALONE, "--record", path, typed="3\n2\n1\n" * 5)
    answers = len(read_record(path.read_text(encoding="utf-8")).given)

    ended = timebooth("play", "--resume", path, typed=PLAYING)

    assert begun.code == 0
    assert f"timebooth play --resume {path}" in begun.out
    assert answers > 3
    assert ended.code == 0
    assert "wins." in ended.out
    assert timebooth("verify", path).code == 0
    assert len(read_record(path.read_text(encoding="utf-8")).given) > answers


def test_a_resumed_game_is_the_same_as_an_uninterrupted_one(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    typed = PLAYING
    timebooth(*ALONE, "--record", whole, typed=typed)

    timebooth(*ALONE, "--record", parts, typed=typed[:42])
    timebooth("play", "--resume", parts, typed=typed[42:])

    assert parts.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def test_a_truncated_last_line_loses_only_that_answer(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    timebooth(*ALONE, "--record", path, typed="1\n" * 7)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:-10], encoding="utf-8")

    timebooth("play", "--resume", path, typed="1\n")

    assert timebooth("verify", path).code == 0


def test_a_record_that_was_cut_inside_a_round_is_resumed_before_that_round(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    together = ("play", "excellent-boardgame", "--seats", "2", "--bots", "random", "--record", path)
    timebooth(*together, typed="1\n" * 6)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:-1]), encoding="utf-8")

    said = timebooth("play", "--resume", path, typed="q\n")

    assert said.code == 0
    assert path.read_text(encoding="utf-8") == "".join(lines[:-2])


def test_resuming_a_finished_game_shows_its_end(tmp_path: Path) -> None:
    said = timebooth("play", "--resume", write(tmp_path / "game.jsonl", record_lines()))

    assert said.code == 0
    assert "wins." in said.out


def test_quitting_says_where_the_record_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    said = timebooth("play", GAME, typed="q\n")

    (path,) = (tmp_path / "timebooth" / "games").iterdir()
    assert said.code == 0
    assert str(path) in said.out
    assert read_record(path.read_text(encoding="utf-8")).header.bots == ("", "regular", "regular")


def test_without_a_home_folder_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", _no_home)

    for command in (("play", GAME), ("tables", "check")):
        said = timebooth(*command)

        assert said.code == 2
        assert "Set HOME to a folder" in said.err


def _no_home() -> Path:
    raise RuntimeError("Could not determine home directory.")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", ["back-to-the-future", "excellent-boardgame", "riff-in-time"])
def test_the_screen_fits_forty_columns(tmp_path: Path, game: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("timebooth.cli.terminal.get_terminal_size", lambda _: os.terminal_size((40, 24)))
    path = tmp_path / "game.jsonl"

    said = timebooth(
        "--lang", lang, "play", game, "--seats", "2", "--bots", "random", "--record", path, typed="1\nd\n?\nh\n2\n" * 4
    )

    lines = [
        line.lstrip("> ") for line in said.out.splitlines() if str(path) not in line
    ]  # what is typed is not echoed
    assert [line for line in lines if len(line) > 40] == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_screen_fits_eighty_columns(tmp_path: Path, lang: str) -> None:
    said = timebooth("--lang", lang, *ALONE, "--record", tmp_path / "game.jsonl", typed=PLAYING[:600])

    lines = [line for line in said.out.splitlines() if str(tmp_path) not in line]
    assert [line for line in lines if len(line) > 80] == []


# What can be typed


def keys(tmp_path: Path, typed: str) -> str:
    return timebooth(*ALONE, "--record", tmp_path / "game.jsonl", typed="1\n" + typed).out.partition("Ben")[0]


def test_a_bad_input_gets_one_sentence_and_the_question_again(tmp_path: Path) -> None:
    said = keys(tmp_path, "99\nhello\n0\n")

    assert said.count("Type a number from 1 to") == 3


def test_the_question_mark_explains_the_cards(tmp_path: Path) -> None:
    before, after = keys(tmp_path, ""), keys_again(tmp_path, "?\n")

    assert len(after) > len(before)
    assert ": " in after


def keys_again(tmp_path: Path, typed: str) -> str:
    folder = tmp_path / "again"
    folder.mkdir()
    return keys(folder, typed)


def test_rules_can_be_searched_while_playing(tmp_path: Path) -> None:
    said = keys(tmp_path, "r memo\nr\nflibbertigibbet\n")

    assert "§MEMO" in said
    assert "No rule contains “flibbertigibbet”." in said


def test_details_name_every_discard(tmp_path: Path) -> None:
    said = keys(tmp_path, "d\n")

    assert "Discard pile, newest first: " in said
    assert "Identities face up: " in said


def test_the_log_tells_everything_from_the_deal_on(tmp_path: Path) -> None:
    assert keys(tmp_path, "l\n").count("Bot 2 is dealt 3 cards") == 2


def test_help_is_printed_and_there_is_no_way_back_from_the_first_menu(tmp_path: Path) -> None:
    said = keys(tmp_path, "h\nb\n\n")

    assert "Type a number to choose that line" in said
    assert "There is nothing to go back to." in said
    assert said.count("TimeLine  ") == 3


def test_a_step_of_a_menu_can_be_taken_back(tmp_path: Path) -> None:
    hoarded = keys(tmp_path, "1\n" * 20)
    line = next(line for line in hoarded.splitlines() if " … (" in line)
    typed = hoarded[: hoarded.index(line)].count("\n> ") - 1
    number = line.split()[0]

    said = keys_again(tmp_path, "1\n" * typed + f"{number}\nb\n{number}\n")

    assert said.count("b: back") == 2
    assert said.count(line) == 2


# The coach


@pytest.mark.parametrize(("lang", "fall"), [("en", "would fall from 45% to 28%"), ("fr", "passerait de 45 % à 28 %")])
def test_the_coach_warns_before_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, fall: str
) -> None:
    """1 plays it anyway, 2 asks the expert, 3 switches the warnings off, 4 goes back to the choice."""
    monkeypatch.setattr("timebooth.cli.keyboard_player.HINT_SECONDS", 0.02)
    judged: list[int] = []

    def warn(_: Decision, code: int, *more: object) -> LossWarning:
        assert more
        judged.append(code)
        return LossWarning(0.45, 0.28)

    monkeypatch.setattr("timebooth.cli.keyboard_player.warning_of", warn)
    path = tmp_path / "game.jsonl"

    def given(typed: str) -> tuple[str, int]:
        judged.clear()
        path.unlink(missing_ok=True)
        said = timebooth("--lang", lang, *ALONE, "--coach", "--record", path, typed=typed)
        assert said.code == 0
        return said.out.replace("\n", " ").replace("\u202f", " ").replace("\xa0", " "), len(judged)

    first = "3\n1\n"  # a kind of answer, then the first of this kind
    back, looked = given(f"{first}4\n")
    assert fall in back
    assert looked == 1
    assert not read_record(path.read_text(encoding="utf-8")).given
    anyway, _ = given(f"{first}1\n")
    assert len(read_record(path.read_text(encoding="utf-8")).given) >= 1
    expert, _ = given(f"{first}2\n")
    assert Words(lang).say("hint.how")[:20] in expert
    off, looked = given(f"{first}3\n{first}" + PLAYING)
    assert looked == 1
    assert fall in anyway
    assert Words(lang).say("coach.off")[:20] in off


def test_the_coach_is_silent_unless_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("timebooth.cli.keyboard_player.warning_of", lambda *_: pytest.fail("nobody asked"))

    assert timebooth(*ALONE, "--record", tmp_path / "game.jsonl", typed="1\n" * 8).code == 0


@pytest.mark.parametrize("people", [("--people", "2", "--seats", "2"), ("--people", "2", "--seats", "3")])
def test_the_coach_does_not_help_among_people(tmp_path: Path, people: tuple[str, ...]) -> None:
    said = timebooth("play", GAME, *people, "--coach", "--record", tmp_path / "game.jsonl")

    assert said.code == 2
    assert "only helps in games against bots" in said.err
    assert not (tmp_path / "game.jsonl").exists()


# Two people at one keyboard


def test_the_keyboard_is_handed_over_and_hands_stay_hidden(tmp_path: Path) -> None:
    said = timebooth(
        "play", GAME, "--people", "2", "--seats", "2", "--names", "Ann,Ben", "--seed", "5",
        "--record", tmp_path / "game.jsonl", typed="\n2\n\n1\n",
    )  # fmt: skip

    assert said.code == 0
    screens = said.out.split("Pass the keyboard to ")
    assert [screen.split(".")[0] for screen in screens[1:3]] == ["Ann", "Ben"]
    hers, his = screens[1], screens[2]
    assert "Ann (you)" in hers
    assert "Ben (you)" in his
    assert "Ann is dealt 3 cards" in his
    assert "swaps identities" not in his, "a sealed answer is not told before all are in"


def test_in_a_sealed_round_even_a_person_without_a_choice_is_asked(tmp_path: Path) -> None:
    typed = "\n1\n" * 3 + "\n"
    said = timebooth(
        "play", GAME, "--people", "2", "--seats", "2", "--names", "Ann,Ben", "--seed", "5",
        "--option", "mulligan=false", "--option", "first_player=0", "--record", tmp_path / "game.jsonl", typed=typed,
    )  # fmt: skip

    first = said.out.split("Pass the keyboard to ")[1]
    assert first.startswith("Ben")
    assert "1 Let the turn begin" in first


# What cannot be played


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("--seats", "9"), "2 to 6 players, not 9"),
        (("--seats", "1"), "2 to 6 players, not 1"),
        (("--seats", "2", "--people", "3"), "do not fit"),
        (("--bots", "skynet"), "no bot “skynet”"),
        (("--seats", "2", "--bots", "random,random"), "Name fewer bots"),
        (("--names", "A,B,C,D,E"), "too many"),
        (("--option", "b1_cards"), "key=value"),
        (("--option", "b1_cards=77"), "b1_cards"),
        (("--option", "dinosaurs=true"), "dinosaurs"),
        (("--option", "first_player=5"), "no player 6"),
        (("--edition", "deluxe"), "no edition “deluxe”"),
        (("--seed", "xyz"), "hexadecimal"),
        (("--seed", "0" * 65), "hexadecimal"),
        (("--record", "/dev/null/game.jsonl"), "cannot be written"),
    ],
)
def test_impossible_options_are_refused_with_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], reason: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    said = timebooth("play", GAME, *args)

    assert said.code == 2
    assert reason in said.err
    assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_without_a_game_the_installed_ones_are_named() -> None:
    said = timebooth("play")

    assert said.code == 2
    assert GAME in said.err


def test_a_record_is_never_overwritten(tmp_path: Path) -> None:
    path = write(tmp_path / "game.jsonl", ["precious\n"])

    said = timebooth(*ALONE, "--record", path)

    assert said.code == 2
    assert path.read_text(encoding="utf-8") == "precious\n"


def test_a_damaged_record_is_not_resumed_and_not_changed(tmp_path: Path) -> None:
    lines = record_lines()
    path = write(tmp_path / "game.jsonl", [*lines[:4], "{oh no\n"])

    said = timebooth("play", "--resume", path)

    assert said.code == 2
    assert "Line 5" in said.err
    assert path.read_text(encoding="utf-8").endswith("{oh no\n")


def test_a_missing_record_cannot_be_resumed(tmp_path: Path) -> None:
    assert timebooth("play", "--resume", tmp_path / "nowhere.jsonl").code == 2
