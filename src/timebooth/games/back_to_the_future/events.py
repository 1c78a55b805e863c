"""What happened, for the journal. Every event declares who may see each field; others are seen by nobody."""

from __future__ import annotations

from timebooth.kernel.journal import Event


class IdentityDealt(Event, frozen=True, tag="identity_dealt"):
    OPEN = ("seat",)
    SECRET = {"identity": ("seat",)}
    seat: int
    identity: str


class HandDealt(Event, frozen=True, tag="hand_dealt"):
    OPEN = ("seat", "count")
    SECRET = {"cards": ("seat",)}
    seat: int
    count: int
    cards: tuple[str, ...]


class IdentityKept(Event, frozen=True, tag="identity_kept"):
    OPEN = ("seat",)
    seat: int


class MulliganTaken(Event, frozen=True, tag="mulligan_taken"):
    OPEN = ("seat",)
    SECRET = {"identity": ("seat",)}
    seat: int
    identity: str


class TurnBegan(Event, frozen=True, tag="turn_began"):
    OPEN = ("seat",)
    seat: int


class TurnSkipped(Event, frozen=True, tag="turn_skipped"):
    OPEN = ("seat",)
    seat: int


class TurnCutShort(Event, frozen=True, tag="turn_cut_short"):
    OPEN = ("seat",)
    seat: int


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    OPEN = ("seat",)
    SECRET = {"card": ("seat",)}
    seat: int
    card: str


class NothingToDraw(Event, frozen=True, tag="nothing_to_draw"):
    OPEN = ("seat",)
    seat: int


class PileReshuffled(Event, frozen=True, tag="pile_reshuffled"):
    OPEN = ("count",)
    count: int


class PileSearched(Event, frozen=True, tag="pile_searched"):
    OPEN = ("seat",)
    seat: int


class CardAnnounced(Event, frozen=True, tag="card_announced"):
    """A game action: a card, or the power of an item, with its target."""

    OPEN = ("seat", "card", "linchpin", "spend", "side", "item", "owner", "target", "direction", "fetch", "idle")
    seat: int
    card: str
    linchpin: str | None = None
    spend: str | None = None
    side: str | None = None
    item: str | None = None
    owner: int | None = None
    target: int | None = None
    direction: str | None = None
    fetch: str | None = None
    idle: bool = False


class CardAnswered(Event, frozen=True, tag="card_answered"):
    """Somebody reacts to another player's card."""

    OPEN = ("seat", "card", "against")
    seat: int
    card: str
    against: str | None = None


class CardCancelled(Event, frozen=True, tag="card_cancelled"):
    OPEN = ("seat", "card")
    seat: int
    card: str


class CardStands(Event, frozen=True, tag="card_stands"):
    """The reaction to a card was cancelled: the card takes effect after all."""

    OPEN = ("seat", "card")
    seat: int
    card: str


class ItemPlaced(Event, frozen=True, tag="item_placed"):
    OPEN = ("seat", "item")
    seat: int
    item: str


class ItemTaken(Event, frozen=True, tag="item_taken"):
    OPEN = ("seat", "owner", "item")
    seat: int
    owner: int
    item: str


class ItemKept(Event, frozen=True, tag="item_kept"):
    OPEN = ("seat", "thief", "item")
    seat: int
    thief: int
    item: str


class ItemDiscarded(Event, frozen=True, tag="item_discarded"):
    OPEN = ("seat", "item")
    seat: int
    item: str


class CardDiscarded(Event, frozen=True, tag="card_discarded"):
    OPEN = ("seat", "card")
    seat: int
    card: str


class CardGiven(Event, frozen=True, tag="card_given"):
    OPEN = ("seat", "receiver")
    SECRET = {"card": ("seat", "receiver")}
    seat: int
    receiver: int
    card: str


class CardReturned(Event, frozen=True, tag="card_returned"):
    OPEN = ("seat", "card")
    seat: int
    card: str


class HandsTraded(Event, frozen=True, tag="hands_traded"):
    OPEN = ("seat", "other")
    seat: int
    other: int


class HandsPassed(Event, frozen=True, tag="hands_passed"):
    OPEN = ("direction",)
    direction: str


class HandsShuffled(Event, frozen=True, tag="hands_shuffled"):
    OPEN = ("count",)
    count: int


class IdentityChanged(Event, frozen=True, tag="identity_changed"):
    OPEN = ("seat", "shown")
    SECRET = {"identity": ("seat",)}
    seat: int
    shown: str
    identity: str


class HistoryChanged(Event, frozen=True, tag="history_changed"):
    """A linchpin was flipped: the headline that it shows now, and those of the ripplepoints that flipped with it."""

    OPEN = ("seat", "linchpin", "headline", "ripples")
    seat: int
    linchpin: str
    headline: str
    ripples: tuple[str, ...] = ()


class HistoryLeft(Event, frozen=True, tag="history_left"):
    """A DoubleBack left its linchpin as it was."""

    OPEN = ("seat", "linchpin")
    seat: int
    linchpin: str


class MysteriousForces(Event, frozen=True, tag="mysterious_forces"):
    """A dud at B-1; it is set aside."""

    OPEN = ("seat", "left")
    seat: int
    left: int


class ClockHung(Event, frozen=True, tag="clock_hung"):
    """The real B-1 card: time travel is un-invented."""

    OPEN = ("seat",)
    seat: int


class UninventionFailed(Event, frozen=True, tag="uninvention_failed"):
    """Nobody, or more than one other player, had their headlines set: the B-1 stack is shuffled again."""

    OPEN = ("seat", "left")
    seat: int
    left: int


class ExtraPlayGained(Event, frozen=True, tag="extra_play_gained"):
    OPEN = ("seat",)
    seat: int


class GameWon(Event, frozen=True, tag="game_won"):
    OPEN = ("seat", "identity", "ending")
    seat: int
    identity: str
    ending: str


ALL: tuple[type[Event], ...] = (
    IdentityDealt,
    HandDealt,
    IdentityKept,
    MulliganTaken,
    TurnBegan,
    TurnSkipped,
    TurnCutShort,
    CardDrawn,
    NothingToDraw,
    PileReshuffled,
    PileSearched,
    CardAnnounced,
    CardAnswered,
    CardCancelled,
    CardStands,
    ItemPlaced,
    ItemTaken,
    ItemKept,
    ItemDiscarded,
    CardDiscarded,
    CardGiven,
    CardReturned,
    HandsTraded,
    HandsPassed,
    HandsShuffled,
    IdentityChanged,
    HistoryChanged,
    HistoryLeft,
    MysteriousForces,
    ClockHung,
    UninventionFailed,
    ExtraPlayGained,
    GameWon,
)
