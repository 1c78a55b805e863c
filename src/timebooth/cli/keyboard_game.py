"""A game between people at one keyboard and bots; every round of answers is on the disk before the next."""

from __future__ import annotations

from textwrap import fill

from timebooth.bots.bot import Bot, Decision
from timebooth.bots.guarded_bot import GuardedBot
from timebooth.cli.keyboard_player import KeyboardPlayer
from timebooth.cli.output import say, say_error
from timebooth.cli.record_files import RecordWriter, named_in_commands
from timebooth.cli.terminal import Terminal
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.match import Match
from timebooth.kernel.record import End, line
from timebooth.words import Words


class KeyboardGame:
    """A game at one keyboard: its players, bots and record."""

    def __init__(
        self,
        match: Match,
        bots: dict[int, Bot],
        writer: RecordWriter,
        words: Words,
        terminal: Terminal,
        shown: int = 0,
        coached: bool = False,
    ) -> None:
        self.match = match
        self.bots = bots
        self.writer = writer
        self.words = words
        self.terminal = terminal
        self.people = {
            seat: KeyboardPlayer(match, seat, words, terminal, shown, coached)
            for seat in range(match.header.seats)
            if seat not in bots
        }
        if coached and len(self.people) > 1:
            raise BadSetup("coach.among_people")
        self.seat_at_keyboard: int | None = None

    def play(self) -> None:
        """Ask for answers until the game is over."""
        while not self.match.over:
            answers = [self._answer(seat) for seat in self.match.state.asked()]
            self.match.play(answers)
            gained = "".join(line(given) for given in self.match.given(self.match.moment - 1))
            outcome = self.match.state.outcome()
            if outcome is not None:
                gained += line(End(outcome))
            if gained:
                self.writer.add(gained)

    def _answer(self, seat: int) -> int:
        options = self.match.state.options(seat)
        if len(options) == 1 and not self._must_pretend_to_ask(seat):
            return options[0]
        bot = self.bots.get(seat)
        if bot is not None:
            faults = bot.faults
            answer = bot.choose(Decision(self.match.game, self.match.state, seat), self._bot_rng(seat))
            if isinstance(bot, GuardedBot) and faults == 0 < bot.faults:
                say_error(self.words.say("bot.faults", bot=self.words.seat(seat), count=1, problem=bot.problem))
            return answer
        self._hand_over(seat)
        return self.people[seat].answer()

    def _must_pretend_to_ask(self, seat: int) -> bool:
        """Return whether a seat without a choice is asked anyway, so that the others cannot tell."""
        return seat in self.people and len(self.people) > 1 and self.match.state.question(seat).sealed

    def _bot_rng(self, seat: int) -> FastRng:
        """Return the random numbers of a bot's answer, the same again when the game is resumed."""
        seed = self.match.header.seed or ""
        return FastRng(int(seed, 16) * 1_000_003 + self.match.choices * 16 + seat + 1)

    def _hand_over(self, seat: int) -> None:
        """Clear the screen before another person takes the keyboard, so that nobody sees another's cards."""
        if len(self.people) > 1 and self.seat_at_keyboard != seat:
            self.terminal.clear()
            self.terminal.read(self.words.say("play.hand_over", name=self.words.seat(seat)))
            self.terminal.clear()
        self.seat_at_keyboard = seat

    def show_end(self) -> None:
        """Print who won and why, and the whole table with all cards open."""
        outcome = self.match.state.outcome()
        assert outcome is not None
        if len(self.people) == 1:
            for person in self.people.values():
                person.look()
                person.show_news()
        else:
            say(self.match.game.screen(self.match.state, None, self.words.say_named, self.terminal.width))
        winners = ", ".join(self.words.seat(seat) for seat in outcome.winners)
        say()
        say(self.words.say("play.won" if winners else "play.lost", winners=winners, count=len(outcome.winners)))
        say(fill(self.words.say(f"ending.{outcome.ending}"), self.terminal.width))
        say()
        named = named_in_commands(self.writer.path, self.match.game)
        say(self.words.say("play.record", file=str(self.writer.path), named=named))
