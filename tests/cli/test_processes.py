"""The command in its own process: end of input, closed pipes, Ctrl-C, a closed terminal."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, GAME, TIMEOUT, environment, record_lines, timebooth, write


def test_the_end_of_input_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    run = subprocess.run(
        [*COMMAND, "play", GAME, "--bots", "random", "--record", path],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        check=False,
    )

    assert run.returncode == 0
    assert run.stderr == ""
    assert f"--resume {path}" in run.stdout
    assert timebooth("verify", path).code == 0


@pytest.mark.parametrize(
    ("sent", "code"),
    [(signal.SIGINT, 130), (signal.SIGHUP, 129)],
)
def test_a_signal_in_the_middle_of_a_hand_loses_nothing(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    path = tmp_path / "game.jsonl"
    process = subprocess.Popen(
        [*COMMAND, "play", GAME, "--bots", "random", "--record", path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("1\n")
    process.stdin.flush()
    questions = 0
    while questions < 2:
        questions += process.stdout.readline().count("choose ·")

    process.send_signal(sent)
    _, err = process.communicate(timeout=TIMEOUT)

    assert process.returncode == code
    assert err == ""
    assert timebooth("verify", path).code == 0


def test_a_closed_pipe_is_not_an_error(tmp_path: Path) -> None:
    path = write(tmp_path / "game.jsonl", record_lines())
    process = subprocess.Popen(
        [*COMMAND, "replay", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(tmp_path)
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()

    err = process.stderr.read()
    process.stderr.close()

    assert process.wait(TIMEOUT) == 0
    assert err == b""


def test_a_terminal_without_accents_is_not_an_error(tmp_path: Path) -> None:
    env = {**environment(tmp_path), "PYTHONIOENCODING": "ascii"}

    run = subprocess.run([*COMMAND, "--lang", "fr", "games"], capture_output=True, env=env, check=False)

    assert run.returncode == 0
    assert run.stderr == b""
