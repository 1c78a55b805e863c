"""Where a plan would lead: the booth's turn is played on a copy in which nothing else moves.  §PROJECT"""

from __future__ import annotations

from collections.abc import Mapping

from timebooth.games.excellent_boardgame.box import number
from timebooth.games.excellent_boardgame.effects import pick_up, write_programme
from timebooth.games.excellent_boardgame.pieces import CARDS, FACINGS
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.games.excellent_boardgame.steps.movement import move_booth
from timebooth.kernel.bits import members_of
from timebooth.kernel.journal import Event, Journal

CARD: dict[object, int] = {number(card): card for card in range(CARDS)}


def project(state: ExcellentState, seat: int, first: int, second: int) -> tuple[list[Event], ExcellentState]:
    """Return what this seat's booth would do if it followed these cards now, symbol by symbol, and the state after it.

    Uses only what lies open on the table. Several characters at once are picked up in the order of the options.
    §PROJECT
    """
    s = state.copy()
    journal = Journal()
    s.walk = 0
    s.turn = seat
    s.set_first_card(seat, first)
    s.set_second_card(seat, second)
    write_programme(s, seat)
    while not move_booth(s, journal):
        s.done()
        for character in members_of(s.within_reach(seat, s.booth_at(seat))):
            pick_up(s, seat, character, journal)
    return journal.events, s


def preview(s: ExcellentState, seat: int, named: Mapping[str, object]) -> tuple[str, dict[str, object]] | None:
    """Return the key and the arguments of a sentence that says where a plan would lead.  §PROJECT"""
    if "first" not in named or "second" not in named:
        return None
    cards = [CARD[number] for number in (named["first"], named["second"])]
    _, after = project(s, seat, *cards)
    space = s.box.space_names[after.booth_at(seat)]
    told: dict[str, object] = {"space": space, "facing": FACINGS[after.booth_facing(seat)]}
    gain = int(after.held(seat) - s.held(seat))
    if gain == 0:
        return "preview.plan", told
    return ("preview.plan.more" if gain > 0 else "preview.plan.fewer"), {**told, "count": abs(gain)}
