"""What a seat is asked: a shape that a client can draw, a prompt to put into words, and its arguments."""

from __future__ import annotations

from typing import Literal

import msgspec

Shape = Literal["play", "choose", "react", "plan"]
"""play: announce one thing to do · choose: pick one of a few · react: pass or interrupt · plan: sealed, in order."""


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """One question; its options are the typed answers that `State.options` lists."""

    shape: Shape
    prompt: str
    args: dict[str, object] = {}
    sealed: bool = False
    rule: str = ""
