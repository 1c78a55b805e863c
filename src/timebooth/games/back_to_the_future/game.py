"""Back to the Future: The Card Game (Andrew Looney, 2010): the contents page.

set-up        set_up.py                  §SETUP
the turn      steps/all_steps.py         §TURN
the cards     deck/                      §CONTENTS
playing       steps/announcing.py        §PLAY
cancelling    steps/game_action.py       §MEMO
history       effects.flip               §FLIP §RIPPLE
the end       effects.uninvent_time_travel   §B1 §WIN §END
secrets       view.py, knowledge.py      §HIDDEN
components    editions/, box.py          what is printed on the cards
state         fields.py, state.py        what a game at one decision holds
answers       answers.py                 what a player can say; codes.py is generated from it
bots          bot/
words         text/, speech.py, missing.py, preview.py
the terminal  screen.py
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from timebooth.games.back_to_the_future import balance, events, speech
from timebooth.games.back_to_the_future.bot.policy import BttfPolicy
from timebooth.games.back_to_the_future.box import Box
from timebooth.games.back_to_the_future.deck.kinds import KEYS
from timebooth.games.back_to_the_future.edition import FILES, read_box
from timebooth.games.back_to_the_future.missing import missing
from timebooth.games.back_to_the_future.preview import preview
from timebooth.games.back_to_the_future.screen import details, screen
from timebooth.games.back_to_the_future.set_up import set_up
from timebooth.games.back_to_the_future.state import ENDINGS, BttfState
from timebooth.games.back_to_the_future.steps.all_steps import STEPS
from timebooth.kernel.answer import Catalogue, Word
from timebooth.kernel.chance import Rng
from timebooth.kernel.edition import Edition
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.game import Game, GameOptions, Trait
from timebooth.kernel.journal import Journal


class Options(GameOptions, frozen=True, forbid_unknown_fields=True):
    """Variants of the table."""

    b1_cards: Annotated[int, msgspec.Meta(ge=2, le=5)] = 5
    """Cards in the B-1 stack, one of them real; three or two make a short game.  §B1.SHORT"""
    pizza_hydrator: bool = False
    """Play with the promo card.  §HYDRATOR"""
    mulligan: bool = True
    """Everybody may swap their identity once, before the first turn.  §MULLIGAN"""
    first_player: Annotated[int, msgspec.Meta(ge=0, le=5)] | None = None
    """The seat of whoever saw one of the films last; None: a random seat.  §FIRST §J56"""


def _union(sets: list[int]) -> int:
    whole = 0
    for some in sets:
        whole |= some
    return whole


def quoted(words: str) -> str:
    """Return printed words as an ICU message."""
    return words.replace("'", "''").replace("{", "'{'")


class BackToTheFuture(Game):
    """Put history right for yourself, then un-invent time travel."""

    key = "back-to-the-future"
    rules = 2
    guide = 56
    seats = range(2, 7)  # §J59
    minutes = (8, 10, 10, 10, 10)
    options = Options
    policy = BttfPolicy()
    has_win_chances = True
    events = events.ALL
    endings = ENDINGS
    max_steps = 200_000  # §J64
    folder = Path(__file__).parent
    edition_files = FILES
    seat_fields = frozenset({"seat", "owner", "target", "receiver", "other", "thief"})
    word_fields = {
        "card": "card",
        "cards": "card",
        "item": "card",
        "spend": "card",
        "feed": "card",
        "fetch": "card",
        "against": "card",
        "headline": "headline",
        "ripples": "headline",
        "identity": "identity",
        "shown": "identity",
        "side": "side",
        "direction": "direction",
        "ending": "ending",
    }

    questions = {
        "mulligan": ("identity",),
        "before_the_turn": ("seat",),
        "draw_one": (),
        "play_one": ("plays",),
        "end_of_turn": (),
        "react": ("seat", "card", "linchpin", "stays"),
        "second_flip": ("card", "item"),
        "spree": ("left",),
        "give": ("receiver",),
        "discard_down": ("left",),
        "lose_item": (),
        "quick_trip": (),
        "rewind": ("card",),
        "discard_two": ("left",),
    }
    longest = {"actions": 4}
    trait_words = balance.KINDS

    def __init__(self, edition: Edition) -> None:
        self._boxes: dict[bool, Box] = {promo: read_box(edition, promo=promo) for promo in (False, True)}
        super().__init__(edition)

    def catalogue(self) -> Catalogue:
        return self._boxes[False].catalogue

    def vocabulary(self) -> Mapping[str, Sequence[Word]]:
        box = self._boxes[False]
        cards = dict.fromkeys(("card", "item", "table", "known", "hand", "discard_pile", "searched"), KEYS)
        people = dict.fromkeys(("identity", "identities_shown"), box.identities)
        return {**super().vocabulary(), **cards, **people, "altered": box.positions, "linchpin": box.linchpins}

    def printed(self, lang: str) -> dict[str, str]:
        """Return the texts that are printed on the components: headlines, identities and DoubleBacks."""
        said: dict[str, str] = {}
        for table in self.edition.tables("timeline", "position"):
            for side in ("original", "altered"):
                said[f"headline.{table['at']}.{side}"] = quoted(table[side][lang])
        for table in self.edition.tables("identities", "identity"):
            said[f"identity.{table['key']}"] = quoted(table["name"])
        words = json.loads((self.folder / "text" / f"{lang}.json").read_text(encoding="utf-8"))
        for table in self.edition.tables("deck", "card"):
            if table["type"] == "doubleback":
                said[f"card.{table['key']}"] = f"DoubleBack {table['linchpin']}"
                text = words["card_text.doubleback"].replace("{linchpin}", table["linchpin"])
                said[f"card_text.{table['key']}"] = text.replace("{item}", words[f"card.{table['item']}"])
        return said

    def progress(self, state: BttfState) -> float:
        """Return which share of the cards at B-1 was turned over.  §B1.DUD"""
        return int(state.duds_aside) / int(state.duds_aside + state.duds + 1)

    def components(self, state: BttfState) -> dict[str, int]:
        """Count cards and identities wherever they are: each must be in exactly one place."""
        places = [state.draw, state.discard, state.in_play]
        places += [state.hand[seat] for seat in range(state.seats)] + [state.table[seat] for seat in range(state.seats)]
        people = [state.fresh_ids, state.spent_ids] + [1 << state.identity[seat] for seat in range(state.seats)]
        return {
            "cards": sum(int(cards).bit_count() for cards in places),
            "distinct cards": int(_union(places)).bit_count(),
            "counted cards": state.draw_size
            + state.discard_size
            + int(state.in_play).bit_count()
            + sum(state.hand_size[seat] + int(state.table[seat]).bit_count() for seat in range(state.seats)),
            "identities": sum(int(some).bit_count() for some in people),
            "distinct identities": int(_union(people)).bit_count(),
            "B-1 cards": state.duds + state.duds_aside + 1,
        }

    def traits(self, journal: Journal, seats: int) -> list[Trait]:
        return balance.traits(journal, seats)

    def statistics(self, state: BttfState) -> dict[str, float]:
        """Return what the lab averages over finished games."""
        return {
            "duds_revealed": float(state.duds_aside),
            "linchpins_altered": float(int(state.history).bit_count()),
            "satisfied": float(sum(state.is_satisfied(seat) for seat in range(state.seats))),
        }

    def event_key(self, seen: Mapping[str, object]) -> str:
        return speech.event_key(seen)

    def answer_key(self, named: Mapping[str, object], prompt: str) -> str:
        return speech.answer_key(named, prompt)

    def missing(self, state: BttfState, seat: int) -> list[tuple[str, dict[str, object]]]:
        return missing(state, seat)

    def preview(self, state: BttfState, seat: int, named: Mapping[str, object]) -> tuple[str, dict[str, object]] | None:
        return preview(state, seat, named)

    def screen(self, state: BttfState, seat: int | None, say: Callable[..., str], width: int = 80) -> str:
        return screen(state, self.edition, seat, say, width)

    def details(self, state: BttfState, seat: int | None, say: Callable[..., str], width: int = 80) -> str:
        return details(state, seat, say, width)

    def deal(self, seats: int, options: Options, rng: Rng, journal: Journal | None) -> BttfState:
        if options.first_player is not None and options.first_player >= seats:
            raise BadSetup("setup.first_player", seat=options.first_player + 1, most=seats)
        s = BttfState(seats, STEPS, self._boxes[options.pizza_hydrator])
        first = options.first_player
        set_up(s, options.b1_cards, options.mulligan, -1 if first is None else first, rng, journal)
        return s
