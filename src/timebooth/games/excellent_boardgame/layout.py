"""The fields of a state, laid out. Generated from fields.py by tools/state_layouts.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from timebooth.games.excellent_boardgame.fields import FIELDS
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit
from timebooth.kernel.fields import Fields
from timebooth.kernel.state import State, Step

if TYPE_CHECKING:
    from timebooth.games.excellent_boardgame.box import Box

# Where each row begins in `State.stack`, behind its frames (4 of them).
BOOTH_AT: Final[i64] = 32  # + seat: space of a booth; NOWHERE for a seat that nobody has
BOOTH_FACING: Final[i64] = 36  # + seat: facing of a booth
DUDE_AT: Final[i64] = 40  # + dude: space of an evil dude
DUDE_FACING: Final[i64] = 42  # + dude: facing of an evil dude
HELD: Final[i64] = 44  # + seat: number of characters in a play area
COLLECTED: Final[i64] = 48  # + seat: set of characters in a play area
PLAY_AREA: Final[i64] = 52  # + seat * 9 + place: token in this place of a play area, counted from the player marker
FIRST_CARD: Final[i64] = 88  # + seat: card next to the player marker, or NO_CARD
SECOND_CARD: Final[i64] = 92  # + seat: card farther from the player marker, or NO_CARD
HAND: Final[i64] = 96  # + seat: set of cards in hand
INITIATIVE: Final[i64] = 100  # + seat: number that says how early a seat's cards come
TURN_ORDER: Final[i64] = 104  # + place: seat that has this turn of the round
PROGRAMME: Final[i64] = 108  # + place: token whose arrows move the booth at this place of the turn
LIES_AT: Final[i64] = 117  # + token: space of a token, or IN_PLAY_AREA or RETURNED
LEVEL: Final[i64] = 179  # + token: number of copies below a token in its stack
ARROWS: Final[i64] = 241  # + token: printed arrows of a token, or UNREVEALED
CHARACTERS_AT: Final[i64] = 303  # + space: set of characters that lie in a space


def first_cells(box: Box) -> list[int]:
    """Return the array of a new state."""
    cells = [0] * (CHARACTERS_AT + box.spaces)
    for seat in range(4):
        cells[BOOTH_AT + seat] = -1
    for dude in range(2):
        cells[DUDE_AT + dude] = box.dude_space[dude]
    for dude in range(2):
        cells[DUDE_FACING + dude] = box.dude_facing[dude]
    for seat in range(4):
        cells[FIRST_CARD + seat] = 60
    for seat in range(4):
        cells[SECOND_CARD + seat] = 60
    for token in range(box.tokens):
        cells[LIES_AT + token] = 1001
    for token in range(box.tokens):
        cells[ARROWS + token] = 63
    return cells


def put(cells: vec[i64], at: i64, value: i64) -> None:
    """Write one number. As an argument the array is borrowed: mypyc counts no reference to it."""
    cells[at] = value


@mypyc_attr(acyclic=True)
class ExcellentLayout(State):
    """What a state holds. The questions about it are in state.py."""

    def __init__(self, seats: i64, steps: list[Step], box: Box, like: ExcellentLayout | None = None) -> None:
        """A new state, or a copy of `like`."""
        super().__init__(seats, steps, like, 0)
        self.box: Box = box
        if like is None:
            self.stack = box.first_cells[:]
            # The tokens.
            self.unrevealed: i64 = bit(box.tokens) - 1  # set of printed arrows that nobody has seen
            self.showing: i64 = 0  # set of tokens that lie arrows up
            # The cards.
            self.unseen: i64 = 1152921504606846975  # set of cards in the draw pile and returned to the box
            self.pile: i64 = 0  # number of cards in the draw pile
            self.returned: i64 = 0  # number of cards that went back to the box  §SETUP.RETURN
            self.discard: i64 = 0  # set of cards in the discard pile
            # The turn.
            self.round: i64 = 0  # number of this round, from 1
            self.rounds: i64 = 0  # number of rounds in the game
            self.turn: i64 = 0  # seat on turn
            self.taken: i64 = 0  # number of turns taken in this round
            self.programme_size: i64 = 0  # number of tokens in the programme
            self.source: i64 = -1  # number of the button that moves the booth next; NO_SOURCE between turns
            self.walk: i64 = 0  # walk that is left of the button before it
            # The variants.
            self.frozen: bool = False  # a character dropped in its owner's turn still moves the booth  §J12
            self.remember: bool = False  # arrows that all have seen are shown  §J29
            # The end.
            self.drops: i64 = 0  # number of characters dropped in the game
            self.winner: i64 = 0  # seat that won
            self.ending: i64 = 0  # ending of the game, or NO_ENDING
        else:
            self.unrevealed = like.unrevealed
            self.showing = like.showing
            self.unseen = like.unseen
            self.pile = like.pile
            self.returned = like.returned
            self.discard = like.discard
            self.round = like.round
            self.rounds = like.rounds
            self.turn = like.turn
            self.taken = like.taken
            self.programme_size = like.programme_size
            self.source = like.source
            self.walk = like.walk
            self.frozen = like.frozen
            self.remember = like.remember
            self.drops = like.drops
            self.winner = like.winner
            self.ending = like.ending
        self.cells: Final[vec[i64]] = self.stack  # the same array; mypyc counts no references to a Final

    def fields(self) -> Fields:
        return FIELDS

    def numbers(self) -> list[int]:
        found = self.pending()
        found += [
            self.unrevealed,
            self.showing,
            self.unseen,
            self.pile,
            self.returned,
            self.discard,
            self.round,
            self.rounds,
            self.turn,
            self.taken,
            self.programme_size,
            self.source,
            self.walk,
            int(self.frozen),
            int(self.remember),
            self.drops,
            self.winner,
            self.ending,
        ]
        for seat in range(self.seats):
            found.append(self.booth_at(seat))
            found.append(self.booth_facing(seat))
            found.append(self.held(seat))
            found.append(self.collected(seat))
            for place in range(self.held(seat)):
                found.append(self.play_area(seat, place))
            found.append(self.first_card(seat))
            found.append(self.second_card(seat))
            found.append(self.hand(seat))
        for dude in range(2):
            found.append(self.dude_at(dude))
            found.append(self.dude_facing(dude))
        for place in range(self.seats):
            found.append(self.turn_order(place))
        for place in range(self.programme_size):
            found.append(self.programme(place))
        for token in range(self.box.tokens):
            found.append(self.lies_at(token))
            found.append(self.level(token))
            found.append(self.arrows(token))
        for space in range(self.box.spaces):
            found.append(self.characters_at(space))
        return found

    def booth_at(self, seat: i64) -> i64:
        """Return the space of a booth; NOWHERE for a seat that nobody has."""
        return self.cells[BOOTH_AT + seat]

    def set_booth_at(self, seat: i64, value: i64) -> None:
        put(self.cells, BOOTH_AT + seat, value)

    def booth_facing(self, seat: i64) -> i64:
        """Return the facing of a booth."""
        return self.cells[BOOTH_FACING + seat]

    def set_booth_facing(self, seat: i64, value: i64) -> None:
        put(self.cells, BOOTH_FACING + seat, value)

    def dude_at(self, dude: i64) -> i64:
        """Return the space of an evil dude."""
        return self.cells[DUDE_AT + dude]

    def set_dude_at(self, dude: i64, value: i64) -> None:
        put(self.cells, DUDE_AT + dude, value)

    def dude_facing(self, dude: i64) -> i64:
        """Return the facing of an evil dude."""
        return self.cells[DUDE_FACING + dude]

    def set_dude_facing(self, dude: i64, value: i64) -> None:
        put(self.cells, DUDE_FACING + dude, value)

    def held(self, seat: i64) -> i64:
        """Return the number of characters in a play area."""
        return self.cells[HELD + seat]

    def set_held(self, seat: i64, value: i64) -> None:
        put(self.cells, HELD + seat, value)

    def collected(self, seat: i64) -> i64:
        """Return the set of characters in a play area."""
        return self.cells[COLLECTED + seat]

    def set_collected(self, seat: i64, value: i64) -> None:
        put(self.cells, COLLECTED + seat, value)

    def play_area(self, seat: i64, place: i64) -> i64:
        """Return the token in this place of a play area, counted from the player marker."""
        return self.cells[PLAY_AREA + seat * 9 + place]

    def set_play_area(self, seat: i64, place: i64, value: i64) -> None:
        put(self.cells, PLAY_AREA + seat * 9 + place, value)

    def first_card(self, seat: i64) -> i64:
        """Return the card next to the player marker, or NO_CARD."""
        return self.cells[FIRST_CARD + seat]

    def set_first_card(self, seat: i64, value: i64) -> None:
        put(self.cells, FIRST_CARD + seat, value)

    def second_card(self, seat: i64) -> i64:
        """Return the card farther from the player marker, or NO_CARD."""
        return self.cells[SECOND_CARD + seat]

    def set_second_card(self, seat: i64, value: i64) -> None:
        put(self.cells, SECOND_CARD + seat, value)

    def hand(self, seat: i64) -> i64:
        """Return the set of cards in hand."""
        return self.cells[HAND + seat]

    def set_hand(self, seat: i64, value: i64) -> None:
        put(self.cells, HAND + seat, value)

    def initiative(self, seat: i64) -> i64:
        """Return the number that says how early a seat's cards come."""
        return self.cells[INITIATIVE + seat]

    def set_initiative(self, seat: i64, value: i64) -> None:
        put(self.cells, INITIATIVE + seat, value)

    def turn_order(self, place: i64) -> i64:
        """Return the seat that has this turn of the round."""
        return self.cells[TURN_ORDER + place]

    def set_turn_order(self, place: i64, value: i64) -> None:
        put(self.cells, TURN_ORDER + place, value)

    def programme(self, place: i64) -> i64:
        """Return the token whose arrows move the booth at this place of the turn."""
        return self.cells[PROGRAMME + place]

    def set_programme(self, place: i64, value: i64) -> None:
        put(self.cells, PROGRAMME + place, value)

    def lies_at(self, token: i64) -> i64:
        """Return the space of a token, or IN_PLAY_AREA or RETURNED."""
        return self.cells[LIES_AT + token]

    def set_lies_at(self, token: i64, value: i64) -> None:
        put(self.cells, LIES_AT + token, value)

    def level(self, token: i64) -> i64:
        """Return the number of copies below a token in its stack."""
        return self.cells[LEVEL + token]

    def set_level(self, token: i64, value: i64) -> None:
        put(self.cells, LEVEL + token, value)

    def arrows(self, token: i64) -> i64:
        """Return the printed arrows of a token, or UNREVEALED."""
        return self.cells[ARROWS + token]

    def set_arrows(self, token: i64, value: i64) -> None:
        put(self.cells, ARROWS + token, value)

    def characters_at(self, space: i64) -> i64:
        """Return the set of characters that lie in a space."""
        return self.cells[CHARACTERS_AT + space]

    def set_characters_at(self, space: i64, value: i64) -> None:
        put(self.cells, CHARACTERS_AT + space, value)
