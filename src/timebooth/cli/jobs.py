"""`--jobs` and `--ray`: where a command runs its work, and a progress bar."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

if TYPE_CHECKING:
    from timebooth.lab.jobs import Jobs

T = TypeVar("T")

JobsOption = Annotated[int, typer.Option("--jobs", min=1, help="How many processes to use.")]
AllCores = Annotated[
    int | None, typer.Option("--jobs", min=1, help="How many processes to use; by default one per core.")
]
RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="ADDRESS", help="Use a Ray cluster instead: its address, or `local` to start one here."
    ),
]


def make_jobs(many: int | None, ray: str | None) -> Jobs:
    """Return what runs the work of a command: processes or a Ray cluster."""
    from timebooth.lab.jobs import spread

    return spread(many or os.cpu_count() or 1, ray)


def with_progress(items: Iterable[T], total: int, label: str) -> Iterable[T]:
    """Return the items, with a progress bar if standard error is a terminal."""
    if not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, total=total, description=label, console=Console(stderr=True), transient=True)
