"""A game at one decision: the questions that rules, views and bots ask about it. Its fields are in fields.py."""

from __future__ import annotations

from typing import Final, final

import msgspec
from mypy_extensions import i64, mypyc_attr

from timebooth.games.riff_in_time.kinds import BOOTH, RIFF_CARDS, SPACES
from timebooth.games.riff_in_time.layout import RiffLayout
from timebooth.kernel.bits import bit, count
from timebooth.kernel.chance import Rng
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.packed import places_of
from timebooth.kernel.state import State

SPECTATOR: Final[i64] = 4  # in `seers`, beside the seats
EVERYBODY: Final[i64] = 31  # four seats and the spectators, as a set
ALL_PLACES: Final[i64] = 1023  # as a set, without San Dimas

NO_ENDING: Final[i64] = 0
WON: Final[i64] = 1
LOST_SAN_DIMAS: Final[i64] = 2
LOST_DECK: Final[i64] = 3
ENDINGS: Final = ("rifts_closed", "san_dimas_fractured", "riff_deck_empty")


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class RiffState(RiffLayout):
    """Beneath the cards that somebody has looked at, the Riff deck has no order: a card is drawn at random.

    The chances are those of a shuffled deck, and an order that does not exist cannot leak. A player is a member of the
    band; a seat that plays alone may lead two of them.
    """

    def copy(self) -> RiffState:
        return RiffState(self.seats, self.steps, self.box, self)

    def view(self, seat: int | None) -> msgspec.Struct:
        from timebooth.games.riff_in_time.view import view

        return view(self, seat)

    def resample(self, seat: int, rng: Rng) -> None:
        from timebooth.games.riff_in_time.knowledge import resample

        resample(self, seat, rng)

    def outcome_by_rules(self) -> Outcome | None:
        """Return None while the game goes on; all players win or lose together.  §COOPERATIVE §F1"""
        if self.ending == NO_ENDING:
            return None
        winners = tuple(range(self.seats)) if self.ending == WON else ()
        return Outcome(winners, ENDINGS[self.ending - 1])

    def evaluate(self, seat: int) -> int:
        from timebooth.games.riff_in_time.bot.evaluation import evaluate

        return evaluate(self)

    def win_chances(self) -> list[float]:
        from timebooth.games.riff_in_time.bot.win_chances import win_chances

        return win_chances(self)

    def best_evaluation(self) -> int:
        from timebooth.games.riff_in_time.bot.evaluation import BEST

        return BEST

    def turn_number(self) -> int:
        return self.turns

    # Changes of several fields together.

    def lay(self, place: i64, position: i64) -> None:
        """Put a place on a position."""
        self.set_position(place, position)
        self.set_place_at(position, place)

    def add_die(self, kind: i64) -> None:
        """Add a die to the active pool; it has not been rolled yet."""
        self.set_kind(self.dice, kind)
        self.dice += 1

    def clear_pool(self) -> None:
        """Take all dice out of the active pool."""
        self.dice = 0
        self.kinds = 0
        self.faces = 0
        self.used = 0

    # Questions.

    def seat_of(self, player: i64) -> i64:
        """Return the seat that decides for a player; alone at the table, one seat decides for all.  §SOLO"""
        if self.seats == 1:
            return 0
        return player

    def active_seat(self) -> i64:
        """Return the seat of the Active Player, who has the final say, as a set.  §FINAL"""
        return bit(self.seat_of(self.turn))

    def can_use(self, ability: i64) -> bool:
        """Return whether the Active Player has this ability and has not used it this turn.  §ABILITY"""
        return not self.ability_used and self.box.ability[self.character(self.turn)] == ability

    def setting_up(self) -> bool:
        """Return whether no Riff card has been revealed yet."""
        return self.drawn == RIFF_CARDS

    def here(self) -> i64:
        """Return where the Active Player is; the booth goes wherever the player goes.  §J60 §F2"""
        return self.at(self.turn)

    def is_fixed(self, place: i64) -> bool:
        return self.fixed & bit(place) != 0

    def is_returned(self, personage: i64) -> bool:
        return self.returned & bit(personage) != 0

    def personages_at(self, spot: i64) -> i64:
        """Return the personages in a place, or in a booth (BOOTH + player), as a set."""
        return places_of(self.spots, spot) & ALL_PLACES

    def in_booth(self, player: i64) -> i64:
        """Return the personages who travel with a player, as a set."""
        return self.personages_at(BOOTH + player)

    def carries(self, player: i64, personage: i64) -> bool:
        return self.whereabouts(personage) == BOOTH + player

    def company(self, player: i64) -> i64:
        """Return the other players in the same place, as a set."""
        return places_of(self.spaces, self.at(player)) & (bit(self.players) - 1) & ~bit(player)

    def unused_dice(self) -> i64:
        """Return the dice of the active pool that were not used, as a set."""
        return bit(self.dice) - 1 & ~self.used

    def unused_showing(self, face: i64) -> i64:
        """Return the unused dice that show a face, as a set."""
        return places_of(self.faces, face) & self.unused_dice()

    def deck_size(self) -> i64:
        return count(self.deck) + self.top_size

    def deck_is_empty(self) -> bool:
        return self.deck == 0 and self.top_size == 0

    def distance(self, start: i64, end: i64) -> i64:
        """Return how many Moves apart two places lie."""
        return self.box.distances[self.position(start) * SPACES + self.position(end)]


def riff(state: State) -> RiffState:
    """Return the state that the kernel hands to a step as what it is."""
    assert isinstance(state, RiffState)
    return state
