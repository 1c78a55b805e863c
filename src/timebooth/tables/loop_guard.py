"""Detects bots that answer for ever, from a table's log alone: the same on every node.

A turn is a run of questions, other than reaction windows, to the same seat. An answer is automatic if a bot, the clock
or the table gave it. Beyond the limits the table answers at random in place of the bot: random answers leave any loop
sooner or later, and games of random answers end. If nothing else does, the kernel ends the game (`Game.max_steps`).
"""

from __future__ import annotations

from collections.abc import Sequence

MAX_IN_A_TURN = 100
"""Automatic answers of one seat in one turn. The longest turn in 550 games of fast bots took 25."""
MAX_WITHOUT_A_PERSON = 5_000
"""Automatic rounds since a person's last answer. The longest of those games took 3,553; of random ones, 6,867."""


class LoopGuard:
    """Counts the automatic answers at one table."""

    def __init__(self) -> None:
        self.by_person = False
        """Whether a person has answered in this round; windows do not count."""
        self._seat = -1
        self._in_turn = 0
        self._without_person = 0
        self.announced = False
        """Whether players were told that the table answers; reset when it no longer has to."""

    def count(self, asked: Sequence[int], seats: int) -> None:
        """Count a complete round of answers; not called for windows."""
        seat = asked[0] if len(asked) == 1 and seats > 1 else -1
        if self.by_person:
            self._without_person = 0
        else:
            self._without_person += 1
        if self.by_person or seat != self._seat or seat < 0:
            self._in_turn = 0
        if not self.by_person and seat >= 0:
            self._in_turn += 1
        self._seat = seat
        self.announced = self.announced and (
            self._in_turn >= MAX_IN_A_TURN or self._without_person >= MAX_WITHOUT_A_PERSON
        )

    def tripped(self, asked: Sequence[int]) -> bool:
        """Return whether the table has to answer in place of the bots among the asked seats."""
        same_turn = len(asked) == 1 and asked[0] == self._seat
        return self._without_person >= MAX_WITHOUT_A_PERSON or (same_turn and self._in_turn >= MAX_IN_A_TURN)

    def announce(self) -> bool:
        """Return whether players have to be told now that the table answers: once, not for every answer."""
        first = not self.announced
        self.announced = True
        return first
