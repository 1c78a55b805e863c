"""What the environments of all libraries share: one game after another, as learners see it and act in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from timebooth.envs.actions import make_actions
from timebooth.envs.features import features
from timebooth.envs.run import Run
from timebooth.envs.shaping import Shaping
from timebooth.envs.spaces import ArrayEncoder, Mask, Observation, Vector, action_space, observation_space, vector_space
from timebooth.kernel.game import Game
from timebooth.kernel.record import Record
from timebooth.registry import STANDARD
from timebooth.words import LANGUAGES, Words

RENDER_MODES = ["ansi"]
RENDERING: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # Gymnasium warns without a rate


class LearnerGame:
    """One game at one number of seats, with everything that an environment lets a learner choose.

    `scaled`: all numbers of an observation are between 0 and 1. `relative`: observations and actions count the seats
    from the one that acts. `two_steps`: an answer is two actions, its first part and the rest. `shaped`: rewards follow
    the win chance. `lang`: the language of `render`.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        edition: str = STANDARD,
        render_mode: str | None = None,
        *,
        scaled: bool = False,
        relative: bool = False,
        two_steps: bool = False,
        shaped: bool = False,
        lang: str = "en",
        idle: bool = False,
    ) -> None:
        """With `idle`, there is one action more, which does nothing."""
        _check("render_mode", render_mode, [None, *RENDER_MODES])
        _check("lang", lang, LANGUAGES)
        self.run = Run(game, seats, options, edition)
        self.render_mode = render_mode
        self.lang = lang
        self.scaled = scaled
        self.actions = make_actions(self.run.game, self.run.seats, relative, two_steps)
        self.nothing = self.actions.size
        self.size = self.run.encoder.size + len(self.actions.firsts)
        self.action_space = action_space(self.nothing + idle)
        self.observation_space = observation_space(self.size, self.nothing + idle, scaled)
        self.state_space = vector_space(self.size * self.run.seats, scaled)
        self._arrays = ArrayEncoder(self.run.encoder, self.nothing + idle, scaled, relative)
        self._shaping = Shaping(self.run) if shaped else None

    def begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Deal the next game; `options` are those of `reset`."""
        record = record_of(options or {}, self.run)
        self.run.begin(seed, record)
        self.actions.begun.clear()
        if self._shaping is not None:
            self._shaping.begin()

    def legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat; none if it does not decide."""
        options = self.run.choices.get(seat)
        return [] if options is None else self.actions.legal(seat, options)

    def take(self, seat: int, action: Any) -> tuple[int | None, bool]:
        """Return the code that an action of a deciding seat gives, None before a second step; and whether it was legal.

        An illegal action is replaced by the first legal one.
        """
        options = self.run.choices[seat]
        legal = self.actions.legal(seat, options)
        wanted = -1 if action is None else int(action)  # numpy's integers are slow to compare
        fits = wanted in legal
        return self.actions.take(seat, wanted if fits else legal[0], options), fits

    def rewards(self) -> list[float]:
        """Return what each seat gained since the last call, which was after the last round."""
        return self.run.rewards() if self._shaping is None else self._shaping.rewards()

    @property
    def truncated(self) -> bool:
        """Whether the game was ended because it took too long."""
        return not self.run.over and not self.run.choices

    def vector(self, seat: int) -> Vector:
        """Return what a seat sees; with two steps, its first step follows."""
        seen = self._arrays.vector(self.run.state, seat)
        if not self.actions.firsts:
            return seen
        first = np.zeros(len(self.actions.firsts), np.float32)
        if seat in self.actions.begun:
            first[self.actions.begun[seat]] = 1.0
        return np.concatenate([seen, first])

    def mask(self, legal: list[int]) -> Mask:
        """Return the mask of some actions."""
        return self._arrays.mask(legal)

    def observation(self, seat: int, legal: list[int]) -> Observation:
        """Return what a seat sees, with the mask of its legal actions."""
        return {"observation": self.vector(seat), "action_mask": self._arrays.mask(legal)}

    def state(self) -> Vector:
        """Return what all seats see together, for training with a central critic."""
        return np.concatenate([self.vector(seat) for seat in range(self.run.seats)])

    def feature_names(self) -> list[str]:
        """Return the name of each number of an observation."""
        return [feature.name for feature in features(self.run.encoder)] + [
            f"first {one}" for one in self.actions.firsts
        ]

    def render(self, seat: int | None) -> str | None:
        """Return the table as a seat (None: a spectator) sees it, drawn as text; nothing without a render mode."""
        if self.render_mode is None:
            return None
        words = Words(self.lang, self.run.game)
        return self.run.game.screen(self.run.state, seat, words.say_named)


def record_of(options: Mapping[str, Any], run: Run) -> Record | None:
    """Return the record in the options of `reset`; raise ValueError if it does not fit, or for an unknown option."""
    unknown = [key for key in options if key not in ("record", "options")]  # PettingZoo's own tests give "options"
    if unknown:
        raise ValueError(f"reset() knows no option {unknown[0]!r}; the only one is 'record'")
    record = options.get("record")
    if record is None:
        return None
    if not isinstance(record, Record):
        raise ValueError(
            f"the option 'record' takes a Record, as read_record() returns it, not {type(record).__name__}"
        )
    header, game = record.header, run.game
    for what, have, want in (
        ("game", header.game, game.key),
        ("version of the rules", header.rules, game.rules),
        ("edition", header.edition_hash, game.edition.hash),
        ("number of seats", header.seats, run.seats),
    ):
        if have != want:
            raise ValueError(f"this record has another {what} than the environment: {have}, not {want}")
    if header.forks:
        raise ValueError("this record continues another game, so its deal is not enough to play it again")
    return record


def _check(what: str, value: object, known: Any) -> None:
    if value not in known:
        raise ValueError(f"unknown {what} {value!r}; known are {', '.join(map(repr, known))}")
