"""Observations and actions as arrays, the same for every library that speaks Gymnasium's spaces."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from timebooth.envs.encoder import Encoder, sheet_bits
from timebooth.envs.slots import marked, unmarked

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


class Lens:
    """What a seat sees and may answer, as arrays: made anew each time, so that a learner may keep or change them."""

    def __init__(self, layout: Encoder, actions: int) -> None:
        self._view = layout.view
        self._sheet = layout.sheet()
        self._blank: Any = unmarked(actions)

    def mask(self, options: list[int]) -> Mask:
        """One for each option, zero for the rest."""
        return np.frombuffer(bytearray(marked(options, self._blank)), np.int8)

    def observation(self, view: msgspec.Struct, options: list[int]) -> Observation:
        self._sheet.wipe()
        self._view.write(view, self._sheet, 0)
        seen = np.frombuffer(sheet_bits(self._sheet), np.float32)
        return {"observation": seen.copy(), "action_mask": self.mask(options)}
