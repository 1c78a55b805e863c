"""Games, texts, rules and editions, as a browser needs them."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec

from timebooth import registry
from timebooth.bots.roster import BOTS, LEVELS, bot_types
from timebooth.kernel.errors import BadSetup, TimeboothError
from timebooth.kernel.game import Game, GameOptions
from timebooth.ledger import cited_ids, read_ledger
from timebooth.server.problems import Refusal
from timebooth.server.protocol import GameInfo, OptionInfo, RuleRow
from timebooth.words import LANGUAGES, catalogue

BROWSER_TEXTS = Path(__file__).parent.parent / "text"


@cache
def find_game(key: str, edition: str = registry.STANDARD) -> Game:
    """Return a game with one of its own editions; a folder on this machine cannot be chosen over the network."""
    if edition not in registry.editions(key):
        raise BadSetup("setup.edition", game=key, edition=edition, known=", ".join(registry.editions(key)))
    return registry.find_game(key, edition)


@cache
def games() -> tuple[GameInfo, ...]:
    return tuple(_info(registry.find_game(key)) for key in registry.game_types())


def _info(game: Game) -> GameInfo:
    return GameInfo(
        key=game.key,
        rules=game.rules,
        least_seats=game.seats[0],
        most_seats=game.seats[-1],
        cooperative=game.cooperative,
        minutes=game.minutes,
        editions=tuple(registry.editions(game.key)),
        options=tuple(_options(game.options)),
        bots=(*LEVELS, *other_bots()),
        seat_fields=tuple(sorted(game.seat_fields)),
        word_fields=dict(game.word_fields),
    )


def _options(kind: type[GameOptions]) -> list[OptionInfo]:
    docs = option_docs(kind)
    found = []
    for field in msgspec.structs.fields(kind):
        choices, least, most = _range(field.type)
        rule = " ".join(cited_ids(docs.get(field.name, "")))
        found.append(OptionInfo(field.name, field.default, choices, least, most, rule))
    return found


def _range(kind: Any) -> tuple[tuple[bool | int | str | None, ...], int | None, int | None]:
    """Return the choices of an option, or its least and greatest number."""
    if kind is bool:
        return (False, True), None, None
    if get_origin(kind) is Literal:
        return get_args(kind), None, None
    meta = getattr(kind, "__metadata__", ())
    if meta:
        return (), meta[0].ge, meta[0].le
    for part in get_args(kind):
        if part is not type(None):
            return _range(part)
    return (), None, None


@cache
def option_docs(kind: type[GameOptions]) -> dict[str, str]:
    """Return the docstring of each option from the source; it cites the rule."""
    import ast
    import inspect

    try:
        body = ast.parse(inspect.getsource(kind)).body[0]
    except (OSError, TypeError):
        return {}
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, doc in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(doc, ast.Expr):
            found[field.target.id] = str(getattr(doc.value, "value", ""))
    return found


def words(lang: str, game: str = "", edition: str = registry.STANDARD) -> tuple[bytes, str]:
    """Return every text that a browser may need, as JSON, with its ETag."""
    check_language(lang)
    return _words(lang, game, edition if game else registry.STANDARD)


@cache
def _words(lang: str, game: str, edition: str) -> tuple[bytes, str]:
    """Build the texts. An unknown game or edition raises, so the cache cannot be filled from outside."""
    own: dict[str, str] = json.loads((BROWSER_TEXTS / f"{lang}.json").read_text(encoding="utf-8"))
    texts = catalogue(lang, find_game(game, edition) if game else None) | own | _box_texts(lang) | _bot_texts()
    body = msgspec.json.encode(texts)
    return body, tag_of(body)


def _box_texts(lang: str) -> dict[str, str]:
    """Return the `game.*` texts of every game, prefixed with its key, for the lobby."""
    return {
        f"{key}.{name}": sentence
        for key in registry.game_types()
        for name, sentence in catalogue(lang, registry.find_game(key)).items()
        if name.startswith("game.")
    }


def other_bots() -> tuple[str, ...]:
    """Return the names of the bots that are not ours."""
    return tuple(name for name in bot_types() if name not in BOTS)


def _bot_texts() -> dict[str, str]:
    """Return what the lobby and the tables call the bots of other packages: their names."""
    found: dict[str, str] = {}
    for name in other_bots():
        found |= {f"bot.{name}": name, f"bot.{name}.help": "", f"ui.level.{name}": name}
    return found


@cache
def rules(key: str, lang: str) -> tuple[RuleRow, ...]:
    check_language(lang)
    path = registry.game_type(key).folder / ("RULES.md" if lang == "en" else f"RULES.{lang}.md")
    if not path.exists():
        raise TimeboothError("rules.no_ledger", game=key)
    return tuple(RuleRow(rule.id, rule.name, rule.rule, rule.heading) for rule in read_ledger(path))


@cache
def printed(key: str, edition: str) -> tuple[bytes, str]:
    """Return every table of every file of an edition, with its ETag."""
    body = msgspec.json.encode(find_game(key, edition).edition.files)
    return body, tag_of(body)


def forget() -> None:
    """Read all games anew: for tests."""
    for cached in (find_game, games, _words, rules, printed):
        cached.cache_clear()


def check_language(lang: str) -> None:
    if lang not in LANGUAGES:
        raise Refusal(404, "words.no_language", lang=lang[:10], known=", ".join(LANGUAGES))


def tag_of(body: bytes) -> str:
    return f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
