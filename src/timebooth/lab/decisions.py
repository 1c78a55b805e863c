"""The real choices of a game as each seat saw them, as data for learners."""

from __future__ import annotations

import msgspec

from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadRecord
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match, replay
from timebooth.kernel.outcome import UNFINISHED, Outcome
from timebooth.kernel.record import Record
from timebooth.kernel.state import State
from timebooth.lab.simulate import NeverEnded, Plan, bot_rngs
from timebooth.registry import find_game


class DecisionRow(msgspec.Struct, frozen=True):
    """The view, the question, the options and the answer of one decision."""

    seat: int
    view: bytes
    question: bytes
    options: tuple[int, ...]
    answer: int


class PlayedGame(msgspec.Struct, frozen=True):
    """All decisions of a finished game, and its outcome."""

    source: str
    seats: int
    bots: tuple[str, ...]
    decisions: tuple[DecisionRow, ...]
    outcome: Outcome


def decision_row(state: State, seat: int, options: list[int], answer: int) -> DecisionRow:
    """Return a decision, made only from what the seat may see."""
    view, question = msgspec.json.encode(state.view(seat)), msgspec.json.encode(state.question(seat))
    return DecisionRow(seat, view, question, tuple(options), answer)


def play_games(batch: tuple[Plan, int, int]) -> list[PlayedGame]:
    """Play the games of a plan from one number up to another (exclusive)."""
    plan, first, end = batch
    game = find_game(plan.game, plan.edition)
    return [_play_game(game, plan, index) for index in range(first, end)]


def _play_game(game: Game, plan: Plan, index: int) -> PlayedGame:
    seed = plan.seed_of(index)
    rng = FastRng(seed)
    rngs = bot_rngs(plan, index)
    bots = [make_bot(name) for name in plan.bots]
    state = game.start(plan.seats, game.read_options(plan.options), rng)
    found: list[DecisionRow] = []
    while asked := state.asked():
        answers: list[int] = []
        for seat in asked:
            options = state.options(seat)
            answer = options[0]
            if len(options) > 1:
                answer = bots[seat].choose(Decision(game, state, seat), rngs[seat])
                found.append(decision_row(state, seat, options, answer))
            answers.append(answer)
        state.play(answers, rng)
    outcome = state.outcome()
    assert outcome is not None
    if outcome.ending == UNFINISHED:
        raise NeverEnded("simulation.never_ended", seed=str(seed), limit=len(found))
    return PlayedGame(f"seed {seed}", plan.seats, plan.bots, tuple(found), outcome)


def read_game(game: Game, record: Record, source: str) -> PlayedGame:
    """Return the decisions of a record; the game must be finished."""
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
                found.append(decision_row(state, seat, options, game.answers.read(next(given).answer)))
    bots = record.header.bots or ("",) * record.header.seats
    return PlayedGame(source, record.header.seats, tuple(bots), tuple(found), outcome)
