"""Loads an edition into a `Box`, or raises an error that says what is wrong with it."""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.riff_in_time.answers import catalogue
from timebooth.games.riff_in_time.box import BOOTHS, Box
from timebooth.games.riff_in_time.edition_cards import counted, keys, read_objectives, read_riff
from timebooth.games.riff_in_time.kinds import ABILITIES, DIE_KINDS, FACES, PLACES, PLAYERS, SIDES, SPACES
from timebooth.games.riff_in_time.payment import one
from timebooth.games.riff_in_time.pools import MAX_WYLD
from timebooth.kernel._vec import vec
from timebooth.kernel.edition import Edition

FILES = ("edition", "board", "places", "characters", "dice", "riff", "objectives")
DICE = {"wyld": MAX_WYLD, "character": 4, "triumphant": 4, "bogus": 3}  # §CONTENTS
MAX_LEVEL = 15  # of a dial: the state has four bits for each place
ACTIONS = ("move", "interact", "reroll", "excellent")
LANGUAGES = ("en", "fr")


def read_box(edition: Edition) -> Box:
    """Return the whole box."""
    box = Box()
    _read_places(edition, box)
    _read_dials(edition, box)
    _read_circuits(edition, box)
    _read_characters(edition, box)
    _read_dice(edition, box)
    read_riff(edition, box)
    read_objectives(edition, box, ACTIONS)
    box.catalogue = catalogue(box.places, box.personages, box.characters, box.objectives, box.cards)
    return box


def _read_places(edition: Edition, box: Box) -> None:
    tables = counted(edition, "places", "place", int(PLACES))
    box.places = (*keys(edition, "places", "place", tables), "san_dimas")
    box.personages = keys(edition, "places", "place", tables, "personage")
    for i, table in enumerate(tables):
        key = box.places[i]
        for field in ("name", "personage_name"):
            words = table.get(field)
            if not isinstance(words, dict) or not all(isinstance(words.get(lang), str) for lang in LANGUAGES):
                raise edition.complain("places", key, field, "names")
        alone = 1 << i
        box.character_dice[alone] = edition.number("places", key, table, "character_dice", 0, DICE["character"])
        box.bogus_dice[alone] = edition.number("places", key, table, "bogus_dice", 0, DICE["bogus"])
        actions = table.get("actions")
        if not isinstance(actions, list):
            raise edition.complain("places", key, "actions", "missing")
        for action in actions:
            if action not in ACTIONS:
                raise edition.complain("places", key, "actions", "unknown", value=str(action), known=", ".join(ACTIONS))
            box.gifts[alone] += one(FACES.index(action))
    for brought in (box.character_dice, box.bogus_dice, box.gifts):
        _add_up(brought)


def _add_up(brought: vec[i64]) -> None:
    """Fill in what several personages bring together, from what each brings alone."""
    for along in range(int(BOOTHS)):
        one_of_them = along & -along
        if along != one_of_them:
            brought[along] = brought[one_of_them] + brought[along ^ one_of_them]


def _read_dials(edition: Edition, box: Box) -> None:
    """Read the levels of the dials; the edition says where San Dimas ends.  §J10"""
    dials = {str(table.get("of")): table for table in edition.tables("board", "dial")}
    for name in ("places", "san_dimas", "sections"):
        if name not in dials:
            raise edition.complain("board", "dial", "of", "missing_card", value=name)
    places = dials["places"]
    box.top = edition.number("board", "places", places, "maximum", 1, MAX_LEVEL)
    box.start = edition.number("board", "places", places, "start", 1, int(box.top))
    box.unfixed = edition.number("board", "places", places, "unfixed", 1, int(box.top))
    box.san_dimas_top = edition.number("board", "san_dimas", dials["san_dimas"], "maximum", int(PLAYERS), MAX_LEVEL)
    box.green = edition.number("board", "sections", dials["sections"], "green", 0, int(box.top))
    box.red = edition.number("board", "sections", dials["sections"], "red", int(box.green) + 1, int(box.top) + 1)


def _read_circuits(edition: Edition, box: Box) -> None:
    """Read the circuits, which run both ways; every position must be reachable.  §CIRCUITS"""
    for i, table in enumerate(edition.tables("board", "circuit")):
        where = str(table.get("name", f"circuit {i + 1}"))
        joins = table.get("joins")
        if not isinstance(joins, list):
            raise edition.complain("board", where, "joins", "missing")
        for pair in joins:
            if not isinstance(pair, list) or len(pair) != 2 or pair[0] == pair[1]:
                raise edition.complain("board", where, "joins", "two_positions", value=str(pair))
            for end in pair:
                if not isinstance(end, int) or not 0 <= end <= PLACES:
                    raise edition.complain(
                        "board", where, "joins", "not_between", value=str(end), least=0, most=int(PLACES)
                    )
            a, b = pair
            box.near[a] |= 1 << b
            box.near[b] |= 1 << a
    for start in range(int(SPACES)):
        reached = _distances(box, start)
        for end in range(int(SPACES)):
            if end not in reached:
                raise edition.complain("board", "circuit", "joins", "unreachable", value=end)
            box.distances[start * SPACES + end] = reached[end]


def _distances(box: Box, start: int) -> dict[int, int]:
    """Return how many Moves each position is away from `start`."""
    found = {start: 0}
    edge = [start]
    while edge:
        here = edge.pop(0)
        for there in range(int(SPACES)):
            if box.near[here] >> there & 1 and there not in found:
                found[there] = found[here] + 1
                edge.append(there)
    return found


def _read_characters(edition: Edition, box: Box) -> None:
    tables = counted(edition, "characters", "character", int(PLAYERS))
    box.characters = keys(edition, "characters", "character", tables)
    for i, table in enumerate(tables):
        edition.word("characters", box.characters[i], table, "name")
        ability = edition.word("characters", box.characters[i], table, "ability", ABILITIES)
        box.ability[i] = ABILITIES.index(ability)


def _read_dice(edition: Edition, box: Box) -> None:
    tables = counted(edition, "dice", "die", len(DICE))
    for i, (kind, table) in enumerate(zip(DIE_KINDS, tables, strict=True)):
        edition.word("dice", f"die {i + 1}", table, "key", (kind,))
        box.dice[i] = edition.number("dice", kind, table, "count", DICE[kind], DICE[kind])
        faces = table.get("faces")
        if not isinstance(faces, list) or len(faces) != SIDES:
            have = len(faces) if isinstance(faces, list) else 0
            raise edition.complain("dice", kind, "faces", "count", have=have, want=int(SIDES))
        for side, face in enumerate(faces):
            if face not in FACES:
                raise edition.complain("dice", kind, "faces", "unknown", value=str(face), known=", ".join(FACES))
            box.faces[i * SIDES + side] = FACES.index(face)
            box.face_set[i] |= 1 << FACES.index(face)
