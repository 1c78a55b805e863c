"""Read an edition of the components into the compact tables of `Box`, or say what is wrong with it."""

from __future__ import annotations

from typing import Any

from timebooth.games.excellent_boardgame.box import MAX_SYMBOLS, Box, Start, number, space_names
from timebooth.games.excellent_boardgame.pieces import CARDS, CHARACTERS, DUDES, FACINGS, MAX_TOKENS, SYMBOLS
from timebooth.kernel.edition import Edition

FILES = ("edition", "board", "cards", "characters")
SMALLEST, LARGEST = 3, 15  # sides of a board
PLAYERS = (2, 3, 4)
MIN_COPIES = 3  # of a character: with two players, two go back  §SETUP.RETURN


def read_box(edition: Edition) -> Box:
    """Return the box of an edition, or raise for the first thing that is wrong with it."""
    board = _Board(edition)
    dots, centre = board.dots()
    dude_spaces, dude_facings = board.evil_dudes(dots, centre)
    card_symbols, card_dudes = _cards(edition)
    return Box(
        board.width,
        board.height,
        dots,
        centre,
        board.starts(centre),
        dude_spaces,
        dude_facings,
        card_symbols,
        card_dudes,
        _characters(edition),
    )


class _Board:
    """The tables of board.toml."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        tables = edition.tables("board", "board")
        if len(tables) != 1:
            raise edition.complain("board", "board", "", "count", have=len(tables), want=1)
        self.width = edition.number("board", "board", tables[0], "width", SMALLEST, LARGEST)
        self.height = edition.number("board", "board", tables[0], "height", SMALLEST, LARGEST)
        self.names = space_names(self.width, self.height)

    def dots(self) -> tuple[list[int], int]:
        """Return nine different spaces, and which of them is the Princesses'.  §SETUP.DOTS"""
        tables = self.edition.tables("board", "dot")
        if len(tables) != len(CHARACTERS):
            raise self.edition.complain("board", "dot", "", "count", have=len(tables), want=len(CHARACTERS))
        found: list[int] = []
        centre: list[int] = []
        for i, table in enumerate(tables):
            space = self._space(f"dot {i + 1}", table)
            if space in found:
                raise self.edition.complain("board", f"dot {i + 1}", "space", "twice", value=self.names[space])
            found.append(space)
            if table.get("princesses") is True:
                centre.append(space)
        if len(centre) != 1:
            raise self.edition.complain("board", "dot", "princesses", "count", have=len(centre), want=1)
        return found, centre[0]

    def starts(self, centre: int) -> list[Start]:
        """Return the start spaces; those with the icon of a player count share its booths evenly.  §SETUP.START"""
        found = []
        for i, table in enumerate(self.edition.tables("board", "start")):
            where = f"start {i + 1}"
            players = table.get("players")
            if not isinstance(players, list) or not players or not all(count in PLAYERS for count in players):
                raise self.edition.complain(
                    "board", where, "players", "unknown", value=str(players), known=", ".join(map(str, PLAYERS))
                )
            space = self._space(where, table)
            found.append(Start(space, self._facing(where, table, space, centre), tuple(players)))
        for count in PLAYERS:
            spaces = sum(count in start.players for start in found)
            if spaces == 0 or count % spaces != 0:
                even = " / ".join(str(n) for n in range(1, count + 1) if count % n == 0)
                raise self.edition.complain("board", f"start for {count}", "players", "count", have=spaces, want=even)
        return found

    def evil_dudes(self, dots: list[int], centre: int) -> tuple[list[int], list[int]]:
        """Return the spaces and the facings of the Knight and the Cowboy, each on a dot.  §SETUP.DUDES"""
        tables = self.edition.tables("board", "evil_dude")
        if len(tables) != len(DUDES):
            raise self.edition.complain("board", "evil_dude", "", "count", have=len(tables), want=len(DUDES))
        spaces: list[int] = []
        facings: list[int] = []
        for key, table in zip(DUDES, tables, strict=True):
            self.edition.word("board", key, table, "key", (key,))
            space = self._space(key, table)
            if space not in dots:
                known = ", ".join(self.names[dot] for dot in dots)
                raise self.edition.complain("board", key, "space", "unknown", value=self.names[space], known=known)
            spaces.append(space)
            facings.append(self._facing(key, table, space, centre))
        return spaces, facings

    def _space(self, where: str, table: dict[str, Any]) -> int:
        name = self.edition.word("board", where, table, "space")
        if name not in self.names:
            known = f"{self.names[0]} … {self.names[-1]}"
            raise self.edition.complain("board", where, "space", "unknown", value=name, known=known)
        return self.names.index(name)

    def _facing(self, where: str, table: dict[str, Any], space: int, centre: int) -> int:
        """Return a facing; it must lead nearer to the centre.  §SETUP.FACING"""
        down = centre // self.width - space // self.width
        across = centre % self.width - space % self.width
        nearer = zip(FACINGS, (-down, across, down, -across), strict=True)
        known = tuple(facing for facing, steps in nearer if steps > 0)
        return FACINGS.index(self.edition.word("board", where, table, "facing", known))


def _symbols(edition: Edition, file: str, where: str, field: str, said: object) -> list[int]:
    """Return the symbols of one card or token.  §SYMBOLS"""
    if not isinstance(said, list):
        raise edition.complain(file, where, field, "missing")
    if not 1 <= len(said) <= MAX_SYMBOLS:
        raise edition.complain(file, where, field, "not_between", value=len(said), least=1, most=int(MAX_SYMBOLS))
    for symbol in said:
        if symbol not in SYMBOLS:
            raise edition.complain(file, where, field, "unknown", value=str(symbol), known=", ".join(SYMBOLS))
    return [SYMBOLS.index(symbol) for symbol in said]


def _cards(edition: Edition) -> tuple[list[list[int]], list[int]]:
    """Return the symbols and the dudes of sixty cards, in the order of their numbers.  §CARD.INITIATIVE"""
    tables = edition.tables("cards", "card")
    if len(tables) != CARDS:
        raise edition.complain("cards", "card", "", "count", have=len(tables), want=int(CARDS))
    symbols: list[list[int]] = []
    dudes: list[int] = []
    for card, table in enumerate(tables):
        printed = int(number(card))
        where = f"card {printed}"
        if table.get("number") != printed:
            raise edition.complain("cards", where, "number", "out_of_order", value=str(table.get("number")))
        symbols.append(_symbols(edition, "cards", where, "buttons", table.get("buttons")))
        dudes.append(DUDES.index(edition.word("cards", where, table, "dude", DUDES)))
    return symbols, dudes


def _characters(edition: Edition) -> list[list[list[int]]]:
    """Return the copies of nine characters, enough to return some to the box.  §SETUP.STACKS §SETUP.RETURN"""
    tables = edition.tables("characters", "character")
    if len(tables) != len(CHARACTERS):
        raise edition.complain("characters", "character", "", "count", have=len(tables), want=len(CHARACTERS))
    found: list[list[list[int]]] = []
    for key, table in zip(CHARACTERS, tables, strict=True):
        edition.word("characters", key, table, "key", (key,))
        copies = table.get("copies")
        if not isinstance(copies, list):
            raise edition.complain("characters", key, "copies", "missing")
        if not MIN_COPIES <= len(copies) <= MAX_TOKENS:
            least, most = MIN_COPIES, int(MAX_TOKENS)
            raise edition.complain(
                "characters", key, "copies", "not_between", value=len(copies), least=least, most=most
            )
        found.append([_symbols(edition, "characters", key, "copies", copy) for copy in copies])
    tokens = sum(len(copies) for copies in found)
    if tokens > MAX_TOKENS:
        least, most = MIN_COPIES * len(CHARACTERS), int(MAX_TOKENS)
        raise edition.complain("characters", "character", "copies", "not_between", value=tokens, least=least, most=most)
    return found
