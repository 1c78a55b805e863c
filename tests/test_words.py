"""What players read: every language says everything, with the same arguments, and nothing raw shows through."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from icu4py.messageformat import MessageFormat

from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match
from timebooth.registry import find_game, game_types
from timebooth.words import LANGUAGES, SHARED, Words, catalogue

GAMES = tuple(game_types())
CLIENT = SHARED.parent / "server" / "text"
FOLDERS = (SHARED, CLIENT, *(kind.folder / "text" for kind in game_types().values()))
NAMES = ("Ada", "Blaise", "Clea", "Dian", "Emil", "Faye")
NUMERIC = ("plural", "selectordinal", "number")

in_every_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
in_every_language = pytest.mark.parametrize("lang", LANGUAGES)
of_every_game = pytest.mark.parametrize("key", GAMES)


def written(folder: Path, lang: str) -> dict[str, str]:
    said: dict[str, str] = json.loads((folder / f"{lang}.json").read_text(encoding="utf-8"))
    return said


@cache
def sentences(lang: str, key: str) -> dict[str, str]:
    """Return all texts of a game in one language."""
    return catalogue(lang, find_game(key))


# Reading a pattern. No apostrophes, so nothing is quoted.


@cache
def arguments(pattern: str) -> dict[str, str]:
    """Return the arguments of an ICU message and their types, including those inside plurals and selects."""
    found: dict[str, str] = {}
    assert _message(pattern, 0, found) == len(pattern), f"a brace too many: {pattern}"
    return found


def _message(pattern: str, at: int, found: dict[str, str]) -> int:
    """Read up to the brace that closes this message, or to the end."""
    while at < len(pattern) and pattern[at] != "}":
        at = _argument(pattern, at + 1, found) if pattern[at] == "{" else at + 1
    return at


def _argument(pattern: str, at: int, found: dict[str, str]) -> int:
    """Read `name}`, `name, type}` or `name, type, selector {message} …}`; return what follows it."""
    head = re.compile(r"\s*(\w+)\s*(?:,\s*(\w+)\s*)?").match(pattern, at)
    assert head is not None, f"an argument without a name: {pattern}"
    name, kind = head.group(1), head.group(2) or ""
    found[name] = found.get(name) or kind
    at = head.end()
    while pattern[at] != "}":
        at = _message(pattern, at + 1, found) + 1 if pattern[at] == "{" else at + 1
    return at + 1


def test_arguments_inside_of_plurals_and_selects_are_found() -> None:
    pattern = "{seat} {n, plural, one {# of {card}} other {{how, select, a {{deep}} other {x}}}} {n, number, integer}"

    assert arguments(pattern) == {"seat": "", "n": "plural", "card": "", "how": "select", "deep": ""}


# The catalogues, as they are written.


def test_an_abbreviation_at_the_end_of_a_sentence_gets_no_second_full_stop() -> None:
    words = Words("en")
    assert words.say("error.edition.no_file", file="D.C.") == "The edition has no file D.C."
    assert words.say("error.edition.no_file", file="../deck") == "The edition has no file ../deck."


def test_the_french_de_is_elided_before_a_vowel_but_not_before_a_position() -> None:
    words = Words("fr", find_game("back-to-the-future"), ("Ada",))

    assert words.say("event.turn_cut_short", seat=words.seat(0)) == "Le tour d’Ada s’arrête net"
    assert words.say("board.follows", rule="", places="A-2") == "Dépend de A-2."


@in_every_folder
def test_every_language_has_the_same_keys_in_the_same_order(folder: Path) -> None:
    first, *others = (list(written(folder, lang)) for lang in LANGUAGES)

    for other in others:
        assert other == first


@in_every_folder
def test_every_language_takes_the_same_arguments(folder: Path) -> None:
    first, *others = (written(folder, lang) for lang in LANGUAGES)

    for other in others:
        for key, pattern in first.items():
            assert arguments(other[key]) == arguments(pattern), key


@in_every_language
@in_every_folder
def test_every_pattern_can_be_said(folder: Path, lang: str) -> None:
    for key, pattern in written(folder, lang).items():
        for number in (0, 1, 2, 21):
            given: dict[str, Any] = {
                name: number if kind in NUMERIC else "x" for name, kind in arguments(pattern).items()
            }
            said = MessageFormat(pattern, lang).format(given)
            assert said.strip(), key
            assert "{" not in said, key


@in_every_language
@in_every_folder
def test_no_pattern_has_an_apostrophe_that_would_quote(folder: Path, lang: str) -> None:
    for key, pattern in written(folder, lang).items():
        assert "'" not in pattern, key


@in_every_folder
def test_french_punctuation_stays_with_its_word(folder: Path) -> None:
    for key, pattern in written(folder, "fr").items():
        assert not re.search(r" [;:!?»]|« ", pattern), key


GIVEN_UP = {
    "en": (
        "is on turn", "you step in", "standing order", "at stake", "ways left", "point at what is lit", "what is lit",
        "a record", "the record", "the identity dealt", "player before", "no backup", "anew", "goes on from",
    ),
    "fr": (
        "éclairé", "# façons", "consignes", "fait des remous", "figures historiques", "failles", "paquet riff", "ratés",
    ),
}  # fmt: skip


@in_every_language
@in_every_folder
def test_wordings_that_players_stumbled_over_do_not_come_back(folder: Path, lang: str) -> None:
    for key, pattern in written(folder, lang).items():
        said = pattern.lower().replace("\u00a0", " ")
        assert not [phrase for phrase in GIVEN_UP[lang] if phrase in said], key


# A game's words against the game.


def prompts(game: Game) -> set[str]:
    """Return every prompt of the game's steps."""
    found = set()
    for path in game.folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Question":
                prompt = node.args[1]
                assert isinstance(prompt, ast.Constant), f"{path.name}:{node.lineno} has a prompt that is no literal"
                found.add(str(prompt.value))
    return found


@in_every_language
@of_every_game
def test_every_game_presents_itself(key: str, lang: str) -> None:
    game = find_game(key)
    said = sentences(lang, key)

    assert {"game.title", "game.blurb", "game.players"} <= said.keys()
    assert {f"ending.{ending}" for ending in game.endings} <= said.keys()


@in_every_language
@of_every_game
def test_every_event_has_its_sentence_and_one_without_its_secrets(key: str, lang: str) -> None:
    game = find_game(key)
    said = sentences(lang, key)

    for kind in game.events:
        tag = kind.__struct_config__.tag
        assert f"event.{tag}" in said
        assert not kind.SECRET or f"event.{tag}.hidden" in said


@in_every_language
@of_every_game
def test_a_sentence_without_secrets_names_none(key: str, lang: str) -> None:
    game = find_game(key)
    said = sentences(lang, key)

    for kind in game.events:
        if kind.SECRET:
            hidden = arguments(said[f"event.{kind.__struct_config__.tag}.hidden"])
            assert hidden.keys() <= set(kind.OPEN), kind.__name__


@in_every_language
@of_every_game
def test_every_prompt_has_its_question(key: str, lang: str) -> None:
    game = find_game(key)
    asked = prompts(game)

    assert asked
    assert {f"prompt.{prompt}" for prompt in asked} <= sentences(lang, key).keys()


@in_every_language
@of_every_game
def test_every_answer_has_its_words_and_so_has_all_that_it_names(key: str, lang: str) -> None:
    game = find_game(key)
    said = sentences(lang, key)
    asked = prompts(game)

    for code in range(len(game.answers)):
        named = game.answers.names(code)
        for prompt in asked:
            offer = game.answer_key(named, prompt)
            assert offer in said
            assert arguments(said[offer]).keys() <= named.keys(), offer
        for field, value in named.items():
            if field in game.word_fields:
                assert f"{game.word_fields[field]}.{value}" in said


@in_every_language
@of_every_game
def test_every_card_says_what_it_does(key: str, lang: str) -> None:
    """Numbered cards of one family share their text."""
    said = sentences(lang, key)

    for card in (name.removeprefix("card.") for name in said if name.startswith("card.")):
        family = re.sub(r"_\d+$", "", card)
        assert f"card_text.{card}" in said or f"card_text.{family}" in said


# Whole games, told.


def random_game(game: Game, seats: int, seed: int) -> Iterator[Match]:
    """Play a game at random; yield it before each round and when it is over."""
    match = Match.new(game, seats, seed=seed)
    dice = FastRng(seed)
    while not match.over:
        yield match
        offers = [match.state.options(seat) for seat in match.state.asked()]
        match.play([options[dice.below(len(options))] for options in offers])
    yield match


def told(words: Words, key: str, args: dict[str, object]) -> str:
    """Return a sentence after checking that it exists, has all its arguments, and shows no id."""
    game = words.game
    assert game is not None
    pattern = sentences(words.lang, game.key).get(key)
    assert pattern is not None, key
    for name, kind in arguments(pattern).items():
        value = args[name]
        worded = name in game.word_fields or kind == "select"
        assert worded or not (isinstance(value, str) and value.islower()), f"{key} shows the id {value}"
    said = words.say(key, **words.named(args))
    families = "|".join({*game.word_fields.values(), "event", "answer", "prompt", "seat"})
    assert not re.search(rf"[{{}}_]|  |\b({families})\.\w", said), f"{key}: {said}"
    assert said == said.strip(), f"{key}: {said}"
    return said


@in_every_language
@of_every_game
def test_a_whole_game_can_be_told_to_every_seat_and_to_a_spectator(key: str, lang: str) -> None:
    game = find_game(key)
    words = Words(lang, game, NAMES)
    for seats in (game.seats[0], game.seats[-1]):
        *_, match = random_game(game, seats, seed=seats)
        for reader in (None, *range(seats)):
            for event in match.journal:
                seen = event.seen_by(reader)
                assert told(words, game.event_key(seen), seen)
        for event in match.journal:
            whole = event.seen_by(None, over=True)
            assert told(words, game.event_key(whole), whole)


@in_every_language
@of_every_game
def test_all_questions_of_a_game_can_be_asked_and_no_two_options_read_alike(key: str, lang: str) -> None:
    game = find_game(key)
    words = Words(lang, game, NAMES)
    offered: dict[tuple[str, int], str] = {}
    for match in random_game(game, game.seats[-1], seed=7):
        for seat in match.state.asked():
            question = match.state.question(seat)
            assert told(words, f"prompt.{question.prompt}", question.args)
            options = match.state.options(seat)
            for code in options:
                if (question.prompt, code) not in offered:
                    named = game.answers.names(code)
                    offered[question.prompt, code] = told(words, game.answer_key(named, question.prompt), named)
            assert len({offered[question.prompt, code] for code in options}) == len(options)
