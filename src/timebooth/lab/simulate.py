"""Plays many games between bots. Every game has its own seed, so any number of processes gives the same result."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from timebooth.bots.bot import Bot, Decision
from timebooth.bots.guarded_bot import GuardedBot
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import TimeboothError
from timebooth.kernel.game import Game, Trait
from timebooth.kernel.journal import Journal
from timebooth.kernel.outcome import UNFINISHED
from timebooth.kernel.playout import playout
from timebooth.kernel.state import State
from timebooth.lab.drive import play_with_journal
from timebooth.lab.jobs import InProcess, Jobs, in_order
from timebooth.lab.pace import Pace
from timebooth.registry import find_game

COUNTED = 100  # random games that are played again with a journal, to count their turns
BATCH_OF_PLAYOUTS = 400  # about 20 ms of the fastest game; smaller batches pay more for inter-process traffic
BATCH_OF_GAMES = 2
TURN = "turn_began"
HERE = InProcess()


class NeverEnded(TimeboothError):
    """A game was not over within the limit, or was ended because it took too many steps."""


class Plan(msgspec.Struct, frozen=True):
    """What to play: a bot by name for every seat."""

    game: str
    edition: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int
    seed: int
    limit: int = sys.maxsize
    """Decisions after which a game is stopped; by default, only `Game.max_steps` ends a game that goes on and on."""
    traits: bool = False
    """For the lab: whether traits are collected from the journal, and the pace of the game is measured."""

    @property
    def seats(self) -> int:
        return len(self.bots)

    def seed_of(self, index: int) -> int:
        """Return the seed of the game with this number."""
        return (self.seed << 32) + index


class Faults(msgspec.Struct, frozen=True):
    """How often a bot of another package failed, and how it did last; it then answered at random."""

    count: int
    problem: str


class Played(msgspec.Struct, frozen=True):
    """One game as the statistics need it; `turns` and the longest of them only if they were counted."""

    index: int
    winners: tuple[int, ...]
    ending: str
    decisions: int
    turns: int | None = None
    figures: dict[str, float] = {}
    """Figures that the game defines."""
    ended: bool = True
    traits: tuple[Trait, ...] = ()
    steps: int = 0
    """How many steps it took of the game's `max_steps`."""
    longest_turn: int | None = None
    """Answers in the longest turn."""
    faults: dict[str, Faults] = {}
    """The bots of other packages that failed, by name."""


def simulate(plan: Plan, jobs: Jobs = HERE) -> Iterator[Played]:
    """Play all games; yield them in the order of their numbers."""
    check(plan)
    size = BATCH_OF_PLAYOUTS if _all_random(plan) else BATCH_OF_GAMES
    batches = [(plan, first, min(first + size, plan.games)) for first in range(0, plan.games, size)]
    for played in in_order(jobs, play_batch, batches):
        yield from _ended(plan, played)


def _ended(plan: Plan, played: list[Played]) -> list[Played]:
    for one in played:
        if not one.ended:
            raise NeverEnded("simulation.never_ended", seed=str(plan.seed_of(one.index)), limit=one.decisions)
    return played


def play_batch(batch: tuple[Plan, int, int]) -> list[Played]:
    """Play the games of a plan from one number up to another (exclusive)."""
    plan, first, end = batch
    game = find_game(plan.game, plan.edition)
    if _all_random(plan):
        return [_playout(game, plan, index) for index in range(first, end)]
    return [_play(game, plan, index) for index in range(first, end)]


def check(plan: Plan) -> None:
    """Raise BadSetup for bad seats, options or bots, before any process is started."""
    game = find_game(plan.game, plan.edition)
    game.start(plan.seats, game.read_options(plan.options), FastRng(0))
    for name in plan.bots:
        make_bot(name)


def _all_random(plan: Plan) -> bool:
    """Return whether the engine can play by itself, without bots and without a journal."""
    return set(plan.bots) == {"random"} and not plan.traits


def bot_rngs(plan: Plan, index: int) -> list[FastRng]:
    """Return a generator for the bot in each seat, so that a bot plays the same whatever the others are."""
    return [FastRng((plan.seed_of(index) << 8) + 1 + seat) for seat in range(plan.seats)]


def _playout(game: Game, plan: Plan, index: int) -> Played:
    options = game.read_options(plan.options)
    rng = FastRng(plan.seed_of(index))
    state = game.start(plan.seats, options, rng)
    decisions = playout(state, rng, plan.limit)
    outcome = state.outcome()
    if outcome is None or outcome.ending == UNFINISHED:
        return _not_ended(game, state, index, decisions)
    turns = None
    if index < COUNTED:
        rng = FastRng(plan.seed_of(index))
        journal = Journal()
        play_with_journal(game.start(plan.seats, options, rng, journal), rng, plan.limit, journal)
        turns = _turns(game, journal)
    figures = game.statistics(state)
    return Played(index, outcome.winners, outcome.ending, decisions, turns, figures, steps=_steps(game, state))


def _play(game: Game, plan: Plan, index: int) -> Played:
    seed = plan.seed_of(index)
    rng = FastRng(seed)
    rngs = bot_rngs(plan, index)
    bots = [make_bot(name) for name in plan.bots]
    journal = Journal()
    state = game.start(plan.seats, game.read_options(plan.options), rng, journal)
    decisions = in_turn = longest_turn = 0
    pace = Pace(game, plan.seats) if plan.traits else None
    while asked := state.asked():
        if decisions >= plan.limit:
            return _not_ended(game, state, index, decisions)
        if pace is not None:
            pace.watch(state)
        answers: list[int] = []
        for seat in asked:
            options = state.options(seat)
            if len(options) > 1:
                decisions += 1
                answers.append(bots[seat].choose(Decision(game, state, seat), rngs[seat]))
            else:
                answers.append(options[0])
        told = len(journal)
        state.play(answers, rng, journal)
        in_turn += len(answers)
        longest_turn = max(longest_turn, in_turn)
        if any(event.__struct_config__.tag == TURN for event in journal.events[told:]):
            in_turn = 0
    outcome = state.outcome()
    assert outcome is not None
    if outcome.ending == UNFINISHED:
        return _not_ended(game, state, index, decisions)
    turns = _turns(game, journal)
    return Played(
        index,
        outcome.winners,
        outcome.ending,
        decisions,
        turns,
        game.statistics(state) | (pace.figures(outcome.winners) if pace is not None else {}),
        traits=tuple(game.traits(journal, plan.seats)) if plan.traits else (),
        steps=_steps(game, state),
        longest_turn=None if turns is None else longest_turn,
        faults=faults_of(bots),
    )


def faults_of(bots: Sequence[Bot]) -> dict[str, Faults]:
    """Return the bots that failed in a game, with how often and why."""
    found: dict[str, Faults] = {}
    for bot in bots:
        if isinstance(bot, GuardedBot) and bot.faults:
            before = found.get(bot.called)
            found[bot.called] = Faults(bot.faults + (before.count if before else 0), bot.problem)
    return found


def all_faults(games: Iterable[Mapping[str, Faults]]) -> dict[str, Faults]:
    """Return the bots that failed in any of these games."""
    found: dict[str, Faults] = {}
    for game in games:
        for name, faults in game.items():
            found[name] = Faults(faults.count + (found[name].count if name in found else 0), faults.problem)
    return found


def _not_ended(game: Game, state: State, index: int, decisions: int) -> Played:
    return Played(index, (), "", decisions, ended=False, steps=_steps(game, state))


def _steps(game: Game, state: State) -> int:
    return game.max_steps - state.steps_left


def _turns(game: Game, journal: Journal) -> int | None:
    if not any(kind.__struct_config__.tag == TURN for kind in game.events):
        return None
    return sum(1 for event in journal if event.__struct_config__.tag == TURN)
