from __future__ import annotations
from collections.abc import Mapping


def event_key(seen: Mapping[str, object], plain: str) -> str:
    return plain


def answer_key(named: Mapping[str, object], prompt: str) -> str:
    return f"answer.{named['type']}"
