"""The interface of a game: its facts, its set-up, and what bots, learners and the lab need to know about it."""

from __future__ import annotations

import hashlib
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
from timebooth.kernel.state import MAX_STEPS, State


class GameOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The variants and difficulties that a rulebook names; every field has a default."""


class Trait(msgspec.Struct, frozen=True):
    """Something that a seat (None: the whole table) was, had or did in a game; the lab counts wins by trait."""

    kind: str
    value: str
    seat: int | None = None
    times: int = 1


class Game:
    """One rulebook with one edition of its components."""

    key: ClassVar[str]
    rules: ClassVar[int]
    """The version of the rules; it goes up whenever behaviour changes, and every record names it."""
    seats: ClassVar[range]
    cooperative: ClassVar[bool] = False
    sealed_rounds: ClassVar[bool] = False
    """Whether all seats answer at once, round after round: bots then simulate rounds, judged by `State.win_chances`."""
    has_win_chances: ClassVar[bool] = False
    """Whether `State.win_chances` is fitted to outcomes. It is called when a turn begins if there is a `policy`, when
    all seats are asked if there are `sealed_rounds`, and otherwise at every decision."""
    options: ClassVar[type[GameOptions]] = GameOptions
    events: ClassVar[tuple[type[Event], ...]] = ()
    endings: ClassVar[tuple[str, ...]] = ()
    """All ways in which the rules end a game; the kernel adds `UNFINISHED`."""
    max_steps: ClassVar[int] = int(MAX_STEPS)
    """Steps, asked or run, after which a game is ended without a winner: far more than any real game takes."""
    edition_files: ClassVar[tuple[str, ...]] = ("edition",)
    guide: ClassVar[int] = 1
    """Which deal the guided first game has; chosen so that its first turn shows what the tutorial explains."""
    minutes: ClassVar[tuple[int, ...]] = ()
    """About how long one person plays against bots, for each number of seats; empty if nobody measured it."""
    folder: ClassVar[Path]
    """The folder with the editions, the texts and the ledger of the game."""
    policy: ClassVar[Policy | None] = None
    """For bots: how to play without searching, if the game has a policy."""
    seat_fields: ClassVar[frozenset[str]] = frozenset({"seat"})
    """The fields of events, questions and answers that contain a seat."""
    word_fields: ClassVar[Mapping[str, str]] = {}
    """The fields that contain an id, with the prefix of the key (`card` for `card.memo`) of its name in the texts."""
    trait_words: ClassVar[Mapping[str, str]] = {}
    """The kinds of traits, with the prefix of the keys of their values; empty: values are shown as they are."""
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """For learners: every prompt of a question, with the arguments that it may have."""
    longest: Mapping[str, int] = {}
    """For learners: how many entries of a tuple in the view are encoded; by default, one per seat."""
    ordered: ClassVar[frozenset[str]] = frozenset()
    """For learners: the tuples of words in the view whose order matters; of the others, words are counted."""
    rows_by_seat: ClassVar[frozenset[str]] = frozenset({"seats"})
    """For learners: the tuples in the view with one entry for each seat, in the order of the seats."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.answers: Catalogue = self.catalogue()

    def __repr__(self) -> str:
        return f"<Game {self.key}, edition {self.edition.name}, rules {self.rules}>"

    def __deepcopy__(self, memo: object) -> Game:
        return self  # nothing in a game changes

    def __reduce__(self) -> tuple[object, ...]:
        """Support pickling: the other process builds the game from its edition, once."""
        return _game_of, (type(self), self.edition)

    def catalogue(self) -> Catalogue:
        """Return all answers that are possible in the game, in the order of their codes."""
        raise NotImplementedError

    def vocabulary(self) -> Mapping[str, Sequence[Word]]:
        """Return, for learners, the fields of the view with every word that can occur in them.

        By default, the words of the answers' fields of the same name, and the seats. A game adds the fields that only
        its view has; a field without an entry may contain any word of the others. The arguments of questions count as
        fields, but one without an entry is a number.
        """
        seats = range(self.seats[-1])
        return {**self.answers.words(), **dict.fromkeys((*sorted(self.seat_fields), "asked", "turn"), seats)}

    def printed(self, lang: str) -> dict[str, str]:
        """Return the texts that are printed on the components of the edition, by key."""
        return {}

    def guide_seed(self) -> bytes:
        """Return the seed of the guided first game: the tutorial's lessons fit exactly this deal."""
        return hashlib.blake2b(f"guide {self.key} {self.guide}".encode(), digest_size=32).digest()

    def has_secrets(self, options: Any) -> bool:
        """Return whether a seat may come to know something that another seat must not see."""
        return True

    def event_key(self, seen: Mapping[str, object]) -> str:
        """Return the key of the sentence for an event as a seat saw it; there is another one if secrets are hidden."""
        tag = str(seen["event"])
        return f"event.{tag}" if all(field in seen for field in self._secrets[tag]) else f"event.{tag}.hidden"

    @cached_property
    def _secrets(self) -> dict[str, tuple[str, ...]]:
        """The secret fields of each type of event, by its tag."""
        return {str(kind.__struct_config__.tag): tuple(kind.SECRET) for kind in self.events}

    def answer_key(self, named: Mapping[str, object], prompt: str) -> str:
        """Return the key of the text that offers this answer to a question."""
        return f"answer.{named['type']}"

    def missing(self, state: Any, seat: int) -> list[tuple[str, dict[str, object]]]:
        """Return why answers that a player might expect are not options: `why.*` keys and arguments.

        Uses only what the seat knows; every reason names its rule.
        """
        return []

    def preview(self, state: Any, seat: int, named: Mapping[str, object]) -> tuple[str, dict[str, object]] | None:
        """Return the key and arguments of what an answer, or a part of one, would change if nobody reacts."""
        return None

    def screen(self, state: Any, seat: int | None, say: Callable[..., str], width: int = 80) -> str:
        """Return the view of a seat (None: a spectator), drawn for a terminal of that width.

        `say(key, **args)` returns texts, in which ids are replaced by names.
        """
        return str(state.view(seat))

    def details(self, state: Any, seat: int | None, say: Callable[..., str], width: int = 80) -> str:
        """Return what a seat may look up and the screen has no room for; empty if the screen shows everything."""
        return ""

    def project(self, state: Any, seat: int, code: int) -> list[Event]:
        """Return what an answer would do if nothing else happened, by what the seat knows; empty if that is unclear."""
        return []

    def progress(self, state: Any) -> float:
        """Return how far the game has come, from 0 to 1, by what everybody sees: for studies of its phases."""
        return 0.0

    def components(self, state: Any) -> dict[str, int]:
        """Return how many of each component the state contains: always the same, which tests check."""
        return {}

    def statistics(self, state: Any) -> dict[str, float]:
        """Return figures of a finished game that a simulation averages."""
        return {}

    def traits(self, journal: Journal, seats: int) -> list[Trait]:
        """Return the traits of each seat in a finished game, each once, with the kinds in a fixed order."""
        return []

    def deal(self, seats: int, options: Any, rng: Rng, journal: Journal | None) -> State:
        """Set the game up; the number of seats and the options were checked."""
        raise NotImplementedError

    def start(self, seats: int, options: GameOptions | None, rng: Rng, journal: Journal | None = None) -> State:
        """Set the game up and advance to the first question; without options, play the rulebook's standard game."""
        if seats not in self.seats:
            raise BadSetup("setup.seats", game=self.key, seats=seats, least=self.seats[0], most=self.seats[-1])
        chosen = self.options() if options is None else options
        if not isinstance(chosen, self.options):
            raise BadSetup("setup.options", game=self.key, reason=f"not the options of {self.key}")
        state = self.deal(seats, chosen, rng, journal)
        state.steps_left = self.max_steps
        state.advance(rng, journal)
        return state

    def read_options(self, named: object) -> GameOptions:
        """Return options from names and values; raise BadSetup if they are not valid."""
        try:
            return msgspec.convert(named, type=self.options)
        except msgspec.ValidationError as problem:
            raise BadSetup("setup.options", game=self.key, reason=str(problem)) from None


def _game_of(kind: type[Game], edition: Edition) -> Game:
    built = _UNPICKLED.get((kind, edition.hash))
    if built is None:
        built = _UNPICKLED[kind, edition.hash] = kind(edition)
    return built


_UNPICKLED: dict[tuple[type[Game], str], Game] = {}
