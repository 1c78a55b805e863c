"""The events of the journal: every symbol, pick-up and drop. Each declares who may see which of its fields."""

from __future__ import annotations

from timebooth.kernel.journal import Event

# Set-up


class CharactersPlaced(Event, frozen=True, tag="characters_placed"):
    OPEN = ("character", "space", "count")
    character: str
    space: str
    count: int


class DudePlaced(Event, frozen=True, tag="dude_placed"):
    OPEN = ("dude", "space", "facing")
    dude: str
    space: str
    facing: str


class BoothPlaced(Event, frozen=True, tag="booth_placed"):
    OPEN = ("seat", "space", "facing")
    seat: int
    space: str
    facing: str


class ReturnedUnseen(Event, frozen=True, tag="returned_unseen"):
    """How many cards, and how many tokens of each character, went back to the box."""

    OPEN = ("cards_count", "tokens_count")
    cards_count: int
    tokens_count: int


class HandDealt(Event, frozen=True, tag="hand_dealt"):
    OPEN = ("seat", "count")
    SECRET = {"cards": ("seat",)}
    seat: int
    count: int
    cards: tuple[int, ...]


# Planning


class RoundBegan(Event, frozen=True, tag="round_began"):
    OPEN = ("round", "rounds")
    round: int
    rounds: int


class CardsRevealed(Event, frozen=True, tag="cards_revealed"):
    OPEN = ("seat", "first", "second")
    seat: int
    first: int
    second: int


class SixtyNineDudes(Event, frozen=True, tag="sixty_nine_dudes"):
    """The 69 counted as the lowest initiative. The shout is free, so nobody is asked: the journal shouts.

    §SIXTY_NINE.SHOUT §J7
    """

    OPEN = ("seat",)
    seat: int


# Movement


class TurnBegan(Event, frozen=True, tag="turn_began"):
    OPEN = ("seat",)
    seat: int


class CharacterFollowed(Event, frozen=True, tag="character_followed"):
    """The booth now moves by a character's button."""

    OPEN = ("seat", "character", "symbols")
    seat: int
    character: str
    symbols: tuple[str, ...]


class CharacterGone(Event, frozen=True, tag="character_gone"):
    """A character was dropped before its button was reached: it no longer moves the booth."""

    OPEN = ("seat", "character")
    seat: int
    character: str


class CardFollowed(Event, frozen=True, tag="card_followed"):
    """The booth now moves by a card's buttons."""

    OPEN = ("seat", "card", "symbols")
    seat: int
    card: int
    symbols: tuple[str, ...]


class BoothMoved(Event, frozen=True, tag="booth_moved"):
    OPEN = ("seat", "symbol", "space", "facing", "wrapped")
    seat: int
    symbol: str
    space: str
    facing: str
    wrapped: bool


class BoothTurned(Event, frozen=True, tag="booth_turned"):
    OPEN = ("seat", "symbol", "space", "facing")
    seat: int
    symbol: str
    space: str
    facing: str


class CharacterPickedUp(Event, frozen=True, tag="character_picked_up"):
    OPEN = ("seat", "character", "space")
    seat: int
    character: str
    space: str


class PickUpBarred(Event, frozen=True, tag="pick_up_barred"):
    """There was something to pick up, but an evil dude stands there."""

    OPEN = ("seat", "dude", "space")
    seat: int
    dude: str
    space: str


class DudeFollowed(Event, frozen=True, tag="dude_followed"):
    """An evil dude now moves by a card of this seat."""

    OPEN = ("dude", "seat", "card", "symbols")
    dude: str
    seat: int
    card: int
    symbols: tuple[str, ...]


class DudeMoved(Event, frozen=True, tag="dude_moved"):
    OPEN = ("dude", "symbol", "space", "facing", "wrapped")
    dude: str
    symbol: str
    space: str
    facing: str
    wrapped: bool


class DudeTurned(Event, frozen=True, tag="dude_turned"):
    OPEN = ("dude", "symbol", "space", "facing")
    dude: str
    symbol: str
    space: str
    facing: str


class CharacterDropped(Event, frozen=True, tag="character_dropped"):
    OPEN = ("seat", "character", "space", "dude")
    seat: int
    character: str
    space: str
    dude: str


# End of turn


class CharacterRevealed(Event, frozen=True, tag="character_revealed"):
    OPEN = ("seat", "character", "symbols")
    seat: int
    character: str
    symbols: tuple[str, ...]


class CardsDiscarded(Event, frozen=True, tag="cards_discarded"):
    OPEN = ("seat", "cards")
    seat: int
    cards: tuple[int, ...]


class CardsDrawn(Event, frozen=True, tag="cards_drawn"):
    OPEN = ("seat", "count", "left")
    SECRET = {"cards": ("seat",)}
    seat: int
    count: int
    cards: tuple[int, ...]
    left: int


class NothingToDraw(Event, frozen=True, tag="nothing_to_draw"):
    OPEN = ("seat",)
    seat: int


# End of game


class TimeWasUp(Event, frozen=True, tag="time_was_up"):
    OPEN = ("rounds",)
    rounds: int


class HandShown(Event, frozen=True, tag="hand_shown"):
    """A tied player shows the cards still in hand."""

    OPEN = ("seat", "cards")
    seat: int
    cards: tuple[int, ...]


class GameWon(Event, frozen=True, tag="game_won"):
    OPEN = ("seat", "count", "ending")
    seat: int
    count: int
    ending: str


ALL: tuple[type[Event], ...] = (
    CharactersPlaced,
    DudePlaced,
    BoothPlaced,
    ReturnedUnseen,
    HandDealt,
    RoundBegan,
    CardsRevealed,
    SixtyNineDudes,
    TurnBegan,
    CharacterFollowed,
    CharacterGone,
    CardFollowed,
    BoothMoved,
    BoothTurned,
    CharacterPickedUp,
    PickUpBarred,
    DudeFollowed,
    DudeMoved,
    DudeTurned,
    CharacterDropped,
    CharacterRevealed,
    CardsDiscarded,
    CardsDrawn,
    NothingToDraw,
    TimeWasUp,
    HandShown,
    GameWon,
)
