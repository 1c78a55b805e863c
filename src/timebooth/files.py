"""The home folder, and errors of files as a person reads them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from timebooth.kernel.errors import TimeboothError


@contextmanager
def file_errors(key: str, file: Path) -> Iterator[None]:
    """Raise an `OSError` of the block as a `TimeboothError` that names the file and the reason."""
    try:
        yield
    except OSError as problem:
        raise TimeboothError(key, file=str(file), reason=problem.strerror or str(problem)) from None


def home_folder() -> Path:
    """Return the user's home folder; raise `TimeboothError` if there is none, as in some containers."""
    try:
        return Path.home()
    except RuntimeError:
        raise TimeboothError("file.no_home") from None
