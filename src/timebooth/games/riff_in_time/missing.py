"""Why an answer that a player might expect is not offered; each reason names its rule."""

from __future__ import annotations

from timebooth.games.riff_in_time.dice import can_reroll
from timebooth.games.riff_in_time.kinds import BOOTH, INTERACT, MOVE, PLACES, SAN_DIMAS
from timebooth.games.riff_in_time.payment import purse_of, ways_to_pay
from timebooth.games.riff_in_time.state import RiffState

Reasons = list[tuple[str, dict[str, object]]]


def missing(s: RiffState, seat: int) -> Reasons:
    """Return the reasons, as keys with arguments; none for a seat that is not asked."""
    if seat not in s.asked():
        return []
    prompt = s.question(seat).prompt
    if prompt == "assemble_pool":
        return [_why("four_dice", "§POOL.FOUR")]
    if prompt == "resolve_bogus":
        return [_why("bogus_first", "§BOGUS"), _why("booth_gone", "§BOOTH")]
    if prompt == "take_actions":
        return _actions(s) + _rift(s) + _personages(s)
    return []


def _why(reason: str, rule: str, **args: object) -> tuple[str, dict[str, object]]:
    return f"why.{reason}", {**args, "rule": rule}


def _actions(s: RiffState) -> Reasons:
    found = [_why("booth_gone", "§BOOTH")]
    if ways_to_pay(purse_of(s), MOVE) == 0:
        found.append(_why("no_move", "§MOVE"))
    if ways_to_pay(purse_of(s), INTERACT) == 0:
        found.append(_why("no_interact", "§INTERACT"))
    if not can_reroll(s, purse_of(s)):
        found.append(_why("no_reroll", "§REROLL"))
    if s.ability_used:
        found.append(_why("ability_used", "§ABILITY"))
    return found


def _rift(s: RiffState) -> Reasons:
    here = s.here()
    if here == SAN_DIMAS:
        return [_why("no_fix_in_san_dimas", "§J29")]
    if s.is_fixed(here):
        return [_why("already_fixed", "§FIX", place=s.box.places[here])]
    if not s.is_returned(here):
        return [_why("not_returned", "§F7", place=s.box.places[here], personage=s.box.personages[here])]
    return []


def _personages(s: RiffState) -> Reasons:
    here = s.here()
    found: Reasons = []
    if here < PLACES and s.whereabouts(here) == here:
        found.append(_why("already_home", "§J47", personage=s.box.personages[here]))
    for who in range(int(PLACES)):
        if s.whereabouts(who) != BOOTH + s.turn or who == here:
            continue
        personage = s.box.personages[who]
        found.append(_why("not_home", "§J49", personage=personage, place=s.box.places[who]))
        if here == SAN_DIMAS and not s.pass_in_san_dimas:
            found.append(_why("no_pass_in_san_dimas", "§J50"))
        elif s.company(s.turn) == 0:
            found.append(_why("nobody_here", "§PASS", personage=personage))
    return found
