"""What a player can say, typed and named. The order here is the order of `codes.py`."""

from __future__ import annotations

from typing import Literal

from timebooth.games.back_to_the_future import codes
from timebooth.games.back_to_the_future.deck.kinds import DOUBLEBACK, DOUBLEBACKS, ITEM, ITEMS, KEYS, KINDS, POWER
from timebooth.kernel.answer import Answer, Catalogue

SEATS = 6


class Pass(Answer, frozen=True, tag="pass"):
    """Do nothing: let a card stand, leave the second flip, have no item to play."""


class KeepIdentity(Answer, frozen=True, tag="keep_identity"):
    """Stay who you are."""


class NewIdentity(Answer, frozen=True, tag="new_identity"):
    """Take the mulligan: another identity, for better or worse."""


class React(Answer, frozen=True, tag="react"):
    """Answer a card with one of your own, out of turn."""

    card: str


class Draw(Answer, frozen=True, tag="draw"):
    """Draw a card; when you are to play, draw instead."""


class EndTurn(Answer, frozen=True, tag="end_turn"):
    """Use no further item: the turn is over."""


class Use(Answer, frozen=True, tag="use"):
    """Use the power of an item on your table; this is not a play."""

    item: str
    owner: int | None = None
    feed: str | None = None


class Play(Answer, frozen=True, tag="play"):
    """Announce a card with all that it is played at; a card without aim has nothing to aim at, or no effect."""

    card: str
    linchpin: str | None = None
    spend: str | None = None
    side: Literal["original", "altered"] | None = None
    item: str | None = None
    owner: int | None = None
    seat: int | None = None
    direction: Literal["left", "right"] | None = None
    fetch: str | None = None


class FlipAnother(Answer, frozen=True, tag="flip_another"):
    """The second action of a DoubleBack: discard its item, or Emergency Cash, to flip another linchpin."""

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


REACTIONS = ("memo", "newspaper", "telegram", "fax", "engine_trouble", "science_experiment", "steal_my_stuff", "truck")
WAYS = (
    ("time_car_v1", "pellet"),
    ("time_car_v1", "case"),
    ("time_car_v2", None),
    ("time_car_v3", None),
    ("time_car_v5", None),
    ("time_train", None),
    ("hitch_a_ride", None),
)


def catalogue(linchpins: tuple[str, ...]) -> Catalogue:
    """Every answer of the game, on a TimeLine with these nine linchpins."""
    items = KEYS[ITEM : ITEM + ITEMS]
    seats = range(SEATS)
    found: list[Answer] = [Pass(), KeepIdentity(), NewIdentity()]
    found += [React(card) for card in REACTIONS]
    found += [Draw(), EndTurn(), Use("lightning_prediction"), Use("pizza_hydrator")]
    found += [Use("dust_jacket", owner=seat) for seat in seats]
    found += [Use("mr_fusion", feed=item) for item in items]
    found += [Play(card) for card in KEYS]
    found += [Play(card, linchpin=place, spend=fuel) for card, fuel in WAYS for place in linchpins]
    found += [Play("time_car_v4", linchpin=place, spend=spent) for spent in KEYS for place in linchpins]
    for doubleback in KEYS[DOUBLEBACK : DOUBLEBACK + DOUBLEBACKS]:
        found += [Play(doubleback, side="original"), Play(doubleback, side="altered")]
    found += [FlipAnother(place, cash) for cash in (False, True) for place in linchpins]
    found += [Play("so_gullible", item=item, owner=seat) for item in items for seat in seats]
    found += [Play("erased", item=item, owner=seat) for item in items for seat in seats]
    found += [Play(card, seat=seat) for card in ("not_yourself", "fading_away", "trade_hands") for seat in seats]
    found += [Play("discontinuity", direction="left"), Play("discontinuity", direction="right")]
    found += [Play("science_experiment", item="locomotive", owner=seat) for seat in seats]
    found += [Play("rewind", fetch=card) for card in KEYS[:POWER]]
    found += [Give(card) for card in KEYS] + [Discard(card) for card in KEYS] + [LoseItem(item) for item in items]
    assert len(found) == codes.CODES
    assert len(KEYS) == KINDS
    return Catalogue(found)
