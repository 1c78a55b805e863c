"""What the lab counts wins by: the band, their objectives, and the Riff cards that were drawn.

All players win or lose together, so a trait belongs to the whole table.
"""

from __future__ import annotations

from collections import Counter

from timebooth.games.riff_in_time.events import CharacterTaken, ObjectiveCompleted, ObjectiveKept, RiffCardDrawn
from timebooth.kernel.game import Trait
from timebooth.kernel.journal import Journal

KINDS = {"band": "character", "objective": "objective", "completed": "objective", "riff_card": "riff"}


def traits(journal: Journal) -> list[Trait]:
    """Return the traits of a game and how often each occurred."""
    met: Counter[tuple[str, str]] = Counter()
    for event in journal:
        if isinstance(event, CharacterTaken):
            met["band", event.who] += 1
        elif isinstance(event, ObjectiveKept):
            met["objective", event.objective] += 1
        elif isinstance(event, ObjectiveCompleted):
            met["completed", event.objective] += 1
        elif isinstance(event, RiffCardDrawn):
            met["riff_card", event.card] += 1
    return [Trait(kind, value, None, times) for (kind, value), times in sorted(met.items())]
