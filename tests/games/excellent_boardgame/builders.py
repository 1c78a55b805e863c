"""States for the tests, written in the box's own words.

Pieces are written `D7 north`; symbols F, B, L, R (steps) and TL, TR (turns), as in the vectors; a character with
symbols (`napoleon L B`) has shown its arrows, one without has not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.dice import LoadedRng
from timebooth.games.excellent_boardgame.answers import Place, Plan
from timebooth.games.excellent_boardgame.box import BUTTON, SIXTY_NINE, Box, pose_in
from timebooth.games.excellent_boardgame.effects import begin_round
from timebooth.games.excellent_boardgame.events import (
    BoothMoved,
    BoothTurned,
    CharacterDropped,
    CharacterPickedUp,
    DudeMoved,
    DudeTurned,
    TurnBegan,
)
from timebooth.games.excellent_boardgame.game import ExcellentBoardgame, Options
from timebooth.games.excellent_boardgame.pieces import (
    BACK,
    CARDS,
    CHARACTERS,
    COWBOY,
    FACINGS,
    FORWARD,
    IN_PLAY_AREA,
    KNIGHT,
    LEFT,
    NO_SYMBOL,
    RIGHT,
    TURN_LEFT,
    TURN_RIGHT,
)
from timebooth.games.excellent_boardgame.seen import View
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.games.excellent_boardgame.steps.all_steps import STEPS
from timebooth.games.excellent_boardgame.steps.walking import set_booth_pose, set_dude_pose
from timebooth.games.excellent_boardgame.view import view
from timebooth.kernel.answer import Answer
from timebooth.kernel.bits import count
from timebooth.kernel.journal import Event, Journal
from timebooth.registry import find_game

SYMBOL = {"F": FORWARD, "B": BACK, "L": LEFT, "R": RIGHT, "TL": TURN_LEFT, "TR": TURN_RIGHT}
IDLE = (36, 51)  # the booth turns round twice, each evil dude once: nobody moves


def game() -> ExcellentBoardgame:
    found = find_game("excellent-boardgame")
    assert isinstance(found, ExcellentBoardgame)
    return found


def card(number: int) -> int:
    """Return the code of a card by its printed number."""
    return int(SIXTY_NINE) if number == 69 else number - 1


def cards(*numbers: int) -> int:
    """Return a set of cards by their printed numbers."""
    return sum(1 << card(number) for number in numbers)


class Table:
    """A state with its chance and journal, played with typed answers."""

    def __init__(self, state: ExcellentState, dice: LoadedRng) -> None:
        self.game = game()
        self.state = state
        self.dice = dice
        self.journal = Journal()
        self.state.advance(self.dice, self.journal)

    def options(self, seat: int) -> list[Answer]:
        """Return what this seat may answer now."""
        return [self.game.answers[code] for code in self.state.options(seat)]

    def plan(self, *plans: tuple[int, int]) -> list[Event]:
        """Let every seat play two cards and return what happened until the next question."""
        return self._play([self.game.answers.code(Plan(*plan)) for plan in plans])

    def place(self, character: str) -> list[Event]:
        """Let the player on turn place one of several characters and return what happened."""
        return self._play([self.game.answers.code(Place(character))])

    def _play(self, codes: list[int]) -> list[Event]:
        before = len(self.journal)
        self.state.play(codes, self.dice, self.journal)
        return self.journal.events[before:]

    def booth(self, seat: int) -> str:
        s = self.state
        return f"{s.box.space_names[s.booth_at(seat)]} {FACINGS[s.booth_facing(seat)]}"

    def dude(self, name: str) -> str:
        piece = self.view(None).dudes[name]
        return f"{piece.space} {piece.facing}"

    def collected(self, seat: int) -> list[str]:
        """Return the characters in a play area, left to right."""
        return [one.character for one in self.view(None).seats[seat].collected]

    def on_board(self) -> dict[str, list[str]]:
        """Return the characters in every space that has some, once for each copy."""
        found: dict[str, list[str]] = {}
        for stack in self.view(None).stacks:
            found.setdefault(stack.space, []).extend([stack.character] * stack.count)
        return found

    def hand(self, seat: int) -> list[int]:
        return list(self.view(seat).seats[seat].hand or ())

    def view(self, seat: int | None) -> View:
        return view(self.state, seat)


def path(events: Sequence[Event], seat: int) -> list[str]:
    """Return every place and facing of a booth, symbol by symbol."""
    return [
        f"{event.space} {event.facing}"
        for event in events
        if isinstance(event, (BoothMoved, BoothTurned)) and event.seat == seat
    ]


def dude_path(events: Sequence[Event], dude: str) -> list[str]:
    """Return every place and facing of an evil dude, symbol by symbol."""
    return [
        f"{event.space} {event.facing}"
        for event in events
        if isinstance(event, (DudeMoved, DudeTurned)) and event.dude == dude
    ]


def turns(events: Sequence[Event]) -> list[int]:
    """Return the seats in the order of their turns."""
    return [event.seat for event in events if isinstance(event, TurnBegan)]


def picked_up(events: Sequence[Event]) -> list[tuple[int, str, str]]:
    return [(event.seat, event.character, event.space) for event in events if isinstance(event, CharacterPickedUp)]


def dropped(events: Sequence[Event]) -> list[tuple[int, str, str]]:
    return [(event.seat, event.character, event.space) for event in events if isinstance(event, CharacterDropped)]


def table(
    *plans: tuple[int, int],
    booths: Sequence[str] = ("D7 north", "D1 south", "A1 north", "G1 north"),
    rows: Sequence[Sequence[str]] = (),
    board: Mapping[str, Sequence[str]] | None = None,
    knight: str = "B4 east",
    cowboy: str = "F4 west",
    hands: Sequence[Sequence[int]] = (),
    pile: int = 0,
    last_round: bool = False,
    frozen: bool = False,
    remember: bool = False,
    dice: Sequence[int] = (),
) -> Table:
    """Return a table with one seat for each plan; it holds those two cards and what `hands` adds.

    `rows` are the play areas from left to right, `board` the stacks from bottom to top. Characters not named are in
    the box; of the cards not named, `pile` are in the draw pile.
    """
    box = game().box
    s = ExcellentState(len(plans), STEPS, box)
    s.frozen = frozen
    s.remember = remember
    s.pile = pile
    s.rounds = 1 if last_round else 2
    used: list[int] = []
    for seat, plan in enumerate(plans):
        s.set_hand(seat, cards(*plan, *(hands[seat] if hands else ())))
        s.unseen &= ~s.hand(seat)
        set_booth_pose(s, seat, _pose(box, booths[seat]))
    set_dude_pose(s, KNIGHT, _pose(box, knight))
    set_dude_pose(s, COWBOY, _pose(box, cowboy))
    for seat, row in enumerate(rows):
        for said in reversed(row):
            token = _token(s, said, used)
            s.set_lies_at(token, IN_PLAY_AREA)
            s.set_play_area(seat, s.held(seat), token)
            s.set_held(seat, s.held(seat) + 1)
            s.set_collected(seat, s.collected(seat) | 1 << s.box.kind_of[token])
            if " " in said:
                s.showing |= 1 << token
    for name, stack in (board or {}).items():
        space = box.space_names.index(name)
        for said in stack:
            token = _token(s, said, used)
            s.set_level(token, s.stack_height(space, s.box.kind_of[token]))
            s.set_lies_at(token, space)
            s.set_characters_at(space, s.characters_at(space) | 1 << s.box.kind_of[token])
    s.returned = count(s.unseen) - pile
    begin_round(s, None)
    return Table(s, LoadedRng(*dice))


def opening(
    *plans: tuple[int, int], options: Options | None = None, starts: Sequence[str] = ("D7 north", "D1 south")
) -> Table:
    """Return the table after set-up: stacks in printed order, booths on these starts, and these cards in hand."""
    g = game()
    s = g.deal(len(plans), options or Options(), LoadedRng(), None)
    for seat, plan in enumerate(plans):
        s.set_hand(seat, cards(*plan))
        set_booth_pose(s, seat, _pose(s.box, starts[seat]))
    s.unseen = (1 << CARDS) - 1 - sum(s.hand(seat) for seat in range(s.seats))
    s.returned = count(s.unseen) - s.pile
    return Table(s, LoadedRng())


def _pose(box: Box, said: str) -> int:
    space, facing = said.split()
    return pose_in(box.space_names.index(space), FACINGS.index(facing))


def _token(s: ExcellentState, said: str, used: list[int]) -> int:
    """Return a free token of a character; with symbols, these are its arrows and everybody has seen them."""
    name, *symbols = said.split()
    kind = CHARACTERS.index(name)
    copies = range(s.box.first_token[kind], s.box.first_token[kind + 1])
    token = next(token for token in copies if token not in used)
    used.append(token)
    if symbols:
        wanted = [int(SYMBOL[symbol]) for symbol in symbols]
        wanted += [int(NO_SYMBOL)] * (int(BUTTON) - len(wanted))
        printed = [int(copy) for copy in copies if list(s.box.token_button[copy * BUTTON :][:BUTTON]) == wanted]
        assert printed, f"no token of {name} shows {symbols}"
        s.set_arrows(token, printed[0])
        s.unrevealed &= ~(1 << printed[0])
    return token
