"""The fields of a state, declared once. After a change run tools/state_layouts.py, which writes layout.py."""

from __future__ import annotations

from timebooth.games.excellent_boardgame.pieces import (
    CARDS,
    EVIL_DUDES,
    KINDS,
    MAX_TOKENS,
    NO_CARD,
    NOWHERE,
    RETURNED,
    SEATS,
    UNREVEALED,
)
from timebooth.kernel.fields import NOBODY, OWNER, Each, Fields, Flag, Number, Row

SEAT = Each("seat", SEATS, "seats")
DUDE = Each("dude", EVIL_DUDES)
TOKEN = Each("token", MAX_TOKENS, "box.tokens")
SPACE = Each("space", used="box.spaces")

FIELDS = Fields(
    "ExcellentLayout",
    {
        "The board": (
            Row("booth_at", SEAT, "space", NOWHERE, note="of a booth; NOWHERE for a seat that nobody has"),
            Row("booth_facing", SEAT, "facing", note="of a booth"),
            Row("dude_at", DUDE, "space", "box.dude_space[dude]", note="of an evil dude"),
            Row("dude_facing", DUDE, "facing", "box.dude_facing[dude]", note="of an evil dude"),
        ),
        "The play areas": (
            Row("held", SEAT, "number", note="of characters in a play area"),
            Row("collected", SEAT, "set of characters", note="in a play area"),
            Row(
                "play_area",
                (SEAT, Each("place", KINDS, "held(seat)")),
                "token",
                note="in this place of a play area, counted from the player marker",
            ),
            Row("first_card", SEAT, "card", NO_CARD, note="next to the player marker, or NO_CARD"),
            Row("second_card", SEAT, "card", NO_CARD, note="farther from the player marker, or NO_CARD"),
        ),
        "The round": (
            Row("hand", SEAT, "set of cards", known=OWNER, note="in hand"),
            Row("initiative", SEAT, "number", note="that says how early a seat's cards come", scratch=True),
            Row("turn_order", Each("place", SEATS, "seats"), "seat", note="that has this turn of the round"),
            Row(
                "programme",
                Each("place", KINDS, "programme_size"),
                "token",
                note="whose arrows move the booth at this place of the turn",
            ),
        ),
        "The tokens": (
            Row("lies_at", TOKEN, "space", RETURNED, note="of a token, or IN_PLAY_AREA or RETURNED"),
            Row("level", TOKEN, "number", note="of copies below a token in its stack"),
            Row("arrows", TOKEN, "printed arrows", UNREVEALED, note="of a token, or UNREVEALED"),
            Number("unrevealed", "set of printed arrows", "bit(box.tokens) - 1", note="that nobody has seen"),
            Number("showing", "set of tokens", note="that lie arrows up"),
        ),
        "The spaces": (Row("characters_at", SPACE, "set of characters", note="that lie in a space"),),
        "The cards": (
            Number("unseen", "set of cards", 2**CARDS - 1, NOBODY, "in the draw pile and returned to the box"),
            Number("pile", "number", note="of cards in the draw pile"),
            Number("returned", "number", note="of cards that went back to the box  §SETUP.RETURN"),
            Number("discard", "set of cards", note="in the discard pile"),
        ),
        "The turn": (
            Number("round", "number", note="of this round, from 1"),
            Number("rounds", "number", note="of rounds in the game"),
            Number("turn", "seat", note="on turn"),
            Number("taken", "number", note="of turns taken in this round"),
            Number("programme_size", "number", note="of tokens in the programme"),
            Number("source", "number", -1, note="of the button that moves the booth next; NO_SOURCE between turns"),
            Number("walk", "walk", note="that is left of the button before it"),
        ),
        "The variants": (
            Flag("frozen", "a character dropped in its owner's turn still moves the booth  §J12"),
            Flag("remember", "arrows that all have seen are shown  §J29"),
        ),
        "The end": (
            Number("drops", "number", note="of characters dropped in the game"),
            Number("winner", "seat", note="that won"),
            Number("ending", "ending", note="of the game, or NO_ENDING"),
        ),
    },
    one_array=True,
    frames=4,  # a round and a choice
)
