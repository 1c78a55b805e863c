"""Which modules mypyc compiles, and how. Everything else about the package is in pyproject.toml."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

MODE = os.environ.get("TIMEBOOTH_COMPILE", "try")  # 0 never, 1 must, otherwise try
PROFILE_GUIDED = os.environ.get("TIMEBOOTH_PGO", "1") != "0"  # 0: compile once; faster to build, slower to run

# Rules, bots and the encoding of views. Whatever deals with names, events and records stays ordinary Python.
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
    "bots/lookahead.py",
    "envs/run.py",
    "envs/slots.py",
    "games/back_to_the_future/box.py",
    "games/back_to_the_future/codes.py",
    "games/back_to_the_future/effects.py",
    "games/back_to_the_future/layout.py",
    "games/back_to_the_future/pieces.py",
    "games/back_to_the_future/policy.py",
    "games/back_to_the_future/knowledge.py",
    "games/back_to_the_future/win_chances.py",
    "games/back_to_the_future/evaluation.py",
    "games/back_to_the_future/set_up.py",
    "games/back_to_the_future/state.py",
    "games/back_to_the_future/belief.py",
    "games/back_to_the_future/turn.py",
    "games/back_to_the_future/view.py",
    "games/back_to_the_future/values.py",
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
    "games/riff_in_time/knowledge.py",
    "games/riff_in_time/layout.py",
    "games/riff_in_time/objectives.py",
    "games/riff_in_time/payment.py",
    "games/riff_in_time/pools.py",
    "games/riff_in_time/evaluation.py",
    "games/riff_in_time/win_chances.py",
    "games/riff_in_time/set_up.py",
    "games/riff_in_time/state.py",
    "games/riff_in_time/turn.py",
    "games/riff_in_time/view.py",
    "games/riff_in_time/steps/*.py",
)

# mypyc writes one C file of many small functions with rarely taken error paths. They are only called within this file,
# and most are small enough to be inlined.
FLAGS = ["-fno-semantic-interposition", "-fvisibility=hidden", "-include", "build_backend/cold.h"]
FLAGS += ["--param", "max-inline-insns-auto=60", "--param", "max-inline-insns-single=400"]

WORKLOAD = "build_backend/profile_run.py"
INSTRUMENT = ["-fprofile-generate"]
# -Wno-error: gcc warns of every function that the workload never called. Partial training: code that seems never to run
# is still optimised for speed, because the profile is wrong after a call to one of several functions. -fno-tracer: with
# the tracer, gcc 12 miscompiles a comparison in Back to the Future's policy.
USE_PROFILE = ["-fprofile-use", "-fprofile-partial-training", "-fno-tracer", "-Wno-error"]


class ProfileGuidedBuild(build_ext):
    """With gcc, build the rules twice: the second build is optimised by a profile of the first.

    Fall back to a plain build if the workload fails, or if the optimised rules do not compute what the sources do (this
    guards against miscompilation).
    """

    def build_extensions(self) -> None:
        rules = [extension for extension in self.extensions if extension.name.endswith("__mypyc")]
        if not (rules and PROFILE_GUIDED and self.has_gcc()):
            super().build_extensions()
            return
        for extension in rules:
            extension.extra_compile_args = [*extension.extra_compile_args, *INSTRUMENT]
            extension.extra_link_args = [*extension.extra_link_args, *INSTRUMENT]
        super().build_extensions()
        everything, self.extensions = self.extensions, rules
        if self.run_workload(self.build_lib) is None:
            print("timebooth: the workload failed, so the rules are compiled without a profile", file=sys.stderr)
            self.build_again([])
        else:
            self.build_again(USE_PROFILE)
            if self.run_workload(self.build_lib, "short") != self.run_workload("src", "short"):
                print("timebooth: the profile-guided build computes wrong results, so it is not used", file=sys.stderr)
                self.build_again([])
        self.extensions = everything

    def build_again(self, flags: list[str]) -> None:
        """Build the rules with these flags in place of the last ones."""
        for extension in self.extensions:
            kept = [flag for flag in extension.extra_compile_args if flag not in INSTRUMENT + USE_PROFILE]
            extension.extra_compile_args = [*kept, *flags]
            extension.extra_link_args = [flag for flag in extension.extra_link_args if flag not in INSTRUMENT]
        self.force = self.compiler.force = True
        super().build_extensions()

    def has_gcc(self) -> bool:
        """Return whether the compiler is a gcc that knows these flags (version 10 or later)."""
        compiler = shutil.which(self.compiler.compiler_so[0]) if self.compiler.compiler_type == "unix" else None
        if compiler is None:
            return False
        version = subprocess.run([compiler, "--version"], capture_output=True, text=True)
        if "Free Software Foundation" not in version.stdout:
            return False
        test = subprocess.run([compiler, *USE_PROFILE, "-E", "-x", "c", os.devnull], capture_output=True)
        return test.returncode == 0

    def run_workload(self, folder: str, *args: str) -> str | None:
        """Return what the workload prints with the rules in this folder; None if it fails."""
        path = os.pathsep.join([os.path.abspath(folder), *filter(None, sys.path)])
        run = subprocess.run(
            [sys.executable, WORKLOAD, *args],
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

        found: list[Any] = mypycify(["--strict", *sources()], opt_level="3", group_name="timebooth")
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


setup(ext_modules=extensions(), cmdclass={"build_ext": ProfileGuidedBuild})
