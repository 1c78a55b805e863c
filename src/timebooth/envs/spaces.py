"""Observations and masks as numpy arrays, for every library that uses Gymnasium's spaces."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from timebooth.envs.encoder import Encoder
from timebooth.envs.features import features, relative_places
from timebooth.envs.slots import MaskBuffer
from timebooth.kernel.state import State

MAX_NUMBER = 2.0**16  # larger than any number in a view
MAX_SCALED = {"number": 255.0, "count": 3.0}  # what is scaled to 1; larger ones too

Mask = NDArray[np.int8]
Vector = NDArray[np.float32]
Observation = dict[str, NDArray[Any]]


def vector_space(size: int, scaled: bool) -> Any:
    """Return the space of vectors of numbers, scaled or not."""
    return Box(0.0, 1.0, (size,), np.float32) if scaled else Box(-MAX_NUMBER, MAX_NUMBER, (size,), np.float32)


def observation_space(size: int, actions: int, scaled: bool = False) -> Any:
    """Return the space of observations: the vector of what a seat sees, and the mask of legal actions."""
    return Dict({"observation": vector_space(size, scaled), "action_mask": Box(0, 1, (actions,), np.int8)})


def action_space(actions: int) -> Any:
    """Return the space of actions."""
    return Discrete(actions)


class ArrayEncoder:
    """Makes observations and masks; the arrays are new each time, so that a learner may keep or change them."""

    def __init__(self, encoder: Encoder, actions: int, scaled: bool = False, relative: bool = False) -> None:
        self._made_from = encoder, actions, scaled, relative
        self._encoder = encoder
        self._buffer = encoder.buffer()
        self._mask = MaskBuffer(actions)
        self._vector = SharedArray(self._buffer.places, "i", np.float32)
        self._mask_array = SharedArray(self._mask.places, "B", np.int8)
        self._scale = Scale(encoder) if scaled else None
        self._places = [np.array(relative_places(encoder, seat)) for seat in range(encoder.seats)] if relative else []

    def __reduce__(self) -> tuple[object, ...]:
        """Support copying and pickling."""
        return ArrayEncoder, self._made_from

    def mask(self, options: list[int]) -> Mask:
        """Return an array with a one for each option."""
        self._mask.set(options, 1)
        found = self._mask_array.copy()
        self._mask.set(options, 0)
        return found

    def vector(self, state: State, seat: int) -> Vector:
        """Return what a seat sees."""
        self._buffer.clear()
        self._encoder.write(state, seat, self._buffer)
        seen = self._vector.copy()
        if self._scale is not None:
            self._scale.apply(seen)
        return seen[self._places[seat]] if self._places else seen


class Scale:
    """Brings numbers and counts between 0 and 1, by their logarithm: 0 remains 0, and small ones differ most."""

    def __init__(self, encoder: Encoder) -> None:
        kinds = [feature.kind for feature in features(encoder)]
        self._places = np.array([place for place, kind in enumerate(kinds) if kind in MAX_SCALED])
        largest = [MAX_SCALED[kinds[place]] for place in self._places]
        self._factors = (1.0 / np.log1p(largest)).astype(np.float32)

    def apply(self, vector: Vector) -> None:
        """Scale a vector in place."""
        scaled = np.log1p(np.maximum(vector[self._places], 0.0)) * self._factors
        vector[self._places] = np.minimum(scaled, 1.0)


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
