"""A game being played, and the replay of a record."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from timebooth.kernel.chance import SEED_BYTES, Rng, commitment
from timebooth.kernel.errors import BadRecord, Refused
from timebooth.kernel.game import Game, GameOptions
from timebooth.kernel.journal import Journal
from timebooth.kernel.position import Position, unpack
from timebooth.kernel.record import FORMAT, End, Given, Header, Record, check_commitment, make_rng
from timebooth.kernel.state import State


class Round(NamedTuple):
    """Answers that were given together."""

    asked: tuple[int, ...]
    codes: tuple[int, ...]
    chose: tuple[bool, ...]
    """For each asked seat, whether it had a choice."""
    chance: bool
    """Whether chance was used."""


class Match:
    """A game being played: its state, chance and journal, and the rounds from which its record is made.

    It keeps the codes of the answers only, so that many matches can be held in memory.
    """

    def __init__(self, game: Game, header: Header, *, journal: bool = True) -> None:
        """Start the game; without `journal`, which is faster, no events are recorded."""
        self.game = game
        self.header = header
        self.rounds: list[Round] = []
        """The rounds since the deal, or since the position that the match begins with."""
        self.first_moment = header.earlier
        """Later than 0 if the match goes on from a moment of another one: earlier rounds cannot be undone."""
        self.journal = Journal()
        self._journal = self.journal if journal else None
        self.rng = make_rng(header.chance, header.seed or "")
        self.state: State = begin(game, header, self.rng, self._journal)

    @classmethod
    def new(
        cls,
        game: Game,
        seats: int,
        options: GameOptions | None = None,
        *,
        seed: bytes | int | None = None,
        names: Sequence[str] = (),
        bots: Sequence[str] = (),
        journal: bool = True,
    ) -> Match:
        """Start a game with a `KeyedRng` for a seed of 32 bytes (random by default), or a `FastRng` for a number."""
        if seed is None:
            seed = secrets.token_bytes(SEED_BYTES)
        return cls(game, new_header(game, seats, options, seed, names=names, bots=bots), journal=journal)

    @property
    def moment(self) -> int:
        """How many rounds were played, including those before the position that the match begins with."""
        return self.header.earlier + len(self.rounds)

    @property
    def choices(self) -> int:
        """How many answers were given that were not forced: as many as the record has."""
        return sum(sum(each.chose) for each in self.rounds)

    @property
    def over(self) -> bool:
        return self.state.asking == 0

    @property
    def record(self) -> Record:
        """The record so far, with its seed; made anew each time."""
        outcome = self.state.outcome()
        return Record(self.header, self.given(), None if outcome is None else End(outcome))

    def given(self, moment: int = 0) -> list[Given]:
        """Return the answers since a moment as a record has them: without forced ones."""
        names = self.game.answers.names
        return [
            Given(seat, names(code))
            for each in self.rounds[max(moment - self.header.earlier, 0) :]
            for seat, code, chose in zip(each.asked, each.codes, each.chose, strict=True)
            if chose
        ]

    def __repr__(self) -> str:
        how = f"over: {self.state.outcome()}" if self.over else f"asked: {self.state.asked()}"
        return f"<Match of {self.game.key}, {self.header.seats} seats, round {self.moment}, {how}>"

    def play(self, codes: Sequence[int], chose: tuple[bool, ...] | None = None) -> None:
        """Answer for all asked seats; `chose`, if it is already known, says which of them have a choice."""
        asked = self.state.asked()
        if chose is None:
            chose = tuple([len(self.state.options(seat)) > 1 for seat in asked])
        self.rng = self._rng_at(self.moment, self.rng)
        before = self.rng.drawn()
        self.state.play(codes, self.rng, self._journal)
        self.rounds.append(Round(asked, tuple(codes), chose, self.rng.drawn() != before))

    def back_to(self, moment: int) -> None:
        """Undo the rounds since a moment; the journal is not rewound."""
        self.state, self.rng = self._replayed(moment)
        del self.rounds[moment - self.header.earlier :]

    def at(self, moment: int) -> State:
        """Return the state as it was at a moment."""
        return self._replayed(moment)[0]

    def _replayed(self, moment: int) -> tuple[State, Rng]:
        rng = make_rng(self.header.chance, self.header.seed or "")
        state = begin(self.game, self.header, rng, None)
        earlier = self.header.earlier
        for number, each in enumerate(self.rounds[: moment - earlier], start=earlier):
            rng = self._rng_at(number, rng)
            state.play(each.codes, rng)
        return state, rng

    def _rng_at(self, moment: int, rng: Rng) -> Rng:
        """Return the chance of the round at a moment: that of the round before, unless a fork begins here."""
        for fork in self.header.forks:
            if fork.after == moment:
                rng = make_rng("keyed", fork.seed or "")
        return rng


def new_header(
    game: Game,
    seats: int,
    options: GameOptions | None,
    seed: bytes | int,
    *,
    names: Sequence[str] = (),
    bots: Sequence[str] = (),
    position: Position | None = None,
) -> Header:
    """Return the header of a new game; with a number as seed its chance is fast, otherwise keyed."""
    fast = isinstance(seed, int)
    return Header(
        timebooth=FORMAT,
        game=game.key,
        rules=game.rules,
        edition=game.edition.name,
        edition_hash=game.edition.hash,
        seats=seats,
        options=msgspec.to_builtins(options or game.options()),
        chance="fast" if fast else "keyed",
        seed=str(seed) if isinstance(seed, int) else seed.hex(),
        commitment=None if isinstance(seed, int) else commitment(seed),
        names=tuple(names),
        bots=tuple(bots),
        position=position,
    )


def begin(game: Game, header: Header, rng: Rng, journal: Journal | None) -> State:
    """Deal, or unpack the position that the game begins with."""
    options = game.read_options(header.options)
    if header.position is None:
        return game.start(header.seats, options, rng, journal)
    return unpack(game, header.seats, options, header.position)


class Replay:
    """Replays a record round by round: the whole record, or its first answers or rounds."""

    def __init__(
        self,
        game: Game,
        record: Record,
        until: int | None = None,
        rounds: int | None = None,
        mend: bool = False,
    ) -> None:
        """With `mend`, a record that was cut inside a round ends before it."""
        header = record.header
        if header.game != game.key:
            raise BadRecord("record.other_game", line=1, have=header.game, want=game.key)
        if header.rules != game.rules:
            raise BadRecord("record.other_rules", line=1, have=header.rules, want=game.rules)
        if header.edition_hash != game.edition.hash:
            raise BadRecord("record.other_edition", line=1, have=header.edition, want=game.edition.name)
        self.match = Match(game, msgspec.structs.replace(header, seed=record.seed()))
        self._record = record
        self._whole = until is None and rounds is None
        self._mend = mend
        self._rounds = rounds
        self._at = 0
        self._last = len(record.given) if until is None else min(until, len(record.given))

    def more(self) -> bool:
        """Return whether there may be another round to play."""
        return not self.match.over and self.match.moment != self._rounds

    def step(self) -> bool:
        """Play the next round; return False if no answer is left for it."""
        match, given = self.match, self._record.given
        offered = [(seat, match.state.options(seat)) for seat in match.state.asked()]
        chose = tuple([len(options) > 1 for _, options in offered])
        if self._at >= self._last and any(chose):
            return False
        if self._mend and self._at + sum(chose) > len(given) > self._at:
            self._whole = False
            return False
        answers: list[int] = []
        for seat, options in offered:
            if len(options) == 1:
                answers.append(options[0])
                continue
            if self._at >= len(given):
                raise BadRecord("record.cut_off", line=self._at + 1)
            answers.append(_code(match, given[self._at], seat, options, self._at + 2))
            self._at += 1
        match.play(answers, chose)
        return True

    def finish(self) -> Match:
        """Return the match; if the whole record was replayed, check its outcome."""
        if self._whole:
            _check_end(self.match, self._record, self._at)
        return self.match


def replay(
    game: Game,
    record: Record,
    until: int | None = None,
    each: Callable[[Match], None] | None = None,
    rounds: int | None = None,
    mend: bool = False,
) -> Match:
    """Replay a record, the whole of it or its first answers or rounds; `each` is called before every round.

    With `mend`, a record that was cut inside a round ends before it.
    """
    again = Replay(game, record, until, rounds, mend)
    while again.more():
        if each is not None:
            each(again.match)
        if not again.step():
            break
    return again.finish()


def positions(game: Game, record: Record) -> Iterator[State]:
    """Replay a record; yield a copy of the state after the deal and after each round."""
    again = Replay(game, record)
    yield again.match.state.copy()
    while again.more() and again.step():
        yield again.match.state.copy()
    again.finish()


def _code(match: Match, given: Given, seat: int, options: list[int], line: int) -> int:
    if given.seat != seat:
        raise BadRecord("record.other_seat", line=line, have=given.seat + 1, want=seat + 1)
    try:
        code = match.game.answers.read(given.answer)
    except Refused as problem:
        reason = ", ".join(map(str, problem.args_by_name.values()))
        raise BadRecord("record.no_such_answer", line=line, reason=reason) from None
    if code not in options:
        answer = msgspec.json.encode(given.answer).decode()
        raise BadRecord("record.illegal", line=line, seat=seat + 1, answer=answer)
    return code


def _check_end(match: Match, record: Record, at: int) -> None:
    if at < len(record.given):
        raise BadRecord("record.after_the_end", line=at + 2)
    outcome = match.state.outcome()
    if record.end is not None and record.end.outcome != outcome:
        said, found = (msgspec.json.encode(one).decode() for one in (record.end.outcome, outcome))
        raise BadRecord("record.outcome_differs", line=len(record.given) + 2, said=said, found=found)


def verify(game: Game, record: Record) -> Match:
    """Check a record: the seed against its commitment, every answer and the outcome against the rules."""
    check_commitment(record)
    return replay(game, record)
