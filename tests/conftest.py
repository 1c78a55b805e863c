"""What several folders of tests share."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres

# Whoever starts the tests in the background of a shell has Ctrl-C ignored, and so would all that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

ADAPTERS = ("sqlite", "postgres") if postgres.programs() is not None else ("sqlite",)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if "postgres" not in ADAPTERS:
        terminalreporter.write_line("NOT TESTED: PostgreSQL is not here and could not be installed.", red=True)


@pytest.fixture(scope="session")
def postgres_folder() -> Iterator[str]:
    with postgres.running() as folder:
        yield folder


@pytest.fixture(params=ADAPTERS)
def store_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    return postgres.new_database(request.getfixturevalue("postgres_folder"))
