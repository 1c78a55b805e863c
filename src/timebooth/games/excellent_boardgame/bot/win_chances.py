"""How likely each seat is to win, from where its booth could fly next: for bots that play a round ahead.

Not a rule of the game: `fly` repeats the rules of movement without a state, for speed, and tests compare the two.

The features of a seat are called marks; `win_chances.toml` has the weight of each, by players and by rounds left,
fitted by `tools/fit_excellent_win_chances.py` to the winners of games between bots.
"""

from __future__ import annotations

import tomllib
from math import exp, sqrt
from pathlib import Path
from typing import Final, final

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import (
    LAST_STEP,
    RING,
    RINGS,
    SIXTY_NINE,
    next_symbol,
    pose_after,
    pose_in,
    rest_of,
    space_of,
)
from timebooth.games.excellent_boardgame.pieces import COWBOY, EVIL_DUDES, KNIGHT
from timebooth.games.excellent_boardgame.state import NO_ENDING, ExcellentState
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit, lowest

KIND_BITS: Final[i64] = 4  # the characters held as one number, the newest in the lowest bits
ONE_KIND: Final[i64] = 15
PER_CHARACTER: Final[i64] = 20  # one more character is worth as much as so many spaces nearer to the next

# The marks of a seat before a round is planned: the characters it holds; those it would hold after its best flight, and
# the spaces from there to the next one; the square root of its lowest card, which breaks ties; whether it holds the 69.
NAMES: Final = ("held", "most", "near", "lowest_card", "sixty_nine")
MARKS: Final[i64] = 5


def read_weights(players: str) -> vec[float]:
    """Return the weights of all marks with one round left, then with two, and so on."""
    text = (Path(__file__).parent / "win_chances.toml").read_text(encoding="utf-8")
    rows = [tomllib.loads(text)[players][name] for name in NAMES]
    return vec[float]([float(weight) for by_rounds in zip(*rows, strict=True) for weight in by_rounds])


WEIGHTS: Final = {2: read_weights("two"), 3: read_weights("three"), 4: read_weights("four")}


@final
class BestFlight:
    """One player's next turn, tried with every two cards of the hand while nothing else moves."""

    def __init__(self) -> None:
        # The flight.
        self.pose: i64 = 0
        self.collected: i64 = 0
        self.held: i64 = 0
        self.kinds: i64 = 0
        self.kept: i64 = 0  # how many of the characters held at first were never dropped
        # The best one.
        self.first: i64 = 0
        self.second: i64 = 0
        self.most: i64 = 0
        self.near: i64 = 0  # from its end to the next character

    def find(self, s: ExcellentState, seat: i64) -> None:
        """Find the two cards that collect most, and of these the ones that end nearest to another character."""
        self.follow_characters(s, seat)
        pose = self.pose
        collected = self.collected
        held = self.held
        kinds = self.kinds
        best: i64 = -1
        hand = s.hand(seat)
        firsts = hand
        while firsts != 0:
            first = lowest(firsts)
            firsts &= firsts - 1
            self.pose = pose
            self.collected = collected
            self.held = held
            self.kinds = kinds
            self.fly(s, s.box.card_walk[first])
            pose_between = self.pose
            collected_between = self.collected
            held_between = self.held
            kinds_between = self.kinds
            seconds = hand & ~bit(first)
            while seconds != 0:
                second = lowest(seconds)
                seconds &= seconds - 1
                self.pose = pose_between
                self.collected = collected_between
                self.held = held_between
                self.kinds = kinds_between
                self.fly(s, s.box.card_walk[second])
                most = self.held - chased(s, space_of(self.pose), first, second)
                if most < 0:
                    most = 0
                if (most + 1) * PER_CHARACTER > best:
                    near = nearest(s, self.collected, space_of(self.pose))
                    worth = (most + 1) * PER_CHARACTER - near
                    if worth > best:
                        best = worth
                        self.first = first
                        self.second = second
                        self.most = most
                        self.near = near

    def follow_characters(self, s: ExcellentState, seat: i64) -> None:
        """Fly the first part, by the characters: it is the same with all cards.  §MOVE §J12"""
        self.pose = pose_in(s.booth_at(seat), s.booth_facing(seat))
        self.collected = s.collected(seat)
        size = s.held(seat)
        self.held = size
        self.kept = size
        self.kinds = 0
        for place in range(size):
            token = s.play_area(seat, place)
            self.kinds = self.kinds << KIND_BITS | s.box.kind_of[token]
        place = size - 1
        while place >= 0:
            token = s.play_area(seat, place)
            if s.is_showing(token) and (s.frozen or place < self.kept):
                arrows = s.arrows(token)
                self.fly(s, s.box.token_walk[arrows])
            place -= 1

    def fly(self, s: ExcellentState, walk: i64) -> None:
        """Follow one button.  §PICKUP §DROP"""
        moved = s.box.moved
        knight = s.dude_at(KNIGHT)
        cowboy = s.dude_at(COWBOY)
        pose = self.pose
        while walk != 0:
            symbol = next_symbol(walk)
            walk = rest_of(walk)
            pose = pose_after(moved, pose, symbol)
            if symbol > LAST_STEP:
                continue
            space = space_of(pose)
            if space == knight:
                self.drop()
            if space == cowboy:
                self.drop()
            if space != knight and space != cowboy:
                found = s.characters_at(space) & ~self.collected
                while found != 0:
                    self.kinds = self.kinds << KIND_BITS | lowest(found)
                    self.held += 1
                    self.collected |= found & -found
                    found &= found - 1
        self.pose = pose

    def drop(self) -> None:
        if self.held > 0:
            kind = self.kinds & ONE_KIND
            self.collected &= ~bit(kind)
            self.kinds >>= KIND_BITS
            self.held -= 1
            if self.held < self.kept:
                self.kept = self.held


def chased(s: ExcellentState, here: i64, first: i64, second: i64) -> i64:
    """Return how often the evil dudes would move into this space by these two cards.  §DUDES"""
    moved = s.box.moved
    times: i64 = 0
    twice = s.box.card_dude[first] == s.box.card_dude[second]
    card = first
    dude = s.box.card_dude[card]
    pose = pose_in(s.dude_at(dude), s.dude_facing(dude))
    for _ in range(EVIL_DUDES):
        walk = s.box.card_walk[card]
        while walk != 0:
            symbol = next_symbol(walk)
            walk = rest_of(walk)
            pose = pose_after(moved, pose, symbol)
            if symbol <= LAST_STEP and space_of(pose) == here:
                times += 1
        card = second
        if not twice:
            dude = s.box.card_dude[card]
            pose = pose_in(s.dude_at(dude), s.dude_facing(dude))
    return times


def nearest(s: ExcellentState, collected: i64, here: i64) -> i64:
    """Return the steps to the nearest character that is not collected and not barred; 4 if it is farther than 3."""
    around = s.box.around
    at = here * RINGS
    for i in range(RINGS):
        space = around[at + i]
        if s.characters_at(space) & ~collected != 0 and not s.has_dude(space):
            if i < RING:
                return 1
            if i < 3 * RING:
                return 2
            return 3
    return 4


def marks_of(s: ExcellentState, seat: i64, flight: BestFlight) -> vec[float]:
    """Return the marks of a seat, in the order of NAMES."""
    flight.find(s, seat)
    hand = s.hand(seat)
    holds_sixty_nine = 0.0
    if hand & bit(SIXTY_NINE) != 0:
        holds_sixty_nine = 1.0
    held = float(s.held(seat))
    return vec[float]([held, float(flight.most), float(flight.near), sqrt(float(lowest(hand))), holds_sixty_nine])


def win_chances(s: ExcellentState) -> list[float]:
    """Return how likely each seat is to win, before a round is planned or after the end."""
    found: list[float] = []
    if s.ending != NO_ENDING:
        for seat in range(s.seats):
            found.append(1.0 if seat == s.winner else 0.0)
        return found
    weights = WEIGHTS[s.seats]
    at = (s.rounds - s.round) * MARKS
    if at >= len(weights):
        at = len(weights) - MARKS
    flight = BestFlight()
    whole = 0.0
    for seat in range(s.seats):
        marks = marks_of(s, seat, flight)
        worth = 0.0
        for i in range(MARKS):
            worth += marks[i] * weights[at + i]
        chance = exp(worth)
        found.append(chance)
        whole += chance
    for seat in range(s.seats):
        found[seat] /= whole
    return found
