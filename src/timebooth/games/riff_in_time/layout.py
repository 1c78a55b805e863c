"""The fields of a state, laid out. Generated from fields.py by tools/state_layouts.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from timebooth.games.riff_in_time.fields import FIELDS
from timebooth.kernel.fields import Fields
from timebooth.kernel.packed import byte, nibble, with_byte, with_nibble
from timebooth.kernel.state import State, Step

if TYPE_CHECKING:
    from timebooth.games.riff_in_time.box import Box


@mypyc_attr(acyclic=True)
class RiffLayout(State):
    """What a state holds. The questions about it are in state.py."""

    def __init__(self, seats: i64, steps: list[Step], box: Box, like: RiffLayout | None = None) -> None:
        """A new state, or a copy of `like`."""
        super().__init__(seats, steps, like, box.frames)
        self.box: Box = box
        if like is None:
            # The table.
            self.players: i64 = 0  # number of members of the band
            self.open_peek: bool = True  # everybody sees the cards that somebody peeks at
            self.pass_in_san_dimas: bool = False  # personages can be passed in San Dimas too
            # The board.
            self.positions: i64 = 0  # for each place: position of a place
            self.places: i64 = 0  # for each position: place on a position
            self.levels: i64 = 0  # for each place: level of a rift
            self.fixed: i64 = 0  # set of places that are fixed
            self.spots: i64 = 0  # for each personage: place of a personage, or BOOTH + player
            self.returned: i64 = 0  # set of personages who are back home
            # The Riff deck.
            self.deck: i64 = 0  # set of cards beneath the known top, in no order
            self.top_cards: i64 = 0  # for each i: card of the known top, the next one first
            self.top_size: i64 = 0  # number of cards in the known top
            self.seers: i64 = 0  # set of seats that know the top; bit SPECTATOR stands for all spectators
            self.discard: i64 = 0  # set of cards in the discard pile
            self.drawn: i64 = 60  # card revealed last
            # The players.
            self.characters: i64 = 307445734561825860  # for each player: character of a player
            self.spaces: i64 = 768614336404564650  # for each player: place of a player
            self.triumph_cards: i64 = 0  # for each player: set of places whose card a player holds
            self.objectives: i64 = 269488144  # for each player: objective of a player
            self.bonuses: i64 = 269488144  # for each player: objective held for its action
            self.stages: i64 = 0  # for each player: stage of a player's task
            self.lowerings: i64 = 0  # for each player: set of places whose rift a player has lowered
            self.lowered_san_dimas: i64 = 0  # set of players who have lowered San Dimas, being there  §J56
            self.met: i64 = 0  # set of players whose task is done
            self.rewarded: i64 = 0  # set of players who have had their reward
            self.spare_objectives: i64 = 0  # set of objectives that nobody has
            # The turn.
            self.turn: i64 = 0  # player on turn
            self.first: i64 = 0  # player who begins the game: nobody knows while it is a secret
            self.first_is_secret: bool = False  # chance has chosen who begins, and it was not announced yet  §J5
            self.turns: i64 = 0  # number of turns that have ended
            self.dice: i64 = 0  # number of dice in the active pool
            self.kinds: i64 = 0  # for each die: kind of a die
            self.faces: i64 = 0  # for each die: face that a die shows
            self.used: i64 = 0  # set of dice that were used
            self.granted: i64 = 0  # purse of unused actions that cards grant
            self.new_triumphs: i64 = 0  # set of places whose card was gained this turn
            self.rerolled: bool = False  # a Reroll or the Booth was used this turn
            self.ability_used: bool = False  # the Active Player has used an ability this turn
            self.ending: i64 = 0  # ending of the game, or NO_ENDING
        else:
            self.players = like.players
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
            self.lowered_san_dimas = like.lowered_san_dimas
            self.met = like.met
            self.rewarded = like.rewarded
            self.spare_objectives = like.spare_objectives
            self.turn = like.turn
            self.first = like.first
            self.first_is_secret = like.first_is_secret
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

    def fields(self) -> Fields:
        return FIELDS

    def numbers(self) -> list[int]:
        found = self.pending()
        found += [
            self.players,
            int(self.open_peek),
            int(self.pass_in_san_dimas),
            self.positions,
            self.places,
            self.levels,
            self.fixed,
            self.spots,
            self.returned,
            self.deck,
            self.top_cards,
            self.top_size,
            self.seers,
            self.discard,
            self.drawn,
            self.characters,
            self.spaces,
            self.triumph_cards,
            self.objectives,
            self.bonuses,
            self.stages,
            self.lowerings,
            self.lowered_san_dimas,
            self.met,
            self.rewarded,
            self.spare_objectives,
            self.turn,
            self.first,
            int(self.first_is_secret),
            self.turns,
            self.dice,
            self.kinds,
            self.faces,
            self.used,
            self.granted,
            self.new_triumphs,
            int(self.rerolled),
            int(self.ability_used),
            self.ending,
        ]
        return found

    def position(self, place: i64) -> i64:
        """Return the position of a place."""
        return nibble(self.positions, place)

    def set_position(self, place: i64, value: i64) -> None:
        self.positions = with_nibble(self.positions, place, value)

    def place_at(self, position: i64) -> i64:
        """Return the place on a position."""
        return nibble(self.places, position)

    def set_place_at(self, position: i64, value: i64) -> None:
        self.places = with_nibble(self.places, position, value)

    def level(self, place: i64) -> i64:
        """Return the level of a rift."""
        return nibble(self.levels, place)

    def set_level(self, place: i64, value: i64) -> None:
        self.levels = with_nibble(self.levels, place, value)

    def whereabouts(self, personage: i64) -> i64:
        """Return the place of a personage, or BOOTH + player."""
        return nibble(self.spots, personage)

    def set_whereabouts(self, personage: i64, value: i64) -> None:
        self.spots = with_nibble(self.spots, personage, value)

    def top_card(self, i: i64) -> i64:
        """Return the card of the known top, the next one first."""
        return byte(self.top_cards, i)

    def set_top_card(self, i: i64, value: i64) -> None:
        self.top_cards = with_byte(self.top_cards, i, value)

    def character(self, player: i64) -> i64:
        """Return the character of a player."""
        return nibble(self.characters, player)

    def set_character(self, player: i64, value: i64) -> None:
        self.characters = with_nibble(self.characters, player, value)

    def at(self, player: i64) -> i64:
        """Return the place of a player."""
        return nibble(self.spaces, player)

    def set_at(self, player: i64, value: i64) -> None:
        self.spaces = with_nibble(self.spaces, player, value)

    def triumphs(self, player: i64) -> i64:
        """Return the set of places whose card a player holds."""
        return self.triumph_cards >> player * 10 & 0x3FF

    def set_triumphs(self, player: i64, value: i64) -> None:
        shift = player * 10
        self.triumph_cards ^= (self.triumph_cards >> shift & 0x3FF ^ value) << shift

    def objective(self, player: i64) -> i64:
        """Return the objective of a player."""
        return byte(self.objectives, player)

    def set_objective(self, player: i64, value: i64) -> None:
        self.objectives = with_byte(self.objectives, player, value)

    def bonus(self, player: i64) -> i64:
        """Return the objective held for its action."""
        return byte(self.bonuses, player)

    def set_bonus(self, player: i64, value: i64) -> None:
        self.bonuses = with_byte(self.bonuses, player, value)

    def stage(self, player: i64) -> i64:
        """Return the stage of a player's task."""
        return nibble(self.stages, player)

    def set_stage(self, player: i64, value: i64) -> None:
        self.stages = with_nibble(self.stages, player, value)

    def lowered(self, player: i64) -> i64:
        """Return the set of places whose rift a player has lowered."""
        return self.lowerings >> player * 10 & 0x3FF

    def set_lowered(self, player: i64, value: i64) -> None:
        shift = player * 10
        self.lowerings ^= (self.lowerings >> shift & 0x3FF ^ value) << shift

    def kind(self, die: i64) -> i64:
        """Return the kind of a die."""
        return nibble(self.kinds, die)

    def set_kind(self, die: i64, value: i64) -> None:
        self.kinds = with_nibble(self.kinds, die, value)

    def face(self, die: i64) -> i64:
        """Return the face that a die shows."""
        return nibble(self.faces, die)

    def set_face(self, die: i64, value: i64) -> None:
        self.faces = with_nibble(self.faces, die, value)
