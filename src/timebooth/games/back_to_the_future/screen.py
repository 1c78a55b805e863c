"""The table drawn for a terminal, from what one seat may see."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import fill, wrap
from typing import Any

from timebooth.games.back_to_the_future import speech
from timebooth.games.back_to_the_future.deck.kinds import DOUBLEBACK, KEYS
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.games.back_to_the_future.view import ActionView, SeatView, View, view
from timebooth.kernel.edition import Edition

Say = Callable[..., str]

ROWS = "ABCD"
COLUMNS = 6
ROOMY = 67  # columns that six event cards side by side need
HEADLINE = 3  # lines that a headline may take
LINCHPIN, RIPPLEPOINT, ALTERED, ORIGINAL, GOAL = "◆", "○", "▲", "△", "★"
MET, OPEN = "✓", "✗"
TOP_OF_THE_PILE = 5  # discarded cards that are named


def screen(s: BttfState, edition: Edition, seat: int | None, say: Say, width: int) -> str:
    """TimeLine, players, piles, and what concerns this seat alone."""
    seen = view(s, seat)
    goals = _goals(s, seen)
    parts = [_timeline(s, seen, goals, say, width), _piles(seen, say, width), *_players(seen, say, width)]
    parts += _played(s, seen, say, width)
    if seat is not None:
        parts += ["", *_identity(s, edition, seen, say, width), *_hand(seen, say, width)]
    return "\n".join(parts)


# The TimeLine


def _timeline(s: BttfState, seen: View, goals: dict[str, str], say: Say, width: int) -> str:
    columns = COLUMNS if width >= ROOMY else COLUMNS // 2
    inner = max(8, min(16, (width - columns - 1) // columns))
    legend = [
        f"{LINCHPIN} {say('screen.linchpin')}",
        f"{RIPPLEPOINT} {say('screen.ripplepoint')}",
        f"{ALTERED} {say('screen.altered')}",
        f"{ORIGINAL} {say('side.original')}",
    ]
    if goals:
        legend.append(f"{GOAL} {say('screen.goals')}")
    lines = _folded(f"{say('screen.timeline')}  " + "  ".join(legend), width).splitlines()
    every = [f"{row}-{column}" for row in ROWS for column in range(1, COLUMNS + 1)]
    for first in range(0, len(every), columns):
        places = every[first : first + columns]
        heads = [_head(s, seen, place, goals).ljust(inner, "─") for place in places]
        left, middle, right = ("┌", "┬", "┐") if first == 0 else ("├", "┼", "┤")
        lines.append(left + middle.join(heads) + right)
        texts = [_headline(seen, place, say, inner) for place in places]
        lines += ["│" + "│".join(text[i].ljust(inner) for text in texts) + "│" for i in range(HEADLINE)]
    lines.append("└" + "┴".join("─" * inner for _ in range(columns)) + "┘")
    return "\n".join(lines)


def _head(s: BttfState, seen: View, place: str, goals: dict[str, str]) -> str:
    kind = LINCHPIN if place in s.box.linchpins else RIPPLEPOINT
    return f"{kind}{place}{ALTERED if place in seen.altered else ''}{GOAL if place in goals else ''}"


def _headline(seen: View, place: str, say: Say, inner: int) -> list[str]:
    lines = wrap(say(f"headline.{place}.{_side(seen, place)}"), inner)
    if len(lines) > HEADLINE:
        lines = [*lines[: HEADLINE - 1], lines[HEADLINE - 1][: inner - 1] + "…"]
    return lines + [""] * (HEADLINE - len(lines))


def _side(seen: View, place: str) -> str:
    return "altered" if place in seen.altered else "original"


# Who you are


def _goals(s: BttfState, seen: View) -> dict[str, str]:
    """The three headlines of the viewer's identity: which side of which position."""
    if seen.seat is None:
        return {}
    original, altered = s.box.goals[s.identity[seen.seat]]
    return {original: "original", altered[0]: "altered", altered[1]: "altered"}


def _identity(s: BttfState, edition: Edition, seen: View, say: Say, width: int) -> list[str]:
    assert seen.seat is not None
    you = f"{say('screen.your_identity', identity=seen.seats[seen.seat].identity)}. {say('screen.goal')}"
    lines = [fill(you, width)]
    for place, side in _goals(s, seen).items():
        met = _side(seen, place) == side
        shown = ALTERED if side == "altered" else ORIGINAL
        headline = f"{MET if met else OPEN} {place}{shown} {say(f'headline.{place}.{side}')}"
        cause = _cause(edition, place, side)
        state = say("screen.goal_met" if met else "screen.goal_open") + (f"  ({cause})" if cause else "")
        lines.append(_folded("  " + say("line", label=headline, text=state), width))
    return lines


def _cause(edition: Edition, place: str, side: str) -> str:
    """How the linchpins of a ripplepoint must lie for this side to show, as the ID card prints it.  §RIPPLE"""
    table: dict[str, Any] = next(t for t in edition.tables("timeline", "position") if t["at"] == place)
    if table["kind"] == "linchpin":
        return ""
    mark = ALTERED if side == "altered" else ORIGINAL
    together = (table["rule"] == "AND") == (side == "altered")
    return (" + " if together else " / ").join(f"{parent}{mark}" for parent in table["linchpins"])


# The players and the piles


def _players(seen: View, say: Say, width: int) -> list[str]:
    return [_folded(_player(seen, player, say), width) for player in seen.seats]


def _player(seen: View, player: SeatView, say: Say) -> str:
    on_turn = player.seat == seen.turn and seen.asked
    name = say("seat.you" if player.seat == seen.seat else "seat.name", seat=player.seat)
    told = [
        say("line", label=name, text=say("screen.cards", count=player.cards)),
        say("line", label=say("screen.table"), text=_titles(player.table, say)),
    ]
    if player.known:
        told.append(say("screen.known", cards=player.known))
    if player.identity is not None and player.seat != seen.seat:
        told.append(say(f"identity.{player.identity}"))
    return ("▶ " if on_turn else "  ") + " | ".join(told)


def _titles(cards: tuple[str, ...] | None, say: Say) -> str:
    return " · ".join(say(f"card.{card}") for card in cards) if cards else say("screen.nothing")


def _folded(text: str, width: int) -> str:
    return fill(text, width, subsequent_indent="      ", break_on_hyphens=False)


def _piles(seen: View, say: Say, width: int) -> str:
    top = seen.discard_pile[: -TOP_OF_THE_PILE - 1 : -1]
    more = len(seen.discard_pile) - len(top)
    discarded = _titles(top, say) + (f" (+{more})" if more else "")
    told = [
        say("screen.b1", left=seen.b1_left, aside=seen.b1_aside),
        say("screen.draw_pile", count=seen.draw_pile),
        say("line", label=say("screen.discard_pile"), text=discarded),
    ]
    changed = say("screen.last_turn_changed" if seen.previous_changed else "screen.last_turn_unchanged")
    return _folded(" | ".join(told), width) + "\n" + _folded(changed, width)


def details(s: BttfState, seat: int | None, say: Say, width: int) -> str:
    """Return what lies face up and has no room on the screen: the whole discard pile, and identities.  §HIDDEN"""
    seen = view(s, seat)
    found = [_folded(say("line", label=say("screen.discards"), text=_titles(seen.discard_pile[::-1], say)), width)]
    shown = " · ".join(say(f"identity.{identity}") for identity in seen.identities_shown)
    identities = say("line", label=say("screen.identities"), text=shown or say("screen.nothing"))
    return "\n".join([*found, _folded(identities, width)])


def _hand(seen: View, say: Say, width: int) -> list[str]:
    assert seen.seat is not None
    lines = [_folded(say("line", label=say("screen.hand"), text=_titles(seen.seats[seen.seat].hand, say)), width)]
    if seen.searched:
        pile = say("screen.draw_pile", count=seen.draw_pile)
        lines.append(_folded(say("line", label=pile, text=_titles(seen.searched, say)), width))
    return lines


def _played(s: BttfState, seen: View, say: Say, width: int) -> list[str]:
    """What is being played, and what reacts to it, in the words of the log."""
    lines = []
    against = None
    for action in seen.actions:
        told = _told(s, action, against)
        said = say(speech.event_key(told), **told)
        lines.append(
            _folded("» " + (said if against else say("line", label=say("screen.being_played"), text=said)), width)
        )
        against = action.card
    return lines


def _told(s: BttfState, action: ActionView, against: str | None) -> dict[str, object]:
    """Return an action as the event that announced it."""
    if against is not None:
        return {"event": "card_answered", "seat": action.seat, "card": action.card, "against": against}
    told = {key: value for key, value in action.answer.items() if key != "type"}
    match action.answer["type"]:
        case "play":
            told["target"] = told.pop("seat", None)
        case "use":
            told["spend"] = told.get("feed") or action.card
        case "flip_another":
            item = KEYS[s.box.doubleback_item[KEYS.index(action.card) - DOUBLEBACK]]
            told["spend"] = "emergency_cash" if told.get("cash") else item
    return {"event": "card_announced", **told, "seat": action.seat, "card": action.card}
