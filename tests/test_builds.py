"""Compiled and interpreted rules play the same games."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import compile_rules
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


# Plays one decision before and one after the compiled rules appear where an interpreted server looks for them.
TAKE_UP = """
import asyncio, os, sys
from timebooth import builds
from timebooth.kernel.chance import KeyedRng
from timebooth.kernel.match import Match
from timebooth.kernel.position import pack
from timebooth.registry import find_game
from timebooth.tables.bot_jobs import BotJob
from timebooth.tables.bot_processes import BotProcesses

async def main():
    bots = BotProcesses(find_game)
    state = Match.new(find_game("excellent-boardgame"), seats=2, seed=1).state
    world = state.sample_world(0, KeyedRng(bytes(32), b"world"))
    job = BotJob("excellent-boardgame", "standard", {}, 2, 0, "expert:20", pack(world), 7, world.options(0))
    answers = [await bots.think(job)]
    (first,) = bots._all
    answers.append(await bots.think(job))
    assert {first} == bots._all and not builds.next_is_compiled()
    os.rename(sys.argv[1], sys.argv[2])
    answers.append(await bots.think(job))
    (second,) = bots._all
    assert second is not first and second.usable() and builds.next_is_compiled() and not builds.is_compiled()
    assert len(set(answers)) == 1
    bots.close()

if __name__ == "__main__":
    asyncio.run(main())
    print("taken up")
"""


@pytest.mark.skipif(not BUILT, reason="the rules are not compiled here: no C compiler, or `make test` was not used")
def test_bots_take_up_rules_that_were_compiled_meanwhile(tmp_path: Path) -> None:
    """`make play` compiles in the background while an interpreted server runs."""
    shutil.copytree(COMPILED, tmp_path / "part")
    script = tmp_path / "take_up.py"
    script.write_text(TAKE_UP, encoding="utf-8")
    folders = [tmp_path / "compiled", ROOT / "src"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))}
    command = [sys.executable, str(script), str(tmp_path / "part"), str(tmp_path / "compiled")]

    run = subprocess.run(command, env=env, capture_output=True, text=True)

    assert run.stdout == "taken up\n", run.stderr


class Background:
    """`tools/compile_rules.py` in a folder of the test, with a build that takes no time."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.succeeds = True
        self.meanwhile: list[Callable[[], object]] = []
        for name in ("BUILT", "PART", "LOCK", "LOG", "TOKEN"):
            monkeypatch.setattr(compile_rules, name, folder / name)
        monkeypatch.setattr(compile_rules, "compile_into", self.compile_into)
        monkeypatch.setattr(compile_rules, "has_compiler", lambda: True)
        monkeypatch.setattr(os, "nice", lambda _: 0)
        monkeypatch.setattr(sysconfig, "get_path", lambda _: str(folder))
        monkeypatch.delenv("TIMEBOOTH_COMPILE", raising=False)

    def compile_into(self, folder: Path) -> bool:
        (folder / "timebooth" / "kernel").mkdir(parents=True)
        (folder / "timebooth" / "kernel" / "state.none.so").touch()
        for each in self.meanwhile:
            each()
        return self.succeeds


@pytest.fixture
def background(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Background:
    found = Background(tmp_path, monkeypatch)
    compile_rules.prepare()
    return found


def test_a_background_build_appears_at_once_and_is_made_once(background: Background) -> None:
    assert compile_rules.build() == 0
    assert compile_rules.is_compiled(compile_rules.BUILT)
    assert not compile_rules.PART.exists()
    background.succeeds = False
    assert compile_rules.build() == 0


def test_a_background_build_that_fails_or_was_interrupted_begins_again(background: Background) -> None:
    background.succeeds = False
    assert compile_rules.build() == 1
    assert not compile_rules.BUILT.exists()
    assert not compile_rules.PART.exists()
    (compile_rules.PART / "half").mkdir(parents=True)
    background.succeeds = True
    assert compile_rules.build() == 0
    assert compile_rules.is_compiled(compile_rules.BUILT)


def test_a_background_build_of_older_sources_is_not_used(background: Background) -> None:
    background.meanwhile.append(compile_rules.prepare)
    assert compile_rules.build() == 0
    assert not compile_rules.BUILT.exists()


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
