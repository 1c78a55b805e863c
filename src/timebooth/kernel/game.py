"""What a game tells about itself, and how it is set up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from timebooth.kernel.answer import Catalogue, Word
from timebooth.kernel.chance import Rng
from timebooth.kernel.edition import Edition
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.journal import Event, Journal
from timebooth.kernel.policy import Policy
from timebooth.kernel.state import State


class GameOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Variants and difficulty that a rulebook names; every field has a default."""


class Trait(msgspec.Struct, frozen=True):
    """Something that a seat (None: the whole table) was, had or did in a game: the lab counts wins by it."""

    kind: str
    value: str
    seat: int | None = None
    times: int = 1


class Game:
    """One rulebook with one edition of its components."""

    key: ClassVar[str]
    rules: ClassVar[int]
    """The version of the rules: behaviour changes, it goes up, and records say which they were played by."""
    seats: ClassVar[range]
    cooperative: ClassVar[bool] = False
    sealed_rounds: ClassVar[bool] = False
    """All seats answer at once, round after round: bots rehearse a round, and `State.win_chances` judges its end."""
    options: ClassVar[type[GameOptions]] = GameOptions
    events: ClassVar[tuple[type[Event], ...]] = ()
    endings: ClassVar[tuple[str, ...]] = ()
    edition_files: ClassVar[tuple[str, ...]] = ("edition",)
    folder: ClassVar[Path]
    """Where the game's editions, words and ledger lie."""
    policy: ClassVar[Policy | None] = None
    """For bots: how to play without thinking, where the game knows."""
    seat_fields: ClassVar[frozenset[str]] = frozenset({"seat"})
    """Fields of events, questions and answers that hold a seat."""
    word_fields: ClassVar[Mapping[str, str]] = {}
    """Fields that hold an id, with the family of words (`card`: `card.memo`) that a player reads in its place."""
    trait_words: ClassVar[Mapping[str, str]] = {}
    """Kinds of traits (`trait.*` is their title), with the family of words for their values; none: as they are."""
    longest: Mapping[str, int] = {}
    """For learners: fields of the view that are tuples of things, with how many of them are told; else one a seat."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.answers: Catalogue = self.catalogue()

    def catalogue(self) -> Catalogue:
        """Every answer there can ever be, in the order of their codes."""
        raise NotImplementedError

    def vocabulary(self) -> Mapping[str, Sequence[Word]]:
        """For learners: fields of the view, with every word that can stand there.

        By default what the answers say in fields of the same name, and the seats. A game adds the fields that only
        its view has; a field without an entry takes any word of the others.
        """
        seats = range(self.seats[-1])
        return {**self.answers.words(), **dict.fromkeys((*sorted(self.seat_fields), "asked", "turn"), seats)}

    def printed(self, lang: str) -> dict[str, str]:
        """Words that the edition prints on its components, by key."""
        return {}

    def event_key(self, seen: Mapping[str, object]) -> str:
        """Which sentence tells this event, as one seat saw it; without its secrets it needs another one."""
        tag = str(seen["event"])
        return f"event.{tag}" if all(field in seen for field in self._secrets[tag]) else f"event.{tag}.hidden"

    @cached_property
    def _secrets(self) -> dict[str, tuple[str, ...]]:
        """What each event keeps from some, by its tag."""
        return {str(kind.__struct_config__.tag): tuple(kind.SECRET) for kind in self.events}

    def answer_key(self, named: Mapping[str, object], prompt: str) -> str:
        """Which words offer this answer to this question."""
        return f"answer.{named['type']}"

    def missing(self, state: Any, seat: int) -> list[tuple[str, dict[str, object]]]:
        """Why answers that a player might look for are not among the options: `why.*` keys and arguments.

        Told from what the seat itself knows; every reason names its rule.
        """
        return []

    def preview(self, state: Any, seat: int, named: Mapping[str, object]) -> tuple[str, dict[str, object]] | None:
        """What an answer (or what several have in common) would plainly change if nobody stops it: key, arguments."""
        return None

    def screen(self, state: Any, seat: int | None, say: Callable[..., str], width: int = 80) -> str:
        """The table as one seat (None: a spectator) sees it, drawn for a terminal of that width.

        `say(key, **args)` gives words; ids among the arguments become names.
        """
        return str(state.view(seat))

    def project(self, state: Any, seat: int, code: int) -> list[Event]:
        """What an answer would do if nothing else happened, from what the seat knows; empty where no game can tell."""
        return []

    def components(self, state: Any) -> dict[str, int]:
        """How many of each component the state holds, wherever they are: the same at every decision."""
        return {}

    def statistics(self, state: Any) -> dict[str, float]:
        """Figures of a finished game that a simulation averages."""
        return {}

    def traits(self, journal: Journal, seats: int) -> list[Trait]:
        """For the lab: what each seat was, had and did in a finished game, each thing once; kinds in a fixed order."""
        return []

    def deal(self, seats: int, options: Any, rng: Rng, journal: Journal | None) -> State:
        """Set the game up; called with a seat count and options that were checked."""
        raise NotImplementedError

    def start(self, seats: int, options: GameOptions | None, rng: Rng, journal: Journal | None = None) -> State:
        """Set the game up and go on to the first question; no options: the rulebook's own game."""
        if seats not in self.seats:
            raise BadSetup("setup.seats", game=self.key, seats=seats, least=self.seats[0], most=self.seats[-1])
        chosen = self.options() if options is None else options
        if not isinstance(chosen, self.options):
            raise BadSetup("setup.options", game=self.key, reason=f"not the options of {self.key}")
        state = self.deal(seats, chosen, rng, journal)
        state.advance(rng, journal)
        return state

    def read_options(self, named: object) -> GameOptions:
        """Options from plain names and values, refused with a reason."""
        try:
            return msgspec.convert(named, type=self.options)
        except msgspec.ValidationError as problem:
            raise BadSetup("setup.options", game=self.key, reason=str(problem)) from None
