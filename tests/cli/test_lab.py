"""`timebooth lab`: a report in both languages that needs no network."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("matplotlib", reason="matplotlib has no wheel for this Python")

from tests.cli.command import timebooth
from timebooth.registry import find_game, game_types

SHORT = "excellent-boardgame"
STUDY = ("lab", SHORT, "--games", "12", "--seats", "2,3", "--bots", "random", "--no-skill", "--jobs", "1")


class Seen(HTMLParser):
    """Checks that every element is closed, and collects the text outside of styles and pictures."""

    ALONE = frozenset({"meta"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in self.ALONE:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text.append(data)


def seen(page: str) -> str:
    parser = Seen()
    parser.feed(page)
    assert parser.open == []
    return " ".join(parser.text)


@pytest.mark.parametrize(("lang", "title"), [("en", "how fair is it?"), ("fr", "est-ce équitable")])
def test_a_report_is_one_page_that_needs_no_network(tmp_path: Path, lang: str, title: str) -> None:
    path = tmp_path / "page.html"

    said = timebooth("--lang", lang, *STUDY, "--vary", "frozen_programme", "--out", path)

    assert said.code == 0
    assert str(path) in said.out
    page = path.read_text(encoding="utf-8")
    text = seen(page)
    assert title in text.replace("\u00a0", " ")
    assert "timebooth lab excellent-boardgame --games 12 --seats 2,3 --bots random" in text
    assert not re.search(r"src=|[^:]href=|xlink:href=.(?!#)|url\((?!#)|@import|<script", page)
    assert page.count("<svg") >= 5
    assert "prefers-color-scheme:dark" in page
    assert not re.search(r"\b(report|figure|trait|ending|card|character)\.[a-z_]+\b", text)
    assert "{" not in text


@pytest.mark.parametrize("key", [key for key in game_types() if key != SHORT])
def test_every_game_has_a_report(tmp_path: Path, key: str) -> None:
    path = tmp_path / "page.html"
    seats = find_game(key).seats[1]

    said = timebooth(
        "lab",
        key,
        "--games",
        "10",
        "--seats",
        str(seats),
        "--bots",
        "random",
        "--jobs",
        "1",
        "--no-skill",
        "--out",
        path,
    )

    assert said.code == 0
    text = seen(path.read_text(encoding="utf-8"))
    assert not re.search(r"\b(report|figure|trait|ending|card|identity|objective|riff)\.[a-z_]+\b", text)


def test_a_report_is_the_same_however_many_processes_play(tmp_path: Path) -> None:
    alone, together = tmp_path / "one.html", tmp_path / "two.html"

    timebooth(*STUDY, "--out", alone)
    timebooth(*STUDY[:-1], "2", "--out", together)

    assert alone.read_text().replace("one.html", "") == together.read_text().replace("two.html", "")


def test_two_editions_are_compared_on_the_same_seeds(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    shutil.copytree(find_game(SHORT).folder / "editions" / "standard", mine)
    text = (mine / "edition.toml").read_text(encoding="utf-8")
    (mine / "edition.toml").write_text(re.sub(r'(?m)^name = ".*"', 'name = "mine"', text), encoding="utf-8")
    path = tmp_path / "page.html"

    said = timebooth(*STUDY, "--against", mine, "--out", path)

    assert said.code == 0
    assert "mine: 0 of" in said.out
    assert "Compared with the edition “mine”" in seen(path.read_text(encoding="utf-8"))


def test_a_study_can_be_printed_as_json() -> None:
    told = json.loads(timebooth(*STUDY, "--json").out)

    assert [table["seats"] for table in told["balance"]["tables"]] == [2, 3]
    assert {kind["kind"] for kind in told["balance"]["kinds"]} == {"start", "dealt", "character", "card"}


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("--vary", "dinosaurs"), "no option “dinosaurs”"),
        (("--seats", "two"), "like 2,3,4"),
        (("--seats", "9"), "2 to 4 players"),
        (("--against", "deluxe"), "deluxe"),
        (("--bots", "skynet"), "skynet"),
    ],
)
def test_impossible_options_of_a_study_are_refused(args: tuple[str, ...], reason: str) -> None:
    said = timebooth(*STUDY, *args)

    assert said.code == 2
    assert reason in said.err


def test_a_missing_matplotlib_is_reported_before_any_game_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("timebooth.lab.drawing.find_spec", lambda _name: None)

    said = timebooth(*STUDY)

    assert said.code == 2
    assert "timebooth[lab]" in said.err
