"""The contract that every game must keep, checked at the decisions of random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.errors import Refused
from timebooth.kernel.fields import EVERYBODY, OWNER
from timebooth.kernel.game import Game
from timebooth.kernel.match import Match, replay
from timebooth.kernel.playout import playout
from timebooth.kernel.position import pack
from timebooth.kernel.record import read_record
from timebooth.kernel.state import State

MAX_ROUNDS = 20_000  # after which a random game counts as endless


def random_answers(state: State, rng: Rng) -> list[int]:
    """Return a random option for every asked seat."""
    lists = [state.options(seat) for seat in state.asked()]
    return [options[rng.below(len(options))] for options in lists]


def random_match(game: Game, seats: int, seed: int) -> Match:
    """Play a whole game at random."""
    match = Match.new(game, seats, seed=seed)
    rng = FastRng(seed + 1)
    for _ in range(MAX_ROUNDS):
        if match.over:
            return match
        match.play(random_answers(match.state, rng))
    raise AssertionError(f"{game.key} with {seats} seats and seed {seed} does not end")


def decisions(game: Game, seats: int, seed: int, most: int = 60, every: int = 20) -> Iterator[State]:
    """Yield states of a random game: the first decisions of every kind, one in `every` of the others, and the end."""
    chance = FastRng(seed)
    rng = FastRng(seed + 1)
    state = game.start(seats, None, chance)
    met: Counter[str] = Counter()
    shown = 0
    while state.asked():
        prompt = state.question(state.asked()[0]).prompt
        met[prompt] += 1
        if shown < most and (met[prompt] <= 2 or rng.below(every) == 0):
            shown += 1
            yield state
        state.play(random_answers(state, rng), chance)
    yield state


def seen_by(state: State, seat: int | None) -> bytes:
    """Return everything that a seat is shown, as bytes."""
    view = msgspec.json.encode(state.view(seat))
    if seat is None or seat not in state.asked():
        return view
    return view + msgspec.json.encode([state.question(seat), state.options(seat)])


def known_to(state: State, seat: int) -> dict[str, object]:
    """Return the fields that a seat may know by their declaration; of those for owners only, its own entry."""
    position = pack(state)
    found = {field.name: position.get(field.name) for field in state.fields() if field.known is EVERYBODY}
    for field in state.fields():
        if field.known is OWNER:
            each = position[field.name]
            assert isinstance(each, list)
            found[field.name] = each[seat]
    return found


def check_a_random_game(game: Game, seats: int, seed: int) -> None:
    """Check that a random game ends, and that its record can be saved, loaded and replayed to the same journal."""
    match = random_match(game, seats, seed)
    outcome = match.state.outcome()
    assert outcome is not None
    assert outcome.ending in game.endings
    assert set(outcome.winners) <= set(range(seats))
    assert {type(event) for event in match.journal} <= set(game.events)
    text = match.record.lines()
    record = read_record(text)
    assert record.lines() == text
    again = replay(game, record)
    assert again.journal.lines() == match.journal.lines()
    assert again.state.numbers() == match.state.numbers()


def check_options(game: Game, state: State) -> None:
    """Check that every asked seat has options, ascending and in the catalogue, and that nobody else has any."""
    for seat in range(state.seats):
        options = state.options(seat)
        assert bool(options) == (seat in state.asked())
        assert options == sorted(set(options))
        assert all(0 <= code < len(game.answers) for code in options)
        for code in options:
            assert game.answers.read(game.answers.names(code)) == code


def check_picks(state: State, seed: int) -> None:
    """Check that `Step.pick` chooses what listing the options and picking one would have chosen."""
    for seat in state.asked():
        listed = Codes()
        state.step.options(state, seat, listed)
        rng = FastRng(seed)
        wanted = listed.at(rng.below(listed.size) if listed.size > 1 else 0)
        same = FastRng(seed)
        answers = Codes()
        chose = state.step.pick(state, seat, same, Codes(), answers)
        assert (answers.size, answers.at(0), chose) == (1, wanted, listed.size > 1)
        assert same.below(1000) == rng.below(1000)


def check_allowed(game: Game, state: State) -> None:
    """Check that `Step.allows` agrees with the options, for every code and for some that do not exist."""
    listed = Codes()
    for seat in state.asked():
        options = set(state.options(seat))
        allowed = {code for code in range(-2, len(game.answers) + 2) if state.step.allows(state, seat, code, listed)}
        assert allowed == options


def check_refusals(game: Game, state: State, rng: Rng) -> None:
    """Check that illegal answers, too few and too many are refused and change nothing."""
    before = state.numbers()
    legal = random_answers(state, rng)
    for i, seat in enumerate(state.asked()):
        options = set(state.options(seat))
        for code in (-1, len(game.answers), *(rng.below(len(game.answers)) for _ in range(5))):
            if code not in options:
                with pytest.raises(Refused):
                    state.play([*legal[:i], code, *legal[i + 1 :]], rng)
    for wrong in (legal[1:], [*legal, 0]):
        with pytest.raises(Refused):
            state.play(wrong, rng)
    assert state.numbers() == before


def check_copy(state: State, seed: int) -> None:
    """Check that a copy is equal and shares nothing with its original."""
    before = state.numbers()
    copy = state.copy()
    assert copy.numbers() == before
    playout(copy, FastRng(seed), 200)
    assert state.numbers() == before
    copy = state.copy()
    original = state.copy()
    playout(original, FastRng(seed), 200)
    assert copy.numbers() == before


def check_nothing_leaks(game: Game, state: State, seed: int) -> None:
    """Check that resampling does not change what a seat sees, byte for byte.

    And that the result depends only on what the seat knows and on the rng, not on the true state.
    """
    held = game.components(state)
    public = seen_by(state, None)
    for seat in range(state.seats):
        before = seen_by(state, seat)
        worlds = [state.copy() for _ in range(3)]
        for i, world in enumerate(worlds):
            world.resample(seat, FastRng(seed + i))
            assert seen_by(world, seat) == before
            assert seen_by(world, None) == public
            assert world.asked() == state.asked()
            assert game.components(world) == held
            assert known_to(world, seat) == known_to(state, seat)
            check_options(game, world)
        for world in worlds:
            world.resample(seat, FastRng(seed))
        assert worlds[0].numbers() == worlds[1].numbers() == worlds[2].numbers()


def check_a_resampled_state_plays_on(game: Game, state: State, seed: int) -> None:
    """Check that a sampled world can be played to its end and keeps all components."""
    for seat in range(state.seats):
        world = state.sample_world(seat, FastRng(seed))
        held = game.components(world)
        playout(world, FastRng(seed))
        assert world.outcome() is not None
        assert game.components(world) == held
