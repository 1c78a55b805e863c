"""What a player can say, typed and named. The order here is the order of `codes.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from timebooth.games.riff_in_time import codes
from timebooth.games.riff_in_time.kinds import DIE_KINDS, FACES, MAX_TIMES, VERBS, WAYS
from timebooth.games.riff_in_time.pools import ALL_POOLS
from timebooth.kernel.answer import Answer, Catalogue

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
    """One of the options of a Riff card, by its first effect."""

    effect: str
    times: int


class PutNext(Answer, frozen=True, tag="put_next"):
    """Put this card back on the Riff deck, beneath those put back before."""

    card: str


class Unfix(Answer, frozen=True, tag="unfix"):
    place: str


class Roll(Answer, frozen=True, tag="roll"):
    """The dice to roll beside the Bogus dice, which are always in."""

    wyld: int
    character: int
    triumphant: int


class Move(Answer, frozen=True, tag="move"):
    to: str
    by: Way = "move"


class Step(Answer, frozen=True, tag="step"):
    """The second space of one Move."""

    to: str


class PickUp(Answer, frozen=True, tag="pick_up"):
    personage: str
    by: Way = "interact"


class DropOff(Answer, frozen=True, tag="drop_off"):
    """Return a personage home: out of the booth, or who already stands there."""

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
    """Every answer of the game; San Dimas is the last of the places."""
    found: list[Answer] = [Stop(), Stay(), KeepRoll(), UseBooth(), KeepCard(), SwapCard(), TakeBogus()]
    found += [TakeCharacter(who) for who in characters]
    found += [KeepObjective(objective) for objective in objectives]
    found += [Choose(verb, times) for verb in VERBS for times in range(1, MAX_TIMES + 1)]
    found += [PutNext(card) for card in cards]
    found += [Unfix(place) for place in places[:-1]]
    found += [Roll(*pool) for pool in ALL_POOLS]
    found += [Move(place, _way(way)) for way in WAYS["move"] for place in places]
    found += [Step(place) for place in places]
    found += [PickUp(who, _way(way)) for way in WAYS["interact"] for who in personages]
    found += [DropOff(who, _way(way)) for way in WAYS["interact"] for who in personages]
    found += [
        PassTo(who, receiver, _way(way)) for way in WAYS["interact"] for who in personages for receiver in characters
    ]
    found += [FixRift(_way(way)) for way in WAYS["interact"][:-1]]
    dice: list[tuple[Die, Face]] = [(_die(die), _face(face)) for die in DIE_KINDS for face in FACES]
    found += [Reroll(die, face, _way(way)) for way in WAYS["reroll"] for die, face in dice]
    found += [SetDie(die, face, _face(to)) for die, face in dice for to in FACES]
    assert len(found) == codes.CODES
    return Catalogue(found)


def _way(name: str) -> Way:
    return name  # type: ignore[return-value]


def _die(name: str) -> Die:
    return name  # type: ignore[return-value]


def _face(name: str) -> Face:
    return name  # type: ignore[return-value]
