"""Writes the findings of a study as a self-contained HTML page."""

from __future__ import annotations

from html import escape

from timebooth.kernel.game import Game
from timebooth.lab import balance_pictures as pictures
from timebooth.lab.balance import AtTable, Balance, Kind, Row
from timebooth.lab.comparison import Change, Comparison
from timebooth.lab.drawing import SERIES, VARIABLES
from timebooth.lab.page import Page
from timebooth.lab.report_design import could_see, greatest_changes, kind_could_see, skill_in_words, table_of
from timebooth.lab.study import Findings
from timebooth.lab.summary import Mean, Share
from timebooth.version import VERSION
from timebooth.words import Words

MAX_NAMED = 6  # values that a sentence names
MAX_SHIFTS = 20
SHARES = ("won", "forced", "halfway_leader")  # figures that are shares of games or of answers


class Report:
    """Writes one page about one game in one language."""

    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words
        self.say = words.say

    def html(self, findings: Findings, command: str) -> str:
        """Return the page; `command` is the command that creates it again."""
        found = findings.balance
        page = Page(self.words.lang, self.say("report.title", title=self.say("game.title")))
        self._opening(page, findings)
        if self.game.cooperative:
            self._won(page, found)
        else:
            self._seats(page, found)
            page.sentences(could_see(self.game, findings, self.words))
        if findings.skill:
            self._skill(page, findings)
        self._endings(page, found)
        self._lengths(page, found)
        for kind in found.kinds:
            if kind.rows:
                self._kind(page, kind)
                page.note(kind_could_see(kind, findings.tests, self.words))
        for comparison in findings.editions:
            self._comparison(page, comparison, "report.edition")
        if findings.numbers:
            self._numbers(page, findings)
        if findings.options:
            page.section(self.say("report.options"), self.say("report.options.how", games=findings.study.variant_games))
            for comparison in findings.options:
                self._option(page, comparison)
        self._closing(page, command)
        return page.html()

    def _opening(self, page: Page, findings: Findings) -> None:
        study, tables = findings.study, findings.balance.tables
        games = sum(table.games for table in tables)
        page.opening(
            self.say("game.blurb"),
            self.say(
                "report.about",
                games=games,
                bots=", ".join(dict.fromkeys(study.bots)),
                seats=", ".join(str(seats) for seats in study.seats),
                seed=str(study.seed),
                edition=self.game.edition.name,
                rules=str(self.game.rules),
                version=VERSION,
            ),
        )
        facts = [(self.say("number", number=games), self.say("report.fact.games"))]
        if self.game.cooperative:
            low, high = min(t.won.share for t in tables), max(t.won.share for t in tables)
            facts.append((self._between(low, high), self.say("report.fact.won")))
        else:
            odd = sum(len(table.odd_seats) for table in tables)
            facts.append((str(odd), self.say("report.fact.odd_seats")))
        turns = [table.turns.mean for table in tables if table.turns is not None]
        if turns:
            least, most = self.say("number", number=min(turns)), self.say("number", number=max(turns))
            facts.append((least if least == most else f"{least} – {most}", self.say("report.fact.turns")))
        things = sum(len(kind.rows) for kind in findings.balance.kinds)
        strange = sum(row.stands_out for kind in findings.balance.kinds for row in kind.rows)
        facts.append((self.say("report.of", some=strange, all=things), self.say("report.fact.strange")))
        page.facts(facts)

    def _seats(self, page: Page, found: Balance) -> None:
        page.section(self.say("report.seats"), self.say("report.seats.how"))
        page.sentences([self.seats_in_words(table) for table in found.tables])
        page.figure(pictures.seats_picture(found, self.words), self.say("report.seats"))
        rows = [
            [str(table.seats), str(seat + 1), str(share.wins), *self._share(share)]
            for table in found.tables
            for seat, share in enumerate(table.by_seat)
        ]
        page.table(self._headings("seats", "seat", "wins", "share", "interval"), rows, self.say("report.numbers"))

    def seats_in_words(self, table: AtTable) -> str:
        if not table.odd_seats:
            return self.say("report.seats.fair", seats=table.seats)
        parts = [
            self.say(
                "report.seats.odd",
                seat=seat + 1,
                way="more" if table.by_seat[seat].share > table.fair else "less",
                share=table.by_seat[seat].share,
                fair=table.fair,
            )
            for seat in table.odd_seats
        ]
        return self.say("line", label=self.say("report.players", seats=table.seats), text="; ".join(parts))

    def _won(self, page: Page, found: Balance) -> None:
        page.section(self.say("report.won"), self.say("report.won.how"))
        page.figure(pictures.won_picture(found, self.words), self.say("report.won"))
        rows = [[str(table.seats), str(table.won.wins), *self._share(table.won)] for table in found.tables]
        page.table(self._headings("seats", "wins", "share", "interval"), rows, self.say("report.numbers"))

    def _skill(self, page: Page, findings: Findings) -> None:
        page.section(self.say("report.skill"), self.say("report.skill.how"))
        if not self.game.cooperative:
            page.sentences([skill_in_words(findings.skill, self.words)])
        headings = [self.say(key) for key in ("arena.from", "arena.to", "arena.elo", "arena.interval")]
        rows = [
            [step.weaker, step.stronger, f"{step.elo:+.0f}", f"{step.low:+.0f} … {step.high:+.0f}"]
            for step in findings.skill
        ]
        page.table(headings, rows, "")

    def _numbers(self, page: Page, findings: Findings) -> None:
        games, edition = findings.study.numbers, findings.study.edition
        page.section(self.say("report.sensitive"), self.say("report.sensitive.how", games=games, edition=edition))
        headings = self._headings("number", "seats", "figure")
        headings += [self.game.edition.name, self.say("report.column.number")]
        headings += [*self._headings("difference", "interval"), self.say("report.could_see.column")]
        rows = [
            [f"{label} ({table_of(self.game.edition, label)})", *self._change(change)]
            for label, change in greatest_changes(findings.numbers)
        ]
        page.table(headings, rows, "")

    def _endings(self, page: Page, found: Balance) -> None:
        page.section(self.say("report.endings"), "")
        page.figure(pictures.endings_picture(found, self.words), self.say("report.endings"))
        endings = list(found.tables[0].endings)
        page.legend(
            [(VARIABLES[SERIES[i % len(SERIES)]], self._sentence(f"ending.{e}")) for i, e in enumerate(endings)]
        )
        rows = [
            [str(table.seats), self._sentence(f"ending.{ending}"), str(share.wins), *self._share(share)]
            for table in found.tables
            for ending, share in table.endings.items()
        ]
        page.table(self._headings("seats", "ending", "games", "share", "interval"), rows, self.say("report.numbers"))

    def _lengths(self, page: Page, found: Balance) -> None:
        if all(table.lengths[0] == table.lengths[-1] for table in found.tables):
            page.section(self.say("report.lengths"), self.say("report.lengths.fixed"))
        else:
            page.section(self.say("report.lengths"), self.say("report.lengths.how"))
            page.figure(pictures.lengths_picture(found, self.words), self.say("report.lengths"))
        rows = []
        for table in found.tables:
            figures: dict[str, Mean] = {"decisions": table.decisions, **table.figures}
            if table.turns is not None:
                figures = {"turns": table.turns, **figures}
            rows += [[str(table.seats), self.figure(name), *self._mean(mean)] for name, mean in figures.items()]
        page.table(self._headings("seats", "figure", "mean", "interval"), rows, self.say("report.figures"))
        if not self.game.cooperative:
            page.note(self.say("report.leads", seats=found.tables[-1].seats))

    def _kind(self, page: Page, kind: Kind) -> None:
        page.section(self.say(f"trait.{kind.kind}"), self.say(f"trait_text.{kind.kind}"))
        names = {row.value: self.value(kind.kind, row.value) for row in kind.rows}
        page.sentences([self.kind_in_words(kind, names)])
        if len(kind.rows) > pictures.MAX_SHOWN:
            page.note(self.say("report.ends_shown", shown=pictures.MAX_SHOWN, all=len(kind.rows)))
        page.figure(pictures.kind_picture(kind, names, self.words), self.say(f"trait.{kind.kind}"))
        rows = [self._row(row, names[row.value]) for row in kind.rows]
        page.table(self._headings("what", "trials", "wins", "ratio", "interval"), rows, self.say("report.numbers"))

    def _row(self, row: Row, name: str) -> list[str]:
        mark = " ▲" if row.stands_out and row.ratio > 1 else " ▼" if row.stands_out else ""
        times = self.say("report.times", ratio=row.ratio)
        interval = f"{self.say('report.times', ratio=row.low)} – {self.say('report.times', ratio=row.high)}"
        return [name + mark, self.say("number", number=row.trials), str(row.wins), times, interval]

    def kind_in_words(self, kind: Kind, names: dict[str, str]) -> str:
        odd = sorted((row for row in kind.rows if row.stands_out), key=lambda row: row.doubt)
        if not odd:
            return self.say("report.none_odd", all=len(kind.rows))
        named = [f"{names[row.value]} ({self.say('report.times', ratio=row.ratio)})" for row in odd[:MAX_NAMED]]
        more = len(odd) - len(named)
        return self.say("report.some_odd", some=len(odd), all=len(kind.rows), names=", ".join(named), more=more)

    def _comparison(self, page: Page, found: Comparison, key: str) -> None:
        here, there = self.game.edition.name, found.label
        page.section(self.say(key, other=there), self.say(f"{key}.how", here=here, other=there, games=found.games))
        self._changes(page, found, here, there)
        if found.shifts:
            odd = [shift for shift in found.shifts if shift.stands_out]
            page.sentences([self.say("report.shifts", some=len(odd), all=len(found.shifts))])
            rows = [
                [
                    self.say(f"trait.{shift.kind}"),
                    self.value(shift.kind, shift.value) + (" ●" if shift.stands_out else ""),
                    self.say("report.times", ratio=shift.before),
                    self.say("report.times", ratio=shift.after),
                    *self._difference(shift.difference),
                ]
                for shift in found.shifts[:MAX_SHIFTS]
            ]
            headings = [*self._headings("kind", "what"), here, there, *self._headings("difference", "interval")]
            page.table(headings, rows, self.say("report.shifts.table"))

    def _changes(self, page: Page, found: Comparison, here: str, there: str) -> None:
        odd = [change for change in found.changes if change.stands_out]
        page.sentences([self.say("report.changes", some=len(odd), all=len(found.changes))])
        headings = [*self._headings("seats", "figure"), here, there, *self._headings("difference", "interval")]
        headings.append(self.say("report.could_see.column"))
        if odd:
            page.table(headings, [self._change(change) for change in odd], "")
        page.table(headings, [self._change(change) for change in found.changes], self.say("report.numbers"))

    def _change(self, change: Change) -> list[str]:
        whole = not self._is_share(change.figure)
        key, name = ("number.exact", "number") if whole else ("percent", "share")
        values = [self.say(key, **{name: value}) for value in (change.before, change.after)]
        return [
            str(change.seats),
            self.figure(change.figure) + (" ●" if change.stands_out else ""),
            *values,
            *self._difference(change.difference, share=not whole),
            self.say(key, **{name: change.smallest}),
        ]

    def _option(self, page: Page, found: Comparison) -> None:
        page.heading(found.label)
        self._changes(page, found, self.say("report.usual"), found.label)

    def _closing(self, page: Page, command: str) -> None:
        page.section(self.say("report.method"), "")
        for key in ("bots", "intervals", "odd", "ratio", "seeds"):
            page.note(self.say(f"report.method.{key}"))
        page.command(self.say("report.again"), command)

    # Words and numbers

    def value(self, kind: str, value: str) -> str:
        """Return the value of a trait as a player knows it."""
        family = self.game.trait_words[kind]
        if family:
            return self.say(f"{family}.{value}")
        return self.say(f"trait.{kind}.value", value=value)

    def figure(self, name: str) -> str:
        """Return the name of a figure in words."""
        if name.startswith("seat."):
            return self.say("figure.seat", seat=name.removeprefix("seat."))
        if name.startswith("ending."):
            return self._sentence(name)
        return self.say(f"figure.{name.replace(' ', '_')}")

    def _is_share(self, name: str) -> bool:
        return name in SHARES or name.startswith(("seat.", "ending."))

    def _sentence(self, key: str) -> str:
        said = self.say(key)
        return said[:1].upper() + said[1:]

    def _headings(self, *names: str) -> list[str]:
        return [self.say(f"report.column.{name}") for name in names]

    def _share(self, share: Share) -> list[str]:
        return [
            self.say("percent", share=share.share),
            self.say("percent.interval", low=share.low, high=share.high),
        ]

    def _mean(self, mean: Mean) -> list[str]:
        low, high = (self.say("number.exact", number=end) for end in (mean.low, mean.high))
        return [self.say("number.exact", number=mean.mean), f"{low} – {high}"]

    def _difference(self, mean: Mean, share: bool = False) -> list[str]:
        key, name = ("percent.signed", "share") if share else ("number.signed", "number")
        middle, low, high = (self.say(key, **{name: value}) for value in (mean.mean, mean.low, mean.high))
        return [middle, f"{low} … {high}"]

    def _between(self, low: float, high: float) -> str:
        first, last = (self.say("percent.whole", share=share) for share in (low, high))
        return first if first == last else f"{first} – {last}"


def write(game: Game, words: Words, findings: Findings, command: str) -> str:
    """Return the report of a study as HTML."""
    return Report(game, words).html(findings, escape(command))
