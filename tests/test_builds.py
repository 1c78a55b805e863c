"""Compiled and interpreted rules play the same games."""

from __future__ import annotations

import ast
import os
import re
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
    """Return which build it was, and the journals and records of seeded games."""
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


def assigned(file: Path, name: str) -> list[str]:
    """Return the list of words that a file assigns to a name."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == name:
            return list(ast.literal_eval(node.value))
    raise AssertionError(f"{file} has no {name}")


def imported(file: Path) -> set[str]:
    """Return the packages that a module imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found.add(node.module.split(".")[0])
    return found


def test_everything_that_compiled_modules_import_is_a_build_requirement() -> None:
    """The compiler reads its types; without them a fresh machine would fall back to plain Python."""
    wanted = {re.split("[<>=]", one)[0] for one in assigned(ROOT / "build_backend" / "backend.py", "COMPILER")}
    package = ROOT / "src" / "timebooth"
    modules = [path for pattern in assigned(ROOT / "setup.py", "COMPILED") for path in package.glob(pattern)]

    assert len(modules) > 40
    for module in modules:
        assert imported(module) - set(sys.stdlib_module_names) - {"timebooth"} <= wanted, module
