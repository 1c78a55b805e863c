"""Why an answer that a player might look for is not an option, explained from what the seat knows."""

from __future__ import annotations

from timebooth.games.excellent_boardgame.pieces import CHARACTERS
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.games.excellent_boardgame.turn import PLACE_CHARACTERS, PLAN_TWO_CARDS
from timebooth.kernel.bits import members_of


def missing(s: ExcellentState, seat: int) -> list[tuple[str, dict[str, object]]]:
    """Return `why.*` keys with their arguments; every reason names its rule."""
    if seat not in s.asked():
        return []
    step = s.top()
    if step == PLAN_TWO_CARDS:
        return [("why.two_cards", {"rule": "§PLAN"}), ("why.no_pass", {"rule": "§J10"})]
    assert step == PLACE_CHARACTERS
    found: list[tuple[str, dict[str, object]]] = [("why.must_pick_up", {"rule": "§J18"})]
    here = s.characters_at(s.booth_at(seat))
    for kind in members_of(here & s.collected(seat)):
        found.append(("why.already_collected", {"character": CHARACTERS[kind], "rule": "§PICKUP.ONE"}))
    return found
