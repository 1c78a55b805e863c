"""Observations and masks as numpy arrays, for every library that uses Gymnasium's spaces."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from timebooth.envs.encoder import Encoder
from timebooth.envs.slots import MaskBuffer
from timebooth.kernel.state import State

MAX_NUMBER = 2.0**16  # larger than any number in a view

Mask = NDArray[np.int8]
Observation = dict[str, NDArray[Any]]


def observation_space(size: int, actions: int) -> Any:
    """Return the space of observations: the encoded view, and the mask of legal actions."""
    seen = Box(-MAX_NUMBER, MAX_NUMBER, (size,), np.float32)
    return Dict({"observation": seen, "action_mask": Box(0, 1, (actions,), np.int8)})


def action_space(actions: int) -> Any:
    """Return the space of actions: the code of every answer of the game."""
    return Discrete(actions)


class ArrayEncoder:
    """Makes observations and masks; the arrays are new each time, so that a learner may keep or change them."""

    def __init__(self, encoder: Encoder, actions: int) -> None:
        self._encoder = encoder
        self._buffer = encoder.buffer()
        self._mask = MaskBuffer(actions)
        self._vector = SharedArray(self._buffer.places, "i", np.float32)
        self._mask_array = SharedArray(self._mask.places, "B", np.int8)

    def mask(self, options: list[int]) -> Mask:
        """Return an array with a one for each option."""
        self._mask.set(options, 1)
        found = self._mask_array.copy()
        self._mask.set(options, 0)
        return found

    def observation(self, state: State, seat: int, options: list[int]) -> Observation:
        """Return what a seat sees, with the mask of its options."""
        self._buffer.clear()
        self._encoder.write(state, seat, self._buffer)
        return {"observation": self._vector.copy(), "action_mask": self.mask(options)}


class SharedArray:
    """An array over the memory that compiled code writes; interpreted, that is a list, which is copied each time."""

    def __init__(self, places: Any, width: str, kind: type[Any]) -> None:
        self._places = places
        self._width = width
        self._kind = kind
        self._array = None if isinstance(places, list) else np.frombuffer(places, kind)

    def copy(self) -> NDArray[Any]:
        if self._array is None:
            return np.frombuffer(array(self._width, self._places), self._kind)
        return self._array.copy()
