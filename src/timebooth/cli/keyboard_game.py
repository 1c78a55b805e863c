"""People at one keyboard and bots play a game to its end; every round of answers is on the disk before the next."""

from __future__ import annotations

from textwrap import fill

from timebooth.bots.bot import Bot, Decision
from timebooth.cli.keyboard_player import Person
from timebooth.cli.output import say
from timebooth.cli.record_files import Kept
from timebooth.cli.sentences import speaker
from timebooth.cli.terminal import Terminal
from timebooth.kernel.chance import FastRng
from timebooth.kernel.match import Match
from timebooth.kernel.record import End, line
from timebooth.words import Words


class Sitting:
    """Who sits where, and whose turn it is at the keyboard."""

    def __init__(
        self, match: Match, bots: dict[int, Bot], kept: Kept, words: Words, terminal: Terminal, told: int = 0
    ) -> None:
        self.match = match
        self.bots = bots
        self.kept = kept
        self.words = words
        self.terminal = terminal
        seats = range(match.header.seats)
        self.people = {seat: Person(match, seat, words, terminal, told) for seat in seats if seat not in bots}
        self.at_the_keyboard: int | None = None

    def play(self) -> None:
        """Ask until the game is over."""
        while not self.match.over:
            answers = [self._answer(seat) for seat in self.match.state.asked()]
            self.match.play(answers)
            gained = "".join(line(given) for given in self.match.given(self.match.moment - 1))
            outcome = self.match.state.outcome()
            if outcome is not None:
                gained += line(End(outcome))
            if gained:
                self.kept.add(gained)

    def _answer(self, seat: int) -> int:
        options = self.match.state.options(seat)
        if len(options) == 1 and not self._must_seem_asked(seat):
            return options[0]
        bot = self.bots.get(seat)
        if bot is not None:
            return bot.choose(Decision(self.match.game, self.match.state, seat), self._mind(seat))
        self._hand_over(seat)
        return self.people[seat].answer()

    def _must_seem_asked(self, seat: int) -> bool:
        """Everybody sees who is handed the keyboard: in a sealed round even those without a choice are."""
        return seat in self.people and len(self.people) > 1 and self.match.state.question(seat).sealed

    def _mind(self, seat: int) -> FastRng:
        """A bot's own chance: the same again when the game is taken up again."""
        seed = self.match.header.seed or ""
        return FastRng(int(seed, 16) * 1_000_003 + self.match.choices * 16 + seat + 1)

    def _hand_over(self, seat: int) -> None:
        """Two people share one screen: nobody sees the other's cards or sealed answer."""
        if len(self.people) > 1 and self.at_the_keyboard != seat:
            self.terminal.clear()
            self.terminal.read(self.words.say("play.hand_over", name=self.words.seat(seat)))
            self.terminal.clear()
        self.at_the_keyboard = seat

    def tell_end(self) -> None:
        """Who won and why, and the whole table open."""
        outcome = self.match.state.outcome()
        assert outcome is not None
        if len(self.people) == 1:
            for person in self.people.values():
                person.look()
                person.tell_news()
        else:
            say(self.match.game.screen(self.match.state, None, speaker(self.words), self.terminal.width))
        winners = ", ".join(self.words.seat(seat) for seat in outcome.winners)
        say()
        say(self.words.say("play.won" if winners else "play.lost", winners=winners, count=len(outcome.winners)))
        say(fill(self.words.say(f"ending.{outcome.ending}"), self.terminal.width))
        say()
        say(self.words.say("play.record", file=str(self.kept.path)))
