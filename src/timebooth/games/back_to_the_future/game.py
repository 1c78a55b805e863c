"""Back to the Future: The Card Game (Andrew Looney, 2010): the contents page.

set-up        here                       §SETUP
the turn      turn.py, steps/            §TURN
the cards     deck/                      §CONTENTS
cancelling    steps/game_action.py       §MEMO
history       effects.flip               §FLIP §RIPPLE
the end       effects.uninvent_time_travel   §B1 §WIN §END
who knows     view.py, knowledge.py      §HIDDEN
components    editions/, box.py          what is printed on the cards
words         text/
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from timebooth.games.back_to_the_future import events
from timebooth.games.back_to_the_future.box import Box
from timebooth.games.back_to_the_future.deck.kinds import KEYS
from timebooth.games.back_to_the_future.edition import FILES, read_box
from timebooth.games.back_to_the_future.effects import begin_turn
from timebooth.games.back_to_the_future.state import ENDINGS, BttfState
from timebooth.games.back_to_the_future.steps.all_steps import STEPS
from timebooth.games.back_to_the_future.turn import IDENTITY
from timebooth.kernel.answer import Catalogue
from timebooth.kernel.bits import members_of
from timebooth.kernel.chance import Dice
from timebooth.kernel.edition import Edition
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.game import Game, GameOptions
from timebooth.kernel.journal import Journal

HAND = 3  # §SETUP.DEAL


class Options(GameOptions, frozen=True, forbid_unknown_fields=True):
    """Variants of the table."""

    b1_cards: Annotated[int, msgspec.Meta(ge=2, le=5)] = 5
    """Cards in the B-1 stack, one of them real: five, or three or two for a short game.  §B1.SHORT"""
    pizza_hydrator: bool = False
    """Play with the promo card.  §HYDRATOR"""
    mulligan: bool = True
    """Once, before the first turn, everybody may try another identity.  §MULLIGAN"""
    first_player: Annotated[int, msgspec.Meta(ge=0, le=5)] | None = None
    """The seat that goes first: who watched one of the films most recently. None: chance decides.  §FIRST"""


def quoted(words: str) -> str:
    """Printed words as an ICU message that says just these words."""
    return words.replace("'", "''").replace("{", "'{'")


class BackToTheFuture(Game):
    """Put history right for yourself, then un-invent time travel."""

    key = "back-to-the-future"
    rules = 1
    seats = range(2, 7)
    options = Options
    events = events.ALL
    endings = ENDINGS
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

    def __init__(self, edition: Edition) -> None:
        self._boxes: dict[bool, Box] = {promo: read_box(edition, promo=promo) for promo in (False, True)}
        super().__init__(edition)

    def catalogue(self) -> Catalogue:
        return self._boxes[False].catalogue

    def printed(self, lang: str) -> dict[str, str]:
        """Headlines, identities and the DoubleBacks' linchpins are printed on the components."""
        said: dict[str, str] = {}
        for table in self.edition.tables("timeline", "position"):
            for side in ("original", "altered"):
                said[f"headline.{table['at']}.{side}"] = quoted(table[side][lang])
        for table in self.edition.tables("identities", "identity"):
            said[f"identity.{table['key']}"] = quoted(table["name"])
        for table in self.edition.tables("deck", "card"):
            if table["type"] == "doubleback":
                said[f"card.{table['key']}"] = f"DoubleBack {table['linchpin']}"
        return said

    def deal(self, seats: int, options: Options, rng: Dice, journal: Journal | None) -> BttfState:
        """Lay out the TimeLine, stack B-1, deal three cards and an identity to each.  §SETUP"""
        if options.first_player is not None and options.first_player >= seats:
            raise BadSetup("setup.first_player", seat=options.first_player, most=seats - 1)
        box = self._boxes[options.pizza_hydrator]
        s = BttfState(seats, STEPS, box)
        s.duds = options.b1_cards - 1
        s.fresh_ids = (1 << len(box.identities)) - 1
        s.draw = box.deck
        s.draw_size = box.cards
        for seat in range(seats):
            self._deal_hand(s, seat, rng, journal)
        for seat in range(seats):
            self._deal_identity(s, seat, rng, journal)
        first = rng.below(seats) if options.first_player is None else options.first_player
        if options.mulligan:
            s.turn = first
            s.push(IDENTITY)
        else:
            begin_turn(s, first, journal)
        return s

    def _deal_hand(self, s: BttfState, seat: int, rng: Dice, journal: Journal | None) -> None:
        hand = 0
        for _ in range(HAND):
            cards = members_of(s.draw)
            card = cards[rng.below(len(cards))]
            hand |= 1 << card
            s.draw ^= 1 << card
        s.draw_size -= HAND
        s.hand[seat] = hand
        s.hand_size[seat] = HAND
        if journal is not None:
            titles = tuple(KEYS[s.box.kind_of[card]] for card in members_of(hand))
            journal.add(events.HandDealt(seat, HAND, titles))

    def _deal_identity(self, s: BttfState, seat: int, rng: Dice, journal: Journal | None) -> None:
        left = members_of(s.fresh_ids)
        identity = left[rng.below(len(left))]
        s.fresh_ids ^= 1 << identity
        s.identity[seat] = identity
        if journal is not None:
            journal.add(events.IdentityDealt(seat, s.box.identities[identity]))
