"""Extreme values, and JSON texts that no encoder would write."""

from __future__ import annotations

import json
import random
import re
from typing import Any

DEPTHS = (1, 3, 8, 30, 60, 100, 300, 480, 600, 900, 1000, 1500, 5000)
NEAR_THE_LIMIT = (900, 1000)
"""Python reads about 1,000 levels; what a request can hold may be too deep for a start."""
WIDTHS = (0, 1, 40, 41, 200, 1000)
LETTERS = (
    "a",
    "\0",
    "\x07\x1b\x7f\x85",
    "\u202e\u2066\u2069\u200f",  # bidi
    "\u200b\u200d\ufeff\u2060",  # zero width
    "e\u0301\u0327",  # combining
    "\ud800\udfff",  # lone surrogates
    "\ufffe\uffff\U0001fffe\U0010ffff",  # noncharacters
    "\u2028\u2029\r\n\t",
    "\u4e2d\u0627\u05d0\u0939",
    "\U0001f468\u200d\U0001f469\u200d\U0001f466\U0001f3ff",
    "\U00020000\U000e0041\U000f0000",
    '"\\{}[],:',
    " ",
    "<script>&amp;{0}{name}%s%n",
)
WORDS = ("__proto__", "constructor", "type", "null", "NaN", "'; DROP TABLE entry; --", "../../etc/passwd", "$ref", "")
NUMBERS = (
    "0", "-0", "-0.0", "1", "-1", "15", "16", "1e308", "-1e308", "1e309", "5e-324", "1e-400", "NaN", "Infinity",
    "2147483648", "9007199254740991", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "18446744073709551615", "18446744073709551616", "-9223372036854775809", "1" + "0" * 40, "1" + "0" * 400,
    "1" + "0" * 5000, "0." + "3" * 400, "1.7976931348623157e308", "0.1",
)  # fmt: skip


class Raw:
    """A piece of JSON that is written verbatim."""

    def __init__(self, text: str) -> None:
        self.text = text


class Values:
    """Draws extreme values from a seeded generator."""

    def __init__(self, dice: random.Random, deepest: int) -> None:
        self.dice = dice
        self.deepest = deepest

    def text(self, most: int, least: int = 0) -> str:
        """Return a text of about the greatest length, just beyond it, or short, of any characters."""
        dice = self.dice
        size = dice.choice((least, least, least + 1, most // 2, most - 1, most, most, most, most + 1))
        if dice.random() < 0.1:
            return dice.choice(WORDS)
        kinds = dice.choices(LETTERS, k=dice.randint(1, 4))
        if dice.random() < 0.95:  # texts with surrogates are always refused, so use few
            kinds = [kind for kind in kinds if "\ud800" not in kind] or ["x"]
        letters = "".join(kinds)
        return (letters * (size // len(letters) + 1))[:size]

    def good_text(self, most: int, least: int = 1) -> str:
        """Return a valid text within its limits."""
        for _ in range(5):
            text = self.text(most, least)
            if least <= len(text) <= most and not any("\ud800" <= letter <= "\udfff" for letter in text):
                return text
        return "x" * max(least, 1)

    def number(self) -> Raw:
        return Raw(self.dice.choice(NUMBERS))

    def leaf(self) -> Any:
        dice = self.dice
        return dice.choice((None, True, False, self.number(), self.number(), self.text(80), dice.randint(-3, 20)))

    def value(self, room: int = 3) -> Any:
        """Return any value, sometimes a deep or wide one."""
        dice = self.dice
        kind = dice.random()
        if kind < 0.55 or room == 0:
            return self.leaf()
        if kind < 0.7:
            return self.deep()
        if kind < 0.8:
            return [dice.choice((None, 1, "", "\0", self.text(5)))] * dice.choice(WIDTHS)
        if kind < 0.9:
            return {self.text(20): self.value(room - 1) for _ in range(dice.randint(0, 3))}
        return [self.value(room - 1) for _ in range(dice.randint(0, 3))]

    def deep(self, depth: int | None = None) -> Raw:
        """Return a value nested as deep as one of DEPTHS, in lists, objects or both."""
        dice = self.dice
        if depth is None:
            depth = dice.randint(*NEAR_THE_LIMIT) if dice.random() < 0.4 else dice.choice(DEPTHS)
        depth = min(depth, self.deepest)
        kind = dice.randint(0, 2)
        if kind == 0:
            return Raw("[" * depth + "]" * depth)
        if kind == 1:
            return Raw('{"a":' * depth + "0" + "}" * depth)
        half = depth // 2
        return Raw('[{"a":' * half + "0" + "}]" * half)

    def fields(self, most: int = 3) -> dict[str, Any]:
        """Return an object with random fields."""
        return {self.text(30): self.value() for _ in range(self.dice.randint(0, most))}


def written(value: Any, dice: random.Random) -> str:
    """Return a value as JSON, with raw pieces verbatim and sometimes escapes, blanks or a repeated key."""
    raws: list[str] = []

    def default(raw: Any) -> str:
        raws.append(raw.text)
        return f"@raw:{len(raws) - 1}@"

    text = json.dumps(
        value,
        default=default,
        ensure_ascii=dice.random() < 0.5,
        separators=(",", ":") if dice.random() < 0.9 else (" , ", "\n:\t"),
    )
    text = re.sub(r'"@raw:(\d+)@"', lambda found: raws[int(found[1])], text)
    if dice.random() < 0.03 and text.startswith("{") and len(text) > 2:
        text = "{" + dice.choice(('"type":"ping",', '"id":7,', '"command":"twice",', '"action":{},')) + text[1:]
    return text
