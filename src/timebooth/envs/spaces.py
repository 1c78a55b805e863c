"""Observations and actions as arrays, the same for every library that speaks Gymnasium's spaces."""

from __future__ import annotations

from array import array
from typing import Any

import msgspec
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from timebooth.envs.encoder import Encoder
from timebooth.envs.slots import Marks

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
        self._marks = Marks(actions)
        self._seen = Shared(self._sheet.places, "i", np.float32)
        self._marked = Shared(self._marks.places, "B", np.int8)

    def mask(self, options: list[int]) -> Mask:
        """One for each option, zero for the rest."""
        self._marks.set(options, 1)
        found = self._marked.copy()
        self._marks.set(options, 0)
        return found

    def observation(self, view: msgspec.Struct, options: list[int]) -> Observation:
        self._sheet.wipe()
        self._view.write(view, self._sheet, 0)
        return {"observation": self._seen.copy(), "action_mask": self.mask(options)}


class Shared:
    """An array over numbers that compiled code writes; where it is interpreted these are a list, and read each time."""

    def __init__(self, places: Any, width: str, kind: type[Any]) -> None:
        self._places = places
        self._width = width
        self._kind = kind
        self._array = None if isinstance(places, list) else np.frombuffer(places, kind)

    def copy(self) -> NDArray[Any]:
        if self._array is None:
            return np.frombuffer(array(self._width, self._places), self._kind)
        return self._array.copy()
