"""Draws the table for a terminal."""

from __future__ import annotations

from collections.abc import Callable

from timebooth.games.riff_in_time.kinds import ABILITIES
from timebooth.games.riff_in_time.seen import PlaceView, PlayerView, View
from timebooth.games.riff_in_time.state import RiffState
from timebooth.games.riff_in_time.view import view

Say = Callable[..., str]

ROOMY = 66  # columns, where a place and what is there fit in one line


def screen(s: RiffState, seat: int | None, say: Say, width: int) -> str:
    """Return the board by position, the band and the dice as lines of at most `width` characters."""
    seen = view(s, seat)
    lines = _head(seen, s.box.san_dimas_top, say)
    lines += ["", *(line for place in seen.places for line in _place(s, place, seen, say, width)), ""]
    for number, player in enumerate(seen.players):
        lines += _player(s, player, number == seen.turn, seen, say)
    lines += ["", say("screen.brings", gifts=_gifts(seen, say)), "", *_turn(seen, say)]
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


def _bar(s: RiffState, level: int) -> str:
    """Return a dial as a bar, with a stroke where green ends and one where red begins."""
    bar = "#" * level + "." * (s.box.top - level)
    return f"[{bar[: s.box.green]}|{bar[s.box.green : s.box.red - 1]}|{bar[s.box.red - 1 :]}]"


def _head(seen: View, most: int, say: Say) -> list[str]:
    level = seen.places[0].level
    danger = say("screen.danger", rises=seen.danger.rises_left, draws=seen.danger.draws_left)
    title = say("screen.title", round=seen.round)
    return [f"{title} · {say('screen.san_dimas', level=level, most=most)} · {danger}", say("screen.legend")]


def _place(s: RiffState, place: PlaceView, seen: View, say: Say, width: int) -> list[str]:
    name = say("screen.place", place=place.place)
    near = " ".join(str(other.position) for other in seen.places if other.place in place.near)
    wide = s.box.top + 7
    if place.position == 0:
        rift = " " * wide
    elif place.fixed:
        rift = say("screen.fixed").ljust(wide)
    else:
        rift = f"{_bar(s, place.level)} {place.level:>2}"
    here = [_personage(s, who, place.place, seen, say) for who in place.personages]
    if place.returned:
        here.append(say("screen.home"))
    here += ["<" + say("screen.who", who=seen.players[player].who) + ">" for player in place.players]
    head = f"{place.position:>2} {name:<16} {rift}"
    if width < ROOMY:
        return [head, f"      ({near}) {', '.join(here)}"]
    return [f"{head} {near:<9} {', '.join(here)}"]


def _personage(s: RiffState, personage: str, at: str, seen: View, say: Say) -> str:
    """Return a personage's name, with the number of their home if they are elsewhere."""
    home = s.box.places[s.box.personages.index(personage)]
    if home == at:
        return say("screen.personage", personage=personage)
    position = next(place.position for place in seen.places if place.place == home)
    return say("screen.lost", personage=personage, position=position)


def _gifts(seen: View, say: Say) -> str:
    """Return what each personage who is not at home brings to a booth."""
    away = [who for place in seen.places if not place.returned for who in place.personages]
    aboard = [who for player in seen.players for who in player.booth]
    return " · ".join(say("screen.brought", personage=who, gift=say(f"gift.{who}")) for who in away + aboard)


def _player(s: RiffState, player: PlayerView, on_turn: bool, seen: View, say: Say) -> list[str]:
    if not player.who:
        return []
    mark = "> " if on_turn else "  "
    line = mark + say("screen.player", seat=player.seat, who=player.who, place=player.place)
    if player.booth:
        line += " · " + say("screen.booth", aboard=", ".join(_personage(s, who, "", seen, say) for who in player.booth))
    else:
        line += " · " + say("screen.booth_empty")
    if player.triumphs:
        line += " · " + say("screen.dice_held", count=len(player.triumphs))
    if player.actions:
        line += " · " + ", ".join(say("screen.action", action=action) for action in player.actions)
    ability = ABILITIES[s.box.ability[s.box.characters.index(player.who)]]
    lines = [line, "      " + say("screen.ability", ability=say(f"ability.{ability}"))]
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
