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
    found = bytearray(actions)  # with few options quicker than an array
    for code in options:
        found[code] = 1
    return np.frombuffer(found, np.int8)


def observation(vector: Vector, allowed: Mask) -> Observation:
    numbers: Any = vector
    return {"observation": np.frombuffer(numbers, np.float64).astype(np.float32), "action_mask": allowed}
