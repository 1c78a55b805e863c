"""Says which undo a seat is offered: one that is granted at once, one that the others are asked for, or none.

Against bots only, a seat may go back to its last choice, whatever happened since. Among people, an undo that would show
or take away something needs the consent of everybody else who plays. Whether a request is offered follows from what is
public: who was asked, and who sits where.
"""

from __future__ import annotations

from timebooth.tables.table import Table
from timebooth.tables.undo import UndoRefused, undo_target
from timebooth.tables.wire import UndoOffer


def undo_offer(table: Table, seat: int) -> UndoOffer | None:
    """Return the undo that would be granted to this seat, or could be asked for."""
    seat_state = table.seats[seat]
    if table.status != "running" or seat_state.person is None or seat_state.bot:
        return None
    if plays_alone(table, seat):
        return "free" if last_choice(table, seat) is not None else None
    if seat not in table.free_undos:
        table.free_undos[seat] = _is_free(table, seat)
    if table.free_undos[seat]:
        return "free"
    asks = seat not in table.undo_declined and last_decision(table, seat) is not None
    return "ask" if asks and consenting(table, seat) else None


def _is_free(table: Table, seat: int) -> bool:
    assert table.match is not None
    try:
        undo_target(table.match, seat, table.seed, table.before_last)
    except UndoRefused:
        return False
    return True


def plays_alone(table: Table, seat: int) -> bool:
    """Return whether all others are bots, or people at the same screen; somebody for whom a bot plays is a person."""
    own = table.seats[seat].person
    return own is not None and all(other.person is None or other.person.id == own.id for other in table.seats)


def consenting(table: Table, seat: int) -> tuple[int, ...]:
    """Return a seat of everybody else who plays and must agree to an undo of this seat."""
    own = table.seats[seat].person
    found: dict[str, int] = {}
    for other, seat_state in enumerate(table.seats):
        person = seat_state.person
        if person is not None and not seat_state.bot and (own is None or person.id != own.id):
            found.setdefault(person.id, other)
    return tuple(found.values())


def last_choice(table: Table, seat: int) -> int | None:
    """Return the moment before the last answer of this seat that was not forced; None if there is none here."""
    match = table.match
    assert match is not None
    for decided in reversed(table.decided):
        played = match.rounds[decided.moment - match.header.earlier]
        if seat in decided.seats and played.chose[played.asked.index(seat)]:
            return decided.moment
    return None


def last_decision(table: Table, seat: int) -> int | None:
    """Return the moment before this seat was last asked outside a window; None if it never was at this table.

    Even a forced answer counts: how many options a seat had can depend on its hand.
    """
    match = table.match
    assert match is not None
    for decided in reversed(table.decided):
        if not decided.window and seat in match.rounds[decided.moment - match.header.earlier].asked:
            return decided.moment
    return None
