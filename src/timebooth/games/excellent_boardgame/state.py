"""A game at one moment: plain data, cheap to copy, and read-only questions about it."""

from __future__ import annotations

from typing import Final, final

import msgspec
from mypy_extensions import i64, mypyc_attr

from timebooth.games.excellent_boardgame.box import CARDS, Box
from timebooth.games.excellent_boardgame.knowledge import deal_anew
from timebooth.games.excellent_boardgame.pieces import EVIL_DUDES, KINDS
from timebooth.games.excellent_boardgame.table import (
    ARROWS,
    BOOTH_AT,
    BOOTH_FACING,
    CHARACTERS_AT,
    COLLECTED,
    DUDE_AT,
    DUDE_FACING,
    FIRST,
    HAND,
    HOLDS,
    LEVEL,
    LIES_AT,
    ORDER,
    PROGRAMME,
    ROW,
    SEATS,
    SECOND,
)
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import Rng
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.state import State, Step
from timebooth.kernel.window import Window

NOBODY: Final[i64] = -1  # `source` while no booth is on its way

NO_ENDING: Final[i64] = 0
MOST_CHARACTERS: Final[i64] = 1
LOWEST_CARD: Final[i64] = 2
ENDINGS: Final = ("most_characters", "lowest_card")
OUTCOMES: Final = [[Outcome((seat,), ending) for seat in range(SEATS)] for ending in ENDINGS]


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class ExcellentState(State):
    """What nobody has seen has no order: cards are drawn at random from all unseen ones, those returned to the box
    among them, and a token gets its arrows, at random from its character's unseen ones, when it is revealed.

    That is the same as shuffled piles and stacks, and what does not exist can be seen by nobody.
    """

    def __init__(self, seats: i64, steps: list[Step], box: Box, like: ExcellentState | None = None) -> None:
        """The evil dudes are in their places, all else is still in the box; or all is where `like` has it."""
        super().__init__(seats, steps, like, 0)  # the stack is part of the table
        self.box: Box = box
        if like is None:
            self.row = box.laid_out[:]  # by the names in table.py
            # The tokens.
            self.unrevealed: i64 = bit(box.tokens) - 1  # printed arrows that nobody has seen
            self.showing: i64 = 0  # tokens that lie arrows up
            # The cards.
            self.unseen: i64 = bit(CARDS) - 1  # the draw pile and the returned cards
            self.pile: i64 = 0  # how many of them are the draw pile
            self.returned: i64 = 0  # how many went back to the box  §SETUP.RETURN
            self.discard: i64 = 0
            # The round and the turn.
            self.round: i64 = 0
            self.rounds: i64 = 0
            self.turn: i64 = 0
            self.taken: i64 = 0  # how many turns of this round were taken
            self.programme_size: i64 = 0
            self.source: i64 = NOBODY  # whose button moves the booth next
            self.walk: i64 = 0  # what is left of the button before it
            # Of the table.
            self.frozen: bool = False
            self.remember: bool = False
            # The end.
            self.drops: i64 = 0
            self.winner: i64 = 0
            self.ending: i64 = NO_ENDING
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
                found.append(self.play_area[seat * KINDS + place])
        found += [self.taken, self.source, self.walk, self.programme_size]
        for place in range(self.programme_size):
            found.append(self.programme[place])
        return found

    def view(self, seat: int | None) -> msgspec.Struct:
        from timebooth.games.excellent_boardgame.view import view

        return view(self, seat)

    def resample(self, seat: int, rng: Rng) -> None:
        if self.ending == NO_ENDING:
            self.unseen = deal_anew(self.row, self.seats, seat, self.unseen, rng)

    def outcome(self) -> Outcome | None:
        if self.ending == NO_ENDING:
            return None
        return OUTCOMES[self.ending - 1][self.winner]

    def evaluate(self, seat: int) -> int:
        from timebooth.games.excellent_boardgame.evaluation import evaluate

        return evaluate(self, seat)

    def win_chances(self) -> list[float]:
        from timebooth.games.excellent_boardgame.win_chances import win_chances

        return win_chances(self)

    # The parts of its row, for whoever is in no hurry.

    @property
    def booth_at(self) -> Window:
        return Window(self.row, BOOTH_AT, SEATS)

    @property
    def booth_facing(self) -> Window:
        return Window(self.row, BOOTH_FACING, SEATS)

    @property
    def dude_at(self) -> Window:
        return Window(self.row, DUDE_AT, EVIL_DUDES)

    @property
    def dude_facing(self) -> Window:
        return Window(self.row, DUDE_FACING, EVIL_DUDES)

    @property
    def held(self) -> Window:
        return Window(self.row, HOLDS, SEATS)

    @property
    def collected(self) -> Window:
        return Window(self.row, COLLECTED, SEATS)

    @property
    def play_area(self) -> Window:
        return Window(self.row, ROW, SEATS * KINDS)

    @property
    def first(self) -> Window:
        return Window(self.row, FIRST, SEATS)

    @property
    def second(self) -> Window:
        return Window(self.row, SECOND, SEATS)

    @property
    def hand(self) -> Window:
        return Window(self.row, HAND, SEATS)

    @property
    def order(self) -> Window:
        return Window(self.row, ORDER, SEATS)

    @property
    def programme(self) -> Window:
        return Window(self.row, PROGRAMME, KINDS)

    @property
    def lies_at(self) -> Window:
        return Window(self.row, LIES_AT, self.box.tokens)

    @property
    def level(self) -> Window:
        return Window(self.row, LEVEL, self.box.tokens)

    @property
    def arrows(self) -> Window:
        return Window(self.row, ARROWS, self.box.tokens)

    @property
    def characters_at(self) -> Window:
        return Window(self.row, CHARACTERS_AT, self.box.spaces)

    # Questions about it.

    def token_in_row(self, seat: i64, place: i64) -> i64:
        """A collected token by its place, counted from the player marker."""
        return self.row[ROW + seat * KINDS + place]

    def is_showing(self, token: i64) -> bool:
        return self.showing & bit(token) != 0

    def top_token(self, space: i64, kind: i64) -> i64:
        """The top copy of a character that lies in a space.  §J20"""
        box = self.box
        t = self.row
        top = box.first_token[kind]
        height: i64 = -1
        for token in range(box.first_token[kind], box.first_token[kind + 1]):
            if t[LIES_AT + token] == space and t[LEVEL + token] > height:
                top = token
                height = t[LEVEL + token]
        return top

    def stack_height(self, space: i64, kind: i64) -> i64:
        """How many copies of a character lie in a space."""
        box = self.box
        t = self.row
        height: i64 = 0
        for token in range(box.first_token[kind], box.first_token[kind + 1]):
            if t[LIES_AT + token] == space:
                height += 1
        return height

    def has_dude(self, space: i64) -> bool:
        return self.row[DUDE_AT] == space or self.row[DUDE_AT + 1] == space

    def within_reach(self, seat: i64) -> i64:
        """Characters in the booth's space that its player has not collected, as a set.  §PICKUP.ONE"""
        t = self.row
        return t[CHARACTERS_AT + t[BOOTH_AT + seat]] & ~t[COLLECTED + seat]


def excellent(state: State) -> ExcellentState:
    """The kernel hands a state to a step; here it is ours."""
    assert isinstance(state, ExcellentState)
    return state
