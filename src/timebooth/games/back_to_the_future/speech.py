"""Which key of the texts describes an event or an answer: it depends on what a card is aimed at."""

from __future__ import annotations

from collections.abc import Mapping

from timebooth.games.back_to_the_future import events
from timebooth.games.back_to_the_future.announcement import NEEDS_AN_AIM

SECRETS = {kind.__struct_config__.tag: tuple(kind.SECRET) for kind in events.ALL}
PASSING = frozenset({"react", "second_flip", "spree", "quick_trip", "before_the_turn"})
AIMS = ("side", "item", "direction", "fetch")


def event_key(seen: Mapping[str, object]) -> str:
    """Return the key for an event with the fields that one reader may know."""
    tag = str(seen["event"])
    variant = ""
    if tag == "card_announced":
        variant = _power(seen) or _aim(seen, "target")
    elif tag == "card_answered" and seen.get("against") is None:
        variant = ".truck"
    elif tag == "history_changed" and not seen.get("ripples"):
        variant = ".quiet"
    elif any(field not in seen for field in SECRETS[tag]):
        variant = ".hidden"
    return f"event.{tag}{variant}"


def answer_key(named: Mapping[str, object], prompt: str) -> str:
    """Return the key for an answer to a question; passing means something else for each prompt."""
    kind = str(named["type"])
    variant = ""
    if kind == "pass" and prompt in PASSING:
        variant = f".{prompt}"
    elif kind == "draw" and prompt == "play_one":
        variant = ".instead"
    elif kind == "use":
        variant = ".owner" if "owner" in named else ".feed" if "feed" in named else ""
    elif kind == "flip_another" and named.get("cash"):
        variant = ".cash"
    elif kind == "play":
        variant = _aim(named, "seat")
        if not variant and named["card"] in NEEDS_AN_AIM:
            variant = ".idle"
    return f"answer.{kind}{variant}"


def _power(seen: Mapping[str, object]) -> str:
    """Return the variant for the power of an item, which has a cost and no linchpin."""
    if seen.get("spend") is None or seen.get("linchpin") is not None:
        return ""
    if seen["spend"] != seen["card"]:
        return ".use_feed"
    return ".use" if seen.get("owner") is None else ".use_owner"


def _aim(told: Mapping[str, object], target: str) -> str:
    """Return the variant for what a card is aimed at, by the fields that are set; `target` is the field of a seat."""
    if told.get("idle"):
        return ".idle"
    if told.get("linchpin") is not None:
        return ".linchpin" if told.get("spend") is None else ".linchpin_spend"
    if told.get(target) is not None:
        return ".seat"
    return next((f".{aim}" for aim in AIMS if told.get(aim)), "")
