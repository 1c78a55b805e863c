"""Records: written, read, and refused with line and reason when something is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.tiny.fingers import Fingers
from tests.tiny.objection import CLAIM, PASS, Objection, ObjectionState
from timebooth.kernel.chance import FastRng, commitment
from timebooth.kernel.errors import BadRecord
from timebooth.kernel.match import Match, replay, verify
from timebooth.kernel.record import read_record
from timebooth.testing.play import random_match

SEED = bytes(range(32))


def finished() -> list[str]:
    """Return the record of a finished game with a keyed seed, as lines."""
    match = Match.new(Objection(), 3, seed=SEED)
    rng = FastRng(3)
    while not match.over:
        options = [match.state.options(seat) for seat in match.state.asked()]
        match.play([some[rng.below(len(some))] for some in options])
    return match.record.lines().splitlines(keepends=True)


def read_and_verify(lines: list[str]) -> Match:
    return verify(Objection(), read_record("".join(lines)))


def changed(line: str, **fields: object) -> str:
    return json.dumps({**json.loads(line), **fields}) + "\n"


def test_a_finished_game_verifies() -> None:
    match = read_and_verify(finished())

    assert match.state.outcome() is not None


def test_an_answer_is_a_readable_line() -> None:
    lines = finished()

    assert json.loads(lines[1]) == {"seat": 0, "answer": {"type": "claim"}}


def test_forced_answers_are_not_written() -> None:
    match = Match.new(Objection(), 3, seed=1)
    assert isinstance(match.state, ObjectionState)
    match.state.held = [0, 0, 1]
    match.play([CLAIM])

    assert match.state.asked() == (1, 2)
    match.play([PASS, PASS])
    assert [given.seat for given in match.given(match.moment - 1)] == [2]


def test_a_replay_can_stop_at_any_answer() -> None:
    record = random_match(Objection(), 3, 8).record

    for n in range(len(record.given) + 1):
        assert len(replay(Objection(), record, until=n).record.given) >= min(n, len(record.given))


@pytest.mark.parametrize(
    ("damage", "key", "line"),
    [
        (lambda lines: lines[:0], "record.empty", 1),
        (lambda lines: ["not json\n", *lines[1:]], "record.malformed", 1),
        (lambda lines: [*lines[:3], '{"seat":0', *lines[4:]], "record.malformed", 4),
        (lambda lines: [*lines[:3], lines[3][:-1]], "record.cut_off", 4),
        (lambda lines: lines[:3], "record.cut_off", 3),
        (lambda lines: [changed(lines[0], timebooth=99), *lines[1:]], "record.other_format", 1),
        (lambda lines: [changed(lines[0], game="chess"), *lines[1:]], "record.other_game", 1),
        (lambda lines: [changed(lines[0], rules=99), *lines[1:]], "record.other_rules", 1),
        (lambda lines: [changed(lines[0], edition_hash="00"), *lines[1:]], "record.other_edition", 1),
        (lambda lines: [changed(lines[0], seed="11" * 32), *lines[1:]], "record.commitment_differs", 1),
        (lambda lines: [changed(lines[0], seed="xyz"), *lines[1:]], "record.bad_seed", 1),
        (lambda lines: [changed(lines[0], seed=None), *lines[1:]], "record.no_seed", 1),
        (lambda lines: [changed(lines[0], commitment=None), *lines[1:]], "record.no_commitment", 1),
        (lambda lines: [lines[0], changed(lines[1], seat=2), *lines[2:]], "record.other_seat", 2),
        (lambda lines: [lines[0], changed(lines[1], answer={"type": "sing"}), *lines[2:]], "record.no_such_answer", 2),
        (lambda lines: [lines[0], changed(lines[1], answer={"type": "pass"}), *lines[2:]], "record.illegal", 2),
        (lambda lines: [*lines, lines[1]], "record.after_the_end", None),
        (lambda lines: [*lines[:-1], lines[1], lines[-1]], "record.after_the_end", None),
        (
            lambda lines: [*lines[:-1], '{"outcome":{"winners":[],"ending":"claimed"}}\n'],
            "record.outcome_differs",
            None,
        ),
    ],
)
def test_a_damaged_record_is_refused_with_line_and_reason(
    damage: Callable[[list[str]], list[str]], key: str, line: int | None
) -> None:
    lines = damage(finished())

    with pytest.raises(BadRecord) as refusal:
        read_and_verify(lines)

    assert refusal.value.key == key
    said = refusal.value.args_by_name["line"]
    assert said == line if line is not None else said in (len(lines), len(lines) - 1)


def test_a_seed_may_be_kept_back_until_the_game_is_over() -> None:
    lines = finished()
    header = json.loads(lines[0])
    del header["seed"]
    end = changed(lines[-1], seed=SEED.hex())

    match = read_and_verify([json.dumps(header) + "\n", *lines[1:-1], end])

    assert match.record.header.commitment == commitment(SEED)


def test_an_unfinished_game_replays_to_where_it_stopped() -> None:
    lines = finished()[:2]

    match = replay(Objection(), read_record("".join(lines)))

    assert not match.over


def test_a_record_of_a_simulation_needs_no_commitment() -> None:
    match = random_match(Fingers(), 3, 11)

    assert verify(Fingers(), read_record(match.record.lines())).state.numbers() == match.state.numbers()
