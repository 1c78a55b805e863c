"""What there is to play and to read, as a browser needs it."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec

from timebooth import registry
from timebooth.bots.roster import LEVELS
from timebooth.kernel.errors import BadSetup, TimeboothError
from timebooth.kernel.game import Game, GameOptions
from timebooth.ledger import cited_ids, read_ledger
from timebooth.server.problems import Refusal
from timebooth.server.protocol import GameInfo, OptionInfo, RuleRow
from timebooth.words import LANGUAGES, catalogue

OWN_WORDS = Path(__file__).parent.parent / "text"


@cache
def find_game(key: str, edition: str = registry.STANDARD) -> Game:
    """A game with an edition that came with it; a folder of somebody's own is not for the network."""
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
        editions=tuple(registry.editions(game.key)),
        options=tuple(_options(game.options)),
        bots=LEVELS,
        seat_fields=tuple(sorted(game.seat_fields)),
        word_fields=dict(game.word_fields),
    )


def _options(kind: type[GameOptions]) -> list[OptionInfo]:
    said = kind_docs(kind)
    found = []
    for field in msgspec.structs.fields(kind):
        choices, least, most = _range(field.type)
        rule = " ".join(cited_ids(said.get(field.name, "")))
        found.append(OptionInfo(field.name, field.default, choices, least, most, rule))
    return found


def _range(kind: Any) -> tuple[tuple[bool | int | str | None, ...], int | None, int | None]:
    """What an option may be: one of a few, or a number between two."""
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
def kind_docs(kind: type[GameOptions]) -> dict[str, str]:
    """What stands under each option in the source: it names the rule."""
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
    """Every sentence that a browser may need, as JSON, and a tag that changes when they do."""
    check_language(lang)
    return _words(lang, game, edition if game else registry.STANDARD)


@cache
def _words(lang: str, game: str, edition: str) -> tuple[bytes, str]:
    """Kept for languages, games and editions that there are: for others this raises, and nothing is kept."""
    own: dict[str, str] = json.loads((OWN_WORDS / f"{lang}.json").read_text(encoding="utf-8"))
    said = catalogue(lang, find_game(game, edition) if game else None) | own | _of_the_boxes(lang)
    body = msgspec.json.encode(said)
    return body, tag_of(body)


def _of_the_boxes(lang: str) -> dict[str, str]:
    """What stands on each game's box (`game.title`), under its key: the lobby shows all of them."""
    return {
        f"{key}.{name}": sentence
        for key in registry.game_types()
        for name, sentence in catalogue(lang, registry.find_game(key)).items()
        if name.startswith("game.")
    }


@cache
def rules(key: str, lang: str) -> tuple[RuleRow, ...]:
    check_language(lang)
    path = registry.game_type(key).folder / ("RULES.md" if lang == "en" else f"RULES.{lang}.md")
    if not path.exists():
        raise TimeboothError("rules.no_ledger", game=key)
    return tuple(RuleRow(rule.id, rule.name, rule.rule, rule.heading) for rule in read_ledger(path))


@cache
def printed(key: str, edition: str) -> tuple[bytes, str]:
    """What is printed on the components: every table of every file of an edition."""
    body = msgspec.json.encode(find_game(key, edition).edition.files)
    return body, tag_of(body)


def check_language(lang: str) -> None:
    if lang not in LANGUAGES:
        raise Refusal(404, "words.no_language", lang=lang[:10], known=", ".join(LANGUAGES))


def tag_of(body: bytes) -> str:
    return f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
