"""The real choices of a game, each as its seat saw it: what a learner can learn from."""

from __future__ import annotations

import msgspec

from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadRecord
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match, replay
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.record import Record
from timebooth.kernel.state import State
from timebooth.lab.simulate import NeverEnded, Plan, minds_of
from timebooth.registry import find_game


class DecisionRow(msgspec.Struct, frozen=True):
    """What a seat saw and was asked, all that it could answer, and what it answered."""

    seat: int
    view: bytes
    question: bytes
    options: tuple[int, ...]
    answer: int


class Story(msgspec.Struct, frozen=True):
    """All decisions of a finished game, and how it ended."""

    source: str
    seats: int
    bots: tuple[str, ...]
    decisions: tuple[DecisionRow, ...]
    outcome: Outcome


def decide(state: State, seat: int, options: list[int], answer: int) -> DecisionRow:
    """A decision from what reaches the seat, and from nothing else."""
    view, question = msgspec.json.encode(state.view(seat)), msgspec.json.encode(state.question(seat))
    return DecisionRow(seat, view, question, tuple(options), answer)


def play_stories(batch: tuple[Plan, int, int]) -> list[Story]:
    """The games from one number up to, not with, another."""
    plan, first, end = batch
    game = find_game(plan.game, plan.edition)
    return [_play_story(game, plan, index) for index in range(first, end)]


def _play_story(game: Game, plan: Plan, index: int) -> Story:
    seed = plan.seed_of(index)
    rng = FastRng(seed)
    minds = minds_of(plan, index)
    bots = [make_bot(name) for name in plan.bots]
    state = game.start(plan.seats, game.read_options(plan.options), rng)
    found: list[DecisionRow] = []
    while asked := state.asked():
        if len(found) >= plan.limit:
            raise NeverEnded("simulation.never_ended", seed=str(seed), limit=plan.limit)
        answers: list[int] = []
        for seat in asked:
            options = state.options(seat)
            answer = options[0]
            if len(options) > 1:
                answer = bots[seat].choose(Decision(game, state, seat), minds[seat])
                found.append(decide(state, seat, options, answer))
            answers.append(answer)
        state.play(answers, rng)
    outcome = state.outcome()
    assert outcome is not None
    return Story(f"seed {seed}", plan.seats, plan.bots, tuple(found), outcome)


def read_story(game: Game, record: Record, source: str) -> Story:
    """The story of a record; only a finished game has one."""
    seen: list[tuple[State, tuple[int, ...]]] = []

    def look(match: Match) -> None:
        seen.append((match.state.copy(), match.state.asked()))

    outcome = replay(game, record, each=look).state.outcome()
    if outcome is None:
        raise BadRecord("dataset.unfinished", file=source)
    given = iter(record.given)
    found: list[DecisionRow] = []
    for state, asked in seen:
        for seat in asked:
            options = state.options(seat)
            if len(options) > 1:
                found.append(decide(state, seat, options, game.answers.read(next(given).answer)))
    bots = record.header.bots or ("",) * record.header.seats
    return Story(source, record.header.seats, tuple(bots), tuple(found), outcome)
