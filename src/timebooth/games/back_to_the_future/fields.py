"""The fields of a state, declared once. After a change run tools/state_layouts.py, which writes layout.py."""

from __future__ import annotations

from timebooth.games.back_to_the_future.pieces import CARDS, SEATS, SEERS
from timebooth.kernel.fields import NOBODY, OWNER, SOME, Each, Fields, Flag, Number, Row

SEAT = Each("seat", int(SEATS), "seats")
SEER = Each("seer", int(SEERS))  # a seat, or the spectators

FIELDS = Fields(
    "BttfLayout",
    {
        "The TimeLine": (
            Number("history", "set of linchpins", note="that are altered"),
            Number("duds", "number", note="of duds in the B-1 stack, beside the real card"),
            Number("duds_aside", "number", note="of duds set aside"),
        ),
        "The piles": (
            Number("draw", "set of cards", known=NOBODY, note="in the draw pile"),
            Number("draw_size", "number", note="of cards in the draw pile"),
            Number("discard", "set of cards", note="in the discard pile"),
            Number("discard_size", "number", note="of cards in the discard pile"),
            Row(
                "discard_order",
                Each("i", int(CARDS), "discard_size"),
                "card",
                note="of the discard pile, from the bottom",
            ),
            Number("in_play", "set of cards", note="announced, not yet anywhere else"),
        ),
        "What the players have": (
            Row("hand", SEAT, "set of cards", known=OWNER, note="in hand"),
            Row("hand_size", SEAT, "number", note="of cards in hand"),
            Row("table", SEAT, "set of cards", note="on the table"),
            Row("identity", SEAT, "identity", known=OWNER),
            Number("fresh_ids", "set of identities", known=NOBODY, note="in the ID stack"),
            Number("spent_ids", "set of identities", note="face up at the bottom of the ID stack"),
        ),
        "What the players know": (
            Row("known", SEER, "set of cards", known=SOME, note="whose holder the seer can name"),
            Row("elsewhere", SEER, "set of cards", known=SOME, note="that the seer knows to be in some other hand"),
            Number("traced", "set of cards", known=SOME, note="in one of these rows, and perhaps some more", hint=True),
        ),
        "What the players were seen to reach for: announced flips, cancelled or not, counted for each identity": (
            Row("reached_past", SEAT, "numbers", note="of flips that bring no headline of an identity nearer", since=2),
            Row(
                "reached_away",
                SEAT,
                "numbers",
                note="of flips that take an identity farther from its headlines",
                since=2,
            ),
            Row(
                "reached_early",
                SEAT,
                "numbers",
                note="of flips of B-1 while an identity would not be satisfied",
                since=2,
            ),
        ),
        "The turn": (
            Number("turn", "seat", note="on turn"),
            Number("plays", "number", note="of cards to play"),
            Flag("changed", note="the TimeLine was changed in this turn  §HITCH"),
            Flag("previous_changed", note="it was in the turn before"),
            Flag("fusion_used", note="Mr. Fusion was used in this turn  §FUSION"),
            Flag("reshuffled", note="the discards were shuffled in this turn  §J62", since=2),
            Number("hydrator_ready", "set of seats", note="whose last turn ended with the Pizza Hydrator on the table"),
            Number("winner", "seat", note="that won"),
            Number("ending", "ending", note="of the game, or NO_ENDING"),
        ),
    },
    version=2,
    retired=("doubts", "suspects"),  # what bots thought of it
)
