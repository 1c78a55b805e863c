"""Draws the table for a terminal."""

from __future__ import annotations

from collections.abc import Callable

from timebooth.games.riff_in_time.seen import PlaceView, PlayerView, View
from timebooth.games.riff_in_time.state import RiffState
from timebooth.games.riff_in_time.view import view

Say = Callable[..., str]


def screen(s: RiffState, seat: int | None, say: Say, width: int) -> str:
    """Return the board by position, the band and the dice as lines of at most `width` characters."""
    seen = view(s, seat)
    lines = _head(seen, s.box.san_dimas_top, say)
    lines += ["", *(_place(place, s.box.top, seen, say) for place in seen.places), ""]
    for number, player in enumerate(seen.players):
        lines += _player(player, number == seen.turn, say)
    lines += ["", *_turn(seen, say)]
    return "\n".join(part for line in lines for part in _fold(line, width))


def _fold(line: str, width: int) -> list[str]:
    """Break a line that is too long; what follows is indented."""
    found = []
    while len(line) > width:
        cut = line.rfind(" ", 8, width)
        cut = width if cut < 0 else cut
        found.append(line[:cut].rstrip())
        line = "      " + line[cut:].lstrip()
    return [*found, line.rstrip()]


def _bar(level: int, most: int) -> str:
    return "#" * level + "." * (most - level)


def _head(seen: View, most: int, say: Say) -> list[str]:
    level = seen.places[0].level
    danger = say("screen.danger", rises=seen.danger.rises_left, draws=seen.danger.draws_left)
    title = say("screen.title", round=seen.round)
    return [f"{title} · {say('screen.san_dimas', level=level, most=most)} · {danger}"]


def _place(place: PlaceView, most: int, seen: View, say: Say) -> str:
    name = say("screen.place", place=place.place)
    near = " ".join(str(other.position) for other in seen.places if other.place in place.near)
    if place.position == 0:
        rift = " " * (most + 5)
    elif place.fixed:
        rift = say("screen.fixed").ljust(most + 5)
    else:
        rift = f"[{_bar(place.level, most)}] {place.level:>2}"
    here = [say("screen.personage", personage=who) for who in place.personages]
    if place.returned:
        here.append(say("screen.home"))
    here += ["<" + say("screen.who", who=seen.players[player].who) + ">" for player in place.players]
    return f"{place.position:>2} {name:<16} {rift} {near:<9} {', '.join(here)}"


def _player(player: PlayerView, on_turn: bool, say: Say) -> list[str]:
    if not player.who:
        return []
    mark = "> " if on_turn else "  "
    line = mark + say("screen.player", seat=player.seat, who=player.who, place=player.place)
    if player.booth:
        line += " · " + say("screen.booth", personages=list(player.booth))
    else:
        line += " · " + say("screen.booth_empty")
    if player.triumphs:
        line += " · " + say("screen.dice_held", count=len(player.triumphs))
    if player.actions:
        line += " · " + ", ".join(say("screen.action", action=action) for action in player.actions)
    lines = [line]
    if player.objective:
        done = say("screen.objective_done") if player.completed else say("screen.stage", stage=player.stage)
        lines.append(f"      {say('screen.objective', objective=player.objective)} · {done}")
    return lines


def _turn(seen: View, say: Say) -> list[str]:
    lines = []
    if seen.card:
        lines.append(say("screen.card", card=seen.card))
    if seen.top:
        lines.append(say("screen.top", cards=list(seen.top)))
    dice = [say("screen.die_used" if die.used else "screen.die", die=die.die, face=die.face) for die in seen.dice]
    lines.append(say("screen.dice", pool=" · ".join(dice) if dice else say("screen.nothing")))
    actions = [say("screen.action", action=action) for action, n in seen.granted.items() for _ in range(n)]
    lines.append(say("screen.granted", actions=", ".join(actions) if actions else say("screen.nothing")))
    return lines
