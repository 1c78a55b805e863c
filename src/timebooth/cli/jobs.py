"""`--jobs` and `--ray`: where work is done; and a progress bar while it is."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

if TYPE_CHECKING:
    from timebooth.lab.jobs import Jobs

T = TypeVar("T")

JobsOption = Annotated[int, typer.Option("--jobs", min=1, help="How many processes share the work.")]
AllCores = Annotated[
    int | None, typer.Option("--jobs", min=1, help="How many processes share the work; as a rule one for each core.")
]
RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="ADDRESS", help="Work on a Ray cluster instead: its address, or `local` to start one here."
    ),
]


def make_jobs(many: int | None, ray: str | None) -> Jobs:
    """Where the work of this command is done."""
    from timebooth.lab.jobs import spread

    return spread(many or os.cpu_count() or 1, ray)


def with_progress(items: Iterable[T], total: int, label: str) -> Iterable[T]:
    """A bar on the terminal while the items come; nothing where nobody looks."""
    if not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, total=total, description=label, console=Console(stderr=True), transient=True)
