"""The contract that every game must keep, checked at the decisions of random games.

Every check takes a game, a number of seats and a seed; `CONTRACT` lists them for `pytest.mark.parametrize`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.errors import BadSetup, Refused, TimeboothError
from timebooth.kernel.fields import EVERYBODY, OWNER
from timebooth.kernel.game import Game
from timebooth.kernel.match import replay
from timebooth.kernel.playout import playout
from timebooth.kernel.position import pack, unpack
from timebooth.kernel.record import read_record
from timebooth.kernel.state import State
from timebooth.testing.play import decisions, random_answers, random_match


def random_games_end_and_replay(game: Game, seats: int, seed: int) -> None:
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


def options_are_all_that_is_legal(game: Game, seats: int, seed: int) -> None:
    """Check that anything else than an option is refused and changes nothing."""
    for state in decisions(game, seats, seed, most=25):
        check_options(game, state)
        check_picks(state, seed)
        check_allowed(game, state)
        if state.asked():
            check_refusals(game, state, FastRng(seed))


def copies_share_nothing(game: Game, seats: int, seed: int) -> None:
    """Check that a copy is equal and shares nothing with its original."""
    for state in decisions(game, seats, seed, most=15):
        check_copy(state, seed)


def positions_can_be_stored(game: Game, seats: int, seed: int) -> None:
    """Check that a state can be packed and unpacked, and is the same to everybody."""
    for state in decisions(game, seats, seed, most=10):
        again = unpack(game, seats, game.options(), pack(state))
        assert again.numbers() == state.numbers()
        assert all(seen_by(again, seat) == seen_by(state, seat) for seat in range(seats))


def components_are_conserved(game: Game, seats: int, seed: int) -> None:
    """Check that the state always contains the same components."""
    held: dict[str, int] = {}
    for state in decisions(game, seats, seed, most=200):
        held = held or game.components(state)
        assert held, "Game.components must name what is conserved"
        assert game.components(state) == held


def nothing_leaks(game: Game, seats: int, seed: int) -> None:
    """Check that a seat sees nothing that it cannot know, and that `resample` knows no more than the seat."""
    for state in decisions(game, seats, seed, most=30):
        check_nothing_leaks(game, state, seed)


def sampled_worlds_play_on(game: Game, seats: int, seed: int) -> None:
    """Check that a sampled world can be played to its end and keeps all components."""
    for state in decisions(game, seats, seed, most=4):
        for seat in range(state.seats):
            world = state.sample_world(seat, FastRng(seed))
            held = game.components(world)
            playout(world, FastRng(seed))
            assert world.outcome() is not None
            assert game.components(world) == held


def winners_stand_best(game: Game, seats: int, seed: int) -> None:
    """Check that evaluations lie between lost and won, and that exactly the winners have the best one."""
    for state in decisions(game, seats, seed, most=20):
        outcome = state.outcome()
        for seat in range(seats):
            standing = state.evaluate(seat)
            assert 0 <= standing <= state.best_evaluation()
            if outcome is not None:
                assert (standing == state.best_evaluation()) == (seat in outcome.winners)


def other_seat_counts_are_refused(game: Game, _seats: int, _seed: int) -> None:
    """Check that the game cannot be started with too few or too many seats."""
    for seats in (0, game.seats[0] - 1, game.seats[-1] + 1):
        assert refuses(BadSetup, game.start, seats, None, FastRng(1))


def events_declare_who_sees_them(game: Game, _seats: int, _seed: int) -> None:
    """Check that every field of every event is open, or secret to seats that the event names."""
    for event in game.events:
        fields = set(event.__struct_fields__)
        assert set(event.OPEN) | set(event.SECRET) == fields, event
        assert {holder for holders in event.SECRET.values() for holder in holders} <= fields, event


Check = Callable[[Game, int, int], None]

CONTRACT: tuple[Check, ...] = (
    random_games_end_and_replay,
    options_are_all_that_is_legal,
    copies_share_nothing,
    positions_can_be_stored,
    components_are_conserved,
    nothing_leaks,
    sampled_worlds_play_on,
    winners_stand_best,
    other_seat_counts_are_refused,
    events_declare_who_sees_them,
)


def refuses(kind: type[TimeboothError], call: Callable[..., object], *args: object) -> bool:
    """Return whether a call raises this error."""
    try:
        call(*args)
    except kind:
        return True
    return False


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
                answers = [*legal[:i], code, *legal[i + 1 :]]
                assert refuses(Refused, state.play, answers, rng)
    for wrong in (legal[1:], [*legal, 0]):
        assert refuses(Refused, state.play, wrong, rng)
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
