"""Set-up: the board, the band, and its steps in which players choose or cards are dealt.  §SETUP"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.riff_in_time.codes import KEEP_OBJECTIVE, TAKE_CHARACTER
from timebooth.games.riff_in_time.effects import begin_turn, name_of, raise_rift
from timebooth.games.riff_in_time.events import (
    BoardLaid,
    BonusDealt,
    CharacterTaken,
    ObjectiveKept,
    ObjectivesDealt,
    PersonagesRedealt,
)
from timebooth.games.riff_in_time.kinds import (
    FACES,
    LOWER_WITH_PLAYER,
    OBJECTIVES,
    PASS_PERSONAGE,
    PLACES,
    PLAYERS,
    RIFF_CARDS,
    SAN_DIMAS,
)
from timebooth.games.riff_in_time.state import ALL_PLACES, RiffState, riff
from timebooth.games.riff_in_time.turn import CHOOSE_CHARACTER
from timebooth.kernel.bits import bit, count, nth
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step

MAX_AT_HOME: Final[i64] = 3  # §SETUP.3 §J2 §F6


def set_up(
    s: RiffState, harder: i64, choose_characters: bool, first_player: int | None, rng: Rng, journal: Journal | None
) -> None:
    """Lay out the board, deal the characters unless they are chosen, and settle who begins.  §SETUP §SETUP.1

    What is left of set-up are the steps below.
    """
    s.deck = bit(RIFF_CARDS) - 1
    s.spare_objectives = objectives_for(s)
    san_dimas = s.players + harder
    lay_board(s, san_dimas if san_dimas < s.box.san_dimas_top else s.box.san_dimas_top, rng, journal)
    s.go_to(CHOOSE_CHARACTER)
    if choose_characters:
        s.set_arg(2, bit(PLAYERS) - 1)
    else:
        deal_characters(s, rng, journal)
    s.first_is_secret = first_player is None
    s.first = rng.below(s.players) if first_player is None else first_player


def objectives_for(s: RiffState) -> i64:
    """Return all objectives, as a set; with one player, without those that need a second one.  §J59"""
    found: i64 = 0
    for objective in range(OBJECTIVES):
        task = s.box.task[objective]
        if s.players > 1 or (task != LOWER_WITH_PLAYER and task != PASS_PERSONAGE):
            found |= bit(objective)
    return found


def lay_board(s: RiffState, san_dimas: i64, rng: Rng, journal: Journal | None) -> None:
    """Lay discs and personages on positions 1 to 10; deal again if too many are at home.  §SETUP.2 §SETUP.3"""
    discs = list(range(PLACES))
    people = list(range(PLACES))
    rng.shuffle(discs)
    rng.shuffle(people)
    while at_home(discs, people) > MAX_AT_HOME:
        if journal is not None:
            journal.add(PersonagesRedealt(at_home(discs, people)))
        rng.shuffle(people)
    s.lay(SAN_DIMAS, 0)
    s.set_level(SAN_DIMAS, san_dimas)
    for i in range(PLACES):
        disc = discs[i]
        s.lay(disc, i + 1)
        s.set_level(disc, s.box.start)
        s.set_whereabouts(people[i], disc)
    if journal is not None:
        places = tuple([s.box.places[disc] for disc in discs])
        journal.add(BoardLaid(places, tuple([s.box.personages[who] for who in people]), san_dimas))


def at_home(discs: list[int], people: list[int]) -> i64:
    """Return how many personages lie on their own disc."""
    found: i64 = 0
    for i in range(PLACES):
        if discs[i] == people[i]:
            found += 1
    return found


def deal_characters(s: RiffState, rng: Rng, journal: Journal | None) -> None:
    """Give each player a random character.  §SETUP.4 §J1"""
    band = list(range(PLAYERS))
    rng.shuffle(band)
    for player in range(s.players):
        take_character(s, player, band[player], journal)


def take_character(s: RiffState, player: i64, character: i64, journal: Journal | None) -> None:
    """Give a player this character, who starts in San Dimas.  §SETUP.4"""
    s.set_character(player, character)
    if journal is not None:
        journal.add(CharacterTaken(s.seat_of(player), s.box.characters[character]))


class ChooseCharacter(Step):
    """The players take a character, one after the other; nobody is asked if they are dealt.  §SETUP.4 §J1

    Frame: the player who chooses, the characters left as a set.
    """

    def asked(self, state: State) -> i64:
        s = riff(state)
        return bit(s.seat_of(s.arg(1))) if s.arg(2) != 0 else 0

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = riff(state)
        for character in range(PLAYERS):
            if s.arg(2) & bit(character) != 0:
                out.add(TAKE_CHARACTER + character)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        player = s.arg(1)
        character = answers.at(0) - TAKE_CHARACTER
        take_character(s, player, character, journal)
        s.set_arg(1, player + 1)
        s.set_arg(2, s.arg(2) & ~bit(character) if player + 1 < s.players else 0)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        riff(state).done()

    def question(self, state: State, seat: i64) -> Question:
        return Question("choose", "take_character", {}, False, "§SETUP.4")


class ChooseObjective(Step):
    """Each player gets two objective cards and keeps one.  §SETUP.6

    Frame: the player who chooses, counted from 1; 0 before the cards are dealt.
    """

    def asked(self, state: State) -> i64:
        s = riff(state)
        return bit(s.seat_of(s.arg(1) - 1)) if s.arg(1) > 0 else 0

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        """Deal to all players before anybody chooses; all cards are open.  §OPEN"""
        s = riff(state)
        for player in range(s.players):
            s.set_objective(player, _deal(s, rng))
            s.set_bonus(player, _deal(s, rng))
            if journal is not None:
                first = s.box.objectives[s.objective(player)]
                journal.add(ObjectivesDealt(name_of(s, player), first, s.box.objectives[s.bonus(player)]))
        s.set_arg(1, 1)

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = riff(state)
        player = s.arg(1) - 1
        out.add(KEEP_OBJECTIVE + s.objective(player))
        out.add(KEEP_OBJECTIVE + s.bonus(player))

    def pick(self, state: State, seat: i64, rng: Rng, listed: Codes, answers: Codes) -> bool:
        s = riff(state)
        player = s.arg(1) - 1
        answers.add(KEEP_OBJECTIVE + (s.objective(player) if rng.below(2) == 0 else s.bonus(player)))
        return True

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        player = s.arg(1) - 1
        kept = answers.at(0) - KEEP_OBJECTIVE
        s.spare_objectives |= bit(s.objective(player) + s.bonus(player) - kept)
        s.set_objective(player, kept)
        s.set_bonus(player, OBJECTIVES)
        if journal is not None:
            journal.add(ObjectiveKept(name_of(s, player), s.box.objectives[kept]))
        if player + 1 < s.players:
            s.set_arg(1, player + 2)
        else:
            s.done()

    def question(self, state: State, seat: i64) -> Question:
        s = riff(state)
        return Question("choose", "keep_objective", {"who": name_of(s, s.arg(1) - 1)}, False, "§SETUP.6")


class DealBonus(Step):
    """The other cards are shuffled, and one is dealt to each player for its action only.  §SETUP.7 §J4 §F3"""

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        s.done()
        for player in range(s.players):
            s.set_bonus(player, _deal(s, rng))
            if journal is not None:
                journal.add(BonusDealt(name_of(s, player), FACES[s.box.action[s.bonus(player)]]))


def _deal(s: RiffState, rng: Rng) -> i64:
    """Remove a random card from the spare objectives and return it."""
    card = nth(s.spare_objectives, rng.below(count(s.spare_objectives)))
    s.spare_objectives ^= bit(card)
    return card


class FirstRises(Step):
    """As many personages as there are players are revealed, and the rift where each is rises.  §SETUP.8 §J3"""

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        cards = ALL_PLACES
        for left in range(s.players):
            personage = nth(cards, rng.below(PLACES - left))
            cards ^= bit(personage)
            raise_rift(s, s.whereabouts(personage), journal)
        s.first_is_secret = False
        begin_turn(s, s.first, journal)
