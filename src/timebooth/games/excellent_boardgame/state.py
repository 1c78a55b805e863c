"""A game at one moment: plain data, cheap to copy, and read-only questions about it."""

from __future__ import annotations

from typing import Final, final

import msgspec
from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import CARDS, Box, facing_of, pose_in, space_of
from timebooth.games.excellent_boardgame.pieces import EVIL_DUDES, KINDS
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import BIT
from timebooth.kernel.chance import Dice
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.state import State, Step

SEATS: Final[i64] = 4
NO_CARD: Final[i64] = CARDS  # nothing lies in this slot
UNREVEALED: Final[i64] = 63  # a token whose arrows nobody has seen
HELD: Final[i64] = 1000  # `lies_at` of a token in a play area
RETURNED: Final[i64] = 1001  # `lies_at` of a token that went back to the box  §SETUP.RETURN

NO_ENDING: Final[i64] = 0
MOST_CHARACTERS: Final[i64] = 1
LOWEST_CARD: Final[i64] = 2
ENDINGS: Final = ("most_characters", "lowest_card")


@final
class ExcellentState(State):
    """What nobody has seen has no order: cards are drawn at random from all unseen ones, those returned to the box
    among them, and a token gets its arrows, at random from its character's unseen ones, when it is revealed.

    That is the same as shuffled piles and stacks, and what does not exist can be seen by nobody.
    """

    def __init__(self, seats: i64, steps: list[Step], box: Box, like: ExcellentState | None = None) -> None:
        super().__init__(seats, steps, like)
        self.box: Box = box
        if like is None:
            self._lay_out(box)
        else:
            self._take_after(like)

    def _lay_out(self, box: Box) -> None:
        """The evil dudes are in their places, all else is still in the box."""
        # The board.
        self.booth_at: vec[i64] = vec[i64]([0] * SEATS)
        self.booth_facing: vec[i64] = vec[i64]([0] * SEATS)
        self.dude_at: vec[i64] = box.dude_space[:]
        self.dude_facing: vec[i64] = box.dude_facing[:]
        self.characters_at: vec[i64] = vec[i64]([0] * box.spaces)  # which characters lie in a space, as a set
        # The tokens: where each lies, how high in its stack, and its arrows once they were seen.
        self.lies_at: vec[i64] = vec[i64]([RETURNED] * box.tokens)
        self.level: vec[i64] = vec[i64]([0] * box.tokens)
        self.arrows: vec[i64] = vec[i64]([UNREVEALED] * box.tokens)
        self.unrevealed: i64 = BIT[box.tokens] - 1  # printed arrows that nobody has seen
        self.showing: i64 = 0  # tokens that lie arrows up
        # The play areas: characters in the order in which they were collected, from the player marker to the left.
        self.row: vec[i64] = vec[i64]([0] * (SEATS * KINDS))
        self.held: vec[i64] = vec[i64]([0] * SEATS)
        self.collected: vec[i64] = vec[i64]([0] * SEATS)  # the characters in the row, as a set
        self.first: vec[i64] = vec[i64]([NO_CARD] * SEATS)
        self.second: vec[i64] = vec[i64]([NO_CARD] * SEATS)
        # The cards.
        self.hand: vec[i64] = vec[i64]([0] * SEATS)
        self.unseen: i64 = BIT[CARDS] - 1  # the draw pile and the returned cards
        self.pile: i64 = 0  # how many of them are the draw pile
        self.returned: i64 = 0  # how many went back to the box  §SETUP.RETURN
        self.discard: i64 = 0
        # The round and the turn.
        self.round: i64 = 0
        self.rounds: i64 = 0
        self.order: vec[i64] = vec[i64]([0] * SEATS)  # seats by initiative
        self.turn: i64 = 0
        self.programme: vec[i64] = vec[i64]([0] * KINDS)  # tokens whose buttons move the booth this turn
        self.programme_size: i64 = 0
        # Of the table.
        self.frozen: bool = False
        self.remember: bool = False
        # The end.
        self.drops: i64 = 0
        self.winner: i64 = 0
        self.ending: i64 = NO_ENDING

    def _take_after(self, like: ExcellentState) -> None:
        self.booth_at = like.booth_at[:]
        self.booth_facing = like.booth_facing[:]
        self.dude_at = like.dude_at[:]
        self.dude_facing = like.dude_facing[:]
        self.characters_at = like.characters_at[:]
        self.lies_at = like.lies_at[:]
        self.level = like.level[:]
        self.arrows = like.arrows[:]
        self.unrevealed = like.unrevealed
        self.showing = like.showing
        self.row = like.row[:]
        self.held = like.held[:]
        self.collected = like.collected[:]
        self.first = like.first[:]
        self.second = like.second[:]
        self.hand = like.hand[:]
        self.unseen = like.unseen
        self.pile = like.pile
        self.returned = like.returned
        self.discard = like.discard
        self.round = like.round
        self.rounds = like.rounds
        self.order = like.order[:]
        self.turn = like.turn
        self.programme = like.programme[:]
        self.programme_size = like.programme_size
        self.frozen = like.frozen
        self.remember = like.remember
        self.drops = like.drops
        self.winner = like.winner
        self.ending = like.ending

    def copy(self) -> ExcellentState:
        return ExcellentState(self.seats, self.steps, self.box, self)

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
        ]
        found += [self.turn, int(self.frozen), int(self.remember), self.drops, self.winner, self.ending]
        for dude in range(EVIL_DUDES):
            found += [self.dude_at[dude], self.dude_facing[dude]]
        for token in range(self.box.tokens):
            found += [self.lies_at[token], self.level[token], self.arrows[token]]
        for space in range(self.box.spaces):
            found.append(self.characters_at[space])
        for seat in range(self.seats):
            found += [self.booth_at[seat], self.booth_facing[seat], self.hand[seat], self.first[seat]]
            found += [self.second[seat], self.order[seat], self.collected[seat], self.held[seat]]
            for place in range(self.held[seat]):
                found.append(self.row[seat * KINDS + place])
        found.append(self.programme_size)
        for place in range(self.programme_size):
            found.append(self.programme[place])
        return found

    def view(self, seat: int | None) -> msgspec.Struct:
        from timebooth.games.excellent_boardgame.view import view

        return view(self, seat)

    def resample(self, seat: int, rng: Dice) -> None:
        from timebooth.games.excellent_boardgame.knowledge import resample

        resample(self, seat, rng)

    def outcome(self) -> Outcome | None:
        if self.ending == NO_ENDING:
            return None
        return Outcome((self.winner,), ENDINGS[self.ending - 1])

    def standing(self, seat: int) -> int:
        from timebooth.games.excellent_boardgame.standing import standing

        return standing(self, seat)

    # Questions about it.

    def token_in_row(self, seat: i64, place: i64) -> i64:
        """A collected token by its place, counted from the player marker."""
        return self.row[seat * KINDS + place]

    def is_showing(self, token: i64) -> bool:
        return self.showing & BIT[token] != 0

    def top_token(self, space: i64, kind: i64) -> i64:
        """The top copy of a character that lies in a space.  §J20"""
        box = self.box
        top = box.first_token[kind]
        height: i64 = -1
        for token in range(box.first_token[kind], box.first_token[kind + 1]):
            if self.lies_at[token] == space and self.level[token] > height:
                top = token
                height = self.level[token]
        return top

    def stack_height(self, space: i64, kind: i64) -> i64:
        """How many copies of a character lie in a space."""
        box = self.box
        height: i64 = 0
        for token in range(box.first_token[kind], box.first_token[kind + 1]):
            if self.lies_at[token] == space:
                height += 1
        return height

    def booth_pose(self, seat: i64) -> i64:
        """How a booth stands: its space and the way it faces."""
        return pose_in(self.booth_at[seat], self.booth_facing[seat])

    def put_booth(self, seat: i64, pose: i64) -> None:
        self.booth_at[seat] = space_of(pose)
        self.booth_facing[seat] = facing_of(pose)

    def dude_pose(self, dude: i64) -> i64:
        """How an evil dude stands: his space and the way he faces."""
        return pose_in(self.dude_at[dude], self.dude_facing[dude])

    def put_dude(self, dude: i64, pose: i64) -> None:
        self.dude_at[dude] = space_of(pose)
        self.dude_facing[dude] = facing_of(pose)

    def has_booth(self, space: i64) -> bool:
        for seat in range(self.seats):
            if self.booth_at[seat] == space:
                return True
        return False

    def has_dude(self, space: i64) -> bool:
        return self.dude_at[0] == space or self.dude_at[1] == space

    def within_reach(self, seat: i64) -> i64:
        """Characters in the booth's space that its player has not collected, as a set.  §PICKUP.ONE"""
        return self.characters_at[self.booth_at[seat]] & ~self.collected[seat]


def excellent(state: State) -> ExcellentState:
    """The kernel hands a state to a step; here it is ours."""
    assert isinstance(state, ExcellentState)
    return state
