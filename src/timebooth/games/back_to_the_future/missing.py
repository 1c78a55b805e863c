"""Why an answer that a player may look for is not offered, or would do nothing, by what that seat sees."""

from __future__ import annotations

from timebooth.games.back_to_the_future.deck.kinds import DOUBLEBACK, DOUBLEBACKS, KEYS, MACHINES, POWER
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.games.back_to_the_future.view import SeatView, View, view

Reason = tuple[str, dict[str, object]]

ON_TURN = ("draw_one", "play_one", "end_of_turn")
RESPONSES = frozenset(("memo", "engine_trouble", "truck", "steal_my_stuff"))
FLIPPING = frozenset((*KEYS[: DOUBLEBACK + DOUBLEBACKS], "hitch_a_ride"))
MEMO_ITEMS = frozenset(("newspaper", "telegram", "fax"))


def missing(s: BttfState, seat: int) -> list[Reason]:
    """Return the reasons that concern the question this seat is asked now."""
    prompt = s.question(seat).prompt
    seen = view(s, seat)
    found: list[Reason] = []
    if prompt == "play_one":
        found += _cards(s, seen, seat)
    if prompt in ON_TURN:
        found += _powers(seen, seat)
    if prompt == "react":
        found += _reactions(seen, seat)
    return found


def _why(reason: str, rule: str, **args: object) -> Reason:
    return f"why.{reason}", {"rule": rule, **args}


def _hand(seen: View, seat: int) -> tuple[str, ...]:
    return seen.seats[seat].hand or ()


def _others(seen: View, seat: int) -> list[SeatView]:
    return [player for player in seen.seats if player.seat != seat]


def _cards(s: BttfState, seen: View, seat: int) -> list[Reason]:
    """Cards in hand that cannot be played, or have no effect."""
    hand = _hand(seen, seat)
    table = seen.seats[seat].table
    theirs = [item for player in _others(seen, seat) for item in player.table]
    found: list[Reason] = []
    if RESPONSES & set(hand):
        found.append(_why("response_only", "§J20"))
    if "almanac" in theirs and any(card in FLIPPING for card in hand):
        found.append(_why("almanac_lock", "§ALMANAC", linchpin=s.box.linchpins[s.box.almanac_locks]))
    if "time_car_v1" in hand and "pellet" not in table and "case" not in table:
        found.append(_why("no_fuel_v1", "§TIME_CAR_V1"))
    for car, fuel, rule in (
        ("time_car_v2", "lightning_prediction", "§TIME_CAR_V2"),
        ("time_car_v5", "locomotive", "§TIME_CAR_V5"),
    ):
        if car in hand and fuel not in table:
            found.append(_why("no_fuel", rule, item=fuel))
    if hand == ("time_car_v4",):
        found.append(_why("nothing_to_discard", "§TIME_CAR_V4"))
    if "hitch_a_ride" in hand and not seen.previous_changed:
        found.append(_why("previous_did_not_change", "§HITCH"))
    if "so_gullible" in hand and not theirs:
        found.append(_why("no_items_out", "§GULLIBLE"))
    if "erased" in hand and not theirs and not table:
        found.append(_why("no_items_out", "§ERASED"))
    if "science_experiment" in hand and "locomotive" not in theirs:
        found.append(_why("no_locomotive", "§SCIENCE"))
    if "rewind" in hand and all(KEYS.index(card) >= POWER for card in seen.discard_pile):
        found.append(_why("empty_discard", "§REWIND"))
    if "quick_trip" in hand and seen.draw_pile == 0:
        found.append(_why("empty_pile", "§QUICK_TRIP"))
    return found


def _powers(seen: View, seat: int) -> list[Reason]:
    """Items on the table whose power cannot be used now."""
    me = seen.seats[seat]
    others = _others(seen, seat)
    found: list[Reason] = []
    if "mr_fusion" in me.table:
        if seen.fusion_used:
            found.append(_why("fusion_used", "§FUSION"))
        elif me.table == ("mr_fusion",):
            found.append(_why("nothing_to_feed", "§FUSION"))
    if "dust_jacket" in me.table and not any("almanac" in player.table for player in others):
        found.append(_why("no_almanac_out", "§DUST_JACKET"))
    if "lightning_prediction" in me.table and not any(player.cards for player in others):
        found.append(_why("others_have_no_cards", "§LIGHTNING"))
    if "pizza_hydrator" in me.table and not me.hydrator_ready:
        found.append(_why("hydrator_not_yet", "§HYDRATOR"))
    return found


def _reactions(seen: View, seat: int) -> list[Reason]:
    """Cards that respond to other cards, but not to this one."""
    hand = _hand(seen, seat)
    below, top = seen.actions[0], seen.actions[-1]
    found: list[Reason] = []
    theft = below.card == "so_gullible" and below.answer.get("owner") == seat
    if theft and below.answer.get("item") in MEMO_ITEMS:
        found.append(_why("own_theft", "§MEMO.THEFT"))
    if top.answer["type"] == "react":
        if {"engine_trouble", "science_experiment", "steal_my_stuff"} & set(hand):
            found.append(_why("only_memos_answer_reactions", "§MEMO"))
        return found
    if "engine_trouble" in hand and top.card not in KEYS[:MACHINES]:
        found.append(_why("not_a_machine", "§ENGINE_TROUBLE"))
    if "science_experiment" in hand and top.card != "time_train":
        found.append(_why("not_the_train", "§SCIENCE.TRAIN"))
    if "steal_my_stuff" in hand and not theft:
        found.append(_why("not_your_item", "§STEAL"))
    return found
