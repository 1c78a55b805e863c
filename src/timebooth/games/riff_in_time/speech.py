"""Chooses the text of an event or an answer if there are several."""

from __future__ import annotations

from collections.abc import Mapping


def event_key(seen: Mapping[str, object], plain: str) -> str:
    """Return the key of the text for an event; `plain` if there is only one."""
    match seen["event"]:
        case "effect_chosen":
            return f"{plain}.{seen['effect']}"
        case "section_followed":
            return f"{plain}.numbers" if not seen.get("place") else plain
        case "dice_rolled":
            return f"{plain}.none" if not seen.get("dice") else plain
        case "cards_shown" | "cards_discarded":
            return f"{plain}.none" if not seen.get("cards") else plain
        case "rift_raised" | "rift_lowered":
            return f"{plain}.san_dimas" if seen.get("place") == "san_dimas" else plain
    return plain


def answer_key(named: Mapping[str, object]) -> str:
    """Return the key of the text for an answer."""
    key = f"answer.{named['type']}"
    match named["type"]:
        case "choose":
            return f"{key}.{named['effect']}"
        case "move" | "pick_up" | "drop_off" | "pass_to" | "fix_rift" | "reroll":
            return f"{key}.by" if "by" in named else key
    return key
