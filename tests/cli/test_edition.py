"""`edition check`, and every command with an edition of one's own."""

from __future__ import annotations

import random
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import GAME, STANDARD, timebooth
from timebooth import registry
from timebooth.kernel.errors import BadEdition, BadSetup
from timebooth.registry import find_edition, find_game, game_types
from timebooth.server.pages import catalogue

ODD = ("0", "-1", "7", "1e3", "nan", '""', '"\\u0000"', '"standard"', "[]", "[[]]", "{}", "[1, 1]", '["A-1"]', "true")
COMMAND = re.compile(r"timebooth ((?:play|replay|verify) .*)")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    shutil.copytree(STANDARD, folder)
    return folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_good_edition_is_named_with_its_hash_and_its_sources() -> None:
    said = timebooth("edition", "check", STANDARD)

    assert said.code == 0
    assert "“standard”" in said.out
    assert len(said.out.splitlines()) == 5
    assert "reconstructed" in said.out


def test_an_edition_may_be_named_by_one_of_its_files() -> None:
    assert timebooth("edition", "check", STANDARD / "deck.toml").out == timebooth("edition", "check", STANDARD).out


def test_a_missing_card_is_named_with_its_file(mine: Path) -> None:
    text = (mine / "deck.toml").read_text(encoding="utf-8")
    tables = text.split("[[card]]")
    (mine / "deck.toml").write_text("[[card]]".join(t for t in tables if '"memo"' not in t), encoding="utf-8")

    said = timebooth("edition", "check", mine)

    assert said.code == 1
    assert "deck.toml" in said.err
    assert "“memo” is missing" in said.err


def test_a_wrong_field_is_named_with_its_table_and_the_reason(mine: Path) -> None:
    edit(mine / "timeline.toml", 'kind = "ripplepoint"', 'kind = "wormhole"')

    said = timebooth("edition", "check", mine)

    assert said.code == 1
    for part in ("timeline.toml", "[A-1]", "kind", "wormhole"):
        assert part in said.err


def test_a_missing_position_is_counted(mine: Path) -> None:
    text = (mine / "timeline.toml").read_text(encoding="utf-8")
    (mine / "timeline.toml").write_text(text.rpartition("[[position]]")[0], encoding="utf-8")

    said = timebooth("edition", "check", mine)

    assert said.code == 1
    assert "there are 23, not 24" in said.err


def test_malformed_toml_is_reported(mine: Path) -> None:
    edit(mine / "deck.toml", "[[card]]", "[[card")

    said = timebooth("edition", "check", mine)

    assert said.code == 1
    assert "deck.toml is not valid TOML" in said.err


def test_an_edition_of_an_unknown_game_is_refused(mine: Path) -> None:
    edit(mine / "edition.toml", f'game = "{GAME}"', 'game = "monopoly"')

    assert timebooth("edition", "check", mine).code == 2


def test_a_folder_without_an_edition_is_refused(tmp_path: Path) -> None:
    said = timebooth("edition", "check", tmp_path)

    assert said.code == 2
    assert "edition.toml" in said.err


def test_a_game_can_be_simulated_with_your_own_edition(mine: Path) -> None:
    assert timebooth("simulate", GAME, "--games", "2", "--edition", mine).code == 0


def test_a_wrong_edition_cannot_be_played(mine: Path) -> None:
    (mine / "deck.toml").unlink()

    said = timebooth("play", GAME, "--edition", mine)

    assert said.code == 2
    assert "deck.toml" in said.err


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("timeline.toml", "cards = 1", f"cards = {10**30}", "too large"),
        ("timeline.toml", "cards = 1", f"cards = 0x{'f' * 9000}", "too large"),
        ("timeline.toml", "cards = 1", "cards = 1.0", "“1.0” is neither a text nor a whole number"),
        ("timeline.toml", "cards = 1", "cards = 2024-01-01", "neither a text nor a whole number"),
        ("timeline.toml", "cards = 1", "cards = true", "not a whole number"),
        ("timeline.toml", "cards = 1", f"cards = {'[' * 3000}{']' * 3000}", "timeline.toml"),
        ("timeline.toml", "cards = 1", f"cards = {'[' * 30}{']' * 30}", "too deeply"),
        ("timeline.toml", "cards = 1", "cards = 1\ncolour = 'red'", "[position 2] colour – is not known here"),
        ("timeline.toml", "[[position]]", "[[spare]]\nat = 'A-1'\n[[position]]", "spare – is not known here"),
        ("identities.toml", 'name = "Verne Brown"', 'name = "Verne \\u001b[31m"', "cannot be printed"),
        ("identities.toml", 'name = "Verne Brown"', 'name = "Verne \\u202e"', "cannot be printed"),
        ("identities.toml", 'altered = ["A-1", "A-5"]', 'altered = [["A-1"], "A-5"]', "not a text"),
        ("identities.toml", 'altered = ["A-1", "A-5"]', 'altered = "A-1"', "not a list"),
        ("edition.toml", 'name = "standard"', "name = 5", "not a text"),
        ("edition.toml", "game =", "games =", "edition.toml"),
    ],
)
def test_what_no_edition_may_contain_is_refused(mine: Path, file: str, old: str, new: str, said: str) -> None:
    edit(mine / file, old, new)

    checked = timebooth("edition", "check", mine)

    assert checked.code in (1, 2)
    assert said in checked.err
    assert "\x1b" not in checked.err
    assert len(checked.err) < 1000


def test_a_file_that_is_a_folder_or_binary_or_enormous_is_refused(mine: Path) -> None:
    for content in (None, bytes(range(256)), b"#" * 2_000_000, "name = 'ü'".encode("latin-1")):
        for name in ("deck.toml", "edition.toml"):
            path, kept = mine / name, (mine / name).read_bytes()
            path.unlink()
            if content is None:
                path.mkdir()
            else:
                path.write_bytes(content)
            said = timebooth("edition", "check", mine)
            assert said.code in (1, 2)
            assert name in said.err
            path.rmdir() if content is None else path.unlink()
            path.write_bytes(kept)


def test_an_edition_of_another_game_is_refused(mine: Path) -> None:
    said = timebooth("simulate", "riff-in-time", "--games", "1", "--edition", mine)

    assert said.code == 2
    assert "edition.toml" in said.err


def test_three_hundred_effects_on_one_card_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "riff"
    shutil.copytree(find_game("riff-in-time").folder / "editions" / "standard", folder)
    edit(folder / "riff.toml", 'main = [["raise"]]', f"main = [{['raise'] * 300}]")

    assert "300 is not between 1 and" in timebooth("edition", "check", folder).err


def test_objectives_that_leave_a_single_player_without_any_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "riff"
    shutil.copytree(find_game("riff-in-time").folder / "editions" / "standard", folder)
    path = folder / "objectives.toml"
    text = re.sub(r"task = .*", 'task = "lower_with_player"', path.read_text(encoding="utf-8"))
    path.write_text(re.sub(r"(personage|places) = .*\n", "", text), encoding="utf-8")

    assert "by a single player" in timebooth("edition", "check", folder).err


@pytest.mark.parametrize("key", ["back-to-the-future", "excellent-boardgame", "riff-in-time"])
def test_any_changed_value_is_accepted_or_refused_with_its_place(key: str, tmp_path: Path) -> None:
    """A value here and there is replaced by another one, by something odd, or left out."""
    kind = game_types()[key]
    rng = random.Random(1885)
    refused: list[BadEdition] = []
    for number in range(40):
        folder = tmp_path / str(number)
        shutil.copytree(kind.folder / "editions" / "standard", folder)
        path = folder / f"{rng.choice(kind.edition_files)}.toml"
        lines = path.read_text(encoding="utf-8").split("\n")
        at = rng.choice([i for i, line in enumerate(lines) if " = " in line and not line.startswith("#")])
        values = [line.partition(" = ")[2] for line in lines if " = " in line]
        name = lines[at].partition(" = ")[0]
        lines[at] = rng.choice([f"{name} = {rng.choice(values)}", f"{name} = {rng.choice(ODD)}", ""])
        path.write_text("\n".join(lines), encoding="utf-8")
        try:
            kind(find_edition(kind, str(folder)))
        except BadEdition as problem:
            refused.append(problem)
    assert len(refused) > 10
    assert all(str(problem.args_by_name["file"]).startswith(str(tmp_path)) for problem in refused)


@pytest.mark.parametrize("name", ["standard", "mine"])
def test_commands_that_are_printed_work_with_an_edition_of_ones_own(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with a folder whose name needs quotes, and from within the folder."""
    folder = tmp_path / "my own edition"
    shutil.copytree(STANDARD, folder)
    edit(folder / "edition.toml", 'name = "standard"', f'name = "{name}"')
    edit(folder / "identities.toml", 'name = "Verne Brown"', 'name = "Jules Brown"')
    path = tmp_path / "a game.jsonl"
    monkeypatch.chdir(folder)
    begun = ("play", GAME, "--seats", "2", "--bots", "random", "--seed", "21", "--option", "b1_cards=2")

    stopped = timebooth(*begun, "--edition", ".", "--record", path, typed="3\n2\n1\n" * 5)
    resume = shlex.split(COMMAND.findall(stopped.out)[-1])
    ended = timebooth(*resume, typed="3\n2\n1\n" * 200)

    assert "wins." in ended.out
    printed = [shlex.split(each) for each in COMMAND.findall(ended.out)]
    assert [each[0] for each in printed] == ["replay", "verify"]
    for each in printed:
        assert timebooth(*each).code == 0
    without = timebooth("verify", path)
    assert without.code == 2
    assert "--edition" in without.err


@pytest.mark.parametrize("key", ["back-to-the-future", "excellent-boardgame", "riff-in-time"])
def test_a_new_edition_is_a_valid_copy_that_says_what_may_change(key: str, tmp_path: Path) -> None:
    folder = tmp_path / "my own"

    said = timebooth("edition", "new", key, folder)

    assert said.code == 0
    assert f"--edition '{folder}'" in said.out
    for path in folder.glob("*.toml"):
        assert path.stem == "edition" or "# May change: " in path.read_text(encoding="utf-8")
    assert "“my own”" in timebooth("edition", "check", folder).out
    assert find_edition(game_types()[key], str(folder)).files["edition"] == {
        **find_game(key).edition.files["edition"],
        "name": "my own",
    }
    again = timebooth("edition", "new", key, folder)
    assert again.code == 2
    assert "not empty" in again.err


def test_a_new_edition_never_has_the_name_of_another_one(tmp_path: Path) -> None:
    assert timebooth("edition", "new", GAME, tmp_path / "standard").code == 0

    assert "“my standard”" in timebooth("edition", "check", tmp_path / "standard").out


@pytest.fixture
def _nothing_served(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(registry.SERVED, "")
    yield
    monkeypatch.undo()
    registry.forget()
    catalogue.forget()


@pytest.mark.usefixtures("_nothing_served")
def test_a_server_offers_the_editions_that_it_was_told(mine: Path) -> None:
    edit(mine / "edition.toml", 'name = "standard"', 'name = "mine"')
    edit(mine / "identities.toml", 'name = "Verne Brown"', 'name = "Jules Brown"')
    with pytest.raises(BadSetup):
        catalogue.find_game(GAME, str(mine))

    registry.serve_editions([mine])
    catalogue.forget()

    assert {game.key: game.editions for game in catalogue.games()}[GAME] == ("standard", "mine")
    assert catalogue.find_game(GAME, "mine").edition.name == "mine"
    assert b"Jules Brown" in catalogue.printed(GAME, "mine")[0]
    with pytest.raises(BadSetup):
        catalogue.find_game(GAME, str(mine))


@pytest.mark.usefixtures("_nothing_served")
def test_a_server_refuses_an_edition_that_is_wrong_or_whose_name_is_taken(mine: Path) -> None:
    taken = timebooth("serve", "--no-open", "--edition", mine)
    edit(mine / "edition.toml", 'name = "standard"', 'name = "mine"')
    edit(mine / "timeline.toml", 'kind = "ripplepoint"', 'kind = "wormhole"')
    wrong = timebooth("serve", "--no-open", "--edition", mine)

    assert (taken.code, wrong.code) == (2, 2)
    assert "another name" in taken.err
    assert "wormhole" in wrong.err
