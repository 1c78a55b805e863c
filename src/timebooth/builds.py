"""Which build of the rules runs here: the compiled one or the interpreted one.

`make play` starts with interpreted rules and compiles them in the background into a folder that stands first on
`sys.path` (`tools/compile_rules.py`). A process keeps the build that it has imported; new ones get the compiled rules.
"""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

from timebooth.kernel import state

UNFINISHED: Final = Path(sys.prefix, "compiled.part")


def is_compiled() -> bool:
    """Return whether this process runs compiled rules."""
    return not str(state.__file__).endswith(".py")


def next_is_compiled() -> bool:
    """Return whether a process that starts now with this `sys.path` would run compiled rules."""
    for folder in sys.path:
        package = Path(folder, "timebooth")
        if package.is_dir():
            return any(Path(package, "kernel", f"state{suffix}").exists() for suffix in EXTENSION_SUFFIXES)
    return is_compiled()


def describe() -> str:
    """Return a sentence about the build, for `timebooth --version`."""
    if is_compiled():
        return "rules compiled"
    if UNFINISHED.is_dir():
        return "rules interpreted (slower) until they are compiled in the background; `make play` finishes that"
    return "rules interpreted (slower); install a C compiler and reinstall to compile them"
