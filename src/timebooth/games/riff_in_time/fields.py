"""The fields of a state, declared once. After a change run tools/state_layouts.py, which writes layout.py."""

from __future__ import annotations

from timebooth.games.riff_in_time.kinds import OBJECTIVES, PEEKED, PLACES, PLAYERS, POOL, RIFF_CARDS, SAN_DIMAS, SPACES
from timebooth.kernel.fields import NOBODY, SOME, Each, Fields, Flag, Number, Packed
from timebooth.kernel.packed import EACH_NIBBLE

PLACE = Each("place", SPACES)
POSITION = Each("position", SPACES)
PERSONAGE = Each("personage", PLACES)
PLAYER = Each("player", PLAYERS)
DIE = Each("die", POOL)
CARD = Each("i", PEEKED)

NO_OBJECTIVES = sum(OBJECTIVES << 8 * player for player in range(PLAYERS))

FIELDS = Fields(
    "RiffLayout",
    {
        "The table": (
            Number("players", "number", note="of members of the band"),
            Flag("open_peek", "everybody sees the cards that somebody peeks at", first=True),
            Flag("pass_in_san_dimas", "personages can be passed in San Dimas too"),
        ),
        "The board": (
            Packed("positions", "position", PLACE, "position", note="of a place"),
            Packed("places", "place_at", POSITION, "place", note="on a position"),
            Packed("levels", "level", PLACE, "level", note="of a rift"),
            Number("fixed", "set of places", note="that are fixed"),
            Packed("spots", "whereabouts", PERSONAGE, "place", note="of a personage, or BOOTH + player"),
            Number("returned", "set of personages", note="who are back home"),
        ),
        "The Riff deck": (
            Number("deck", "set of cards", known=NOBODY, note="beneath the known top, in no order"),
            Packed("top_cards", "top_card", CARD, "card", 8, known=SOME, note="of the known top, the next one first"),
            Number("top_size", "number", note="of cards in the known top"),
            Number("seers", "set of seats", note="that know the top; bit SPECTATOR stands for all spectators"),
            Number("discard", "set of cards", note="in the discard pile"),
            Number("drawn", "card", int(RIFF_CARDS), note="revealed last"),
        ),
        "The players": (
            Packed("characters", "character", PLAYER, "character", first=PLAYERS * EACH_NIBBLE, note="of a player"),
            Packed("spaces", "at", PLAYER, "place", first=SAN_DIMAS * EACH_NIBBLE, note="of a player"),
            Packed("triumph_cards", "triumphs", PLAYER, "set of places", 10, note="whose card a player holds"),
            Packed("objectives", "objective", PLAYER, "objective", 8, NO_OBJECTIVES, note="of a player"),
            Packed("bonuses", "bonus", PLAYER, "objective", 8, NO_OBJECTIVES, note="held for its action"),
            Packed("stages", "stage", PLAYER, "stage", note="of a player's task"),
            Packed("lowerings", "lowered", PLAYER, "set of places", 10, note="whose rift a player has lowered"),
            Number(
                "lowered_san_dimas", "set of players", note="who have lowered San Dimas, being there  §J56", since=2
            ),
            Number("met", "set of players", note="whose task is done"),
            Number("rewarded", "set of players", note="who have had their reward"),
            Number("spare_objectives", "set of objectives", note="that nobody has"),
        ),
        "The turn": (
            Number("turn", "player", note="on turn"),
            Number("first", "player", known=SOME, note="who begins the game: nobody knows while it is a secret"),
            Flag("first_is_secret", "chance has chosen who begins, and it was not announced yet  §J5", since=2),
            Number("turns", "number", note="of turns that have ended"),
            Number("dice", "number", note="of dice in the active pool"),
            Packed("kinds", "kind", DIE, "kind", note="of a die"),
            Packed("faces", "face", DIE, "face", note="that a die shows"),
            Number("used", "set of dice", note="that were used"),
            Number("granted", "purse", note="of unused actions that cards grant"),
            Number("new_triumphs", "set of places", note="whose card was gained this turn"),
            Flag("rerolled", "a Reroll or the Booth was used this turn"),
            Flag("ability_used", "the Active Player has used an ability this turn"),
            Number("ending", "ending", note="of the game, or NO_ENDING"),
        ),
    },
    version=2,
    frames="box.frames",
)
