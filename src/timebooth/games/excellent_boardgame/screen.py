"""The table drawn for a terminal: the board with every facing, the play areas, the hand, and where its cards lead."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap

from timebooth.games.excellent_boardgame.pieces import CHARACTERS, DUDES, FACINGS, GLYPHS, SYMBOLS
from timebooth.games.excellent_boardgame.projection import project
from timebooth.games.excellent_boardgame.seen import SeatView, StackView, View
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.games.excellent_boardgame.turn import PLAN_TWO_CARDS
from timebooth.games.excellent_boardgame.view import view
from timebooth.kernel.bits import members_of

Say = Callable[..., str]

ARROWS = dict(zip(FACINGS, "▲▶▼◀", strict=True))
MARGIN = 3  # the numbers of the rows
ROOMY, NARROW = 9, 4  # columns inside a space
CUT = "…"
LEAST_CELL = 7  # columns that a space, a facing and a gain need


def screen(s: ExcellentState, seat: int | None, say: Say, width: int = 80) -> str:
    """Return all that one seat sees of the table."""
    seen = view(s, seat)
    parts = [*wrap(_head(seen, say), width), *_board(seen, say, width), ""]
    for other in seen.seats:
        parts += _play_area(other, seen, say, width)
    if seat is not None and seen.returned is None:
        parts += ["", *_hand(s, seen, seat, say, width)]
    return "\n".join(line.rstrip() for line in parts)


def glyphs(symbols: tuple[str, ...]) -> str:
    """Return symbols as they are printed."""
    return "".join(GLYPHS[SYMBOLS.index(symbol)] for symbol in symbols)


def fit(text: str, width: int) -> str:
    """Return a text in exactly this many columns, with a mark if it was cut."""
    return text.ljust(width) if len(text) <= width else text[: width - 1] + CUT


def _head(seen: View, say: Say) -> str:
    return say("screen.round", round=seen.round, rounds=seen.rounds) + "   " + say("screen.pile", count=seen.draw_pile)


# The board


def _board(seen: View, say: Say, width: int) -> list[str]:
    inside = max(NARROW, min(ROOMY, (width - MARGIN - 1) // seen.width - 1))
    letters = "".join(chr(ord("A") + x).center(inside + 1) for x in range(seen.width))
    found = [" " * (MARGIN + 1) + letters]
    for y in range(seen.height):
        found.append(
            " " * MARGIN + ("┌" if y == 0 else "├") + ("┬" if y == 0 else "┼").join(["─" * inside] * seen.width)
        )
        found[-1] += "┐" if y == 0 else "┤"
        spaces = [f"{chr(ord('A') + x)}{y + 1}" for x in range(seen.width)]
        stacks = "│".join(fit(_stacks(seen, space, say), inside) for space in spaces)
        pieces = "│".join(fit(_pieces(seen, space, say), inside) for space in spaces)
        found.append(f"{y + 1:>{MARGIN - 1}} │{stacks}│")
        found.append(" " * MARGIN + f"│{pieces}│")
    found.append(" " * MARGIN + "└" + "┴".join(["─" * inside] * seen.width) + "┘")
    return [*found, *_legend(seen, say, width)]


def _stacks(seen: View, space: str, say: Say) -> str:
    here = [stack for stack in seen.stacks if stack.space == space]
    if not here:
        return " •" if space in seen.dots else ""
    return " " + " ".join(_short(stack, say) for stack in here)


def _short(stack: StackView, say: Say) -> str:
    letters = say(f"short.{stack.character}")
    return f"{letters}{stack.count}" if stack.count > 1 else letters


def _pieces(seen: View, space: str, say: Say) -> str:
    booths = [f"{other.seat + 1}{ARROWS[other.booth.facing]}" for other in seen.seats if other.booth.space == space]
    dudes = [
        say(f"short.{dude}") + ARROWS[seen.dudes[dude].facing] for dude in DUDES if seen.dudes[dude].space == space
    ]
    return "".join(f" {piece}" for piece in booths + dudes)


def _legend(seen: View, say: Say, width: int) -> list[str]:
    """Return what the letters mean, and the arrows that all have seen if the table shows them."""
    words = [f"{say(f'short.{name}')} {say(f'character.{name}')}" for name in CHARACTERS]
    words += [f"{say(f'short.{dude}')}▲ {say(f'dude.{dude}')}" for dude in DUDES]
    words.append("1▲ " + say("screen.booth"))
    for stack in seen.stacks:
        for symbols in reversed(stack.seen or ()):
            if symbols is not None:
                words.append(say("screen.seen", character=stack.character, space=stack.space, arrows=glyphs(symbols)))
    return _flow(words, width)


def _flow(words: list[str], width: int, indent: str = "    ") -> list[str]:
    """Return words one after another, over as many lines as they need."""
    lines = [indent]
    for word in words:
        if lines[-1] != indent and len(lines[-1]) + len(word) + 2 > width:
            lines.append(indent)
        lines[-1] += word if lines[-1] == indent else "  " + word
    return lines


# The players


def _play_area(other: SeatView, seen: View, say: Say, width: int) -> list[str]:
    """Return a player's line and, left to right as on the table: characters, the player marker, the two cards."""
    where = f"{other.booth.space}{ARROWS[other.booth.facing]}"
    turn = say("screen.on_turn") if seen.turn == other.seat else ""
    line = f"{other.seat + 1}{ARROWS[other.booth.facing]} " + say(
        "screen.player", seat=other.seat, where=where, count=len(other.collected), in_hand=other.cards
    )
    row = [
        say(f"character.{one.character}") + " " + ("?" if one.symbols is None else glyphs(one.symbols))
        for one in other.collected
    ]
    lines = wrap(f"{line} {turn}", width, subsequent_indent="   ", break_on_hyphens=False)
    if seen.returned is not None and other.hand:  # the game is over
        lines += wrap(say("screen.in_hand", cards=other.hand), width, initial_indent="    ", subsequent_indent="    ")
    if not row and other.first is None:
        return lines
    row.append(f"[{other.seat + 1}]")
    row += [say(f"card.{card}") for card in (other.first, other.second) if card is not None]
    return [*lines, *_flow(row, width)]


# The hand


def _hand(s: ExcellentState, seen: View, seat: int, say: Say, width: int) -> list[str]:
    cards = seen.seats[seat].hand or ()
    lines = [say("screen.hand"), *_flow([say(f"card.{card}") for card in cards], width)]
    planning = s.depth > 0 and s.top() == PLAN_TWO_CARDS
    return lines + (_preview(s, seat, say, width) if planning else [])


def _preview(s: ExcellentState, seat: int, say: Say, width: int) -> list[str]:
    """Return a table of every two cards: where the booth would end if nothing else moved, and its gain.  §PROJECT"""
    hand = members_of(s.hand(seat))
    names = [say(f"card.{n}") for n in view(s, seat).seats[seat].hand or ()]
    label = max(len(name) for name in names) + 2
    cell = min(12, (width - label - 4) // len(hand))
    if cell < LEAST_CELL:
        return wrap(say("screen.no_preview", width=label + 4 + LEAST_CELL * len(hand)), width)
    heads = "".join(fit(name.rsplit(" ", 1)[0], cell) for name in names)
    lines = [*wrap(say("screen.preview"), width), " " * (4 + label) + heads]
    for first, name in zip(hand, names, strict=True):
        line = "    " + name.ljust(label)
        for second in hand:
            line += " " * cell if first == second else fit(_end(s, seat, first, second), cell)
        lines.append(line)
    return lines


def _end(s: ExcellentState, seat: int, first: int, second: int) -> str:
    _, after = project(s, seat, first, second)
    gain = after.held(seat) - s.held(seat)
    change = f" {gain:+d}" if gain else ""
    return s.box.space_names[after.booth_at(seat)] + ARROWS[FACINGS[after.booth_facing(seat)]] + change
