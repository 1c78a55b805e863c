"""A table, folded from its log: each fact is applied in turn and returns what it changed.

Only `apply` changes a table. It decides nothing: `authorisation` does, before a fact is written. The `Change` that it
returns says whom it reaches; `messages` turns it into messages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from timebooth.bots.bot_names import bot_name
from timebooth.kernel.chance import commitment
from timebooth.kernel.errors import BadRecord
from timebooth.kernel.game import Game
from timebooth.kernel.journal import Event
from timebooth.kernel.match import Match, new_header
from timebooth.kernel.position import Position
from timebooth.kernel.question import Question
from timebooth.kernel.record import Header, seed_after_upgrade
from timebooth.kernel.state import State
from timebooth.store.store import ALL_KEPT
from timebooth.tables import clocks, facts
from timebooth.tables.chat import Chat
from timebooth.tables.facts import AnyFact, Person, Written
from timebooth.tables.kept import Reached, Unkept
from timebooth.tables.loop_guard import LoopGuard
from timebooth.tables.orders import after_being_asked, in_force, is_window, lets_pass
from timebooth.tables.seats import Decided, SeatState, UndoAsked
from timebooth.tables.start import header_of, start_match
from timebooth.tables.upgrade_plan import NO_UPGRADE, Plan
from timebooth.tables.wire import Closing, KnownDeal, Live, Settings, Spectator, Status, Summary

Audience = int | None
"""A seat, or None for all spectators."""
FindGame = Callable[[str, str], Game]
MAX_BEHIND = 200  # messages that are sent again: whoever missed more starts with a snapshot


@dataclass(slots=True)
class Change:
    """What one fact changed, and whom that reaches."""

    events: list[Event] = field(default_factory=list)
    board: bool = False
    """Whether there is a new scene: a round was played, the game began or went back."""
    seats: bool = False
    """Whether the summary changed."""
    waiting: bool = False
    """Whether the table waits for other seats than before."""
    own: set[int] = field(default_factory=set)
    """Seats whose sealed answer, orders or note changed."""
    said: facts.Said | None = None
    took_back: int | None = None
    moved_on: int | None = None
    """The seat for which the table began to answer, because its bot never ended its turn."""
    ended: bool = False
    left: str = ""
    """The id of the person who stood up."""
    removed: str = ""
    """The id of the person whom the host removed."""

    def reaches(self, audience: Audience) -> bool:
        if self.said is not None:
            return audience is None or self.said.seat is not None
        return self.board or self.seats or self.waiting or self.moved_on is not None or audience in self.own


class Table:
    """Built by applying every fact of its log, from the first one."""

    def __init__(self, table: str, find_game: FindGame, plan: Plan = NO_UPGRADE, kept_until: int = ALL_KEPT) -> None:
        """Prepare for a log: `plan` says how its upgrades play it; moments reached after `kept_until` are collected."""
        self.id = table
        self.find_game = find_game
        self.plan = plan
        self.unkept = Unkept(kept_until)
        self.checks = False
        """Whether answers are checked against the options: before other rules adopt a log."""
        self.begun = False
        self.version = 0
        self.opened_at = 0.0
        self.changed_at = 0.0
        self.asked_at = 0.0
        """When the current question was asked."""
        self.asked_version = 0
        """The version of the log at which it was asked: its number in commands of bots, windows and clocks."""
        self.window = False
        """Whether it is a reaction window."""
        self.rematch = ""
        self.closed: Closing | None = None
        self.match: Match | None = None
        self.pending: dict[int, int] = {}
        """By seat, the codes of the sealed answers to the current question."""
        self.answered_at: dict[int, float] = {}
        self.given: set[int] = set()
        """Seats whose person answered the current question."""
        self.decided: list[Decided] = []
        self.before_last: State | None = None
        """The state before the last round, if one seat alone was asked."""
        self.free_undos: dict[int, bool] = {}
        """By seat, whether its last answer can be undone at once, as far as it was computed for this question."""
        self.undo_asked: UndoAsked | None = None
        self.undo_declined: set[int] = set()
        """Seats whose request was declined; they may ask again once a person has played on."""
        self.loop_guard = LoopGuard()
        self.message_numbers: dict[Audience, int] = {}
        """How many messages each stream has had."""
        self.muted: set[str] = set()
        """Ids of people whom the host muted."""
        self.removed: set[str] = set()
        """Ids of people whom the host removed."""
        self.chat = Chat()

    # Reading.

    @property
    def status(self) -> Status:
        if self.closed is not None:
            return "closed"
        if self.match is None:
            return "open"
        return "over" if self.match.over else "running"

    @property
    def ended(self) -> bool:
        """Return whether the game is over or the table closed, so that nothing is hidden any more."""
        return self.status in ("over", "closed")

    @property
    def known_deal(self) -> KnownDeal | None:
        """Return why the deal is known (what the game continues, or that it is guided), or None for a fresh deal.

        A table with a known deal is never public, and must not count for ratings.
        """
        if self.position is not None:
            return KnownDeal("imagined")
        if self.origin is None:
            return KnownDeal("guided") if self.settings.guided else None
        return KnownDeal("imported" if self.origin.imported else "fork", self.origin.rounds)

    @property
    def public(self) -> bool:
        """Return whether the lobby lists the table and anybody may enter.

        Older versions allowed public tables with a known deal, so their settings may still say public.
        """
        return self.settings.visibility == "public" and self.known_deal is None

    def asked(self) -> tuple[int, ...]:
        return self.match.state.asked() if self.match is not None and self.closed is None else ()

    def question(self) -> Question | None:
        """Return the current question; if several seats are asked, the question is the same for all."""
        asked = self.asked()
        return self.match.state.question(asked[0]) if self.match is not None and asked else None

    def owes(self) -> tuple[int, ...]:
        """Return the seats whose answer is still missing."""
        asked = self.asked()
        return tuple([seat for seat in asked if seat not in self.pending]) if self.pending else asked

    def played_by_bot(self, seat: int) -> bool:
        return self.seats[seat].bot != ""

    def only_bots(self) -> bool:
        """Return whether bots play every seat, including seats of people who left or handed over."""
        return all(seat_state.bot for seat_state in self.seats)

    def seats_of(self, person: Person) -> tuple[int, ...]:
        return tuple(i for i, seat in enumerate(self.seats) if seat.person is not None and seat.person.id == person.id)

    def default_name(self, person: Person) -> str:
        """Return what a person's next seat is called without a name of its own.

        Only the first one has the person's name: other players at the same screen are called by their seats.
        """
        return "" if self.seats_of(person) else person.name

    def shares_a_screen(self) -> bool:
        """Return whether somebody who is asked plays several seats, so that a screen has to be passed around."""
        people = [seat.person.id if seat.person is not None and not seat.bot else "" for seat in self.seats]
        return any(people[seat] and people.count(people[seat]) > 1 for seat in self.asked())

    def clock_ends(self, seat: int) -> float | None:
        """Return when the time of an asked seat is used up; None without a clock."""
        if self.settings.clock is None:
            return None
        seat_state = self.seats[seat]
        return clocks.deadline(self.asked_at, self.settings.clock, seat_state.reserve, seat_state.sleep)

    def window_closes(self) -> float | None:
        """Return when an open window closes by itself, which must not depend on anybody's hand or answer.

        A live window waits for people who share a screen, because passing it around takes time; as at a pace of days,
        only their clocks can end it.
        """
        pace = self.settings.pace
        if isinstance(pace, Live) and not self.shares_a_screen():
            return clocks.window_closes(self.asked_at, pace, self.seed, b"%d" % self.asked_version)
        ends = [end for end in map(self.clock_ends, self.asked()) if end is not None]
        return max(ends, default=None)

    def window_held_until(self) -> float:
        """Return the earliest time at which an open window may close; at a pace of days it is not held."""
        if not self.holds_windows or not isinstance(self.settings.pace, Live):
            return self.asked_at
        return clocks.window_held_until(self.asked_at, self.seed, b"%d" % self.asked_version)

    def summary(self) -> Summary:
        return Summary(
            table=self.id,
            game=self.settings.game,
            edition=self.settings.edition,
            rules=self.game.rules,
            status=self.status,
            chairs=tuple(state.chair(self.muted, bot_name(self.id, seat)) for seat, state in enumerate(self.seats)),
            settings=self.settings,
            host=self.host.name,
            opened=self.opened_at,
            commitment=commitment(self.seed),
            rematch=self.rematch,
            secrets=self.secrets,
            known_deal=self.known_deal,
            closed=self.closed,
        )

    def spectators(self) -> tuple[Spectator, ...]:
        """Return the spectators who spoke, the latest first; for the host."""
        return tuple(
            Spectator(handle, person.name, person.id in self.muted, person.id in self.removed)
            for handle, person in reversed(self.chat.speakers.items())
        )

    # Changing.

    def apply(self, version: int, written: Written) -> Change:
        """Apply the next fact of the log and return what it changed."""
        assert version == self.version + 1
        self.version = version
        change = Change()
        self._apply(written.fact, written.at, change)
        if version == self.plan.since:
            self._start_from_kept(written.at, change)
        if change.said is None:
            self.changed_at = written.at
        for audience in (None, *range(len(self.seats))):
            if change.reaches(audience):
                self.message_numbers[audience] = self.message_numbers.get(audience, 0) + 1
        if isinstance(written.fact, facts.Upgraded):
            # The log replays differently now: every stream goes on after any number that it can have had.
            start = version + self.plan.upgrades * (MAX_BEHIND + 1)
            self.message_numbers = dict.fromkeys((None, *range(len(self.seats))), start)
        return change

    def _apply(self, fact: AnyFact, at: float, change: Change) -> None:
        match fact:
            case facts.Opened():
                self._open(fact, at)
                self._begin_if_full(at, change)
                change.seats = True
            case facts.SatDown():
                self.seats[fact.seat].person = fact.person
                self._begin_if_full(at, change)
                change.seats = True
            case facts.Filled():
                for seat_state in self.seats:
                    if not seat_state.taken:
                        seat_state.bot = fact.bot
                self._begin_if_full(at, change)
                change.seats = True
            case facts.StoodUp():
                person = self.seats[fact.seat].person
                change.left = person.id if person is not None else ""
                self.seats[fact.seat].vacate()
                change.seats = True
            case facts.WentAway():
                self.seats[fact.seat].away_since = at
                self.seats[fact.seat].lost = fact.lost
                change.seats = True
            case facts.TakenOver():
                self.seats[fact.seat].bot = self.settings.substitute
                change.seats = True
                self._drop_undo_request(change)
            case facts.CameBack():
                self.seats[fact.seat].bot = ""
                self.seats[fact.seat].away_since = None
                self.seats[fact.seat].lost = False
                change.seats = True
            case facts.SleepSet():
                self.seats[fact.seat].sleep = fact.sleep
                change.seats = True
            case facts.Rematched():
                self.rematch = fact.table
                change.seats = True
            case facts.Closed():
                self.closed = fact.reason
                self.pending = {}
                self._drop_undo_request(change)
                change.seats = True
                change.board = change.ended = self.match is not None
            case facts.Said():
                change.said = fact
                self.chat.count(fact)
            case facts.Muted():
                (self.muted.add if fact.muted else self.muted.discard)(fact.person)
                change.seats = any(seat.person is not None and seat.person.id == fact.person for seat in self.seats)
            case facts.Removed():
                self._remove(fact.person, change)
            case facts.Noted():
                self._count("note", fact.seat, len(fact.text.encode()))
                self.seats[fact.seat].note = fact.text
                change.own.add(fact.seat)
            case facts.Upgraded():
                self._upgrade(fact, change)
            case _:
                if self.version > self.plan.since:
                    self._play_on(fact, at, change)

    def _remove(self, person: str, change: Change) -> None:
        self.removed.add(person)
        change.removed = person
        self._drop_undo_request(change)
        for seat_state in self.seats:
            if seat_state.person is not None and seat_state.person.id == person:
                change.seats = True
                seat_state.vacate()
                if self.begun:
                    seat_state.bot = seat_state.bot or self.settings.substitute

    def _count(self, kind: str, seat: int, size: int) -> None:
        person = self.seats[seat].person
        if person is not None:
            self.chat.bytes_written[kind, person.id] += size

    def _play_on(self, fact: AnyFact, at: float, change: Change) -> None:
        assert self.match is not None
        match fact:
            case facts.Answered():
                if fact.by == "table" and not self.window and self.loop_guard.announce():
                    change.moved_on = fact.seat
                self.loop_guard.by_person = self.loop_guard.by_person or (fact.by == "person" and not self.window)
                self._seal(fact.seat, self.game.answers.read(fact.answer), at, change)
                if fact.by == "person":
                    self.given.add(fact.seat)
                    if not self.window:
                        self._drop_undo_request(change)
                        self.undo_declined = set()
            case facts.WindowClosed():
                for seat in self.owes():
                    self._seal(seat, self.match.state.options(seat)[0], at, change)
            case facts.Ordered():
                self._count("orders", fact.seat, len(msgspec.json.encode(fact.orders)))
                self.seats[fact.seat].orders = in_force(fact.orders)
                change.own.add(fact.seat)
                self._follow_orders(fact.seat, change)
            case facts.TookBack():
                self._take_back(fact, at, change)
            case facts.UndoAsked():
                self.undo_asked = UndoAsked(fact.seat, fact.moment)
                change.waiting = True
            case facts.UndoAnswered():
                self._answer_undo(fact, change)
        self._go_on(at, change, closed=isinstance(fact, facts.WindowClosed))

    def _take_back(self, fact: facts.TookBack, at: float, change: Change) -> None:
        assert self.match is not None
        self.match.back_to(fact.rounds)
        self.unkept.undo(self.version, fact.rounds)
        self.decided = [decided for decided in self.decided if decided.moment < fact.rounds]
        self.before_last = None
        if fact.agreed:
            self.seats[fact.seat].orders = ()  # otherwise they would answer again what was taken back
        self._drop_undo_request(change)
        change.took_back = fact.seat
        self._ask(at, change)

    def _answer_undo(self, fact: facts.UndoAnswered, change: Change) -> None:
        if self.undo_asked is None:
            return
        if fact.granted:
            self.undo_asked = self.undo_asked._replace(granted=self.undo_asked.granted | {fact.seat})
            change.waiting = True
            return
        if fact.seat != self.undo_asked.seat:
            self.undo_declined.add(self.undo_asked.seat)
            change.own.add(self.undo_asked.seat)
        self._drop_undo_request(change)

    def _drop_undo_request(self, change: Change) -> None:
        if self.undo_asked is not None:
            self.undo_asked = None
            change.waiting = True

    def _open(self, fact: facts.Opened, at: float) -> None:
        """Set up the table; raise `BadRecord` if the rules or the edition have changed since it was opened."""
        self.settings: Settings = fact.settings
        self.host = fact.host
        self.seed = self.chat.seed = bytes.fromhex(fact.seed)
        self.invitation = fact.invitation
        self.origin = fact.origin
        self.position = fact.position
        self.holds_windows = fact.holds_windows
        self.opened_at = at
        self.game = self.find_game(fact.settings.game, fact.settings.edition)
        self.secrets = self.game.has_secrets(self.game.read_options(fact.settings.options))
        rules, edition_hash = self.plan.played_by(fact)
        if rules != self.game.rules:
            raise BadRecord("record.other_rules", line=1, have=rules, want=self.game.rules)
        if edition_hash != self.game.edition.hash:
            raise BadRecord("record.other_edition", line=1, have=fact.settings.edition, want=self.game.edition.name)
        reserve = fact.settings.clock.reserve if fact.settings.clock is not None else 0.0
        self.seats = [SeatState(reserve=reserve) for _ in fact.settings.places]
        for i, place in enumerate(fact.settings.places):
            self.seats[i].bot = place.bot if place.kind == "bot" else ""
            if place.kind == "host":
                name = place.name or self.default_name(fact.host)
                self.seats[i].person = msgspec.structs.replace(fact.host, name=name)

    def _begin_if_full(self, at: float, change: Change) -> None:
        """Begin the game once every seat is taken; an imported game that is over needs no players."""
        is_over = self.origin is not None and self.origin.over
        if self.begun or not (is_over or all(seat.taken for seat in self.seats)):
            return
        self.begun = True
        if self.version <= self.plan.since:
            return

        def reach(match: Match) -> None:
            events = match.journal.take()
            change.events += events
            self._reach(match, events)

        self.match = start_match(self.game, self._header(self.seed, self.position), self.origin, reach)
        reach(self.match)
        self._ask(at, change)
        self._go_on(at, change)

    def _header(self, seed: bytes, position: Position | None) -> Header:
        return new_header(
            self.game,
            len(self.seats),
            self.game.read_options(self.settings.options),
            seed,
            names=[seat.person.name if seat.person is not None else "" for seat in self.seats],
            bots=[seat.bot for seat in self.seats],
            position=position,
        )

    def _start_from_kept(self, at: float, change: Change) -> None:
        """Go on from the position that an upgrade took over; without one, the table is closed."""
        start = self.plan.start
        assert start is not None
        self.begun = True
        if start.position is None:
            self.closed = "upgrade"
            change.seats = True
            return
        self.match = Match(self.game, self._header_after(start))
        for seat_state, reserve in zip(self.seats, start.reserves, strict=False):
            seat_state.reserve = reserve
        self._ask(at, change)
        change.ended = self.match.over

    def headers_before_upgrades(self) -> list[Header]:
        """Return, for every upgrade that did not adopt the game, the header of the game before it."""
        headers = []
        header = header_of(self._header(self.seed, self.position), self.origin)
        for start in self.plan.starts:
            headers.append(msgspec.structs.replace(header, rules=start.rules_before, edition_hash=start.edition_before))
            header = self._header_after(start)
        return headers

    def _header_after(self, start: facts.Upgraded) -> Header:
        header = self._header(seed_after_upgrade(self.seed, start.rules, start.moment), start.position)
        return msgspec.structs.replace(header, earlier=start.moment)

    def _upgrade(self, fact: facts.Upgraded, change: Change) -> None:
        """Say that the table goes on with other rules; raise `BadRecord` if they are not those of this node."""
        if self.version not in self.plan.versions:
            raise BadRecord("record.other_rules", line=1, have=fact.rules, want=self.game.rules)
        change.seats = True

    def _reach(self, match: Match, events: list[Event]) -> None:
        """Remember this moment, so that it can be kept."""
        if self.version > self.unkept.until:
            last = match.rounds[-1] if match.rounds else None
            reserves = tuple(seat.reserve for seat in self.seats) if self.settings.clock is not None else ()
            self.unkept.add(Reached(self.version, match.moment, match.state.copy(), tuple(events), last, reserves))
        else:
            self.unkept.pass_over(match.moment)

    def _seal(self, seat: int, code: int, at: float, change: Change) -> None:
        """Keep an answer secret until all are in."""
        if self.checks and self.match is not None and code not in self.match.state.options(seat):
            raise BadRecord("record.illegal", line=self.version, seat=seat + 1, answer=str(code))
        self.pending[seat] = code
        self.answered_at[seat] = at
        change.own.add(seat)
        change.waiting = change.waiting or not self.window

    def _go_on(self, at: float, change: Change, *, closed: bool = False) -> None:
        """Play rounds while all answers are in; standing orders may answer the next question at once.

        A window is played when it was `closed`, or when its last answer came after the time for which it is held.
        """
        match = self.match
        assert match is not None
        while not match.over and not self.owes() and (closed or not self.window or at >= self.window_held_until()):
            closed = False
            self._stop_clocks()
            if not self.window:
                self.loop_guard.count(match.state.asked(), len(self.seats))
            asked = match.state.asked()
            self.before_last = match.state.copy() if len(asked) == 1 else None
            self.decided.append(Decided(match.moment, self.window, frozenset(self.given)))
            match.play([self.pending[seat] for seat in asked])
            events = match.journal.take()
            change.events += events
            self._reach(match, events)
            self._ask(at, change)
        if match.over:
            self._drop_undo_request(change)
        change.ended = change.board and match.over

    def _stop_clocks(self) -> None:
        """Charge time beyond that for one answer to the reserves; windows cost nothing."""
        clock = self.settings.clock
        if clock is not None and not self.window:
            for seat, at in self.answered_at.items():
                seat_state = self.seats[seat]
                seat_state.reserve = clocks.reserve_after(
                    self.asked_at, at, clock, seat_state.reserve, seat_state.sleep
                )

    def _ask(self, at: float, change: Change) -> None:
        """Ask the next question."""
        change.board = True
        self.pending = {}
        self.given = set()
        self.free_undos = {}
        self.answered_at = {}
        self.loop_guard.by_person = False
        self.asked_at = at
        self.asked_version = self.version
        question = self.question()
        self.window = question is not None and is_window(question)
        for seat in self.asked():
            self._follow_orders(seat, change)

    def _follow_orders(self, seat: int, change: Change) -> None:
        seat_state = self.seats[seat]
        if not seat_state.orders or seat not in self.asked() or seat in self.pending:
            return
        assert self.match is not None
        question = self.match.state.question(seat)
        if lets_pass(seat_state.orders, question):
            self.pending[seat] = self.match.state.options(seat)[0]
        else:
            seat_state.orders = after_being_asked(seat_state.orders, question)
            change.own.add(seat)
