"""Bill & Ted's Excellent Boardgame (Sam Mitschke, Randy Scheunemann, 2016): the contents page.

set-up        set_up.py                       §SETUP.STACKS to §SETUP.HAND
the round     steps/all_steps.py, steps/taking_turns.py   §ROUND
  planning    steps/planning.py               §PLAN
  the order   initiative.py                   §ORDER §SIXTY_NINE
  movement    steps/movement.py, steps/walking.py   §MOVE §SYMBOLS §EDGE
  picking up  effects.py enter, steps/picking_up.py   §PICKUP
  evil dudes  steps/evil_dude_movement.py     §DUDES §DROP
  its end     steps/end_of_turn.py            §TURN_END
the end       steps/end_of_game.py            §END §WIN §TIE
secrets       view.py, knowledge.py           §HIDDEN
preview       projection.py                   §PROJECT
components    editions/, box.py               what is printed on board, cards and tokens
bots          bot/
texts         text/
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from timebooth.games.excellent_boardgame import balance, events
from timebooth.games.excellent_boardgame.answers import catalogue
from timebooth.games.excellent_boardgame.box import number
from timebooth.games.excellent_boardgame.codes import PLAN_CARDS
from timebooth.games.excellent_boardgame.edition import FILES, read_box
from timebooth.games.excellent_boardgame.effects import begin_round
from timebooth.games.excellent_boardgame.missing import missing
from timebooth.games.excellent_boardgame.pieces import CARDS, CHARACTERS, DUDES, FACINGS, GLYPHS, RETURNED, SYMBOLS
from timebooth.games.excellent_boardgame.projection import preview, project
from timebooth.games.excellent_boardgame.screen import screen
from timebooth.games.excellent_boardgame.set_up import set_up
from timebooth.games.excellent_boardgame.state import ENDINGS, LOWEST_CARD, ExcellentState
from timebooth.games.excellent_boardgame.steps.all_steps import STEPS
from timebooth.games.excellent_boardgame.steps.planning import first_card, second_card
from timebooth.kernel.answer import Catalogue, Word
from timebooth.kernel.bits import count
from timebooth.kernel.chance import Rng
from timebooth.kernel.edition import Edition
from timebooth.kernel.game import Game, GameOptions, Trait
from timebooth.kernel.journal import Event, Journal

ROUNDS = {2: 10, 3: 7, 4: 5}  # §SETUP.ROUNDS


class Options(GameOptions, frozen=True, forbid_unknown_fields=True):
    """Variants of the table."""

    four_player_rounds: Literal[5, 6] = 5
    """Rounds with four players: five as the set-up says, or six, until somebody cannot draw.  §J42"""
    frozen_programme: bool = False
    """A character dropped during its owner's own movement still moves the booth this turn.  §J12"""
    remember_arrows: bool = False
    """Show the arrows of dropped characters that everybody has already seen.  §J29"""


class ExcellentBoardgame(Game):
    """Fly your phone booth through the circuits of history and collect the most characters."""

    key = "excellent-boardgame"
    rules = 1
    guide = 3
    seats = range(2, 5)
    minutes = (15, 15, 15)
    sealed_rounds = True
    has_win_chances = True
    options = Options
    events = events.ALL
    endings = ENDINGS
    max_steps = 10_000
    folder = Path(__file__).parent
    edition_files = FILES
    word_fields = {
        "character": "character",
        "dude": "dude",
        "symbol": "symbol",
        "symbols": "symbol",
        "facing": "facing",
        "card": "card",
        "cards": "card",
        "first": "card",
        "second": "card",
        "ending": "ending",
    }
    trait_words = balance.KINDS

    ordered = frozenset({"order"})
    questions = {"plan": ("round", "rounds"), "place": ("space", "count")}

    def __init__(self, edition: Edition) -> None:
        self.box = read_box(edition)
        self.longest = {
            "collected": len(CHARACTERS),
            "stacks": int(self.box.tokens),
            "seen": max(int(self.box.copies(kind)) for kind in range(len(CHARACTERS))),
        }
        super().__init__(edition)

    def catalogue(self) -> Catalogue:
        return catalogue()

    def vocabulary(self) -> Mapping[str, Sequence[Word]]:
        cards = tuple(number(card) for card in range(CARDS))
        return {
            **super().vocabulary(),
            **dict.fromkeys(("first", "second", "hand", "discard_pile", "returned"), cards),
            **dict.fromkeys(("space", "dots"), self.box.space_names),
            **dict.fromkeys(("symbols", "seen"), SYMBOLS),
            "character": CHARACTERS,
            "facing": FACINGS,
            "dudes": DUDES,
            "order": range(self.seats[-1]),
        }

    def printed(self, lang: str) -> dict[str, str]:
        """Return the names of the cards: their number, buttons and evil dude (`21 ↑↑ Cowboy`)."""
        said: dict[str, str] = json.loads((self.folder / "text" / f"{lang}.json").read_text(encoding="utf-8"))
        found = {}
        for table in self.edition.tables("cards", "card"):
            symbols = table["buttons"]
            face = {
                "number": table["number"],
                "glyphs": "".join(GLYPHS[SYMBOLS.index(symbol)] for symbol in symbols),
                "symbols": ", ".join(said[f"symbol_text.{symbol}"] for symbol in symbols),
                "dude": said[f"dude.{table['dude']}"],
            }
            found[f"card.{table['number']}"] = said["printed.card"].format(**face)
            found[f"card_text.{table['number']}"] = said["printed.card_text"].format(**face)
        return found

    def missing(self, state: ExcellentState, seat: int) -> list[tuple[str, dict[str, object]]]:
        return missing(state, seat)

    def screen(self, state: ExcellentState, seat: int | None, say: Callable[..., str], width: int = 80) -> str:
        return screen(state, seat, say, width)

    def project(self, state: ExcellentState, seat: int, code: int) -> list[Event]:
        """Return the way of the booth, symbol by symbol, if it followed this plan and nothing else moved.  §PROJECT"""
        if code < PLAN_CARDS:
            return []
        return project(state, seat, first_card(code), second_card(code))[0]

    def preview(
        self, state: ExcellentState, seat: int, named: Mapping[str, object]
    ) -> tuple[str, dict[str, object]] | None:
        return preview(state, seat, named)

    def progress(self, state: ExcellentState) -> float:
        """Return which share of the rounds was played."""
        return int(state.round) / int(state.rounds)

    def components(self, state: ExcellentState) -> dict[str, int]:
        s = state
        cards = count(s.unseen) + count(s.discard)
        found = {"booths": s.seats, "arrows": count(s.unrevealed)}
        for name in CHARACTERS:
            found[name] = 0
        for seat in range(s.seats):
            cards += count(s.hand(seat)) + (s.first_card(seat) < CARDS) + (s.second_card(seat) < CARDS)
            for place in range(s.held(seat)):
                found[CHARACTERS[s.box.kind_of[s.play_area(seat, place)]]] += 1
        for token in range(s.box.tokens):
            found["arrows"] += s.arrows(token) < s.box.tokens
            if s.lies_at(token) < s.box.spaces or s.lies_at(token) == RETURNED:
                found[CHARACTERS[s.box.kind_of[token]]] += 1
        return {"cards": cards, **found}

    def traits(self, journal: Journal, seats: int) -> list[Trait]:
        return balance.traits(journal)

    def statistics(self, state: ExcellentState) -> dict[str, float]:
        """Return the mean and the most characters of a player, the drops, and whether a tie had to be broken."""
        held = [state.held(seat) for seat in range(state.seats)]
        return {
            "characters": sum(held) / len(held),
            "most_characters": float(max(held)),
            "drops": float(state.drops),
            "ties": float(state.ending == LOWEST_CARD),
        }

    def deal(self, seats: int, options: Options, rng: Rng, journal: Journal | None) -> ExcellentState:
        s = ExcellentState(seats, STEPS, self.box)
        s.frozen = options.frozen_programme
        s.remember = options.remember_arrows
        s.rounds = options.four_player_rounds if seats == 4 else ROUNDS[seats]
        set_up(s, rng, journal)
        begin_round(s, journal)
        return s
