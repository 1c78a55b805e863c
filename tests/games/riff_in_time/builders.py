"""Builds states for the tests from the names on the components, without playing up to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.dice import LoadedRng
from timebooth.games.riff_in_time.box import Box
from timebooth.games.riff_in_time.effects import begin_turn
from timebooth.games.riff_in_time.game import RiffInTime
from timebooth.games.riff_in_time.kinds import BOOTH, DIE_KINDS, FACES, PLACES, SAN_DIMAS
from timebooth.games.riff_in_time.payment import one
from timebooth.games.riff_in_time.seen import View
from timebooth.games.riff_in_time.state import RiffState
from timebooth.games.riff_in_time.steps.all_steps import STEPS
from timebooth.games.riff_in_time.turn import TAKE_ACTIONS
from timebooth.games.riff_in_time.view import view
from timebooth.kernel.answer import Answer
from timebooth.kernel.journal import Event, Journal
from timebooth.registry import find_game

MOVE, INTERACT, REROLL, EXCELLENT, BOGUS = "move", "interact", "reroll", "excellent", "bogus"
WYLD = {MOVE: 0, INTERACT: 2, REROLL: 4, BOGUS: 5}
"""Which side of a Wyld die shows a face."""


def game() -> RiffInTime:
    found = find_game("riff-in-time")
    assert isinstance(found, RiffInTime)
    return found


class Table:
    """A state with its chance and journal, played with typed answers."""

    def __init__(self, state: RiffState, dice: Sequence[int] = ()) -> None:
        self.game = game()
        self.state = state
        self.box = state.box
        self.rng = LoadedRng(*dice)
        self.journal = Journal()
        self.state.advance(self.rng, self.journal)

    def load(self, *numbers: int) -> None:
        """Set the next random numbers."""
        self.rng.numbers = list(numbers)

    def options(self) -> list[Answer]:
        """Return what the asked seat may answer now."""
        return [self.game.answers[code] for code in self.state.options(self.state.asked()[0])]

    def does(self, *answers: Answer) -> list[Event]:
        """Give these answers, one question after the other, and return what happened."""
        before = len(self.journal)
        for answer in answers:
            self.state.play([self.game.answers.code(answer)], self.rng, self.journal)
        return self.journal.events[before:]

    def prompt(self) -> str:
        return self.state.question(self.state.asked()[0]).prompt

    def level(self, place: str) -> int:
        return int(self.state.level(self.box.places.index(place)))

    def is_fixed(self, place: str) -> bool:
        return bool(self.state.is_fixed(self.box.places.index(place)))

    def at(self, player: int) -> str:
        return self.box.places[self.state.at(player)]

    def whereabouts(self, personage: str) -> str:
        """Return a place, or `booth` and the player."""
        spot = self.state.whereabouts(self.box.personages.index(personage))
        return f"booth {spot - BOOTH}" if spot >= BOOTH else self.box.places[spot]

    def faces(self) -> list[str]:
        return [die.face for die in self.view().dice if not die.used]

    def events(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.journal if type(event) is kind]

    def view(self, seat: int | None = 0) -> View:
        return view(self.state, seat)

    def ending(self) -> str | None:
        outcome = self.state.outcome()
        return None if outcome is None else outcome.ending


def riff(
    *,
    players: int = 2,
    seats: int | None = None,
    turn: int = 0,
    first: int = 0,
    at: Sequence[str] = (),
    characters: Sequence[str] = ("joanna", "elizabeth", "ted", "bill"),
    objectives: Sequence[str] = ("O11", "O12", "O13", "O14"),
    bonus: Sequence[str] = ("O03", "O05", "O02", "O04"),
    completed: Sequence[int] = (),
    levels: Mapping[str, int] | None = None,
    fixed: Mapping[str, int] | Sequence[str] = (),
    returned: Sequence[str] = (),
    whereabouts: Mapping[str, str] | None = None,
    booth: Mapping[str, int] | None = None,
    top: Sequence[str] = (),
    cards_left: int | None = None,
    seers: int = 0,
    box: Box | None = None,
) -> RiffState:
    """Return a band in mid-game. Places lie on positions 1 to 10 in printed order, personages five positions from home.

    `fixed` names places, with the player who holds the card or nobody; `top` the next cards of the deck.
    """
    box = box or game().box
    s = RiffState(seats or players, STEPS, box)
    s.players = players
    s.turn, s.first, s.seers = turn, first, seers
    s.lay(SAN_DIMAS, 0)
    s.set_level(SAN_DIMAS, players)
    for place in range(int(PLACES)):
        s.lay(place, place + 1)
        s.set_level(place, 5)
        s.set_whereabouts(place, (place + 5) % 10)
    for player in range(players):
        s.set_character(player, box.characters.index(characters[player]))
        s.set_objective(player, box.objectives.index(objectives[player]))
        s.set_bonus(player, box.objectives.index(bonus[player]))
        s.set_at(player, box.places.index(at[player]) if player < len(at) else SAN_DIMAS)
    for player in completed:
        s.met |= 1 << player
        s.rewarded |= 1 << player
    for name, level in (levels or {}).items():
        s.set_level(box.places.index(name), level)
    for name in returned:
        _come_home(s, box.personages.index(name))
    for name in fixed:
        place = box.places.index(name)
        _come_home(s, place)
        s.fixed |= 1 << place
        s.set_level(place, 0)
        if isinstance(fixed, Mapping):
            s.set_triumphs(fixed[name], s.triumphs(fixed[name]) | 1 << place)
    for name, spot in (whereabouts or {}).items():
        s.set_whereabouts(box.personages.index(name), box.places.index(spot))
    for name, player in (booth or {}).items():
        s.set_whereabouts(box.personages.index(name), BOOTH + player)
    s.deck = (1 << 60) - 1
    for name in top:
        s.set_top_card(s.top_size, box.cards.index(name))
        s.top_size += 1
        s.deck ^= 1 << box.cards.index(name)
    if cards_left is not None:
        kept = [card for card in range(60) if s.deck >> card & 1][: cards_left - len(top)]
        s.discard = s.deck - sum(1 << card for card in kept)
        s.deck = sum(1 << card for card in kept)
    s.drawn = 0
    return s


def _come_home(s: RiffState, personage: int) -> None:
    s.set_whereabouts(personage, personage)
    s.returned |= 1 << personage


def draws(s: RiffState, *dice: int) -> Table:
    """Begin the turn: the top card is drawn and followed up to the first question."""
    begin_turn(s, s.turn, None)
    return Table(s, dice)


def follows(card: str, s: RiffState, *more: str) -> Table:
    """Begin the turn with this Riff card; `more` lie beneath it."""
    box = s.box
    for name in (card, *more):
        s.set_top_card(s.top_size, box.cards.index(name))
        s.top_size += 1
        s.deck &= ~(1 << box.cards.index(name))
        s.discard &= ~(1 << box.cards.index(name))
    return draws(s)


def acts(s: RiffState, *faces: str | tuple[str, str], granted: Mapping[str, int] | None = None) -> Table:
    """Let the player on turn act with these faces rolled (Wyld dice, or a kind with its face)."""
    _lay_dice(s, faces, granted or {})
    s.go_to(TAKE_ACTIONS)
    return Table(s)


def rolls(s: RiffState, step: int, *faces: str | tuple[str, str], granted: Mapping[str, int] | None = None) -> Table:
    """Do the same as `acts`, from another step of the turn on."""
    _lay_dice(s, faces, granted or {})
    s.go_to(step)
    return Table(s)


def _lay_dice(s: RiffState, faces: Sequence[str | tuple[str, str]], granted: Mapping[str, int]) -> None:
    for said in faces:
        kind, face = ("wyld", said) if isinstance(said, str) else said
        s.add_die(DIE_KINDS.index(kind))
        s.set_face(s.dice - 1, FACES.index(face))
    for action, n in granted.items():
        s.granted += n * one(FACES.index(action))
