"""How much bots may think, for one person and on one node."""

from __future__ import annotations

import msgspec


class BotLimits(msgspec.Struct, frozen=True):
    """Limits of one node. Under load bots think less, so that nobody waits long; no table stands still."""

    owner_seconds: float = 10.0
    """Thinking that all jobs of one person which wait or run may take together: more of them get less each."""
    node_seconds: float = 20.0
    """The same for all persons, for each process: shared equally between those who have a job."""
    least_seconds: float = 0.05
    """What a job gets however many there are."""
    max_seconds: float = 30.0
    """After so long a bot that does not answer is stopped."""
    grace_seconds: float = 1.0
    """Time for a bot that is not wanted any more to stop by itself; then its process is ended."""
    owner_jobs: int = 32
    """Jobs of one person that wait; those beyond are answered at random, without thinking."""
    node_jobs: int = 500
    """Jobs of all persons that wait; the same."""
    people_in_a_row: int = 4
    """Jobs of tables with people after which one of a table of bots has its turn."""

    def seconds(self, workers: int, owners: int, jobs: int) -> float:
        """Return how long a job may take, with so many persons on the node and so many jobs of its owner."""
        share = min(self.owner_seconds, self.node_seconds * workers / max(1, owners))
        return max(self.least_seconds, share / max(1, jobs))
