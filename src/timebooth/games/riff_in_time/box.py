"""An edition loaded into compact tables that the rules read."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from timebooth.games.riff_in_time.kinds import RIFF_CARDS, SIDES, SPACES, STOPS
from timebooth.kernel._vec import vec
from timebooth.kernel.answer import Catalogue

SECTION_KINDS: Final[i64] = 4
BOOTHS: Final[i64] = 1024  # how many sets of personages there are


@final
class Box:
    """Places, personages, cards and characters are numbered in printed order; a personage has its home's number.

    The board's positions are numbered as printed, San Dimas 0; each game deals the places to them anew.
    """

    def __init__(self) -> None:
        self.places: tuple[str, ...] = ()  # ten, then San Dimas
        self.personages: tuple[str, ...] = ()
        self.characters: tuple[str, ...] = ()
        self.cards: tuple[str, ...] = ()
        self.objectives: tuple[str, ...] = ()
        self.catalogue: Catalogue = Catalogue(())
        # The board, by position.
        self.near: vec[i64] = vec[i64]([0] * SPACES)  # positions one circuit away, as a set
        self.distances: vec[i64] = vec[i64]([0] * (SPACES * SPACES))
        # The dials.
        self.start: i64 = 0
        self.top: i64 = 0
        self.san_dimas_top: i64 = 0
        self.unfixed: i64 = 0  # where an unfixed disc is set
        self.green: i64 = 0  # the last level that is green
        self.red: i64 = 0  # the first level that is red
        # The dice, which all players share.  §SETUP.5
        self.dice: vec[i64] = vec[i64]([0] * 4)  # in the box, by kind
        self.faces: vec[i64] = vec[i64]([0] * (4 * SIDES))
        self.face_set: vec[i64] = vec[i64]([0] * 4)  # of a kind, as a set
        # What the personages in a booth bring together, by the set of them; all of it is known.  §SETUP.9
        self.character_dice: vec[i64] = vec[i64]([0] * BOOTHS)
        self.bogus_dice: vec[i64] = vec[i64]([0] * BOOTHS)
        self.gifts: vec[i64] = vec[i64]([0] * BOOTHS)  # actions: a purse
        # The Riff cards: sections have options, options have effects.
        self.card_place: vec[i64] = vec[i64]([0] * RIFF_CARDS)
        self.card_numbers: vec[i64] = vec[i64]([0] * RIFF_CARDS)  # positions, as a set
        self.section: vec[i64] = vec[i64]([0] * (RIFF_CARDS * SECTION_KINDS))  # its first option
        self.section_size: vec[i64] = vec[i64]([0] * (RIFF_CARDS * SECTION_KINDS))
        self.last_section: vec[i64] = vec[i64]([0] * RIFF_CARDS)
        self.option: vec[i64] = vec[i64]([0])  # its first effect; it ends where the next option begins
        self.verb: vec[i64] = vec[i64]([0])
        self.times: vec[i64] = vec[i64]([0])
        self.frames: i64 = 0  # how many frames the stack needs
        # The objective cards.
        self.task: vec[i64] = vec[i64]([0] * 16)
        self.task_personage: vec[i64] = vec[i64]([0] * 16)
        self.stages: vec[i64] = vec[i64]([0] * 16)
        self.stops: vec[i64] = vec[i64]([0] * (16 * STOPS))
        self.reward: vec[i64] = vec[i64]([0] * 16)  # how often San Dimas is lowered
        self.action: vec[i64] = vec[i64]([0] * 16)
        # The characters.
        self.ability: vec[i64] = vec[i64]([0] * 4)

    def set_effects(self, options: list[int], verbs: list[int], times: list[int]) -> None:
        """Set the effects of all Riff cards, one after the other."""
        self.option = vec[i64](options)
        self.verb = vec[i64](verbs)
        self.times = vec[i64](times)
