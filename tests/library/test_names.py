"""`import timebooth` is fast, gives every public name, and explains itself."""

from __future__ import annotations

import ast
import doctest
import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

import timebooth

SOURCE = Path(timebooth.__file__)
ALWAYS_LOADED = {"timebooth", "timebooth.kernel", "timebooth.kernel.errors", "timebooth.version"}


def typed_imports() -> dict[str, str]:
    """Return the names that type checkers see, with their modules."""
    block = next(node for node in ast.parse(SOURCE.read_text(encoding="utf-8")).body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {name.name: str(node.module) for node in imports for name in node.names}


def test_importing_the_package_loads_almost_nothing() -> None:
    code = "import sys, timebooth; print(*sorted(name for name in sys.modules if name.startswith('timebooth')))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert set(run.stdout.split()) == ALWAYS_LOADED


@pytest.mark.parametrize("name", timebooth.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    found = getattr(timebooth, name)

    assert name in dir(timebooth)
    assert name == "__version__" or (found.__doc__ or "").strip() or source_doc(found)


def source_doc(found: type) -> str | None:
    """Return the docstring of a class in its source; the compiler does not keep those of classes."""
    folder = Path(timebooth.__file__).parent.parent
    source = (folder / f"{found.__module__.replace('.', '/')}.py").read_text(encoding="utf-8")
    classes = (
        node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == found.__name__
    )
    return ast.get_docstring(next(classes))


def test_type_checkers_see_the_same_names_from_the_same_modules() -> None:
    at_runtime = {name: f"timebooth.{module}" for name, module in timebooth._MODULE_OF.items()}

    assert typed_imports() == at_runtime
    assert {*at_runtime, "__version__"} == set(timebooth.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = timebooth.chess  # type: ignore[attr-defined]


def test_the_help_names_everything() -> None:
    said = pydoc.plain(pydoc.render_doc(timebooth))

    assert [name for name in timebooth.__all__ if name not in said] == ["__version__"]  # it has a heading


def test_the_example_in_the_help_is_true() -> None:
    found = doctest.testmod(timebooth)

    assert found.attempted >= 4
    assert found.failed == 0
