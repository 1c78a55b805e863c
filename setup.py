"""Which modules mypyc compiles, and how. All else about the package is in pyproject.toml."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

MODE = os.environ.get("TIMEBOOTH_COMPILE", "try")  # 0 never, 1 must, otherwise try
REHEARSE = os.environ.get("TIMEBOOTH_REHEARSE", "1") != "0"  # 0: built once, sooner done and slower

# The rules, the bots' planning and what fills the views, and nothing that speaks to people: names, events and records
# stay ordinary Python.
COMPILED = (
    "bots/next_round.py",
    "bots/turn_plan.py",
    "kernel/bits.py",
    "kernel/chance.py",
    "kernel/codes.py",
    "kernel/policy.py",
    "kernel/packed.py",
    "kernel/playout.py",
    "kernel/state.py",
    "bots/playouts.py",
    "bots/sealed_round.py",
    "bots/search.py",
    "bots/decision.py",
    "bots/tree.py",
    "bots/worth.py",
    "envs/run.py",
    "envs/slots.py",
    "games/back_to_the_future/box.py",
    "games/back_to_the_future/codes.py",
    "games/back_to_the_future/effects.py",
    "games/back_to_the_future/policy.py",
    "games/back_to_the_future/knowledge.py",
    "games/back_to_the_future/win_chances.py",
    "games/back_to_the_future/evaluation.py",
    "games/back_to_the_future/state.py",
    "games/back_to_the_future/belief.py",
    "games/back_to_the_future/turn.py",
    "games/back_to_the_future/view.py",
    "games/back_to_the_future/worth.py",
    "games/back_to_the_future/deck/*.py",
    "games/back_to_the_future/steps/*.py",
    "games/excellent_boardgame/box.py",
    "games/excellent_boardgame/codes.py",
    "games/excellent_boardgame/effects.py",
    "games/excellent_boardgame/initiative.py",
    "games/excellent_boardgame/knowledge.py",
    "games/excellent_boardgame/pieces.py",
    "games/excellent_boardgame/win_chances.py",
    "games/excellent_boardgame/evaluation.py",
    "games/excellent_boardgame/set_up.py",
    "games/excellent_boardgame/state.py",
    "games/excellent_boardgame/layout.py",
    "games/excellent_boardgame/turn.py",
    "games/excellent_boardgame/view.py",
    "games/excellent_boardgame/steps/*.py",
    "games/riff_in_time/box.py",
    "games/riff_in_time/codes.py",
    "games/riff_in_time/deck.py",
    "games/riff_in_time/dice.py",
    "games/riff_in_time/effects.py",
    "games/riff_in_time/interact.py",
    "games/riff_in_time/kinds.py",
    "games/riff_in_time/objectives.py",
    "games/riff_in_time/payment.py",
    "games/riff_in_time/pools.py",
    "games/riff_in_time/evaluation.py",
    "games/riff_in_time/state.py",
    "games/riff_in_time/turn.py",
    "games/riff_in_time/view.py",
    "games/riff_in_time/steps/*.py",
)

# What mypyc writes is one file of many small functions, each with its error paths: nobody outside calls them, the error
# paths are rare, and what is left of most is small enough to be put in the place of a call.
FLAGS = ["-fno-semantic-interposition", "-fvisibility=hidden", "-include", "build_backend/cold.h"]
FLAGS += ["--param", "max-inline-insns-auto=60", "--param", "max-inline-insns-single=400"]

REHEARSAL = "build_backend/rehearsal.py"
WATCH = ["-fprofile-generate"]
# It warns of every function that was never called. What it takes for never done is to be fast, too: it errs where a
# call leads to one of several functions, and takes all that follows for that. Its tracer is off: with it, version 12
# compiles a comparison in Back to the Future's policy wrong.
LEARN = ["-fprofile-use", "-fprofile-partial-training", "-fno-tracer", "-Wno-error"]


class RehearsedBuild(build_ext):
    """With gcc the rules are built twice: what it sees in a rehearsal of the first build makes the second faster.

    Where anything goes wrong with that, the rules are built as if nobody had rehearsed; so they are where the second
    build does anything else than the sources: compilers err.
    """

    def build_extensions(self) -> None:
        rules = [extension for extension in self.extensions if extension.name.endswith("__mypyc")]
        if not (rules and REHEARSE and self.has_gcc()):
            super().build_extensions()
            return
        for extension in rules:
            extension.extra_compile_args = [*extension.extra_compile_args, *WATCH]
            extension.extra_link_args = [*extension.extra_link_args, *WATCH]
        super().build_extensions()
        everything, self.extensions = self.extensions, rules
        if self.rehearse(self.build_lib) is None:
            print("timebooth: no rehearsal, so the rules are compiled without it", file=sys.stderr)
            self.build_again([])
        else:
            self.build_again(LEARN)
            if self.rehearse(self.build_lib, "short") != self.rehearse("src", "short"):
                print("timebooth: what the compiler learnt is wrong, so it is not used", file=sys.stderr)
                self.build_again([])
        self.extensions = everything

    def build_again(self, flags: list[str]) -> None:
        """Only the rules: with these flags in the place of the last ones."""
        for extension in self.extensions:
            kept = [flag for flag in extension.extra_compile_args if flag not in WATCH + LEARN]
            extension.extra_compile_args = [*kept, *flags]
            extension.extra_link_args = [flag for flag in extension.extra_link_args if flag not in WATCH]
        self.force = self.compiler.force = True
        super().build_extensions()

    def has_gcc(self) -> bool:
        """One that can learn; it can since its version 10."""
        compiler = shutil.which(self.compiler.compiler_so[0]) if self.compiler.compiler_type == "unix" else None
        if compiler is None:
            return False
        said = subprocess.run([compiler, "--version"], capture_output=True, text=True)
        if "Free Software Foundation" not in said.stdout:
            return False
        return subprocess.run([compiler, *LEARN, "-E", "-x", "c", os.devnull], capture_output=True).returncode == 0

    def rehearse(self, folder: str, *how: str) -> str | None:
        """What the rules in this folder print; None, if anything goes wrong."""
        path = os.pathsep.join([os.path.abspath(folder), *filter(None, sys.path)])
        run = subprocess.run(
            [sys.executable, REHEARSAL, *how],
            env={**os.environ, "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            text=True,
        )
        return run.stdout if run.returncode == 0 else None


def sources() -> list[str]:
    package = Path("src/timebooth")
    found = [path for pattern in COMPILED for path in sorted(package.glob(pattern))]
    return [str(path) for path in found if path.name != "__init__.py"]


def extensions() -> list[Extension]:
    if MODE == "0" or sys.implementation.name != "cpython":
        return []
    sys.path.insert(0, "src")
    os.environ["MYPYPATH"] = "src"
    try:
        from mypyc.build import mypycify

        found: list[Extension] = mypycify(["--strict", *sources()], opt_level="3", group_name="timebooth")
    except (ImportError, SystemExit) as problem:
        if MODE == "1":
            raise
        print(f"timebooth: mypyc cannot be used ({problem}); installing plain Python", file=sys.stderr)
        return []
    for extension in found:
        if os.name == "posix":
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
        if MODE != "1":
            extension.optional = True  # no C compiler: setuptools warns and keeps the .py files
    return found


setup(ext_modules=extensions(), cmdclass={"build_ext": RehearsedBuild})
