"""Notices bots that answer without coming to an end, from a table's log alone: the same on every node.

A turn is a run of questions, other than reaction windows, to one and the same seat. Answers are automatic when they
were given by a bot, by the clock or by the table. Beyond the limits the table answers at random in place of the bot:
a random answer leaves any circle sooner or later, and games of random answers end.
"""

from __future__ import annotations

from collections.abc import Sequence

MAX_IN_A_TURN = 100
"""Automatic answers of one seat in one turn. The longest turn in 550 games of quick bots took 25."""
MAX_WITHOUT_A_PERSON = 5_000
"""Automatic rounds since a person's last answer. Of those games, the longest took 3,553, and 6,867 at random."""


class LoopGuard:
    """Counts automatic answers; one for each table."""

    def __init__(self) -> None:
        self.by_person = False
        """Whether a person gave an answer of the round that is being collected, other than in a window."""
        self._seat = -1
        self._in_turn = 0
        self._without_person = 0
        self.announced = False
        """Whether everybody was told that the table moves on; again once it no longer has to."""

    def count(self, asked: Sequence[int], seats: int) -> None:
        """Take in a round of answers that is complete; windows are not counted."""
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
        """Return whether everybody has to be told now that the table moves on: once, not for every answer."""
        first = not self.announced
        self.announced = True
        return first
