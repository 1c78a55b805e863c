"""Every answer a player can give, typed and named. `codes.py` is generated from the catalogue at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from timebooth.games.back_to_the_future.deck.kinds import DOUBLEBACK, DOUBLEBACKS, ITEM, ITEMS, KEYS, POWER
from timebooth.games.back_to_the_future.pieces import SEATS
from timebooth.kernel.answer import Answer, Block, Catalogue

Side = Literal["original", "altered"]
SIDES: tuple[Side, ...] = ("original", "altered")


class Pass(Answer, frozen=True, tag="pass"):
    """Do nothing: do not react, decline the second flip, have no item to play."""


class KeepIdentity(Answer, frozen=True, tag="keep_identity"):
    """Keep your identity."""


class NewIdentity(Answer, frozen=True, tag="new_identity"):
    """Take the mulligan: swap your identity for another."""


class React(Answer, frozen=True, tag="react"):
    """React to a card with one of your own, out of turn."""

    card: str


class Draw(Answer, frozen=True, tag="draw"):
    """Draw a card; also instead of playing one."""


class EndTurn(Answer, frozen=True, tag="end_turn"):
    """End the turn without using another item."""


class Use(Answer, frozen=True, tag="use"):
    """Use the power of an item on your table; this is not a play."""

    item: str
    owner: int | None = None
    feed: str | None = None


class Play(Answer, frozen=True, tag="play"):
    """Announce a card with its target; a card without one needs none, or has no effect."""

    card: str
    linchpin: str | None = None
    spend: str | None = None
    side: Side | None = None
    item: str | None = None
    owner: int | None = None
    seat: int | None = None
    direction: Literal["left", "right"] | None = None
    fetch: str | None = None


class FlipAnother(Answer, frozen=True, tag="flip_another"):
    """Discard the item of a DoubleBack, or Emergency Cash, to flip a second linchpin."""

    linchpin: str
    cash: bool = False


class Give(Answer, frozen=True, tag="give"):
    """Hand over a card of your choice."""

    card: str


class Discard(Answer, frozen=True, tag="discard"):
    """Discard a card of your choice from your hand."""

    card: str


class LoseItem(Answer, frozen=True, tag="lose_item"):
    """Discard an item of your choice from your table."""

    item: str


def indices(answers: Catalogue, words: Sequence[object], *fields: str) -> list[int]:
    """Return for each code the index in `words` of the first of these fields that is not None, or -1."""
    said = [
        next((word for field in fields if (word := getattr(answer, field, None)) is not None), None)
        for answer in answers.answers
    ]
    return [-1 if word is None else words.index(word) for word in said]


def catalogue(linchpins: Sequence[str]) -> Catalogue:
    """Return every answer of the game, on a TimeLine with these nine linchpins."""
    items = KEYS[ITEM : ITEM + ITEMS]
    doublebacks = KEYS[DOUBLEBACK : DOUBLEBACK + DOUBLEBACKS]

    def flips(card: str, spend: str | None = None) -> list[Answer]:
        return [Play(card, linchpin=place, spend=spend) for place in linchpins]

    def at_items(card: str) -> list[Answer]:
        return [Play(card, item=item, owner=seat) for item in items for seat in range(SEATS)]

    return Catalogue.of(
        [
            Block("PASS", [Pass()]),
            Block("KEEP_IDENTITY", [KeepIdentity()]),
            Block("NEW_IDENTITY", [NewIdentity()]),
            Block("REACT_MEMO", [React("memo")]),
            Block("REACT_NEWSPAPER", [React("newspaper")]),
            Block("REACT_TELEGRAM", [React("telegram")]),
            Block("REACT_FAX", [React("fax")]),
            Block("REACT_ENGINE_TROUBLE", [React("engine_trouble")]),
            Block("REACT_SCIENCE_EXPERIMENT", [React("science_experiment")]),
            Block("REACT_STEAL_MY_STUFF", [React("steal_my_stuff")]),
            Block("REACT_TRUCK", [React("truck")]),
            Block("DRAW", [Draw()]),
            Block("END_TURN", [EndTurn()]),
            Block("USE_LIGHTNING", [Use("lightning_prediction")]),
            Block("USE_HYDRATOR", [Use("pizza_hydrator")]),
            Block("USE_DUST_JACKET", [Use("dust_jacket", owner=seat) for seat in range(SEATS)], "owner of the Almanac"),
            Block("USE_FUSION", [Use("mr_fusion", feed=item) for item in items], "item fed"),
            Block("PLAY", [Play(card) for card in KEYS], "kind; without anything to choose"),
            Block("FLIP_V1_PELLET", flips("time_car_v1", "pellet"), "linchpin"),
            Block("FLIP_V1_CASE", flips("time_car_v1", "case"), "linchpin"),
            Block("FLIP_V2", flips("time_car_v2"), "linchpin"),
            Block("FLIP_V3", flips("time_car_v3"), "linchpin"),
            Block("FLIP_V5", flips("time_car_v5"), "linchpin"),
            Block("FLIP_TRAIN", flips("time_train"), "linchpin"),
            Block("FLIP_HITCH", flips("hitch_a_ride"), "linchpin"),
            Block("FLIP_V4", [f for card in KEYS for f in flips("time_car_v4", card)], "kind discarded * 9 + linchpin"),
            Block("DOUBLE_BACK", [Play(d, side=s) for d in doublebacks for s in SIDES], "DoubleBack * 2 + side"),
            Block("FLIP_ANOTHER", [FlipAnother(place) for place in linchpins], "linchpin, for the item"),
            Block("FLIP_FOR_CASH", [FlipAnother(place, cash=True) for place in linchpins], "linchpin"),
            Block("TAKE_ITEM", at_items("so_gullible"), "item * 6 + owner"),
            Block("ERASE_ITEM", at_items("erased"), "item * 6 + owner"),
            Block("NEW_SELF", [Play("not_yourself", seat=seat) for seat in range(SEATS)], "seat"),
            Block("FADE", [Play("fading_away", seat=seat) for seat in range(SEATS)], "seat"),
            Block("TRADE", [Play("trade_hands", seat=seat) for seat in range(SEATS)], "seat"),
            Block("PASS_LEFT", [Play("discontinuity", direction="left")]),
            Block("PASS_RIGHT", [Play("discontinuity", direction="right")]),
            Block(
                "TAKE_LOCOMOTIVE",
                [Play("science_experiment", item="locomotive", owner=o) for o in range(SEATS)],
                "owner",
            ),
            Block("REWIND_TO", [Play("rewind", fetch=card) for card in KEYS[:POWER]], "kind"),
            Block("GIVE", [Give(card) for card in KEYS], "kind"),
            Block("DISCARD", [Discard(card) for card in KEYS], "kind"),
            Block("LOSE_ITEM", [LoseItem(item) for item in items], "item"),
        ]
    )
