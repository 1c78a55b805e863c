"""Fit the weights of logit models by Newton's method.

A seat's chance of winning is proportional to e to the sum of its weighted marks.
"""

from __future__ import annotations

from argparse import Namespace

import numpy as np
from numpy.typing import NDArray

STEPS = 8  # of Newton's method
RIDGE = 1e-5  # keeps the weights of rare marks small
LOGISTIC_RIDGE = 1e-3
CHUNK = 50_000

Marks = NDArray[np.float32]
"""By moment, by seat, by mark; the seat that won comes first."""


def written_by(tool: str, args: Namespace) -> str:
    """Return the line of a file of weights that says which command wrote it."""
    options = " ".join(f"--{name} {value}" for name, value in vars(args).items())
    return f"# Written by `python tools/{tool} {options}`."


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


def fit_logistic(marks: NDArray[np.float64], won: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weight of each mark in the log odds of winning; the ridge keeps few games from saying too much."""
    many = marks.shape[-1]
    weights = np.zeros(many)
    prior = LOGISTIC_RIDGE * len(marks) * np.eye(many)
    for _ in range(2 * STEPS):
        chances = 1.0 / (1.0 + np.exp(-(marks @ weights)))
        gradient = marks.T @ (won - chances) - prior @ weights
        hessian = (marks * (chances * (1.0 - chances))[:, None]).T @ marks + prior
        weights += np.linalg.solve(hessian, gradient)
    return weights


def fit_scale(marks: Marks, weights: NDArray[np.float64]) -> float:
    """Return the factor of all weights that fits these moments best: above 1 if their winners were clearer."""
    scores = marks.astype(np.float64) @ weights
    scale = 1.0
    for _ in range(2 * STEPS):
        chances = np.exp(scale * (scores - scores.max(axis=1, keepdims=True)))
        chances /= chances.sum(axis=1, keepdims=True)
        expected = (chances * scores).sum(axis=1)
        gradient = (scores[:, 0] - expected).sum()
        curvature = ((chances * scores**2).sum(axis=1) - expected**2).sum()
        scale += gradient / max(curvature, 1e-9)
    return float(scale)
