"""Power Actions: many can be played out of turn; Rewind and Quick Trip cannot fetch them.  §POWER"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.back_to_the_future.codes import PLAY, REWIND_TO, TAKE_LOCOMOTIVE
from timebooth.games.back_to_the_future.deck.actions import Action
from timebooth.games.back_to_the_future.deck.card import Card, add_titles
from timebooth.games.back_to_the_future.deck.kinds import (
    ENGINE_TROUBLE,
    LOCOMOTIVE,
    LUCKY_DAY,
    MEMO,
    QUICK_TRIP,
    REWIND,
    SCIENCE_EXPERIMENT,
    STEAL_MY_STUFF,
    TRUCK,
)
from timebooth.games.back_to_the_future.effects import discard, draw_card, gain_a_play, take_item
from timebooth.games.back_to_the_future.events import PileSearched
from timebooth.games.back_to_the_future.knowledge import note_pile_searched
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.games.back_to_the_future.turn import FETCH
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal

LUCKY_DRAWS: i64 = 3  # §LUCKY_DAY
FROM_THE_PILE: i64 = -1  # in a FETCH frame, in place of a kind: choose from the whole draw pile


class ResponseOnly(Card):
    """Played in response to another player's card only, never to get rid of it.  §MEMO_CARD §J20"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        pass


class Rewind(Action):
    """Play a card from the discard pile as if from your hand, but not a Power Action.  §REWIND §POWER §J39"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        if add_titles(s, s.discard & ~s.box.powers, REWIND_TO, 1, out) == 0:
            out.add(PLAY + self.kind)

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        if code != PLAY + self.kind:
            s.push(FETCH, seat, code - REWIND_TO)


class QuickTrip(Action):
    """Look through the draw pile, play a card that is not a Power Action, shuffle the rest.  §QUICK_TRIP §J41"""

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        if s.draw_size == 0:
            return
        note_pile_searched(s, seat)
        if journal is not None:
            journal.add(PileSearched(seat))
        s.push(FETCH, seat, FROM_THE_PILE)


class LuckyDay(Card):
    """Draw three cards, then make another play.  §LUCKY_DAY"""

    def resolve(
        self, s: BttfState, seat: i64, code: i64, card: i64, paid: i64, rng: Rng, journal: Journal | None
    ) -> None:
        for _ in range(LUCKY_DRAWS):  # §J44: it is not in the discard pile yet
            draw_card(s, seat, rng, journal)
        discard(s, card)
        gain_a_play(s, journal)


class ScienceExperiment(Action):
    """Take another player's Locomotive and make another play; without one, no effect.  §SCIENCE §J17"""

    def announce(self, s: BttfState, seat: i64, rest: i64, out: Codes) -> None:
        found = False
        for owner in range(s.seats):
            if owner != seat and s.has_on_table(owner, LOCOMOTIVE):
                out.add(TAKE_LOCOMOTIVE + owner)
                found = True
        if not found:
            out.add(PLAY + self.kind)

    def act(self, s: BttfState, seat: i64, code: i64, rng: Rng, journal: Journal | None) -> None:
        if code != PLAY + self.kind:
            take_item(s, seat, code - TAKE_LOCOMOTIVE, LOCOMOTIVE, journal)
            gain_a_play(s, journal)


def power_actions() -> list[Card]:
    """Return all Power Actions, by kind."""
    return [
        ResponseOnly(MEMO),
        Rewind(REWIND),
        QuickTrip(QUICK_TRIP),
        LuckyDay(LUCKY_DAY),
        ResponseOnly(ENGINE_TROUBLE),
        ResponseOnly(TRUCK),
        ScienceExperiment(SCIENCE_EXPERIMENT),
        ResponseOnly(STEAL_MY_STUFF),
    ]
