"""A small learner in numpy: REINFORCE with a linear policy, for one seat against random bots.

python examples/train_tiny.py
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

import timebooth.envs.register  # noqa: F401


def train(env: Any, games: int, rate: float = 0.3, seed: int = 0) -> list[float]:
    """Train for some games; return the reward of each."""
    rng = np.random.default_rng(seed)
    weights = np.zeros((env.action_space.n, *env.observation_space["observation"].shape), np.float32)
    rewards = []
    for game in range(games):
        (seen, _), over, gradient = env.reset(seed=seed + game), False, np.zeros_like(weights)
        while not over:
            features = seen["observation"] / np.linalg.norm(seen["observation"])
            (legal,) = np.nonzero(seen["action_mask"])
            chances = np.exp(weights[legal] @ features)
            chances /= chances.sum()
            chosen = rng.choice(len(legal), p=chances)
            gradient[legal] += np.outer(np.arange(len(legal)) == chosen, features) - np.outer(chances, features)
            seen, reward, terminated, truncated, _ = env.step(legal[chosen])
            over = terminated or truncated
        weights += rate * reward * gradient
        rewards.append(reward)
    return rewards


if __name__ == "__main__":
    won = [reward > 0 for reward in train(gymnasium.make("timebooth/back-to-the-future-v3"), games=200)]
    print(f"won {sum(won[:100])} of the first hundred games, {sum(won[100:])} of the second")
