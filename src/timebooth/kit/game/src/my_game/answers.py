"""What a player can answer."""

from __future__ import annotations

from timebooth.kernel.answer import Answer


class Play(Answer, frozen=True, tag="play"):
    card: int
