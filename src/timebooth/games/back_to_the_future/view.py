"""What one seat may see, built up from nothing.  §HIDDEN §J60"""

from __future__ import annotations

from timebooth.games.back_to_the_future.deck.kinds import KEYS
from timebooth.games.back_to_the_future.deck.power_actions import FROM_THE_PILE
from timebooth.games.back_to_the_future.pieces import SPECTATOR
from timebooth.games.back_to_the_future.seen import ActionView, SeatView, View
from timebooth.games.back_to_the_future.state import NO_ENDING, BttfState
from timebooth.games.back_to_the_future.steps.announcing import ACTOR, CLOSED, CODE, KIND
from timebooth.games.back_to_the_future.turn import FETCH, GAME_ACTION
from timebooth.kernel.bits import members_of
from timebooth.kernel.state import FRAME


def view(s: BttfState, seat: int | None) -> View:
    """Return what a seat (None: a spectator) may see; once the game is over, everything.  §HIDDEN §J60

    Identities are shown at the end, and those that You're Not Yourself Today discarded.  §J35
    """
    over = s.ending != NO_ENDING
    return View(
        seat=seat,
        altered=_altered(s, over),
        b1_left=s.duds + 1,
        b1_aside=s.duds_aside,
        turn=s.turn,
        plays=s.plays,
        asked=s.asked(),
        seats=tuple(_seat(s, other, seat, over) for other in range(s.seats)),
        draw_pile=s.draw_size,
        discard_pile=tuple(KEYS[s.box.kind_of[s.discard_order[i]]] for i in range(s.discard_size)),
        identity_stack=len(members_of(s.fresh_ids | s.spent_ids)),
        identities_shown=tuple(s.box.identities[i] for i in members_of(s.spent_ids)),
        previous_changed=s.previous_changed,
        changed=s.changed,
        fusion_used=s.fusion_used,
        actions=_actions(s),
        satisfied=None if seat is None else _headlines(s, seat),
        searched=_searched(s, seat),
    )


def _altered(s: BttfState, over: bool) -> tuple[str, ...]:
    """Return the positions that show their red side; after a win B-1 does too, as its real card came up.  §WIN"""
    shown = {s.box.positions[i] for i in members_of(s.box.altered[s.history])}
    if over:
        shown.add(s.box.linchpins[s.box.b1])
    return tuple(place for place in s.box.positions if place in shown)


def titles(s: BttfState, cards: int) -> tuple[str, ...]:
    """Return the titles of a set of cards, in printed order."""
    return tuple(KEYS[s.box.kind_of[card]] for card in members_of(cards))


def _seat(s: BttfState, other: int, seat: int | None, over: bool) -> SeatView:
    seer = SPECTATOR if seat is None else seat
    open_to_me = over or other == seat
    return SeatView(
        seat=other,
        cards=s.hand_size[other],
        table=titles(s, s.table[other]),
        known=() if open_to_me else titles(s, s.known[seer] & s.hand[other]),
        hand=titles(s, s.hand[other]) if open_to_me else None,
        identity=s.box.identities[s.identity[other]] if open_to_me else None,
        hydrator_ready=s.hydrator_ready >> other & 1 == 1,
    )


def _headlines(s: BttfState, seat: int) -> tuple[bool, bool, bool]:
    original, (first, second) = s.box.goals[s.identity[seat]]
    shown = s.box.altered[s.history]
    at = s.box.positions
    return (
        shown >> at.index(original) & 1 == 0,
        shown >> at.index(first) & 1 == 1,
        shown >> at.index(second) & 1 == 1,
    )


def _actions(s: BttfState) -> tuple[ActionView, ...]:
    found = []
    for i in range(s.depth):
        at = i * FRAME
        if s.stack[at] == GAME_ACTION:
            code = s.stack[at + CODE]
            found.append(
                ActionView(
                    seat=s.stack[at + ACTOR],
                    card=KEYS[s.stack[at + KIND]],
                    answer=s.box.catalogue.names(code),
                    open=s.stack[at + CLOSED] == 0,
                )
            )
    return tuple(found)


def _searched(s: BttfState, seat: int | None) -> tuple[str, ...] | None:
    if s.depth == 0 or s.top() != FETCH or s.arg(2) != FROM_THE_PILE or s.arg(1) != seat:
        return None
    return titles(s, s.draw)


__all__ = ["ActionView", "SeatView", "View", "titles", "view"]
