"""The game's table of contents: its properties, and how it is set up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from my_game import events
from my_game.answers import Play
from my_game.box import FILES, Box
from my_game.state import MyGameState
from my_game.steps import STEPS, begin_round
from timebooth.kernel.answer import Catalogue, Word
from timebooth.kernel.chance import Rng
from timebooth.kernel.edition import Edition
from timebooth.kernel.game import Game, Trait
from timebooth.kernel.journal import Journal


class MyGame(Game):
    """Play your cards so that the highest one catches the most points."""

    key = "my-game"
    rules = 1
    seats = range(2, 5)
    events = events.ALL
    endings = ("counted",)
    edition_files = FILES
    folder = Path(__file__).parent
    trait_words = {"dealt": "", "card": ""}

    def __init__(self, edition: Edition) -> None:
        self.box = Box(edition, self.seats[-1])
        super().__init__(edition)

    def catalogue(self) -> Catalogue:
        return Catalogue([Play(number) for number in self.box.numbers])

    def deal(self, seats: int, options: Any, rng: Rng, journal: Journal | None) -> MyGameState:
        """Shuffle, and deal a hand to everybody; nobody sees the other cards.  §DEAL"""
        s = MyGameState(seats, STEPS, self.box)
        cards = list(range(len(self.box.numbers)))
        rng.shuffle(cards)
        for seat in range(seats):
            s.hands[seat] = sum(1 << cards.pop() for _ in range(self.box.hand))
            if journal is not None:
                journal.add(events.CardsDealt(seat, self.box.hand, s.names(s.hands[seat])))
        begin_round(s, journal)
        return s

    def vocabulary(self) -> Mapping[str, Sequence[Word]]:
        return {**super().vocabulary(), **dict.fromkeys(("card", "hand", "table", "played"), self.box.numbers)}

    def components(self, state: MyGameState) -> dict[str, int]:
        return {"cards": sum(hand.bit_count() for hand in state.hands) + state.played.bit_count()}

    def statistics(self, state: MyGameState) -> dict[str, float]:
        return {"points": sum(state.scores) / state.seats}

    def traits(self, journal: Journal, seats: int) -> list[Trait]:
        dealt = [each for each in journal if isinstance(each, events.CardsDealt)]
        played = [each for each in journal if isinstance(each, events.CardPlayed)]
        return [
            *(Trait("dealt", str(card), each.seat) for each in dealt for card in each.cards),
            *(Trait("card", str(each.card), each.seat) for each in played),
        ]

    def screen(self, state: MyGameState, seat: int | None, say: Callable[..., str], width: int = 80) -> str:
        lines = [say("screen.round", round=min(state.round + 1, self.box.hand), rounds=self.box.hand)]
        for each in range(state.seats):
            lines.append(
                say("screen.seat", seat=each, points=state.scores[each], cards=_listed(state, state.table[each]))
            )
        if seat is not None:
            lines.append(say("screen.hand", cards=_listed(state, state.hands[seat])))
        return "\n".join(lines)


def _listed(state: MyGameState, cards: int) -> str:
    return ", ".join(map(str, state.names(cards))) or "–"
