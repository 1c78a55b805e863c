"""Phase 1: draw a Riff card and do what it says, section by section.  §P1"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.riff_in_time import turn
from timebooth.games.riff_in_time.box import SECTION_KINDS
from timebooth.games.riff_in_time.codes import CHOOSE, KEEP_CARD, SWAP_CARD
from timebooth.games.riff_in_time.effects import draw_riff_card, name_of
from timebooth.games.riff_in_time.events import EffectChosen, RiffCardSwapped, SectionFollowed
from timebooth.games.riff_in_time.kinds import (
    FIXED,
    GREEN,
    MAIN,
    MOST_TIMES,
    PLACES,
    RED,
    SECTIONS,
    SWAP_RIFF_CARD,
    VERBS,
)
from timebooth.games.riff_in_time.state import RiffState, riff
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import Dice
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.question import Question
from timebooth.kernel.state import State, Step


class DrawRiffCard(Step):
    """Reveal the top card of the Riff deck and follow it, also when a card says so.  §P1.DRAW §DRAW §J21"""

    def run(self, state: State, rng: Dice, journal: Journal | None) -> None:
        s = riff(state)
        s.pop()
        if draw_riff_card(s, rng, journal):
            s.push(turn.RIFF_CARD, s.drawn, MAIN, s.fixed)
            if s.can(SWAP_RIFF_CARD) and s.deck_size() > 0:  # §J53
                s.push(turn.SWAP_RIFF_CARD)


class SwapRiffCard(Step):
    """Once a turn Elizabeth may discard a card she has just drawn and follow the next one.  §ELIZABETH §J53"""

    def asked(self, state: State) -> i64:
        return riff(state).active()

    def options(self, state: State, seat: i64, out: Codes) -> None:
        out.add(KEEP_CARD)
        out.add(SWAP_CARD)

    def answer(self, state: State, answers: Codes, rng: Dice, journal: Journal | None) -> None:
        s = riff(state)
        s.pop()
        if answers.at(0) == KEEP_CARD:
            return
        s.ability_used = True
        s.pop()
        if journal is not None:
            journal.add(RiffCardSwapped(name_of(s, s.turn), s.box.cards[s.drawn]))
        s.push(turn.DRAW_RIFF_CARD)

    def question(self, state: State, seat: i64) -> Question:
        s = riff(state)
        return Question("choose", "swap_card", {"card": s.box.cards[s.drawn]}, False, "§ELIZABETH")


class RiffCard(Step):
    """Main section first, then red or green, then fixed.  §P1.SECTIONS §J13"""

    def run(self, state: State, rng: Dice, journal: Journal | None) -> None:
        s = riff(state)
        card = s.arg(1)
        section = s.arg(2)
        fixed_before = s.arg(3)
        times = self._applies(s, card, section, fixed_before)
        last = self._is_last(s, card, section)
        while times == 0 and not last:
            section += 1
            times = self._applies(s, card, section, fixed_before)
            last = self._is_last(s, card, section)
        if last:
            s.pop()
        else:
            s.set_arg(2, section + 1)
        for _time in range(times):
            s.push(turn.SECTION, card, section)
        if journal is not None and times > 0 and section != MAIN:
            journal.add(SectionFollowed(SECTIONS[section], self._place(s, card)))

    def _applies(self, s: RiffState, card: i64, section: i64, fixed_before: i64) -> i64:
        """How often a section is followed; red and green look at the level after the main section.  §J14 §J15 §F10"""
        if s.box.section_size[card * SECTION_KINDS + section] == 0:
            return 0
        if section == MAIN:
            return 1
        place = s.box.card_place[card]
        if section == RED:
            return i64(not s.is_fixed(place) and s.level[place] >= s.box.red)
        if section == GREEN:
            return i64(not s.is_fixed(place) and s.level[place] <= s.box.green)
        if place < PLACES:
            return i64(s.is_fixed(place))
        times: i64 = 0
        for number in range(1, PLACES + 1):  # §J18: once for each of the card's own numbers
            if s.box.card_numbers[card] & bit(number) != 0 and fixed_before & bit(s.place_at[number]) != 0:
                times += 1
        return times

    def _is_last(self, s: RiffState, card: i64, section: i64) -> bool:
        for later in range(section + 1, FIXED + 1):
            if s.box.section_size[card * SECTION_KINDS + later] != 0:
                return False
        return True

    def _place(self, s: RiffState, card: i64) -> str:
        place = s.box.card_place[card]
        return s.box.places[place] if place < PLACES else ""


class Section(Step):
    """Where a section offers several effects, the Active Player chooses one, even one that loses.  §OR §J20"""

    def asked(self, state: State) -> i64:
        s = riff(state)
        if s.box.section_size[s.arg(1) * SECTION_KINDS + s.arg(2)] > 1:
            return s.active()
        return 0

    def options(self, state: State, seat: i64, out: Codes) -> None:
        s = riff(state)
        at = s.arg(1) * SECTION_KINDS + s.arg(2)
        for option in range(s.box.section[at], s.box.section[at] + s.box.section_size[at]):
            out.add(self._code(s, option))

    def answer(self, state: State, answers: Codes, rng: Dice, journal: Journal | None) -> None:
        s = riff(state)
        at = s.arg(1) * SECTION_KINDS + s.arg(2)
        option = s.box.section[at]
        while self._code(s, option) != answers.at(0):
            option += 1
        if journal is not None:
            effect = s.box.option[option]
            journal.add(EffectChosen(name_of(s, s.turn), VERBS[s.box.verb[effect]], s.box.times[effect]))
        self._follow(s, option)

    def run(self, state: State, rng: Dice, journal: Journal | None) -> None:
        s = riff(state)
        self._follow(s, s.box.section[s.arg(1) * SECTION_KINDS + s.arg(2)])

    def _follow(self, s: RiffState, option: i64) -> None:
        card = s.arg(1)
        s.pop()
        s.push(turn.EFFECTS, s.box.option[option], s.box.option[option + 1], card)

    def _code(self, s: RiffState, option: i64) -> i64:
        effect = s.box.option[option]
        return CHOOSE + s.box.verb[effect] * MOST_TIMES + s.box.times[effect] - 1

    def question(self, state: State, seat: i64) -> Question:
        s = riff(state)
        return Question("choose", "choose_effect", {"card": s.box.cards[s.arg(1)]}, False, "§OR")
