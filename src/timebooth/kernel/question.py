"""Questions: the shape in which a client shows it, the key of its prompt, and arguments."""

from __future__ import annotations

from typing import Literal

import msgspec

Shape = Literal["play", "choose", "react", "plan"]
"""play: announce one thing to do · choose: pick one of a few · react: pass or interrupt · plan: sealed, in order."""


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat has to decide; `State.options` lists its options."""

    shape: Shape
    prompt: str
    args: dict[str, object] = {}
    sealed: bool = False
    rule: str = ""
