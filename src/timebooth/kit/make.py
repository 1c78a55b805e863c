"""Copies a template to a folder, with the name of the new game or bot in place of the template's own."""

from __future__ import annotations

import keyword
import re
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from timebooth import registry
from timebooth.files import file_errors
from timebooth.kernel.errors import BadSetup, TimeboothError

Kind = Literal["game", "bot"]

HERE = Path(__file__).parent
MAX_NAME = 30
LEFT_OUT = ("__pycache__", ".pytest_cache", "*.egg-info", "*.pyc")


def make(kind: Kind, name: str, folder: Path) -> list[Path]:
    """Write the package of a new game or bot to a folder; return its files."""
    check_name(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise TimeboothError("new.folder", folder=str(folder))
    with file_errors("file.unwritable", folder):
        shutil.copytree(HERE / kind, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
        for path in sorted(folder.rglob("*"), reverse=True):  # what is in a folder before the folder itself
            if path.is_file():
                path.write_text(renamed(path.read_text(encoding="utf-8"), kind, name), encoding="utf-8")
            path.rename(path.with_name(renamed(path.name, kind, name)))
    return sorted(path for path in folder.rglob("*") if path.is_file())


def check_name(name: str) -> None:
    """Raise BadSetup unless a package, its entry point and its Python module can have this name."""
    if not registry.KEY.fullmatch(name) or not name[0].isalpha() or len(name) > MAX_NAME:
        raise BadSetup("new.name", name=name, most=MAX_NAME)
    module = module_of(name)
    taken = keyword.iskeyword(module) or module in ("test", "tests", "timebooth") or find_spec(module) is not None
    if taken or name in registry.game_types():
        raise BadSetup("new.taken", name=name)


def module_of(name: str) -> str:
    return name.replace("-", "_")


def renamed(text: str, kind: Kind, name: str) -> str:
    """Return a text of the template with the new name: my-game, my_game, MyGame and My Game stand for it."""
    words = name.split("-")
    names = {
        f"my-{kind}": name,
        f"my_{kind}": module_of(name),
        f"My{kind.title()}": "".join(word.title() for word in words),
        f"My {kind.title()}": " ".join(word.title() for word in words),
    }
    return re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], text)
