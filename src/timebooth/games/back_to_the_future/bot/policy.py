"""The policy: a seat flips towards its headlines, then tries B-1. For bots, not a rule."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from timebooth.games.back_to_the_future.bot.belief import sample_identities, threat
from timebooth.games.back_to_the_future.bot.values import (
    CONTENT,
    IDLE,
    TRY,
    best_flip_value,
    distance_in,
    doubleback_value,
    fetch_value,
    flip_value,
    hand_value,
    shared_value,
    table_value,
)
from timebooth.games.back_to_the_future.codes import (
    DISCARD,
    DISCARD_END,
    DOUBLE_BACK,
    DOUBLE_BACK_END,
    DRAW,
    END_TURN,
    ERASE_ITEM_END,
    FADE_END,
    FLIP_ANOTHER,
    FLIP_FOR_CASH_END,
    FLIP_TRAIN,
    FLIP_TRAIN_END,
    FLIP_V1_CASE,
    FLIP_V1_CASE_END,
    FLIP_V3,
    FLIP_V3_END,
    FLIP_V4,
    GIVE,
    GIVE_END,
    KEEP_IDENTITY,
    LOSE_ITEM,
    NEW_IDENTITY,
    NEW_SELF,
    NEW_SELF_END,
    PASS,
    PASS_RIGHT,
    PLAY,
    PLAY_END,
    REACT_ENGINE_TROUBLE,
    REACT_FAX,
    REACT_MEMO,
    REACT_TRUCK,
    REWIND_TO,
    REWIND_TO_END,
    TAKE_ITEM_END,
    TAKE_LOCOMOTIVE_END,
    TRADE,
    TRADE_END,
    USE_DUST_JACKET_END,
    USE_FUSION,
    USE_FUSION_END,
    USE_HYDRATOR,
    USE_LIGHTNING,
)
from timebooth.games.back_to_the_future.deck.actions import neighbour
from timebooth.games.back_to_the_future.deck.kinds import (
    CLOCK_TOWER,
    DOUBLEBACK,
    FAX,
    HITCH_A_RIDE,
    ITEM,
    ITEMS,
    LUCKY_DAY,
    NEWSPAPER,
    QUICK_TRIP,
    SHOPPING_SPREE,
    TIME_CAR_V2,
    TIME_VORTEX,
)
from timebooth.games.back_to_the_future.state import BttfState, bttf
from timebooth.games.back_to_the_future.steps.announcing import ACTOR, CODE, to_flip
from timebooth.games.back_to_the_future.steps.game_action import is_reaction
from timebooth.games.back_to_the_future.turn import BEFORE_THE_TURN, DRAW_ONE, GAME_ACTION
from timebooth.kernel.bits import bit, count
from timebooth.kernel.chance import Rng
from timebooth.kernel.policy import Policy
from timebooth.kernel.state import FRAME, State

NEVER: Final[i64] = -10000
FREE: Final[i64] = 1000  # costs no play
CARD: Final[i64] = 10  # one more card in hand
MEMO_COST: Final[i64] = 45
MEMO_ITEM_COST: Final[i64] = 40
ENGINE_TROUBLE_COST: Final[i64] = 25
# Tuned as in `values.py`, but together: the effect of each alone is within the noise. ALARM stands for the
# values that were tried at two and at four seats, and was not compared itself.
ALARM: Final[i64] = 480  # somebody turns over the last card of the stack at B-1, and nobody else can prevent it
MEMO_IN_SIGHT: Final[i64] = 40  # that an opponent loses a Newspaper, Telegram or Fax, beside having it oneself
TRAIN: Final[i64] = 10  # a flip that leaves another play
MAX_HAND_GAIN: Final[i64] = 60  # a bigger hand, however big; below a headline, or bots pass hands around for ever
SKIPPED: Final[i64] = 20  # an opponent loses a turn while the seat is satisfied


@final
class BttfPolicy(Policy):
    """Scores answers by the open table and by the seat's own hand and identity, nothing else."""

    def score(self, state: State, seat: i64, code: i64) -> i64:
        s = bttf(state)
        if code <= REACT_TRUCK:
            return score_reaction(s, seat, code)
        if code < USE_FUSION_END:
            return score_draw_or_power(s, seat, code)
        if code < FLIP_FOR_CASH_END:
            return score_travel(s, seat, code)
        if code < TAKE_LOCOMOTIVE_END:
            return score_action(s, seat, code)
        if code < REWIND_TO_END:
            return fetch_value(s, seat, code - REWIND_TO) - CARD
        if code < GIVE_END:
            return -hand_value(s, seat, code - GIVE)
        if code < DISCARD_END:
            return -hand_value(s, seat, code - DISCARD)
        return -table_value(s, seat, code - LOSE_ITEM + ITEM)

    def resample_by_belief(self, state: State, seat: i64, rng: Rng) -> None:
        """Redraw identities by what the others flipped: whoever tries B-1 is probably satisfied."""
        sample_identities(bttf(state), seat, rng)

    def is_turn_start(self, state: State) -> bool:
        """Return whether everybody else is asked before a turn.  §TRUCK"""
        return state.top() == BEFORE_THE_TURN


def score_draw_or_power(s: BttfState, seat: i64, code: i64) -> i64:
    """Score drawing, ending the turn, and the powers of items."""
    if code == DRAW:
        if s.top() == DRAW_ONE:
            return 0
        return CARD
    if code == END_TURN:
        return 0
    if code == USE_HYDRATOR:
        return 5 * CARD - 5
    if code == USE_LIGHTNING:
        if s.hand[seat] & s.box.copies[TIME_CAR_V2] != 0:
            return NEVER
        return FREE
    if code < USE_DUST_JACKET_END:
        if flip_value(s, seat, s.history, s.box.almanac_locks) > 0:
            return FREE
        return NEVER
    fed = table_value(s, seat, ITEM + code - USE_FUSION)
    if fed > CARD:
        return NEVER
    return FREE - fed


def score_travel(s: BttfState, seat: i64, code: i64) -> i64:
    """Score cards without a target, and every way to flip a linchpin; the cheaper way first."""
    if code < PLAY_END:
        return score_untargeted(s, seat, code - PLAY)
    if DOUBLE_BACK <= code < DOUBLE_BACK_END:
        number = s.box.answer_card[code] - DOUBLEBACK
        return doubleback_value(s, seat, number, s.box.answer_side[code] == 1) - 5
    found = flip_value(s, seat, s.history, s.box.answer_linchpin[code])
    if code >= FLIP_ANOTHER:
        return found - 5
    if code >= FLIP_V4:
        return found - 10 - hand_value(s, seat, s.box.answer_spend[code])
    if FLIP_V1_CASE <= code < FLIP_V1_CASE_END:
        return found
    if FLIP_TRAIN <= code < FLIP_TRAIN_END:
        return found + TRAIN
    if FLIP_V3 <= code < FLIP_V3_END:
        return found - 12
    return found - 8


def score_untargeted(s: BttfState, seat: i64, kind: i64) -> i64:
    """Score a card that is played without a target."""
    if kind < ITEM:
        return IDLE - CARD
    if kind < ITEM + ITEMS:
        return table_value(s, seat, kind)
    if kind == LUCKY_DAY:
        return 60
    if kind == QUICK_TRIP:
        return best_flip_value(s, seat, s.history) - 12
    if kind == CLOCK_TOWER:
        return 6 * (s.seats - 1)
    if kind == SHOPPING_SPREE:
        return 8 * (count(s.hand[seat] & s.box.items) - 1)
    if kind == TIME_VORTEX:
        whole: i64 = 0
        for other in range(s.seats):
            whole += s.hand_size[other]
        return hand_gain_value(whole // s.seats - s.hand_size[seat])
    if kind == HITCH_A_RIDE:
        return IDLE
    return 1


def score_action(s: BttfState, seat: i64, code: i64) -> i64:
    """Score actions with a target."""
    if code < TAKE_ITEM_END:
        item = s.box.answer_item[code]
        if NEWSPAPER <= item <= FAX:
            return table_value(s, seat, item) - 2 + MEMO_IN_SIGHT
        return table_value(s, seat, item) - 2
    if code < ERASE_ITEM_END:
        kind = s.box.answer_item[code]
        if s.box.answer_owner[code] == seat:
            return IDLE - CARD
        if NEWSPAPER <= kind <= FAX:
            return 9
        return 3
    if code < NEW_SELF_END:
        if code - NEW_SELF != seat:
            return 6 + shared_value(s, threat(s, seat, code - NEW_SELF, s.history))
        if s.distance(seat) > 2:
            return 40
        if s.distance(seat) == 2:
            return 5
        return -CONTENT
    if code < FADE_END:
        return 5
    if code < TRADE_END:
        return score_other_hand(s, seat, code - TRADE)
    if code <= PASS_RIGHT:
        return score_other_hand(s, seat, neighbour(s, seat, code == PASS_RIGHT))
    return 25


def score_other_hand(s: BttfState, seat: i64, other: i64) -> i64:
    """Score getting this hand for what is left of one's own."""
    return hand_gain_value(s.hand_size[other] - s.hand_size[seat] + 1) - 4


def hand_gain_value(cards: i64) -> i64:
    """Return what it is worth to hold so many cards more."""
    found = cards * CARD
    if found > MAX_HAND_GAIN:
        return MAX_HAND_GAIN
    return found


def score_reaction(s: BttfState, seat: i64, code: i64) -> i64:
    """Score reactions and the Mulligan: a Memo is for flips that end the game or take a headline, and for own cards."""
    if code == PASS or code == NEW_IDENTITY:
        return 0
    if code == KEEP_IDENTITY:
        if s.distance(seat) > 2:
            return -1
        return 1
    if code == REACT_TRUCK:
        found = shared_value(s, threat(s, seat, s.turn, s.history)) - 5
        if s.distance(seat) == 0:
            found += SKIPPED
        return found
    if code > REACT_ENGINE_TROUBLE:
        return 20
    cost = MEMO_ITEM_COST
    if code == REACT_MEMO:
        cost = MEMO_COST
    elif code > REACT_FAX:
        cost = ENGINE_TROUBLE_COST
    if is_reaction(s.arg(CODE)):
        return value_of_counter(s, seat) - cost
    return value_of_stopping(s, seat, s.arg(CODE), s.arg(ACTOR)) - cost


def value_of_stopping(s: BttfState, seat: i64, code: i64, player: i64) -> i64:
    """Return what it is worth that a card of another player does not take effect."""
    linchpin = to_flip(s, code)
    if linchpin < 0:
        return 0
    if linchpin == s.box.b1:
        if can_leave_it_to_another(s, seat, player):
            return 0
        return ALARM // ((s.duds + 1) * (s.seats - 1))
    before = s.distance(seat)
    after = distance_in(s, seat, s.history ^ bit(linchpin))
    if before == 0 and after > 0:
        return 100
    if after > before:
        return 40
    return 0


def can_leave_it_to_another(s: BttfState, seat: i64, player: i64) -> bool:
    """Return whether a seat that is asked later, other than the card's player, has a Memo item on the table.

    The last one asked must react.  §J8
    """
    actor = s.arg(ACTOR)
    other = (seat + 1) % s.seats
    while other != actor:
        if other != player and s.table[other] & s.box.memo_items != 0:
            return True
        other = (other + 1) % s.seats
    return False


def value_of_counter(s: BttfState, seat: i64) -> i64:
    """Return what it is worth to cancel the reaction on top: it decides anew about the card beneath all reactions.

    Against an even number of reactions that card is stopped, against an odd number it takes effect.
    """
    at = (s.depth - 1) * FRAME
    reactions: i64 = 0
    while at >= 0 and s.stack[at] == GAME_ACTION and is_reaction(s.stack[at + CODE]):
        at -= FRAME
        reactions += 1
    if at < 0 or s.stack[at] != GAME_ACTION:
        return 0
    code = s.stack[at + CODE]
    player = s.stack[at + ACTOR]
    if reactions % 2 == 0:
        if player == seat:
            return 0
        return value_of_stopping(s, seat, code, player)
    if player != seat:
        return 0
    linchpin = to_flip(s, code)
    if linchpin == s.box.b1:
        if s.distance(seat) == 0:
            return 2 * (TRY // (s.duds + 1))
        return 0
    if linchpin >= 0:
        return flip_value(s, seat, s.history, linchpin) - 30
    return 0
