"""Limits as a TOML file: reading it, and printing it with a comment for each limit."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from timebooth.kernel.errors import TimeboothError
from timebooth.server.rates import RATES, Limits, parse_rate

UNLIMITED = 1_000_000  # tables, for somebody who plays on their own machine


def read_limits(file: Path) -> Limits:
    """Return the limits of a file, with defaults for the others; raise for an unknown name or a bad value."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        limits = msgspec.convert(data, Limits)
        for kind in RATES:
            _check_rate(kind, getattr(limits, kind))
    except OSError as problem:
        raise TimeboothError("limits.unreadable", file=str(file), reason=problem.strerror or str(problem)) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError) as problem:
        raise TimeboothError("limits.malformed", file=str(file), reason=str(problem)) from None
    return limits


def _check_rate(kind: str, rate: str) -> None:
    try:
        parse_rate(rate)
    except ValueError as problem:
        raise ValueError(f"{problem} - at `$.{kind}`") from None


def at_home(limits: Limits) -> Limits:
    """Return limits for a server that only its own machine can reach: no limit on tables."""
    tables = ("open_tables", "public_tables", "live_tables", "slow_tables", "joined_tables", "lobby_per_host")
    quotas = msgspec.structs.replace(limits.quotas, **dict.fromkeys(tables, UNLIMITED))
    return msgspec.structs.replace(limits, quotas=quotas)


def show_limits(limits: Limits) -> str:
    """Return limits as TOML, with a comment for each; `read_limits` reads it back."""
    lines = [
        *_values(limits),
        "",
        "[connections]",
        *_values(limits.connections),
        "",
        "[quotas]",
        *_values(limits.quotas),
    ]
    return "\n".join(lines) + "\n"


def _values(struct: msgspec.Struct) -> Iterator[str]:
    for name, hint in get_type_hints(type(struct), include_extras=True).items():
        value = getattr(struct, name)
        if isinstance(value, msgspec.Struct):
            continue
        about = _description(hint)
        line = f"{name} = {json.dumps(value) if isinstance(value, str) else repr(value)}"
        yield f"{line:<44}# {about}" if about else line


def _description(hint: object) -> str:
    if get_origin(hint) is not Annotated:
        return ""
    return next((meta.description for meta in get_args(hint) if isinstance(meta, Meta) and meta.description), "")
