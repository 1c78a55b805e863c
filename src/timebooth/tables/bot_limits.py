"""How much bots may think, for one person and on one node."""

from __future__ import annotations

import msgspec


class BotLimits(msgspec.Struct, frozen=True):
    """Limits of one node. Under load bots think less, so that nobody waits long and no table stops."""

    owner_seconds: float = 10.0
    """Thinking time of all jobs of one person, waiting or running, together: the more jobs, the less each gets."""
    node_seconds: float = 20.0
    """The same for everybody, per process: shared equally between those who have a job."""
    least_seconds: float = 0.05
    """Thinking time that a job gets in any case."""
    max_seconds: float = 30.0
    """A bot that does not answer within this time is stopped."""
    grace_seconds: float = 1.0
    """A cancelled bot that does not stop within this time has its process killed."""
    owner_jobs: int = 32
    """Waiting jobs of one person; those beyond are answered at random, without thinking."""
    node_jobs: int = 500
    """Waiting jobs of everybody; the same."""
    people_in_a_row: int = 4
    """After so many jobs of tables with people, one of a table of bots has its turn."""

    def seconds(self, processes: int, owners: int, jobs: int) -> float:
        """Return how long a job may think, with so many owners on the node and so many jobs of its own owner."""
        share = min(self.owner_seconds, self.node_seconds * processes / max(1, owners))
        return max(self.least_seconds, share / max(1, jobs))
