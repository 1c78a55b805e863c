"""Asks a person at the keyboard: shows the table, the news and the question, and lists the answers to choose from."""

from __future__ import annotations

from textwrap import fill

from timebooth.bots.bot import Budget, Decision
from timebooth.bots.loss_warning import warning_of
from timebooth.cli.answer_menu import Choice, narrow
from timebooth.cli.hint import SEED, print_hint
from timebooth.cli.output import say
from timebooth.cli.rules import find_rules, rule_text
from timebooth.cli.terminal import Terminal
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import TimeboothError
from timebooth.kernel.journal import Event
from timebooth.kernel.match import Match
from timebooth.sentences import answer_text, event_text, question_text
from timebooth.words import Words

RULES_SHOWN = 12
NEWS_SHOWN = 30
HINT_SECONDS = 1.0
MAX_ROWS = 12  # longer lists are printed in two columns


class Quit(Exception):
    """The player quits; the game can be resumed."""


class KeyboardPlayer:
    """The player of one seat; remembers how many events they have been shown."""

    def __init__(
        self, match: Match, seat: int, words: Words, terminal: Terminal, shown: int = 0, coached: bool = False
    ) -> None:
        self.match = match
        self.seat = seat
        self.words = words
        self.terminal = terminal
        self.shown = shown
        self.coached = coached
        """Whether to warn before an answer that gives away a lot."""

    def answer(self) -> int:
        """Ask until an answer is chosen; return its code."""
        state = self.match.state
        codes = state.options(self.seat)
        names = [self.match.game.answers.names(code) for code in codes]
        path: list[tuple[int, ...]] = [tuple(range(len(codes)))]
        self.look()
        self.show_news()
        self._ask()
        while True:
            lines = narrow(names, path[-1])
            self._list(names, lines, back=len(path) > 1)
            typed = self.terminal.read(">").lower()
            if typed.isdecimal() and 1 <= int(typed) <= len(lines):
                chosen = lines[int(typed) - 1].options
                if len(chosen) > 1:
                    path.append(chosen)
                elif self._is_meant(codes[chosen[0]]):
                    self.shown = len(self._events())
                    return codes[chosen[0]]
            elif typed == "b" and len(path) > 1:
                path.pop()
            else:
                self._command(typed, names, len(lines))

    def _command(self, typed: str, names: list[dict[str, object]], lines: int) -> None:
        """Handle input that is not a choice: help, rules, a hint, or quitting."""
        word, _, rest = typed.partition(" ")
        match word:
            case "":
                self.look()
                self._ask()
            case "?":
                self._explain(names)
            case "d":
                self._details()
            case "t":
                self._hint()
            case "r":
                self._rules(rest or self.terminal.read(self.words.say("play.search")))
            case "l":
                self.show_all_events()
            case "h":
                for line in self.words.say("play.help").splitlines():
                    say(self._wrapped(line, "   "))
            case "q":
                raise Quit
            case "b":
                say(self.words.say("play.no_way_back"))
            case _:
                say(self._wrapped(self.words.say("play.not_understood", most=lines), ""))

    def look(self) -> None:
        """Print the table as this seat sees it."""
        say()
        say(self.match.game.screen(self.match.state, self.seat, self.words.say_named, self.terminal.width))

    def _details(self) -> None:
        """Print what this seat may look up beyond the table."""
        game, state = self.match.game, self.match.state
        found = game.details(state, self.seat, self.words.say_named, self.terminal.width)
        say(found or self._wrapped(self.words.say("play.no_details"), ""))

    def show_news(self) -> None:
        """Print what happened since this seat last answered."""
        news = self._events_since(self.shown)
        if not news:
            return
        say()
        say(self.words.say("play.news"))
        if len(news) > NEWS_SHOWN:
            say(self._wrapped("  " + self.words.say("play.more_news", count=len(news) - NEWS_SHOWN), "  "))
        for line in news[-NEWS_SHOWN:]:
            say(self._wrapped("• " + line, "  "))

    def show_all_events(self) -> None:
        """Print everything that happened, as far as this seat may know it."""
        for line in self._events_since(0):
            say(self._wrapped("• " + line, "  "))

    def _ask(self) -> None:
        say()
        question = question_text(self.words, self.match.state.question(self.seat))
        say(self._wrapped(self.words.say("line", label=self.words.seat(self.seat), text=question), ""))

    def _list(self, names: list[dict[str, object]], lines: list[Choice], *, back: bool) -> None:
        rows = [f"{number:>3} {self._line(names, line)}" for number, line in enumerate(lines, start=1)]
        if len(rows) > MAX_ROWS:
            rows = self._columns(rows)
        for row in rows:
            say(self._wrapped(row, "       "))
        say(self._wrapped("  " + self.words.say("play.keys.back" if back else "play.keys"), "  "))

    def _columns(self, rows: list[str]) -> list[str]:
        """Return the lines in two columns if they fit side by side."""
        half = (len(rows) + 1) // 2
        left, right = rows[:half], rows[half:]
        gap = max(len(one) for one in left) + 2
        if gap + max(len(one) for one in right) > self.terminal.width:
            return rows
        return [one.ljust(gap) + two for one, two in zip(left, [*right, ""], strict=False)]

    def _line(self, names: list[dict[str, object]], choice: Choice) -> str:
        first = names[choice.options[0]]
        if len(choice.options) == 1:
            text = answer_text(self.words, first, self.match.state.question(self.seat).prompt)
        else:
            name = self.words.named({choice.field: choice.value})[choice.field]
            text = self.words.say("play.ways", name=str(name), count=len(choice.options))
        agreed = {
            field: value for field, value in first.items() if all(names[i].get(field) == value for i in choice.options)
        }
        change = self.match.game.preview(self.match.state, self.seat, agreed)
        if change is None:
            return text
        key, args = change
        return f"{text} → {self.words.say(key, **self.words.named(args))}"

    def _explain(self, names: list[dict[str, object]]) -> None:
        """Print what the cards among the answers do, and why others are missing."""
        for key in self._texts(names):
            family, _, name = key.partition("_text.")
            title = self.words.say(f"{family}.{name}")
            say(self._wrapped(self.words.say("line", label=title, text=self.words.say(key)), "  "))
        missing = self.match.game.missing(self.match.state, self.seat)
        if missing:
            say(self.words.say("play.missing"))
            for key, args in missing:
                say(self._wrapped("• " + self.words.say(key, **self.words.named(args)), "  "))

    def _hint(self) -> None:
        """Print the best answers, from what this seat knows."""
        if len(self.match.state.options(self.seat)) > 1:
            print_hint(self.match.game, self.match.state, self.seat, self.words, HINT_SECONDS, self.terminal.width)

    def _is_meant(self, code: int) -> bool:
        """Warn if an answer gives away a lot; return whether the player wants to give it."""
        if not self.coached:
            return True
        warning = warning_of(
            Decision(self.match.game, self.match.state, self.seat), code, FastRng(SEED), Budget(seconds=HINT_SECONDS)
        )
        if warning is None:
            return True
        say()
        say(self._wrapped(self.words.say("coach.warning", chance=warning.chance, left=warning.left), ""))
        for number, choice in enumerate(("anyway", "expert", "off", "back"), start=1):
            say(f"{number:>3} {self.words.say(f'coach.warning.{choice}')}")
        while True:
            match self.terminal.read(">").lower():
                case "1":
                    return True
                case "2":
                    self._hint()
                    return False
                case "3":
                    self.coached = False
                    say(self.words.say("coach.off"))
                    return False
                case "4" | "b":
                    return False
                case "q":
                    raise Quit
                case _:
                    say(self.words.say("play.not_understood", most=4))

    def _texts(self, names: list[dict[str, object]]) -> list[str]:
        fields = self.match.game.word_fields
        keys = [f"{fields[field]}_text.{value}" for named in names for field, value in named.items() if field in fields]
        return [key for key in dict.fromkeys(keys) if self.words.has(key)]

    def _rules(self, text: str) -> None:
        try:
            found = find_rules(self.match.game, self.words.lang, text)
        except TimeboothError as problem:
            say(self.words.error(problem))
            return
        for rule in found[:RULES_SHOWN]:
            say(rule_text(self.words, rule))
        if not found:
            say(self.words.say("rules.none", text=text))
        elif len(found) > RULES_SHOWN:
            say(self.words.say("rules.more", count=len(found) - RULES_SHOWN))

    def _events(self) -> list[Event]:
        return self.match.journal.events

    def _events_since(self, first: int) -> list[str]:
        return [event_text(self.words, event.seen_by(self.seat)) for event in self._events()[first:]]

    def _wrapped(self, text: str, indent: str) -> str:
        return fill(text, self.terminal.width, subsequent_indent=indent)
