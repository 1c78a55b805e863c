"""Masked PPO in numpy: a network with one hidden layer, and a learner that plays at several tables."""

from __future__ import annotations

import copy
import os
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices are faster on one core

import numpy as np

from timebooth.envs.one_seat import OneSeat

HIDDEN = 128
EPOCHS = 4
BATCH = 256
RATE = 5e-4
CLIP = 0.2
ENTROPY = 0.01
VALUE = 0.5
DECAY = 0.95  # of advantages: the lambda of GAE
MAX_LOGIT = 1e9
KEPT = ("seen", "masks", "actions", "chances", "values", "rewards", "ends")


class Network:
    """One hidden layer, from which the logits of the actions and the value are read; trained by Adam."""

    def __init__(self, features: int, actions: int, rng: np.random.Generator) -> None:
        shapes = {"in": (features, HIDDEN), "bias": (HIDDEN,), "out": (HIDDEN, actions), "shift": (actions,)}
        shapes |= {"value": (HIDDEN,), "base": (1,)}
        self.weights = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
        self.weights["in"] = rng.normal(0, 0.05, shapes["in"]).astype(np.float32)
        self.weights["out"] = rng.normal(0, 0.01, shapes["out"]).astype(np.float32)
        self._mean = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        self._square = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        self._updates = 0

    def forward(self, seen: Any, masks: Any) -> tuple[Any, Any, Any]:
        """Return the hidden layer, the probabilities of the legal actions, and the values."""
        w = self.weights
        hidden = np.tanh(seen @ w["in"] + w["bias"])
        logits = hidden @ w["out"] + w["shift"] - MAX_LOGIT * (1 - masks)
        chances = np.exp(logits - logits.max(axis=-1, keepdims=True))
        chances /= chances.sum(axis=-1, keepdims=True)
        return hidden, chances, hidden @ w["value"] + w["base"][0]

    def backward(self, seen: Any, hidden: Any, logits: Any, values: Any) -> None:
        """Make one step of Adam, given the gradients of the loss by the logits and by the values."""
        w = self.weights
        below = (logits @ w["out"].T + np.outer(values, w["value"])) * (1 - hidden * hidden)
        gradients = {"in": seen.T @ below, "bias": below.sum(0), "out": hidden.T @ logits, "shift": logits.sum(0)}
        gradients |= {"value": hidden.T @ values, "base": values.sum(keepdims=True)}
        self._updates += 1
        rate = RATE * np.sqrt(1 - 0.999**self._updates) / (1 - 0.9**self._updates)
        for name, gradient in gradients.items():
            self._mean[name] += 0.1 * (gradient - self._mean[name])
            self._square[name] += 0.001 * (gradient * gradient - self._square[name])
            w[name] -= (rate * self._mean[name] / (np.sqrt(self._square[name]) + 1e-5)).astype(np.float32)


class Player:
    """Plays by a network: as an opponent, and to be judged."""

    def __init__(self, network: Network, seed: int) -> None:
        self._network = network
        self._rng = np.random.default_rng(seed)

    def as_it_is(self) -> Player:
        """Return a player that does not learn any more."""
        return copy.deepcopy(self)

    def __call__(self, seen: Any) -> int:
        _, chances, _ = self._network.forward(seen["observation"], seen["action_mask"])
        return int(self._rng.choice(len(chances), p=chances.astype(np.float64) / chances.sum(dtype=np.float64)))


class Learner:
    """Learns by PPO from games at several tables."""

    def __init__(self, tables: list[OneSeat], discount: float, seed: int = 0) -> None:
        self.discount = discount
        self.rng = np.random.default_rng(seed)
        self.tables = tables
        self.network = Network(tables[0].game.size, tables[0].actions, self.rng)
        self.seen = [table.reset(seed=seed * 1000 + number)[0] for number, table in enumerate(tables)]
        self.steps = 0

    def collect(self, steps: int) -> dict[str, Any]:
        """Play some steps at every table; return what happened, by step and table."""
        kept: dict[str, list[Any]] = {name: [] for name in KEPT}
        for _ in range(steps):
            seen = np.stack([one["observation"] for one in self.seen])
            masks = np.stack([one["action_mask"] for one in self.seen])
            _, chances, values = self.network.forward(seen, masks)
            draws = self.rng.random((len(seen), 1)) * chances.sum(axis=1, keepdims=True)
            actions = np.minimum((chances.cumsum(axis=1) <= draws).sum(axis=1), chances.shape[1] - 1)
            results = [self._step(number, int(action)) for number, action in enumerate(actions)]
            rewards, ends = zip(*results, strict=True)
            taken = chances[np.arange(len(seen)), actions]
            for name, part in zip(kept, (seen, masks, actions, taken, values, rewards, ends), strict=True):
                kept[name].append(part)
        self.steps += steps * len(self.tables)
        return {name: np.array(parts) for name, parts in kept.items()}

    def _step(self, number: int, action: int) -> tuple[float, bool]:
        seen, reward, terminated, truncated, _ = self.tables[number].step(np.int64(action))
        over = terminated or truncated
        self.seen[number] = self.tables[number].reset()[0] if over else seen
        return reward, over

    def learn(self, kept: dict[str, Any]) -> None:
        """Update the network by what happened."""
        seen, masks = (np.stack([one[name] for one in self.seen]) for name in ("observation", "action_mask"))
        _, _, last = self.network.forward(seen, masks)
        advantages = self._advantages(kept, last)
        kept = kept | {"gains": advantages, "targets": advantages + kept["values"]}
        flat = {name: part.reshape(-1, *part.shape[2:]) for name, part in kept.items()}
        gains = flat["gains"]
        flat["gains"] = (gains - gains.mean()) / (gains.std() + 1e-6)
        for _ in range(EPOCHS):
            order = self.rng.permutation(len(gains))
            for start in range(0, len(order), BATCH):
                self._update({name: part[order[start : start + BATCH]] for name, part in flat.items()})

    def _advantages(self, kept: dict[str, Any], last: Any) -> Any:
        found, gain, after = np.zeros_like(kept["values"]), np.zeros(len(last)), last
        for step in range(len(found) - 1, -1, -1):
            goes_on = 1.0 - kept["ends"][step]
            surprise = kept["rewards"][step] + self.discount * goes_on * after - kept["values"][step]
            gain = surprise + self.discount * DECAY * goes_on * gain
            found[step], after = gain, kept["values"][step]
        return found

    def _update(self, part: dict[str, Any]) -> None:
        many = np.arange(len(part["actions"]))
        hidden, chances, values = self.network.forward(part["seen"], part["masks"])
        ratio = chances[many, part["actions"]] / part["chances"]
        clipped = np.where(part["gains"] > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        weight = np.where(clipped, 0.0, part["gains"] * ratio)[:, None]
        logs = np.log(np.maximum(chances, 1e-12))
        entropy = -(chances * logs).sum(axis=1, keepdims=True)
        logits = weight * chances + ENTROPY * chances * (logs + entropy)
        logits[many, part["actions"]] -= weight[:, 0]
        errors = VALUE * (values - part["targets"])
        self.network.backward(
            part["seen"], hidden, *((each / len(many)).astype(np.float32) for each in (logits, errors))
        )
