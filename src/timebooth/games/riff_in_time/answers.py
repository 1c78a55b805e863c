"""Every answer a player can give, typed and named. `codes.py` is generated from the catalogue at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from timebooth.games.riff_in_time.kinds import DIE_KINDS, FACES, MAX_TIMES, VERBS, WAYS
from timebooth.games.riff_in_time.pools import ALL_POOLS
from timebooth.kernel.answer import Answer, Block, Catalogue

Way = Literal["move", "interact", "reroll", "excellent", "two_moves", "two_interacts", "two_rerolls", "free"]
"""What an action is paid with: an action of its own kind, an Excellent, two equal ones, or an ability."""
Die = Literal["wyld", "character", "triumphant", "bogus"]
Face = Literal["blank", "move", "interact", "reroll", "excellent", "bogus"]


class Stop(Answer, frozen=True, tag="stop"):
    """Take no further action: the turn is over."""


class Stay(Answer, frozen=True, tag="stay"):
    """Take no second step."""


class KeepRoll(Answer, frozen=True, tag="keep_roll"):
    """Leave the dice as they fell."""


class UseBooth(Answer, frozen=True, tag="use_booth"):
    """Travel back in time: roll all dice of the pool again."""


class KeepCard(Answer, frozen=True, tag="keep_card"):
    """Follow the Riff card just drawn."""


class SwapCard(Answer, frozen=True, tag="swap_card"):
    """Discard the Riff card just drawn and follow the next one instead."""


class TakeBogus(Answer, frozen=True, tag="take_bogus"):
    """Let every Bogus that shows raise the rift."""


class TakeCharacter(Answer, frozen=True, tag="take_character"):
    who: str


class KeepObjective(Answer, frozen=True, tag="keep_objective"):
    objective: str


class Choose(Answer, frozen=True, tag="choose"):
    """Choose an option of a Riff card, named by its first effect."""

    effect: str
    times: int


class PutNext(Answer, frozen=True, tag="put_next"):
    """Put this card back on the Riff deck, beneath those put back before."""

    card: str


class Unfix(Answer, frozen=True, tag="unfix"):
    place: str


class Roll(Answer, frozen=True, tag="roll"):
    """The dice to roll beside the Bogus dice, which cannot be left out."""

    wyld: int
    character: int
    triumphant: int


class Move(Answer, frozen=True, tag="move"):
    to: str
    by: Way = "move"


class Step(Answer, frozen=True, tag="step"):
    """Go one place further with the same Move."""

    to: str


class PickUp(Answer, frozen=True, tag="pick_up"):
    personage: str
    by: Way = "interact"


class DropOff(Answer, frozen=True, tag="drop_off"):
    """Leave a personage at home, from the booth or already standing there."""

    personage: str
    by: Way = "interact"


class PassTo(Answer, frozen=True, tag="pass_to"):
    personage: str
    receiver: str
    by: Way = "interact"


class FixRift(Answer, frozen=True, tag="fix_rift"):
    by: Way = "interact"


class Reroll(Answer, frozen=True, tag="reroll"):
    """Roll one die of this kind that shows this face again."""

    die: Die
    face: Face
    by: Way = "reroll"


class SetDie(Answer, frozen=True, tag="set_die"):
    """Turn one die of this kind that shows this face to another face."""

    die: Die
    face: Face
    now: Face


def catalogue(
    places: Sequence[str],
    personages: Sequence[str],
    characters: Sequence[str],
    objectives: Sequence[str],
    cards: Sequence[str],
) -> Catalogue:
    """Return every answer of the game; San Dimas is the last of the places."""
    dice: list[tuple[Die, Face]] = [(_die(die), _face(face)) for die in DIE_KINDS for face in FACES]
    moves, interacts, rerolls = ([_way(way) for way in WAYS[name]] for name in ("move", "interact", "reroll"))
    passes = [PassTo(who, to, way) for way in interacts for who in personages for to in characters]
    return Catalogue.of(
        [
            Block("STOP", [Stop()]),
            Block("STAY", [Stay()]),
            Block("KEEP_ROLL", [KeepRoll()]),
            Block("USE_BOOTH", [UseBooth()]),
            Block("KEEP_CARD", [KeepCard()]),
            Block("SWAP_CARD", [SwapCard()]),
            Block("TAKE_BOGUS", [TakeBogus()]),
            Block("TAKE_CHARACTER", [TakeCharacter(who) for who in characters], "character"),
            Block("KEEP_OBJECTIVE", [KeepObjective(objective) for objective in objectives], "objective"),
            Block(
                "CHOOSE",
                [Choose(verb, times) for verb in VERBS for times in range(1, MAX_TIMES + 1)],
                "verb * 5 + times - 1",
            ),
            Block("PUT_NEXT", [PutNext(card) for card in cards], "Riff card"),
            Block("UNFIX_PLACE", [Unfix(place) for place in places[:-1]], "place"),
            Block("ROLL", [Roll(*pool) for pool in ALL_POOLS], "pool, the fullest first"),
            Block("MOVE_TO", [Move(place, way) for way in moves for place in places], "way * 11 + place"),
            Block("STEP_TO", [Step(place) for place in places], "place"),
            Block("PICK_UP", [PickUp(who, way) for way in interacts for who in personages], "way * 10 + personage"),
            Block("DROP_OFF", [DropOff(who, way) for way in interacts for who in personages], "way * 10 + personage"),
            Block("PASS_TO", passes, "way * 40 + personage * 4 + character"),
            Block("FIX_RIFT", [FixRift(way) for way in interacts[:-1]], "way"),
            Block(
                "REROLL_DIE",
                [Reroll(die, face, way) for way in rerolls for die, face in dice],
                "way * 24 + kind of die * 6 + face",
            ),
            Block(
                "SET_DIE",
                [SetDie(die, face, _face(to)) for die, face in dice for to in FACES],
                "(kind of die * 6 + face) * 6 + new face",
            ),
        ]
    )


def _way(name: str) -> Way:
    return name  # type: ignore[return-value]


def _die(name: str) -> Die:
    return name  # type: ignore[return-value]


def _face(name: str) -> Face:
    return name  # type: ignore[return-value]
