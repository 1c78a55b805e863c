"""Bill & Ted's Riff in Time (Jim Radford, Warcradle Studios, 2019): the contents page.

set-up              set_up.py                  §SETUP
the turn            steps/all_steps.py         §TURN
phase 1, the card   steps/riff_card.py, steps/riff_effects.py   §P1 §EFFECTS
phase 2, the dice   steps/dice.py, dice.py     §P2 §POOL §BOOTH §BOGUS
the actions         steps/actions.py, interact.py, payment.py   §ACTIONS
phase 3             steps/end_of_turn.py, objectives.py         §P3 §TASKS
rifts               effects.py                 §RAISE §LOWER
the end             effects.win_if_all_fixed, effects.lose      §WIN §LOSE
who knows           view.py, knowledge.py      §HIDDEN
components          editions/, box.py          what is printed on the components
bots                bot/
words               text/
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from timebooth.games.riff_in_time import balance, events
from timebooth.games.riff_in_time.describe import printed
from timebooth.games.riff_in_time.edition import FILES, read_box
from timebooth.games.riff_in_time.kinds import (
    BOOTH,
    DIE_KINDS,
    FACES,
    OBJECTIVES,
    PLACES,
    PLAYERS,
    POOL,
    RIFF_CARDS,
    SAN_DIMAS,
    SECTIONS,
    SPACES,
)
from timebooth.games.riff_in_time.missing import missing
from timebooth.games.riff_in_time.screen import screen
from timebooth.games.riff_in_time.set_up import set_up
from timebooth.games.riff_in_time.speech import answer_key, event_key
from timebooth.games.riff_in_time.state import ENDINGS, RiffState
from timebooth.games.riff_in_time.steps.all_steps import STEPS
from timebooth.kernel.answer import Catalogue, Word
from timebooth.kernel.chance import Rng
from timebooth.kernel.edition import Edition
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.game import Game, GameOptions, Trait
from timebooth.kernel.journal import Journal


class Options(GameOptions, frozen=True, forbid_unknown_fields=True):
    """Rules that a table chooses."""

    harder: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    """San Dimas starts this much above the number of players.  §HARDER"""
    characters: Literal["dealt", "chosen"] = "dealt"
    """Characters are dealt at random, or chosen one after the other.  §J1"""
    two_characters: bool = False
    """A single player leads two characters, as in a game for two.  §SOLO.TWO"""
    open_peek: bool = True
    """When somebody looks at the top of the Riff deck, everybody sees it, not only that player.  §PEEK.OPEN"""
    pass_in_san_dimas: bool = False
    """Personages can be passed in San Dimas too.  §J50"""
    first_player: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    """The seat that goes first (the best air guitar, or the youngest); None for a random one.  §FIRST §J5"""


class RiffInTime(Game):
    """Bring ten personages home and close ten rifts before San Dimas breaks."""

    key = "riff-in-time"
    rules = 2
    guide = 85
    seats = range(1, 5)
    minutes = (10, 12, 15, 15)
    cooperative = True
    has_win_chances = True
    options = Options
    events = events.ALL
    endings = ENDINGS
    max_steps = 20_000
    folder = Path(__file__).parent
    edition_files = FILES
    word_fields = {
        "who": "character",
        "receiver": "character",
        "place": "place",
        "places": "place",
        "to": "place",
        "personage": "personage",
        "personages": "personage",
        "card": "riff",
        "cards": "riff",
        "objective": "objective",
        "other": "objective",
        "die": "die",
        "dice": "die",
        "face": "face",
        "faces": "face",
        "now": "face",
        "action": "face",
        "by": "way",
        "section": "section",
        "ending": "ending",
    }
    rows_by_seat = frozenset({"players"})
    questions = {
        "take_character": (),
        "keep_objective": ("who",),
        "swap_card": ("card",),
        "choose_effect": ("card", "place", "zone"),
        "put_next": ("number",),
        "unfix": (),
        "assemble_pool": ("bogus",),
        "use_the_booth": (),
        "resolve_bogus": ("count", "place"),
        "take_actions": (),
        "second_step": (),
    }
    longest = {"places": int(SPACES), "players": int(PLAYERS), "dice": int(POOL)}
    trait_words = balance.KINDS

    def __init__(self, edition: Edition) -> None:
        self.box = read_box(edition)
        super().__init__(edition)

    def catalogue(self) -> Catalogue:
        return self.box.catalogue

    def vocabulary(self) -> Mapping[str, Sequence[Word]]:
        return {
            **super().vocabulary(),
            **dict.fromkeys(("place", "near", "triumphs"), self.box.places),
            **dict.fromkeys(("personages", "booth"), self.box.personages),
            **dict.fromkeys(("objective", "offered"), self.box.objectives),
            **dict.fromkeys(("actions", "granted", "face"), FACES),
            **dict.fromkeys(("card", "discard_pile", "top"), self.box.cards),
            "players": range(self.seats[-1]),
            "who": self.box.characters,
            "zone": SECTIONS,
            "die": DIE_KINDS,
            "ending": self.endings,
        }

    def printed(self, lang: str) -> dict[str, str]:
        """Return names, gifts, Riff cards and objectives, in our own words.  §CONTENTS"""
        return printed(self.edition, self.box, self.folder, lang)

    def event_key(self, seen: Mapping[str, object]) -> str:
        return event_key(seen, super().event_key(seen))

    def answer_key(self, named: Mapping[str, object], prompt: str) -> str:
        return answer_key(named)

    def missing(self, state: Any, seat: int) -> list[tuple[str, dict[str, object]]]:
        return missing(state, seat)

    def screen(self, state: Any, seat: int | None, say: Callable[..., str], width: int = 80) -> str:
        return screen(state, seat, say, width)

    def deal(self, seats: int, options: Options, rng: Rng, journal: Journal | None) -> RiffState:
        """Return a new game, at the first step of set-up; raise BadSetup if the options do not fit.  §SETUP"""
        if options.first_player is not None and options.first_player >= seats:
            raise BadSetup("setup.first_player", seat=options.first_player + 1, most=seats)
        if options.two_characters and seats != 1:
            raise BadSetup("setup.two_characters", seats=seats)
        s = RiffState(seats, STEPS, self.box)
        s.players = 2 if options.two_characters else seats
        s.open_peek = options.open_peek
        s.pass_in_san_dimas = options.pass_in_san_dimas
        set_up(s, options.harder, options.characters == "chosen", options.first_player, rng, journal)
        return s

    def progress(self, state: Any) -> float:
        """Return which share of the Riff deck was drawn."""
        s: RiffState = state
        return 1.0 - int(s.deck_size()) / int(RIFF_CARDS)

    def has_secrets(self, options: Options) -> bool:
        """Return whether one player may look ahead alone; everything else lies open.  §OPEN §PEEK.OPEN"""
        return not options.open_peek

    def components(self, state: Any) -> dict[str, int]:
        """Return how many components of each kind there are: none may appear or vanish."""
        s: RiffState = state
        held = sum((s.objective(p) < OBJECTIVES) + (s.bonus(p) < OBJECTIVES) for p in range(s.players))
        pool = [s.kind(die) for die in range(s.dice)]
        triumphs = sum(int(s.triumphs(p)).bit_count() for p in range(s.players))
        return {
            "riff cards": int(s.deck).bit_count() + s.top_size + int(s.discard).bit_count(),
            "objective cards": int(s.spare_objectives).bit_count() + held,
            "discs": len({s.position(place) for place in range(int(SAN_DIMAS) + 1)}),
            "personages": sum(s.whereabouts(who) < BOOTH + s.players for who in range(int(PLACES))),
            "personage cards": int(PLACES) - int(s.fixed).bit_count() + triumphs,
            "dice": sum(max(pool.count(kind), self.box.dice[kind]) for kind in range(len(DIE_KINDS))),
        }

    def traits(self, journal: Journal, seats: int) -> list[Trait]:
        return balance.traits(journal)

    def statistics(self, state: Any) -> dict[str, float]:
        """Return the figures of a finished game for the lab."""
        s: RiffState = state
        return {
            "objectives": float(int(s.rewarded).bit_count()),
            "places fixed": float(int(s.fixed).bit_count()),
            "san dimas": float(s.level(SAN_DIMAS)),
            "cards left": float(s.deck_size()),
        }
