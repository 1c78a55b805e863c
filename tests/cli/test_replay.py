"""`replay` and `verify`, on valid and on damaged records."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import GAME, finished_match, record_lines, timebooth, write
from timebooth.kernel.chance import FastRng, commitment
from timebooth.kernel.match import Match
from timebooth.kernel.position import pack
from timebooth.registry import find_game


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return write(tmp_path / "game.jsonl", record_lines())


def changed(line: str, **fields: object) -> str:
    return json.dumps({**json.loads(line), **fields}) + "\n"


# Replay


def test_a_finished_game_is_replayed_with_all_cards_open(record: Path) -> None:
    said = timebooth("replay", record)

    assert said.code == 0
    journal = finished_match().journal
    assert len(said.out.splitlines()) == len(journal)
    assert "secret identity" not in said.out


def test_a_game_is_replayed_up_to_an_answer_and_the_table_shown(record: Path) -> None:
    said = timebooth("replay", record, "--at", "10")

    assert said.code == 0
    assert "TimeLine" in said.out
    assert len(said.out) < len(timebooth("replay", record).out)


def test_a_replay_for_a_seat_shows_only_what_it_could_know(record: Path) -> None:
    said = timebooth("replay", record, "--seat", "2", "--at", "20")

    dealt = [line for line in said.out.splitlines() if "is dealt" in line]
    assert [line.startswith("Ben") for line in dealt if "3 cards" not in line] == [True]
    assert "You are" in said.out


def test_an_unfinished_game_is_replayed_as_a_spectator_sees_it(tmp_path: Path) -> None:
    said = timebooth("replay", write(tmp_path / "begun.jsonl", record_lines()[:20]))

    assert said.code == 0
    assert "secret identity" in said.out


def test_a_replay_can_be_in_french(record: Path) -> None:
    assert "pioche" in timebooth("replay", record, "--lang", "fr").out


@pytest.mark.parametrize("seat", ["9", "0", "-1"])
def test_a_seat_that_does_not_exist_is_refused(record: Path, seat: str) -> None:
    said = timebooth("replay", record, "--seat", seat)

    assert said.code == 2
    assert said.err == f"There is no player {seat}: this game has players 1 to 3.\n"


def test_an_answer_past_the_last_is_refused(record: Path) -> None:
    said = timebooth("replay", record, "--at", "9999999")

    assert said.code == 2
    assert said.err.startswith("There is no answer 9,999,999")


# Verify


def test_a_good_record_is_confirmed_in_one_line(record: Path) -> None:
    said = timebooth("verify", record)

    assert said.code == 0
    assert said.out.startswith("Verified: the seed is the one that was promised")
    assert said.out.count("\n") == 1


def test_an_unfinished_record_is_valid_so_far(tmp_path: Path) -> None:
    said = timebooth("verify", write(tmp_path / "begun.jsonl", record_lines()[:20]))

    assert said.code == 0
    assert "not over yet" in said.out


def test_a_seed_that_breaks_its_commitment_is_invalid(tmp_path: Path) -> None:
    lines = record_lines()
    lines[0] = changed(lines[0], commitment="0" * 64)

    said = timebooth("verify", write(tmp_path / "other.jsonl", lines))

    assert said.code == 1
    assert "promised" in said.err


def test_an_illegal_answer_is_invalid_and_its_line_is_named(tmp_path: Path) -> None:
    lines = record_lines()
    lines[7] = changed(lines[7], answer={"type": "keep_identity"})

    said = timebooth("verify", write(tmp_path / "illegal.jsonl", lines))

    assert said.code == 1
    assert "Line 8" in said.err


def test_another_outcome_is_invalid(tmp_path: Path) -> None:
    lines = record_lines()
    end = json.loads(lines[-1])
    winner = end["outcome"]["winners"][0]
    lines[-1] = changed(lines[-1], outcome={**end["outcome"], "winners": [(winner + 1) % 3]})

    assert timebooth("verify", write(tmp_path / "lie.jsonl", lines)).code == 1


def damaged(kind: str) -> list[str]:
    lines = record_lines()
    match kind:
        case "cut":
            return ["".join(lines)[: len("".join(lines)) // 2]]
        case "json":
            return [*lines[:5], "{oh no\n", *lines[5:]]
        case "rules":
            return [changed(lines[0], rules=999), *lines[1:]]
        case "edition":
            return [changed(lines[0], edition_hash="0" * 32), *lines[1:]]
        case "unknown edition":
            return [changed(lines[0], edition="deluxe"), *lines[1:]]
        case "game":
            return [changed(lines[0], game="monopoly"), *lines[1:]]
        case "format":
            return [changed(lines[0], timebooth=99), *lines[1:]]
        case "seats":
            return [changed(lines[0], seats=9), *lines[1:]]
        case "empty":
            return []
        case _:
            raise AssertionError(kind)


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize(
    "kind", ["cut", "json", "rules", "edition", "unknown edition", "game", "format", "seats", "empty"]
)
def test_a_file_that_is_not_a_record_is_refused_with_one_sentence(tmp_path: Path, command: str, kind: str) -> None:
    said = timebooth(command, write(tmp_path / "bad.jsonl", damaged(kind)))

    assert said.code == 2
    assert said.err.count("\n") == 1
    assert not said.err.startswith("error.")


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_missing_file_is_refused(tmp_path: Path, command: str) -> None:
    said = timebooth(command, tmp_path / "nowhere.jsonl")

    assert said.code == 2
    assert "nowhere.jsonl" in said.err


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture.jsonl"
    path.write_bytes(b"\xff\xfe\x00\x9f")

    assert timebooth("verify", path).code == 2


def test_an_illegal_answer_stops_a_replay(tmp_path: Path) -> None:
    lines = record_lines()
    lines[7] = changed(lines[7], answer={"type": "keep_identity"})

    assert timebooth("replay", write(tmp_path / "illegal.jsonl", lines)).code == 2


# Games that go on from another one.


def forked_at_the_deal() -> list[str]:
    """Return a fork at the start, with another seed."""
    head, *_ = record_lines()
    return [changed(head, forks=[{"after": 0, "commitment": commitment(bytes(32)), "seed": "00" * 32}])]


def sample_world() -> list[str]:
    """Return a game that began from a world sampled for the first player of another one."""
    match = Match.new(find_game(GAME), 3, seed=bytes(32))
    head = match.record.lines()
    return [changed(head, position=pack(match.state.sample_world(0, FastRng(1))))]


@pytest.mark.parametrize(("lines", "said"), [(forked_at_the_deal, "knew the cards"), (sample_world, "redrawn")])
@pytest.mark.parametrize("command", [("verify",), ("replay",), ("analyse", "--worlds", "1")])
def test_a_known_deal_is_reported(
    tmp_path: Path, command: tuple[str, ...], lines: Callable[[], list[str]], said: str
) -> None:
    path = write(tmp_path / "fork.jsonl", lines())

    assert said in timebooth(*command, path).out.replace("\n", " ")
    assert "{" not in timebooth(*command, path, "--lang", "fr").out


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_fresh_deal_is_not_called_known(record: Path, command: str) -> None:
    assert "for this game" not in timebooth(command, record).out
