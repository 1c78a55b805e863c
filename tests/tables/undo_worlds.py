"""Compares, at the decisions of whole games, what becomes of an undo in worlds that a seat cannot tell apart.

Whoever asks to take an answer back learns the verdict, so it must be the same in all worlds that look the same to that
seat. Everybody else sees when it is granted: then it must be granted in all worlds that look the same to them, and the
answer must not have taught them anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple
from unittest.mock import patch

import msgspec

from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.journal import Event
from timebooth.kernel.match import Match, new_header
from timebooth.kernel.position import pack
from timebooth.kernel.state import State
from timebooth.tables.undo import UndoRefused, undo_target

SEED = bytes(range(32))
ANSWERS = 2  # tried at every decision
MAX_ANSWERS = 3  # in a row by one seat, from there on
MANY_VISITS = 150  # to every seat, for a verdict that hardly depends on the sampled worlds

Verdict = int | str
"""How many rounds an answer goes back, or the key of the refusal."""


class Difference(NamedTuple):
    """An undo that reveals something to `observer`, after `seat` gave these answers one after the other."""

    moment: int
    prompt: str
    seat: int
    observer: int
    codes: tuple[int, ...]
    verdict: Verdict
    other_verdict: Verdict | None
    """The verdict in a world that looked the same to the observer; None if the last answer shows a difference."""


@dataclass
class Comparison:
    """What was compared, and what was found."""

    decisions: int = 0
    answers: int = 0
    granted: int = 0
    pairs: int = 0
    missed: int = 0
    """How many undos were granted only because too few worlds were sampled."""
    differences: list[Difference] = field(default_factory=list)


class Step(NamedTuple):
    """An answer, what every seat saw of it, and whether it could then be undone."""

    code: int
    seen: tuple[bytes, ...]
    verdict: Verdict


class Comparer:
    """Plays one game, the same for the same number, and compares at every n-th decision."""

    def __init__(
        self,
        game: Game,
        seats: int,
        number: int,
        *,
        options: dict[str, object] | None = None,
        bot: str = "random",
        worlds: int = 2,
        every: int = 1,
    ) -> None:
        self.game = game
        self.options = options or {}
        self.worlds = worlds
        self.every = every
        self.bot = make_bot(bot)
        self.chance, self.choices, self.dice = FastRng(number), FastRng(number + 1), FastRng(number + 2)
        self.state = game.start(seats, game.read_options(self.options), self.chance)
        self.moment = 0
        self.found = Comparison()

    def run(self, most: int | None = None) -> Comparison:
        """Play to the end, or until `most` decisions were compared."""
        state = self.state
        while state.asked() and self.found.decisions != most:
            if len(state.asked()) == 1 and self.choices.below(self.every) == 0:
                self._compare()
            answers = [self.bot.choose(Decision(self.game, state, seat), self.choices) for seat in state.asked()]
            state.play(answers, self.chance)
            self.moment += 1
        return self.found

    def _compare(self) -> None:
        (seat,) = self.state.asked()
        self.found.decisions += 1
        options = self.state.options(seat)
        for code in sorted({options[self.dice.below(len(options))] for _ in range(ANSWERS)}):
            true = list(self._played(seat, code))
            self.found.answers += len(true)
            self.found.granted += sum(isinstance(step.verdict, int) for step in true)
            for observer in range(self.state.seats):
                for _ in range(self.worlds):
                    self._compare_with(self.state.sample_world(observer, self.dice), true, seat, observer)

    def _compare_with(self, world: State, true: list[Step], seat: int, observer: int) -> None:
        """Compare answer for answer, until the observer can tell the worlds apart."""
        codes = tuple(step.code for step in true)
        for i, (here, there) in enumerate(zip_longest(true, self._again(world, seat, codes))):
            same = there is not None and there.seen[observer] == here.seen[observer]
            told = observer == seat or isinstance(here.verdict, int)  # only the seat itself learns of a refusal
            if same and told:
                self.found.pairs += 1
            if told and (there.verdict != here.verdict if same else observer != seat):
                self._note(world, codes[: i + 1], seat, observer, here, there if same else None)
            if not same:
                return

    def _note(
        self, world: State, codes: tuple[int, ...], seat: int, observer: int, here: Step, there: Step | None
    ) -> None:
        """Record a difference; if it may be due to chance, sample more worlds to decide."""
        if observer != seat:
            sure = [self._thorough(each, seat, codes) for each in ((self.state, world) if there else (self.state,))]
            if all(isinstance(verdict, str) for verdict in sure):
                self.found.missed += 1
                return
        prompt = self.state.question(seat).prompt
        other = None if there is None else there.verdict
        self.found.differences.append(Difference(self.moment, prompt, seat, observer, codes, here.verdict, other))

    def _thorough(self, world: State, seat: int, codes: tuple[int, ...]) -> Verdict:
        playing = self._playing(world)
        for code in codes:
            playing.play((code,))
        with patch("timebooth.tables.undo.VISITS", MANY_VISITS):
            return _verdict(playing, seat)

    def _played(self, seat: int, code: int) -> Iterator[Step]:
        """Answer with this code, then at random for as long as the same seat alone is asked."""
        playing = self._playing(self.state)
        for _ in range(MAX_ANSWERS):
            yield _step(playing, seat, code)
            if playing.state.asked() != (seat,):
                return
            options = playing.state.options(seat)
            code = options[self.dice.below(len(options))]

    def _again(self, world: State, seat: int, codes: tuple[int, ...]) -> Iterator[Step]:
        """Give the same answers in another world, for as long as they are possible there."""
        playing = self._playing(world)
        for code in codes:
            if playing.state.asked() != (seat,) or code not in playing.state.options(seat):
                return
            yield _step(playing, seat, code)

    def _playing(self, state: State) -> Match:
        """Return a match that continues from this state."""
        options = self.game.read_options(self.options)
        return Match(self.game, new_header(self.game, state.seats, options, SEED, position=pack(state)))


def _step(playing: Match, seat: int, code: int) -> Step:
    playing.journal.take()
    playing.play([code])
    events = playing.journal.take()
    seen = tuple(_seen(playing.state, events, each) for each in range(playing.state.seats))
    return Step(code, seen, _verdict(playing, seat))


def _seen(state: State, events: list[Event], seat: int) -> bytes:
    question = [state.question(seat), state.options(seat)] if seat in state.asked() else None
    return msgspec.json.encode([[event.seen_by(seat) for event in events], state.view(seat), state.asked(), question])


def _verdict(playing: Match, seat: int) -> Verdict:
    try:
        return playing.moment - undo_target(playing, seat, SEED)
    except UndoRefused as refused:
        return refused.key
