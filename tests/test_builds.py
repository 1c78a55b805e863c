"""The compiled rules and the interpreted ones are the same rules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from timebooth.kernel import state

ROOT = Path(__file__).parent.parent
COMPILED = ROOT / ".venv" / "compiled"
BUILT = bool(list(COMPILED.glob("timebooth/kernel/state.*.so")) + list(COMPILED.glob("timebooth/kernel/state.*.pyd")))
GAMES = 200


def journals(package: Path) -> tuple[str, bytes]:
    """Which build it was, and the journals and records of the seeded games."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(package), str(ROOT)])}
    run = subprocess.run(
        [sys.executable, "-m", "tests.journals", str(GAMES)], cwd=ROOT, env=env, capture_output=True, check=True
    )
    return run.stderr.decode().strip(), run.stdout


@pytest.mark.skipif(not BUILT, reason="the rules are not compiled here: no C compiler, or `make test` was not used")
def test_both_builds_play_the_same_games_to_the_same_journal() -> None:
    interpreted, plain = journals(ROOT / "src")
    compiled, fast = journals(COMPILED)

    assert (interpreted, compiled) == ("interpreted", "compiled")
    assert len(plain) > 1_000_000
    assert plain == fast


def test_the_tests_run_on_the_build_they_were_asked_to_run_on() -> None:
    wanted = os.environ.get("TIMEBOOTH_EXPECT_COMPILED") == "1"

    assert str(state.__file__).endswith(".py") != wanted
