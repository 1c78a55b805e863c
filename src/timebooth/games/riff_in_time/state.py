"""A game at one moment: plain data, cheap to copy, and read-only questions about it."""

from __future__ import annotations

from typing import Final, final

import msgspec
from mypy_extensions import i64, mypyc_attr

from timebooth.games.riff_in_time.box import Box
from timebooth.games.riff_in_time.fields import FIELDS
from timebooth.games.riff_in_time.kinds import (
    BOOTH,
    PLACES,
    PLAYERS,
    RIFF_CARDS,
    SAN_DIMAS,
    SPACES,
)
from timebooth.kernel.bits import bit, count
from timebooth.kernel.chance import Rng
from timebooth.kernel.fields import Fields
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.packed import EACH_NIBBLE, byte, nibble, places_of, with_byte, with_nibble
from timebooth.kernel.state import State, Step

SPECTATOR: Final[i64] = 4  # among those who know the top of the deck
EVERYBODY: Final[i64] = 31  # four players and the spectators
PEEKED: Final[i64] = 3  # cards whose order somebody may know
ALL_PLACES: Final[i64] = 1023
NO_OBJECTIVES: Final[i64] = 0x10101010  # OBJECTIVES for everybody

NO_ENDING: Final[i64] = 0
WON: Final[i64] = 1
LOST_SAN_DIMAS: Final[i64] = 2
LOST_DECK: Final[i64] = 3
ENDINGS: Final = ("rifts_closed", "san_dimas_fractured", "riff_deck_empty")


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class RiffState(State):
    """The Riff deck holds no order beyond what a peek fixed: whoever draws, draws at random.

    That is the same as drawing from a shuffled deck, and an order that does not exist can be seen by nobody.
    A player is a member of the band; a seat that plays alone may lead two of them.
    """

    def __init__(self, seats: i64, steps: list[Step], box: Box, players: i64, like: RiffState | None = None) -> None:
        """A new game's state, or a copy of the one that it is to be like."""
        super().__init__(seats, steps, like, box.frames)
        self.box: Box = box
        self.players: i64 = players
        if like is None:
            # Table rules.
            self.open_peek: bool = True
            self.pass_in_san_dimas: bool = False
            # The board: which place lies on which position, its rift, and who stands or travels where.
            self.positions: i64 = 0  # of the places
            self.places: i64 = 0  # on the positions
            self.levels: i64 = 0  # of the rifts
            self.fixed: i64 = 0
            self.spots: i64 = 0  # of the personages: a place, or BOOTH + player
            self.returned: i64 = 0
            # The Riff deck.
            self.deck: i64 = 0  # beneath the known top, in no order
            self.top_cards: i64 = 0  # the next card first
            self.top_size: i64 = 0
            self.seers: i64 = 0  # who knows the top
            self.discard: i64 = 0
            self.drawn: i64 = RIFF_CARDS  # the card last revealed
            # The players.
            self.characters: i64 = PLAYERS * EACH_NIBBLE  # none yet
            self.spaces: i64 = SAN_DIMAS * EACH_NIBBLE  # where they are
            self.triumph_cards: i64 = 0  # that they hold, ten bits each
            self.objectives: i64 = NO_OBJECTIVES
            self.bonuses: i64 = NO_OBJECTIVES  # while objectives are chosen, the other cards dealt
            self.stages: i64 = 0
            self.lowerings: i64 = 0  # places whose rift they have lowered, ten bits each
            self.met: i64 = 0  # players whose task is done
            self.rewarded: i64 = 0  # players who have had their reward
            self.spare_objectives: i64 = 0
            # The turn.
            self.turn: i64 = 0
            self.first: i64 = 0
            self.turns: i64 = 0  # that have ended
            self.dice: i64 = 0  # in the active pool
            self.kinds: i64 = 0  # of these dice
            self.faces: i64 = 0  # that they show
            self.used: i64 = 0
            self.granted: i64 = 0  # actions that cards grant and that are not used: a purse
            self.new_triumphs: i64 = 0  # cards gained this turn
            self.rerolled: bool = False  # a Reroll or the Booth was used this turn
            self.ability_used: bool = False
            self.ending: i64 = NO_ENDING
        else:
            self.open_peek = like.open_peek
            self.pass_in_san_dimas = like.pass_in_san_dimas
            self.positions = like.positions
            self.places = like.places
            self.levels = like.levels
            self.fixed = like.fixed
            self.spots = like.spots
            self.returned = like.returned
            self.deck = like.deck
            self.top_cards = like.top_cards
            self.top_size = like.top_size
            self.seers = like.seers
            self.discard = like.discard
            self.drawn = like.drawn
            self.characters = like.characters
            self.spaces = like.spaces
            self.triumph_cards = like.triumph_cards
            self.objectives = like.objectives
            self.bonuses = like.bonuses
            self.stages = like.stages
            self.lowerings = like.lowerings
            self.met = like.met
            self.rewarded = like.rewarded
            self.spare_objectives = like.spare_objectives
            self.turn = like.turn
            self.first = like.first
            self.turns = like.turns
            self.dice = like.dice
            self.kinds = like.kinds
            self.faces = like.faces
            self.used = like.used
            self.granted = like.granted
            self.new_triumphs = like.new_triumphs
            self.rerolled = like.rerolled
            self.ability_used = like.ability_used
            self.ending = like.ending

    def copy(self) -> RiffState:
        return RiffState(self.seats, self.steps, self.box, self.players, self)

    def numbers(self) -> list[int]:
        found = self.pending()
        found += [self.players, int(self.open_peek), int(self.pass_in_san_dimas), self.positions, self.levels]
        found += [self.fixed, self.spots, self.returned, self.deck, self.top_cards, self.top_size, self.seers]
        found += [self.discard, self.drawn, self.characters, self.spaces, self.triumph_cards, self.objectives]
        found += [self.bonuses, self.stages, self.lowerings, self.met, self.rewarded, self.spare_objectives]
        found += [self.turn, self.first, self.turns, self.dice, self.kinds, self.faces, self.used, self.granted]
        found += [self.new_triumphs, int(self.rerolled), int(self.ability_used), self.ending]
        return found

    def fields(self) -> Fields:
        return FIELDS

    def view(self, seat: int | None) -> msgspec.Struct:
        from timebooth.games.riff_in_time.view import view

        return view(self, seat)

    def resample(self, seat: int, rng: Rng) -> None:
        from timebooth.games.riff_in_time.knowledge import resample

        resample(self, seat, rng)

    def outcome(self) -> Outcome | None:
        """All players win or lose together.  §COOPERATIVE"""
        if self.ending == NO_ENDING:
            return None
        winners = tuple(range(self.seats)) if self.ending == WON else ()
        return Outcome(winners, ENDINGS[self.ending - 1])

    def evaluate(self, seat: int) -> int:
        from timebooth.games.riff_in_time.evaluation import evaluate

        return evaluate(self)

    def best_evaluation(self) -> int:
        from timebooth.games.riff_in_time.evaluation import BEST

        return BEST

    def turn_number(self) -> int:
        return self.turns

    # The rows, place by place.

    def position(self, place: i64) -> i64:
        return nibble(self.positions, place)

    def place_at(self, position: i64) -> i64:
        return nibble(self.places, position)

    def lay(self, place: i64, position: i64) -> None:
        """Put a place on a position."""
        self.positions = with_nibble(self.positions, place, position)
        self.places = with_nibble(self.places, position, place)

    def level(self, place: i64) -> i64:
        return nibble(self.levels, place)

    def set_level(self, place: i64, level: i64) -> None:
        self.levels = with_nibble(self.levels, place, level)

    def whereabouts(self, personage: i64) -> i64:
        """A place, or BOOTH + player."""
        return nibble(self.spots, personage)

    def set_whereabouts(self, personage: i64, spot: i64) -> None:
        self.spots = with_nibble(self.spots, personage, spot)

    def top_card(self, i: i64) -> i64:
        return byte(self.top_cards, i)

    def set_top_card(self, i: i64, card: i64) -> None:
        self.top_cards = with_byte(self.top_cards, i, card)

    def character(self, player: i64) -> i64:
        return nibble(self.characters, player)

    def set_character(self, player: i64, character: i64) -> None:
        self.characters = with_nibble(self.characters, player, character)

    def at(self, player: i64) -> i64:
        """Where a player is."""
        return nibble(self.spaces, player)

    def set_at(self, player: i64, place: i64) -> None:
        self.spaces = with_nibble(self.spaces, player, place)

    def triumphs(self, player: i64) -> i64:
        """The places whose card the player holds, as a set."""
        return self.triumph_cards >> player * PLACES & ALL_PLACES

    def lowered(self, player: i64) -> i64:
        """The places whose rift the player has lowered, as a set."""
        return self.lowerings >> player * PLACES & ALL_PLACES

    def objective(self, player: i64) -> i64:
        return byte(self.objectives, player)

    def set_objective(self, player: i64, objective: i64) -> None:
        self.objectives = with_byte(self.objectives, player, objective)

    def bonus(self, player: i64) -> i64:
        return byte(self.bonuses, player)

    def set_bonus(self, player: i64, objective: i64) -> None:
        self.bonuses = with_byte(self.bonuses, player, objective)

    def stage(self, player: i64) -> i64:
        return nibble(self.stages, player)

    def set_stage(self, player: i64, stage: i64) -> None:
        self.stages = with_nibble(self.stages, player, stage)

    def kind(self, die: i64) -> i64:
        return nibble(self.kinds, die)

    def face(self, die: i64) -> i64:
        return nibble(self.faces, die)

    def set_face(self, die: i64, face: i64) -> None:
        self.faces = with_nibble(self.faces, die, face)

    def add_die(self, kind: i64) -> None:
        """One more die in the active pool; what it shows is not known yet."""
        self.kinds = with_nibble(self.kinds, self.dice, kind)
        self.dice += 1

    def clear_pool(self) -> None:
        self.dice = 0
        self.kinds = 0
        self.faces = 0
        self.used = 0

    # Questions about it.

    def seat_of(self, player: i64) -> i64:
        """Who decides for a member of the band; alone at the table, one seat decides for all.  §SOLO"""
        if self.seats == 1:
            return 0
        return player

    def active(self) -> i64:
        """The seat of the Active Player, as a set: who has the final say.  §FINAL"""
        return bit(self.seat_of(self.turn))

    def can(self, ability: i64) -> bool:
        """The Active Player has this ability and has not used it this turn.  §ABILITY"""
        return not self.ability_used and self.box.ability[self.character(self.turn)] == ability

    def setting_up(self) -> bool:
        """No Riff card has been revealed yet."""
        return self.drawn == RIFF_CARDS

    def here(self) -> i64:
        """Where the Active Player is."""
        return self.at(self.turn)

    def is_fixed(self, place: i64) -> bool:
        return self.fixed & bit(place) != 0

    def is_returned(self, personage: i64) -> bool:
        return self.returned & bit(personage) != 0

    def personages_at(self, spot: i64) -> i64:
        """The personages in a place or in the booth of a player, as a set."""
        return places_of(self.spots, spot) & ALL_PLACES

    def in_booth(self, player: i64) -> i64:
        """The personages who travel with a player, as a set."""
        return self.personages_at(BOOTH + player)

    def carries(self, player: i64, personage: i64) -> bool:
        return self.whereabouts(personage) == BOOTH + player

    def company(self, player: i64) -> i64:
        """The other players on the same space, as a set."""
        return places_of(self.spaces, self.at(player)) & (bit(self.players) - 1) & ~bit(player)

    def unused_dice(self) -> i64:
        """Those of the active pool, as a set."""
        return bit(self.dice) - 1 & ~self.used

    def unused_showing(self, face: i64) -> i64:
        """Those of them that show a face."""
        return places_of(self.faces, face) & self.unused_dice()

    def deck_size(self) -> i64:
        return count(self.deck) + self.top_size

    def deck_is_empty(self) -> bool:
        return self.deck == 0 and self.top_size == 0

    def distance(self, start: i64, end: i64) -> i64:
        """How many Moves apart two places lie."""
        return self.box.distances[self.position(start) * SPACES + self.position(end)]


def riff(state: State) -> RiffState:
    """The kernel hands a state to a step; here it is ours."""
    assert isinstance(state, RiffState)
    return state
