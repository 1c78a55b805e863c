"""Refusals: their HTTP status, and what a client is told: a key of the texts and its arguments."""

from __future__ import annotations

import msgspec

from timebooth.kernel.errors import TimeboothError
from timebooth.server.protocol import Problem
from timebooth.store.pausable import ReadOnly
from timebooth.store.store import StoreError


class Refusal(TimeboothError):
    """A request that the server refuses, with its HTTP status."""

    def __init__(self, status: int, key: str, **args: object) -> None:
        super().__init__(key, **args)
        self.status = status


BY_KEY = {
    "table.deleted": 410,
    "store.bad_text": 400,
    "table.unknown": 404,
    "game.unknown": 404,
    "game.unusable": 404,
    "setup.edition": 404,
    "rules.no_ledger": 404,
    "table.no_such_moment": 404,
    "table.by_invitation": 403,
    "table.not_your_seat": 403,
    "table.host_only": 403,
    "table.removed": 403,
    "call.too_many": 429,
    "table.players_only": 403,
}
BY_FAMILY = {
    "table": 409,
    "refused": 409,
    "server": 503,
    "setup": 400,
    "record": 400,
    "edition": 400,
    "store": 503,
    "quota": 429,
}


def status_of(problem: TimeboothError) -> int:
    if isinstance(problem, Refusal):
        return problem.status
    return BY_KEY.get(problem.key) or BY_FAMILY.get(problem.key.partition(".")[0], 400)


def problem_of(problem: TimeboothError) -> Problem:
    """Return what a client is told. Messages of the database are not passed on."""
    if isinstance(problem, StoreError) and not isinstance(problem, ReadOnly):
        return Problem("server.no_database")
    return Problem(problem.key, plain(problem.args_by_name))


def plain(args: dict[str, object]) -> dict[str, object]:
    """Return arguments as JSON can hold them."""
    found: dict[str, object] = msgspec.to_builtins(args, enc_hook=str)
    return found
