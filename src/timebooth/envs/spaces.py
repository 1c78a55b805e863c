"""Observations and actions as arrays, the same for every library that speaks Gymnasium's spaces."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from timebooth.envs.encoder import Vector

LARGEST = 2.0**16  # no number on a table is larger

Mask = NDArray[np.int8]
Observation = dict[str, NDArray[Any]]


def observation_space(size: int, actions: int) -> Any:
    """What a seat sees, and which answers it may give."""
    seen = Box(-LARGEST, LARGEST, (size,), np.float32)
    return Dict({"observation": seen, "action_mask": Box(0, 1, (actions,), np.int8)})


def action_space(actions: int) -> Any:
    """Every answer there can ever be, by its code."""
    return Discrete(actions)


def mask(options: list[int], actions: int) -> Mask:
    """One for each option, zero for the rest."""
    found = np.zeros(actions, np.int8)
    found[options] = 1
    return found


def observation(vector: Vector, allowed: Mask) -> Observation:
    return {"observation": np.frombuffer(vector).astype(np.float32), "action_mask": allowed}
