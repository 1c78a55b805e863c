"""The client's sources: no sentence of its own, no style attribute, a lock that any machine can install from."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from timebooth.registry import find_game, game_types
from timebooth.words import LANGUAGES, catalogue

ROOT = Path(__file__).parent.parent
CLIENT = ROOT / "client"
SOURCES = sorted((CLIENT / "src").rglob("*.svelte"))
SCRIPTS = [path for path in sorted((CLIENT / "src").rglob("*.ts")) if not path.name.endswith(".test.ts")]
NAME = "Timebooth"
SPOKEN = ("aria-label", "title", "placeholder", "alt", "label", "aria-roledescription")
KEY = re.compile(r"""\b(?:say|tell)\(\s*(['"])([a-z][a-z_.]*[a-z_])\1""")

of_every_component = pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(CLIENT / "src")))


def markup(path: Path) -> str:
    """Return a component without its script, its styles and its comments."""
    return re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def without_expressions(text: str) -> str:
    """Return a text without braces and their contents, however deep."""
    found, depth = [], 0
    for letter in text:
        depth += letter == "{"
        if depth == 0:
            found.append(letter)
        depth -= letter == "}" and depth > 0
    return "".join(found)


@of_every_component
def test_no_component_holds_a_sentence(path: Path) -> None:
    plain = without_expressions(markup(path))
    between = re.findall(r">([^<>]+)<", f">{plain}<")
    spoken = re.findall(rf'\b(?:{"|".join(SPOKEN)})="([^"]*)"', plain)

    words = {text.strip() for text in (*between, *spoken) if re.search(r"[^\W\d_]{2,}", text)}

    assert words <= {NAME}


@of_every_component
def test_no_component_has_a_style_attribute(path: Path) -> None:
    assert not re.search(r"<[a-z][^>]*\sstyle=", markup(path)), "the content policy forbids it; use style:…"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_that_the_client_says_has_words(lang: str) -> None:
    own = json.loads((ROOT / f"src/timebooth/server/text/{lang}.json").read_text(encoding="utf-8"))
    shared = json.loads((ROOT / f"src/timebooth/text/{lang}.json").read_text(encoding="utf-8"))
    games = {key: catalogue(lang, find_game(key)).keys() for key in game_types()}
    of_any_game = set.intersection(*(set(words) for words in games.values()))
    missing = []
    for path in (*SOURCES, *SCRIPTS):
        folder = path.relative_to(CLIENT / "src").parts
        known = own.keys() | shared.keys() | games.get(folder[min(1, len(folder) - 1)], of_any_game)
        said = {key for _, key in KEY.findall(path.read_text(encoding="utf-8"))}
        missing += [f"{path.name}: {key}" for key in said if key not in known]

    assert missing == []


def test_the_lock_names_every_package_that_a_platform_may_ask_for() -> None:
    """npm refuses a lock in which an optional binary of another platform is missing."""
    packages = json.loads((CLIENT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    missing = [
        f"{name} wants {wanted}"
        for name, package in packages.items()
        for wanted in package.get("optionalDependencies", {})
        if not any(path.endswith(f"node_modules/{wanted}") for path in packages)
    ]

    assert missing == []


def test_the_lock_holds_no_address_of_a_registry() -> None:
    assert "resolved" not in (CLIENT / "package-lock.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", sorted(game_types()))
def test_bots_remark_only_upon_events_that_everybody_sees_in_full(key: str) -> None:
    source = CLIENT / "src/games" / key / "index.ts"
    listed = re.search(r"remarkable: \[(.*?)\]", source.read_text(encoding="utf-8"), re.DOTALL)
    assert listed is not None
    secret = {kind.__struct_config__.tag: bool(kind.SECRET) for kind in find_game(key).events}
    for event in re.findall(r"'(\w+)'", listed[1]):
        assert secret[event] is False, event
