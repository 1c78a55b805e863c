"""A game being played: the state, its chance, its journal, and the record that all of it can be rebuilt from."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

import msgspec

from timebooth.kernel.carrying import unpack
from timebooth.kernel.chance import SEED_BYTES, Rng, commitment
from timebooth.kernel.errors import BadRecord, Refused
from timebooth.kernel.game import Game, GameOptions
from timebooth.kernel.journal import Journal
from timebooth.kernel.record import FORMAT, End, Generator, Given, Header, Record, check_commitment, dice
from timebooth.kernel.state import State


class Match:
    """Answers go in, the record grows. `journal` off in simulations."""

    def __init__(self, game: Game, record: Record, *, journal: bool = True) -> None:
        self.game = game
        self.record = record
        self.rng = record.dice()
        self.rounds = 0
        self.journal = Journal() if journal else None
        self.state: State = begin(game, record.header, self.rng, self.journal)

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
        """Start a game: with 32 bytes of seed keyed (none given: unpredictable), with a number fast."""
        if seed is None:
            seed = secrets.token_bytes(SEED_BYTES)
        chance: Generator = "fast" if isinstance(seed, int) else "keyed"
        header = Header(
            timebooth=FORMAT,
            game=game.key,
            rules=game.rules,
            edition=game.edition.name,
            edition_hash=game.edition.hash,
            seats=seats,
            options=msgspec.to_builtins(options or game.options()),
            chance=chance,
            seed=str(seed) if isinstance(seed, int) else seed.hex(),
            commitment=None if isinstance(seed, int) else commitment(seed),
            names=tuple(names),
            bots=tuple(bots),
        )
        return cls(game, Record(header, []), journal=journal)

    @property
    def over(self) -> bool:
        return self.state.asking == 0

    def play(self, answers: Sequence[int]) -> list[Given]:
        """Answer for all asked seats; returns what the record gained, the end of the game not counted."""
        asked = self.state.asked()
        chose = choosing(self.state)
        for fork in self.record.header.forks:
            if fork.after == self.rounds:
                self.rng = dice("keyed", fork.seed or "")
        self.state.play(answers, self.rng, self.journal)
        self.rounds += 1
        gained = given(self.game, asked, answers, chose)
        self.record.given += gained
        outcome = self.state.outcome()
        if outcome is not None:
            self.record.end = End(outcome)
        return gained


def begin(game: Game, header: Header, rng: Rng, journal: Journal | None) -> State:
    """Deal, or take up the position that the game begins with."""
    options = game.read_options(header.options)
    if header.position is None:
        return game.start(header.seats, options, rng, journal)
    return unpack(game, header.seats, options, header.position)


def choosing(state: State) -> tuple[bool, ...]:
    """Which of the asked seats have a choice."""
    return tuple([len(state.options(seat)) > 1 for seat in state.asked()])


def given(game: Game, asked: Sequence[int], answers: Sequence[int], chose: Sequence[bool]) -> list[Given]:
    """A round as a record tells it: without what was forced."""
    names = game.answers.names
    return [Given(seat, names(code)) for seat, code, real in zip(asked, answers, chose, strict=True) if real]


class Replay:
    """A record that is played again round by round, all of it, or its first answers or rounds."""

    def __init__(self, game: Game, record: Record, until: int | None = None, rounds: int | None = None) -> None:
        header = record.header
        if header.game != game.key:
            raise BadRecord("record.other_game", line=1, have=header.game, want=game.key)
        if header.rules != game.rules:
            raise BadRecord("record.other_rules", line=1, have=header.rules, want=game.rules)
        if header.edition_hash != game.edition.hash:
            raise BadRecord("record.other_edition", line=1, have=header.edition, want=game.edition.name)
        self.match = Match(game, Record(msgspec.structs.replace(header, seed=record.seed()), []))
        self._record = record
        self._whole = until is None and rounds is None
        self._rounds = rounds
        self._at = 0
        self._last = len(record.given) if until is None else min(until, len(record.given))

    def more(self) -> bool:
        """Return whether there may be another round to play."""
        return not self.match.over and self.match.rounds != self._rounds

    def step(self) -> bool:
        """Play the next round; return False if no answer is left for it."""
        match, given = self.match, self._record.given
        if self._at >= self._last and any(choosing(match.state)):
            return False
        answers: list[int] = []
        for seat in match.state.asked():
            options = match.state.options(seat)
            if len(options) == 1:
                answers.append(options[0])
                continue
            if self._at >= len(given):
                raise BadRecord("record.cut_off", line=self._at + 1)
            answers.append(_code(match, given[self._at], seat, options, self._at + 2))
            self._at += 1
        match.play(answers)
        return True

    def finish(self) -> Match:
        """Return the match; a whole record must have ended as it says."""
        if self._whole:
            _check_end(self.match, self._record, self._at)
        return self.match


def replay(
    game: Game,
    record: Record,
    until: int | None = None,
    each: Callable[[Match], None] | None = None,
    rounds: int | None = None,
) -> Match:
    """Play a record again, all of it, or its first answers or rounds; `each` is called before every round."""
    again = Replay(game, record, until, rounds)
    while again.more():
        if each is not None:
            each(again.match)
        if not again.step():
            break
    return again.finish()


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
    """Prove a record: the seed against its commitment, every answer and the outcome against the rules."""
    check_commitment(record)
    return replay(game, record)
