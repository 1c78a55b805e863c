"""The events of the game. All but the deck is open; `who` is a member of the band."""

from __future__ import annotations

from timebooth.kernel.journal import Event


class BoardLaid(Event, frozen=True, tag="board_laid"):
    """The places and the personages on them, from position 1 to 10, and the first level of San Dimas."""

    OPEN = ("places", "personages", "level")
    places: tuple[str, ...]
    personages: tuple[str, ...]
    level: int


class PersonagesRedealt(Event, frozen=True, tag="personages_redealt"):
    """Too many personages were at home."""

    OPEN = ("at_home",)
    at_home: int


class CharacterTaken(Event, frozen=True, tag="character_taken"):
    OPEN = ("seat", "who")
    seat: int
    who: str


class ObjectivesDealt(Event, frozen=True, tag="objectives_dealt"):
    OPEN = ("who", "objective", "other")
    who: str
    objective: str
    other: str


class ObjectiveKept(Event, frozen=True, tag="objective_kept"):
    OPEN = ("who", "objective")
    who: str
    objective: str


class BonusDealt(Event, frozen=True, tag="bonus_dealt"):
    OPEN = ("who", "action")
    who: str
    action: str


class TurnBegan(Event, frozen=True, tag="turn_began"):
    OPEN = ("who", "round")
    who: str
    round: int


class RiffCardDrawn(Event, frozen=True, tag="riff_card_drawn"):
    OPEN = ("who", "card", "left")
    who: str
    card: str
    left: int


class RiffCardSwapped(Event, frozen=True, tag="riff_card_swapped"):
    OPEN = ("who", "card")
    who: str
    card: str


class SectionFollowed(Event, frozen=True, tag="section_followed"):
    """A red, green or fixed section applies."""

    OPEN = ("section", "place")
    section: str
    place: str


class EffectChosen(Event, frozen=True, tag="effect_chosen"):
    OPEN = ("who", "effect", "times")
    who: str
    effect: str
    times: int


class RiftRaised(Event, frozen=True, tag="rift_raised"):
    OPEN = ("place", "level")
    place: str
    level: int


class RiftOverflowed(Event, frozen=True, tag="rift_overflowed"):
    """The place is at its maximum: San Dimas rises instead."""

    OPEN = ("place",)
    place: str


class RiseIgnored(Event, frozen=True, tag="rise_ignored"):
    """The place is fixed."""

    OPEN = ("place",)
    place: str


class RiftLowered(Event, frozen=True, tag="rift_lowered"):
    OPEN = ("place", "level")
    place: str
    level: int


class LoweringIgnored(Event, frozen=True, tag="lowering_ignored"):
    """San Dimas is at zero, the place is fixed, or its last level needs the returned personage."""

    OPEN = ("place",)
    place: str


class RiftFixed(Event, frozen=True, tag="rift_fixed"):
    OPEN = ("who", "place", "left")
    who: str
    place: str
    left: int


class RiftUnfixed(Event, frozen=True, tag="rift_unfixed"):
    OPEN = ("place", "level")
    place: str
    level: int


class CharacterMoved(Event, frozen=True, tag="character_moved"):
    OPEN = ("who", "place", "by")
    who: str
    place: str
    by: str


class CharacterSent(Event, frozen=True, tag="character_sent"):
    """A card put the character there, without a circuit."""

    OPEN = ("who", "place")
    who: str
    place: str


class PersonagesEjected(Event, frozen=True, tag="personages_ejected"):
    OPEN = ("who", "personages", "place")
    who: str
    personages: tuple[str, ...]
    place: str


class CardsDiscarded(Event, frozen=True, tag="cards_discarded"):
    OPEN = ("cards", "left")
    cards: tuple[str, ...]
    left: int


class CardsShown(Event, frozen=True, tag="cards_shown"):
    """Everybody looks at the top of the deck."""

    OPEN = ("who", "cards")
    who: str
    cards: tuple[str, ...]


class CardsLookedAt(Event, frozen=True, tag="cards_looked_at"):
    """Only the Active Player looks at the top of the deck."""

    OPEN = ("seat", "who", "count")
    SECRET = {"cards": ("seat",)}
    seat: int
    who: str
    count: int
    cards: tuple[str, ...]


class CardsPutBack(Event, frozen=True, tag="cards_put_back"):
    OPEN = ("who", "count")
    who: str
    count: int


class PoolAssembled(Event, frozen=True, tag="pool_assembled"):
    OPEN = ("who", "wyld", "character", "triumphant", "bogus")
    who: str
    wyld: int
    character: int
    triumphant: int
    bogus: int


class DiceRolled(Event, frozen=True, tag="dice_rolled"):
    OPEN = ("who", "dice", "faces")
    who: str
    dice: tuple[str, ...]
    faces: tuple[str, ...]


class BoothUsed(Event, frozen=True, tag="booth_used"):
    OPEN = ("who",)
    who: str


class DieRerolled(Event, frozen=True, tag="die_rerolled"):
    OPEN = ("who", "die", "face", "now", "by")
    who: str
    die: str
    face: str
    now: str
    by: str


class DieChanged(Event, frozen=True, tag="die_changed"):
    OPEN = ("who", "die", "face", "now")
    who: str
    die: str
    face: str
    now: str


class BogusResolved(Event, frozen=True, tag="bogus_resolved"):
    OPEN = ("who", "count", "place")
    who: str
    count: int
    place: str


class PersonagePickedUp(Event, frozen=True, tag="personage_picked_up"):
    OPEN = ("who", "personage", "place", "by")
    who: str
    personage: str
    place: str
    by: str


class PersonageReturned(Event, frozen=True, tag="personage_returned"):
    OPEN = ("who", "personage", "place", "by")
    who: str
    personage: str
    place: str
    by: str


class PersonagePassed(Event, frozen=True, tag="personage_passed"):
    OPEN = ("who", "personage", "receiver", "by")
    who: str
    personage: str
    receiver: str
    by: str


class RiftWorkedOn(Event, frozen=True, tag="rift_worked_on"):
    """A Fix Rift action, before the disc is turned."""

    OPEN = ("who", "place", "by")
    who: str
    place: str
    by: str


class ObjectiveAdvanced(Event, frozen=True, tag="objective_advanced"):
    OPEN = ("who", "objective", "stage", "stages")
    who: str
    objective: str
    stage: int
    stages: int


class ObjectiveCompleted(Event, frozen=True, tag="objective_completed"):
    OPEN = ("who", "objective", "action")
    who: str
    objective: str
    action: str


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    OPEN = ("who",)
    who: str


class RoundEnded(Event, frozen=True, tag="round_ended"):
    OPEN = ("round",)
    round: int


class GameWon(Event, frozen=True, tag="game_won"):
    OPEN = ("turns", "ending")
    turns: int
    ending: str


class GameLost(Event, frozen=True, tag="game_lost"):
    OPEN = ("turns", "ending")
    turns: int
    ending: str


ALL: tuple[type[Event], ...] = (
    BoardLaid,
    PersonagesRedealt,
    CharacterTaken,
    ObjectivesDealt,
    ObjectiveKept,
    BonusDealt,
    TurnBegan,
    RiffCardDrawn,
    RiffCardSwapped,
    SectionFollowed,
    EffectChosen,
    RiftRaised,
    RiftOverflowed,
    RiseIgnored,
    RiftLowered,
    LoweringIgnored,
    RiftFixed,
    RiftUnfixed,
    CharacterMoved,
    CharacterSent,
    PersonagesEjected,
    CardsDiscarded,
    CardsShown,
    CardsLookedAt,
    CardsPutBack,
    PoolAssembled,
    DiceRolled,
    BoothUsed,
    DieRerolled,
    DieChanged,
    BogusResolved,
    PersonagePickedUp,
    PersonageReturned,
    PersonagePassed,
    RiftWorkedOn,
    ObjectiveAdvanced,
    ObjectiveCompleted,
    TurnEnded,
    RoundEnded,
    GameWon,
    GameLost,
)
