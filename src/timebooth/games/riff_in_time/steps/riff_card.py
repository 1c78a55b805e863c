"""Phase 1: draw a Riff card and follow it, section by section.  §P1"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.riff_in_time import turn
from timebooth.games.riff_in_time.box import SECTION_KINDS
from timebooth.games.riff_in_time.codes import CHOOSE, KEEP_CARD, SWAP_CARD
from timebooth.games.riff_in_time.effects import draw_riff_card, name_of
from timebooth.games.riff_in_time.events import EffectChosen, RiffCardSwapped, SectionFollowed
from timebooth.games.riff_in_time.kinds import (
    GREEN,
    MAIN,
    MAX_TIMES,
    PLACES,
    RED,
    SECTIONS,
    SWAP_RIFF_CARD,
    VERBS,
)
from timebooth.games.riff_in_time.state import RiffState, riff
from timebooth.games.riff_in_time.steps.riff_effects import do_effect
from timebooth.kernel.bits import lowest
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step

# The numbers of a card's frame.
CARD: Final[i64] = 1
SECTION: Final[i64] = 2
FIXED_BEFORE: Final[i64] = 3  # the places that were fixed when it was drawn, as a set
TIMES: Final[i64] = 4  # how often the section is still to be followed
EFFECT: Final[i64] = 5  # the next effect of the option
END: Final[i64] = 6  # of the option's effects


class DrawRiffCard(Step):
    """The top Riff card is revealed and followed, in each turn and if a card says so.  §P1 §P1.DRAW §DRAW §J21"""

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        s.done()
        if draw_riff_card(s, rng, journal):
            s.push(turn.RIFF_CARD, s.drawn, MAIN, s.fixed)
            s.set_arg(TIMES, 1)
            if s.can_use(SWAP_RIFF_CARD) and not s.deck_is_empty():  # §J53
                s.push(turn.SWAP_RIFF_CARD)
            else:
                follow(s, rng, journal)


class SwapRiffCard(Step):
    """Once a turn Elizabeth may discard a card she has just drawn and follow the next one.  §ELIZABETH §J53"""

    def asked(self, state: State) -> i64:
        return riff(state).active_seat()

    def options(self, state: State, seat: i64, out: Codes) -> None:
        out.add(KEEP_CARD)
        out.add(SWAP_CARD)

    def pick(self, state: State, seat: i64, rng: Rng, listed: Codes, answers: Codes) -> bool:
        answers.add(KEEP_CARD + rng.below(2))
        return True

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        s.done()
        if answers.at(0) == KEEP_CARD:
            return
        s.ability_used = True
        s.done()
        if journal is not None:
            journal.add(RiffCardSwapped(name_of(s, s.turn), s.box.cards[s.drawn]))
        s.push(turn.DRAW_RIFF_CARD)

    def question(self, state: State, seat: i64) -> Question:
        s = riff(state)
        return Question("choose", "swap_card", {"card": s.box.cards[s.drawn]}, False, "§ELIZABETH")


class RiffCard(Step):
    """A Riff card as it is followed: main section first, then red or green, then fixed, one effect after the other.

    §P1.SECTIONS §EFFECTS §J13 §J21
    """

    def asked(self, state: State) -> i64:
        """Ask the Active Player to choose if a section has several options, even one that loses.  §OR §J20"""
        s = riff(state)
        if s.arg(TIMES) > 0 and s.arg(EFFECT) == s.arg(END) and s.box.section_size[section_at(s)] > 1:
            return s.active_seat()
        return 0

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = riff(state)
        first = s.box.section[section_at(s)]
        for option in range(first, first + s.box.section_size[section_at(s)]):
            out.add(code_of(s, option))

    def pick(self, state: State, seat: i64, rng: Rng, listed: Codes, answers: Codes) -> bool:
        s = riff(state)
        at = section_at(s)
        answers.add(code_of(s, s.box.section[at] + rng.below(s.box.section_size[at])))
        return True

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        s = riff(state)
        option = s.box.section[section_at(s)]
        while code_of(s, option) != answers.at(0):
            option += 1
        if journal is not None:
            effect = s.box.option[option]
            journal.add(EffectChosen(name_of(s, s.turn), VERBS[s.box.verb[effect]], s.box.times[effect]))
        begin_effects(s, option)

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        follow(riff(state), rng, journal)

    def question(self, state: State, seat: i64) -> Question:
        s = riff(state)
        place = s.box.card_place[s.arg(CARD)]
        args: dict[str, object] = {
            "card": s.box.cards[s.arg(CARD)],
            "place": s.box.places[place] if place < PLACES else None,
            "zone": SECTIONS[s.arg(SECTION)],
        }
        return Question("choose", "choose_effect", args, False, "§OR")


def follow(s: RiffState, rng: Rng, journal: Journal | None) -> None:
    """Follow a card until the Active Player has to choose, something else is pushed, or the card is done."""
    depth = s.depth
    while s.depth == depth:
        if s.arg(EFFECT) < s.arg(END):
            if follow_effect(s, rng, journal):
                return
        elif s.arg(TIMES) == 0:
            next_section(s, journal)
        elif s.box.section_size[section_at(s)] == 1:
            begin_effects(s, s.box.section[section_at(s)])
        else:
            return


def section_at(s: RiffState) -> i64:
    """Return the number, among all sections of all cards, of the one that is followed."""
    return s.arg(CARD) * SECTION_KINDS + s.arg(SECTION)


def code_of(s: RiffState, option: i64) -> i64:
    """Return the code of an option, which its first effect names."""
    effect = s.box.option[option]
    return CHOOSE + s.box.verb[effect] * MAX_TIMES + s.box.times[effect] - 1


def begin_effects(s: RiffState, option: i64) -> None:
    """Begin to follow the section by this option."""
    s.set_arg(TIMES, s.arg(TIMES) - 1)
    s.set_arg(EFFECT, s.box.option[option])
    s.set_arg(END, s.box.option[option + 1])


def follow_effect(s: RiffState, rng: Rng, journal: Journal | None) -> bool:
    """Do the next effect and return whether it was the last; the card's frame is then removed beforehand."""
    card = s.arg(CARD)
    effect = s.arg(EFFECT)
    last = effect + 1 == s.arg(END) and s.arg(TIMES) == 0 and s.arg(SECTION) == s.box.last_section[card]
    if last:
        s.done()
    else:
        s.set_arg(EFFECT, effect + 1)
    do_effect(s, card, s.box.verb[effect], s.box.times[effect], rng, journal)
    return last


def next_section(s: RiffState, journal: Journal | None) -> None:
    """Go to the next section that applies; if there is none, finish the card."""
    card = s.arg(CARD)
    for section in range(s.arg(SECTION) + 1, s.box.last_section[card] + 1):
        times = times_to_follow(s, card, section)
        if times > 0:
            s.set_arg(SECTION, section)
            s.set_arg(TIMES, times)
            if journal is not None:
                place = s.box.card_place[card]
                journal.add(SectionFollowed(SECTIONS[section], s.box.places[place] if place < PLACES else ""))
            return
    s.done()


def times_to_follow(s: RiffState, card: i64, section: i64) -> i64:
    """Return how often a section is followed; the level after the main section counts.  §J14 §J15 §F10"""
    if s.box.section_size[card * SECTION_KINDS + section] == 0:
        return 0
    place = s.box.card_place[card]
    if section == RED:
        return i64(not s.is_fixed(place) and s.level(place) >= s.box.red)
    if section == GREEN:
        return i64(not s.is_fixed(place) and s.level(place) <= s.box.green)
    if place < PLACES:
        return i64(s.is_fixed(place))
    times: i64 = 0
    numbers = s.box.card_numbers[card]
    while numbers != 0:  # §J18: once for each of the card's own numbers
        times += s.arg(FIXED_BEFORE) >> s.place_at(lowest(numbers)) & 1
        numbers &= numbers - 1
    return times
