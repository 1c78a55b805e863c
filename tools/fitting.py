"""Fit the weights of a multinomial logit model by Newton's method.

A seat's chance of winning is proportional to e to the sum of its weighted marks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

STEPS = 8  # of Newton's method
RIDGE = 1e-5  # keeps the weights of rare marks small
CHUNK = 50_000

Marks = NDArray[np.float32]
"""By moment, by seat, by mark; the seat that won comes first."""


def fit(marks: Marks) -> NDArray[np.float64]:
    """Return the weight of each mark."""
    many = marks.shape[-1]
    weights = np.zeros(many)
    for _ in range(STEPS):
        gradient = -2 * RIDGE * len(marks) * weights
        hessian = 2 * RIDGE * len(marks) * np.eye(many)
        for begin in range(0, len(marks), CHUNK):
            some = marks[begin : begin + CHUNK].astype(np.float64)
            chances = np.exp(some @ weights)
            chances /= chances.sum(axis=1, keepdims=True)
            expected = np.einsum("ns,nsm->nm", chances, some)
            gradient += (some[:, 0] - expected).sum(axis=0)
            every = some.reshape(-1, many)
            hessian += (every * chances.reshape(-1, 1)).T @ every - expected.T @ expected
        weights += np.linalg.solve(hessian, gradient)
    return weights
